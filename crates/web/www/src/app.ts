// The state of the page: one puzzle in play, and who wants to know when it changes.
import { Play, type Backend } from './backend';
import { announce, messageOf, notify } from './dom';
import { Engine } from './engine';
import type { Place } from './place';
import type { Kind, Moved, View, Way } from './types';

/** What changed: the puzzle itself, or only the position. */
export type Change = 'puzzle' | 'position';

export class App {
  play: Play;
  view: View;
  /** For what the visitor asked to be solved. */
  readonly solver: Engine;
  /** For hints and the live optimum. */
  readonly background: Engine;
  /** When the first move was made, and when the puzzle was solved. */
  began: number | null = null;
  ended: number | null = null;
  /** Where the visitor is; it travels in links too. */
  place: Place = { tab: 'play', lanes: [] };
  private readonly listeners: ((change: Change) => void)[] = [];
  private readonly followers: (() => void)[] = [];

  constructor(readonly backend: Backend) {
    this.solver = new Engine(backend);
    this.background = new Engine(backend);
    this.play = Play.open('8 6 7/2 5 4/3 0 1', '');
    this.view = this.look();
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

  onChange(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }

  onPlace(follower: () => void): void {
    this.followers.push(follower);
  }

  /** Notes where the visitor has gone. */
  went(to: Partial<Place>): void {
    this.place = { ...this.place, ...to };
    for (const follower of this.followers) follower();
  }

  /** Takes another puzzle. */
  take(make: () => Play): boolean {
    try {
      const next = make();
      this.play.free();
      this.play = next;
    } catch (error) {
      notify(messageOf(error));
      return false;
    }
    this.began = this.ended = null;
    notify(null);
    this.changed('puzzle');
    return true;
  }

  /** Tries a move and says what happened. */
  move(attempt: () => string, quiet = false): boolean {
    let moved: Moved[];
    try {
      moved = JSON.parse(attempt()) as Moved[];
    } catch (error) {
      if (!quiet) announce(messageOf(error));
      return false;
    }
    this.began ??= Date.now();
    this.changed('position');
    const way = moved[0]?.way ?? '';
    const which = moved.map((one) => one.label).join(', ');
    announce(`${which} ${way}.${this.view.solved ? ` Solved in ${this.counted(this.count(), this.view.metric)}.` : ''}`);
    return true;
  }

  press(cell: number): boolean {
    return this.move(() => this.play.press(cell));
  }

  slide(way: Way): boolean {
    return this.move(() => this.play.slide(way));
  }

  nudge(item: number, way: Way, joined: boolean): boolean {
    return this.move(() => this.play.nudge(item, way, joined), true);
  }

  /** Goes along the moves; `quietly` while they go by of themselves, but the end is always said. */
  goTo(at: number, quietly = false): void {
    this.play.goTo(Math.max(0, at));
    this.changed('position');
    if (quietly && this.view.at < this.view.length) return;
    announce(`Move ${this.view.at} of ${this.view.length}.${this.view.solved ? ' Solved.' : ''}`);
  }

  /** Puts a solution behind the position. */
  load(moves: string): void {
    this.play.load(moves);
    this.changed('position');
  }

  /** So many of what a metric counts, one by one or together: `1 move`, `2 moves`. */
  counted(count: number, metric: string): string {
    return `${count} ${this.unit(metric)[count === 1 ? 0 : 1]}`;
  }

  /** One and many of what a metric counts. */
  unit(metric: string): [one: string, many: string] {
    return this.kind.metrics.find(({ name }) => name === metric)?.unit ?? ['move', 'moves'];
  }

  /** Moves made, in the puzzle's own metric. */
  count(): number {
    return this.view.counts.find(([name]) => name === this.view.metric)?.[1] ?? this.view.at;
  }

  private changed(change: Change): void {
    this.view = this.look();
    this.ended = this.view.solved ? (this.ended ?? Date.now()) : null;
    for (const listener of this.listeners) listener(change);
  }

  private look(): View {
    return JSON.parse(this.play.view()) as View;
  }
}
