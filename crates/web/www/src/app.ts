// The state of the page: one puzzle in play, its clock, and who wants to know when it changes.
import { Clock } from './clock';
import { announce, messageOf, notify } from './dom';
import { Play, Puzzle, type Backend, type Kind, type Moved } from './kit';
import type { Place } from './place';
import { t, unit, way as wayWord } from './words';

/** How a puzzle came: one that was chosen has an address of its own; an edit can be undone. */
export type Coming = 'chosen' | 'edited' | 'undone' | 'linked';

/** What is kept beside the link, so that a reload loses nothing. */
export interface Kept {
  time: number;
  hints: number;
  /** Whether the program made moves, so that the end is not the visitor's. */
  assisted: boolean;
  /** What a result counts for, if it is not the board's size. */
  label: string | null;
}

export class App extends Puzzle {
  readonly clock = new Clock();
  hints = 0;
  assisted = false;
  /** The level or the day that is played. */
  label: string | null = null;
  /** Where the visitor is; it travels in links too. */
  place: Place = { tab: 'play', lanes: [] };
  /** How the puzzle in play came. */
  coming: Coming = 'linked';
  private readonly past: { link: string; kept: Kept }[] = [];
  private readonly followers: (() => void)[] = [];

  constructor(backend: Backend) {
    super(backend, Play.open('8 6 7/2 5 4/3 0 1', ''));
    this.onChange(() => this.view.solved && this.clock.stop());
  }

  get catalogue() {
    return this.backend.catalogue;
  }

  /** The kind of the puzzle in play. */
  get kind(): Kind {
    return this.kindCalled(this.view.kind);
  }

  kindCalled(name: string): Kind {
    const kind = this.catalogue.kinds.find((known) => known.name === name);
    if (!kind) throw new Error(`there is no kind ${name}`);
    return kind;
  }

  onPlace(follower: () => void): void {
    this.followers.push(follower);
  }

  /** Notes where the visitor has gone. */
  went(to: Partial<Place>): void {
    this.place = { ...this.place, ...to };
    for (const follower of this.followers) follower();
  }

  kept(): Kept {
    return { time: this.clock.elapsed, hints: this.hints, assisted: this.assisted, label: this.label };
  }

  /** Takes another puzzle. */
  take(make: () => Play, coming: Coming = 'chosen', kept: Partial<Kept> = {}, inspection = 0): boolean {
    const before = { link: this.play.link(), kept: this.kept() };
    try {
      const next = make();
      this.play.free();
      this.play = next;
    } catch (error) {
      notify(messageOf(error));
      return false;
    }
    if (coming === 'edited') this.past.push(before);
    else if (coming !== 'undone') this.past.length = 0;
    this.coming = coming;
    this.restore(kept);
    // Before anyone is told: otherwise a clock that stands at nought would be seen first.
    if (inspection > 0) this.clock.inspect(inspection);
    notify(null);
    this.changed('puzzle');
    announce(t('newBoard', this.view.title, `${this.view.rows} × ${this.view.cols}`));
    return true;
  }

  private restore({ time = 0, hints = 0, assisted = false, label = null }: Partial<Kept>): void {
    this.clock.reset(time);
    this.hints = hints;
    this.assisted = assisted;
    this.label = label;
  }

  /** Says what happened. */
  protected override made(moved: Moved[]): void {
    this.clock.start();
    super.made(moved);
    const which = moved.map((one) => one.label).join(', ');
    announce(
      `${which} ${wayWord(moved[0]?.way)}.${this.view.solved ? ` ${t('solvedIn', this.counted(this.count(), this.view.metric))}` : ''}`,
    );
  }

  protected override refuse(message: string, item: number | null): void {
    announce(message);
    super.refuse(message, item);
  }

  get canUndo(): boolean {
    return this.view.at > 0 || this.past.length > 0;
  }

  /** Takes a move back, or the edit that led to this board. */
  undo(): void {
    if (this.view.at > 0) return this.goTo(this.view.at - 1);
    const before = this.past.pop();
    if (!before) return;
    this.take(() => Play.linked(before.link), 'undone', before.kept);
  }

  /** Goes along the moves; `quietly` while they go by of themselves, but the end is always said. */
  override goTo(at: number, quietly = false): void {
    // What is made again was not found again: the time would say nothing.
    if (at > this.view.at) this.assisted = true;
    if (at <= 0) this.clock.reset(0);
    super.goTo(at);
    if (quietly && this.view.at < this.view.length) return;
    announce(`${t('moveOf', this.view.at, this.view.length)}${this.view.solved ? ` ${t('solved')}.` : ''}`);
  }

  /** So many of what a metric counts, one by one or together: `1 move`, `2 moves`. */
  counted(count: number, metric: string): string {
    return `${count} ${this.unit(metric)[count === 1 ? 0 : 1]}`;
  }

  /** One and many of what a metric counts. */
  unit(metric: string): [one: string, many: string] {
    return unit(this.kind.metrics.find(({ name }) => name === metric)?.unit ?? ['move', 'moves']);
  }

  /** Moves made, in the puzzle's own metric. */
  count(): number {
    return this.view.counts.find(([name]) => name === this.view.metric)?.[1] ?? this.view.at;
  }
}
