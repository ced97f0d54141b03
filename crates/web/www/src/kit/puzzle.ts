// A puzzle in play: read from any text, moved, asked for a hint, for the shortest way from here, for a solution.
import { Advice, type Hint } from './advice';
import { Play, type Backend } from './backend';
import { Engine } from './engine';
import { Team } from './team';
import type { Answer, Grip, Moved, Progress, Request, Suited, View, Way } from './types';

/** What changed: the puzzle itself, or only the position. */
export type Change = 'puzzle' | 'position';

export class Puzzle {
  /** What is to be drawn of it. */
  view: View;
  /** For what is asked to be solved. */
  readonly solver: Engine;
  /** The same for searches that several workers can share. */
  readonly team: Team;
  /** For hints and the shortest way from here. */
  readonly background: Engine;
  readonly advice: Advice;
  private readonly listeners: ((change: Change) => unknown)[] = [];
  private readonly refusers: ((message: string, item: number | null) => unknown)[] = [];

  constructor(
    readonly backend: Backend,
    public play: Play,
  ) {
    this.solver = new Engine(backend);
    this.team = new Team(backend);
    this.background = new Engine(backend);
    this.view = this.look();
    this.advice = new Advice(this);
  }

  /** Reads a puzzle: the name of one in the library, a link, or any kind in any form. */
  static open(backend: Backend, text: string, goal = ''): Puzzle {
    return new Puzzle(backend, Play.open(text, goal));
  }

  /** A random board that can be solved. */
  static random(
    backend: Backend,
    rows: number,
    cols: number,
    goal = '',
    seed = Math.floor(Math.random() * 2 ** 32),
  ): Puzzle {
    return new Puzzle(backend, Play.random(rows, cols, goal, seed));
  }

  onChange(listener: (change: Change) => unknown): void {
    this.listeners.push(listener);
  }

  /** Told when a move cannot be made. */
  onRefused(refuser: (message: string, item: number | null) => unknown): void {
    this.refusers.push(refuser);
  }

  /** Presses the piece on a cell: what is in line with a gap is pushed, and a piece goes if there is only one way. */
  press(cell: number): boolean {
    const item = this.view.items.find(({ cells }) => cells.includes(cell))?.id ?? null;
    return this.move(() => this.play.press(cell), item);
  }

  /** Moves the piece that a way alone means. */
  slide(way: Way): boolean {
    return this.move(() => this.play.slide(way));
  }

  /** Moves a piece by a cell, with those between it and a gap; `joined` to its move before. */
  nudge(item: number, way: Way, joined = false): boolean {
    return this.move(() => this.play.nudge(item, way, joined), item);
  }

  /** The ways in which a piece can be pulled. */
  grips(item: number): Grip[] {
    return JSON.parse(this.play.grips(item)) as Grip[];
  }

  /** Goes to the position after so many moves. */
  goTo(at: number): void {
    this.play.goTo(Math.min(Math.max(0, at), this.view.length));
    this.changed('position');
  }

  /** Puts the moves of an answer behind the position, to be made with `goTo`. */
  load(moves: string): void {
    this.play.load(moves);
    this.changed('position');
  }

  /** A good move, at once; `heard` gets better ones as they are found, and the last is the answer. */
  hint(heard: (hint: Hint) => void = () => {}): Promise<Hint | null> {
    return this.advice.hint(heard);
  }

  /** The shortest way from here, or the best that is known after some seconds: `proof` and `lowerBound` tell. */
  async optimum(): Promise<Answer | null> {
    await this.advice.ask();
    return this.advice.answer;
  }

  /** The search that suits the position: what a request gets that leaves it open. */
  get suited(): Suited {
    return JSON.parse(this.play.suited()) as Suited;
  }

  /** Solves from here; what is left out of the request is chosen. IDA* is shared by all processors. */
  async solve(request: Partial<Omit<Request, 'link'>> = {}, progress?: (progress: Progress) => void): Promise<Answer> {
    await this.stop();
    const whole = { link: this.play.here(), ...request };
    const shared = request.algorithm === 'ida' && this.team.size > 1;
    return shared ? this.team.solve(whole, progress) : this.solver.solve(whole, progress);
  }

  /** Ends what `solve` has begun. */
  async stop(): Promise<void> {
    this.team.stop();
    await this.solver.stop();
  }

  /** Builds what solving from here needs, while there is nothing else to do; it is kept for later visits. */
  prepare(): void {
    const { algorithm, heuristic } = this.suited;
    if (algorithm === 'ida' && heuristic && this.team.size > 1)
      this.team.prepare({ link: this.play.here(), algorithm, heuristic });
  }

  /** Tries a move; whether it was made. */
  protected move(attempt: () => string, item: number | null = null): boolean {
    let moved: Moved[];
    try {
      moved = JSON.parse(attempt()) as Moved[];
    } catch (error) {
      this.refuse(error instanceof Error ? error.message : String(error), item);
      return false;
    }
    this.made(moved);
    return true;
  }

  protected made(_moved: Moved[]): void {
    this.changed('position');
  }

  protected refuse(message: string, item: number | null): void {
    for (const refuser of this.refusers) refuser(message, item);
  }

  protected changed(change: Change): void {
    this.view = this.look();
    for (const listener of this.listeners) listener(change);
  }

  private look(): View {
    return JSON.parse(this.play.view()) as View;
  }
}
