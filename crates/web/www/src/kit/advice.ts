// The way to the goal from here: what is known at once, made better while one waits.
import { Stopped } from './engine';
import type { Puzzle } from './puzzle';
import type { Answer, Moved } from './types';

/**
 * Seconds of the first look, and of the second one, which is taken if the first did not prove its answer the shortest.
 */
const LOOKS = [0.25, 20];

/** A good move: what it moves, and the answer that it is the first move of. Nothing moves if there is no way. */
export interface Hint {
  moved: Moved[];
  answer: Answer;
}

export class Advice {
  private known: { link: string; answer: Answer } | null = null;
  private wanted: string | null = null;
  private running: Promise<void> = Promise.resolve();
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly puzzle: Puzzle) {
    puzzle.onChange(() => {
      if (this.wanted === null || this.wanted === puzzle.play.here()) return;
      this.wanted = null;
      void puzzle.background.stop();
    });
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** What is known of the position on the board. */
  get answer(): Answer | null {
    return this.known?.link === this.puzzle.play.here() ? this.known.answer : null;
  }

  /** Whether a better answer may come. */
  get busy(): boolean {
    return this.wanted === this.puzzle.play.here();
  }

  /** A good move from here, and then better ones. */
  async hint(heard: (hint: Hint) => void): Promise<Hint | null> {
    let last: Hint | null = null;
    await this.ask((answer) => {
      const moved = answer.moves === null ? [] : (JSON.parse(this.puzzle.play.preview(answer.moves)) as Moved[]);
      heard((last = { moved, answer }));
    });
    return last;
  }

  /** Looks for a way from here; `heard` gets every answer, each better than the one before. */
  async ask(heard: (answer: Answer) => void = () => {}): Promise<void> {
    const link = this.puzzle.play.here();
    if (this.known?.link === link) heard(this.known.answer);
    if (this.known?.link === link && isFinal(this.known.answer)) return;
    if (this.wanted === link) {
      // Someone has asked already: what that comes to is the answer.
      await this.running;
      if (this.known?.link === link) heard(this.known.answer);
      return;
    }
    this.wanted = link;
    this.running = this.look(link, heard);
    return this.running;
  }

  private async look(link: string, heard: (answer: Answer) => void): Promise<void> {
    try {
      for (const seconds of LOOKS) {
        const answer = await this.puzzle.background.solve({ link, seconds });
        if (this.wanted !== link) return;
        this.known = { link, answer };
        heard(answer);
        for (const listener of this.listeners) listener();
        if (isFinal(answer)) break;
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    } finally {
      if (this.wanted === link) this.wanted = null;
      for (const listener of this.listeners) listener();
    }
  }
}

function isFinal({ verdict, proof }: Answer): boolean {
  return verdict === 'unsolvable' || proof === 'optimal';
}
