// The way to the goal from here: what is known at once, made better while one waits.
import type { App } from './app';
import { Stopped } from './engine';
import type { Answer } from './types';

/** Seconds of the first look, and of the second one, which is taken if the first did not prove its answer the shortest. */
const LOOKS = [0.25, 20];

export class Advice {
  private known: { link: string; answer: Answer } | null = null;
  private wanted: string | null = null;
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly app: App) {
    app.onChange(() => {
      if (this.wanted === null || this.wanted === app.play.here()) return;
      this.wanted = null;
      void app.background.stop();
    });
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** What is known of the position on the board. */
  get answer(): Answer | null {
    return this.known?.link === this.app.play.here() ? this.known.answer : null;
  }

  /** Whether a better answer may come. */
  get busy(): boolean {
    return this.wanted === this.app.play.here();
  }

  /** Looks for a way from here; `heard` gets every answer, each better than the one before. */
  async ask(heard: (answer: Answer) => void = () => {}): Promise<void> {
    const link = this.app.play.here();
    if (this.known?.link === link) heard(this.known.answer);
    if (this.wanted === link || (this.known?.link === link && isFinal(this.known.answer))) return;
    this.wanted = link;
    try {
      for (const seconds of LOOKS) {
        const answer = await this.app.background.solve({ link, seconds });
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
