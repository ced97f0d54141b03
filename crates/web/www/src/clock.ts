// The clock of a game, to the millisecond. With time for inspection it starts by itself when that is over.

export class Clock {
  private before = 0;
  private since: number | null = null;
  private inspecting: number | null = null;
  private timer = 0;

  get elapsed(): number {
    return this.before + (this.since === null ? 0 : performance.now() - this.since);
  }

  get runs(): boolean {
    return this.since !== null;
  }

  /** Milliseconds that are left to look at the board, while there are any. */
  get inspection(): number | null {
    return this.inspecting === null ? null : Math.max(0, this.inspecting - performance.now());
  }

  reset(to = 0): void {
    this.before = to;
    this.since = this.inspecting = null;
    clearTimeout(this.timer);
  }

  inspect(seconds: number): void {
    this.reset();
    if (seconds <= 0) return;
    this.inspecting = performance.now() + seconds * 1000;
    this.timer = window.setTimeout(() => this.start(), seconds * 1000);
  }

  start(): void {
    clearTimeout(this.timer);
    this.inspecting = null;
    this.since ??= performance.now();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.inspecting = null;
    // To the millisecond, so that it reads the same wherever it is shown.
    this.before = Math.round(this.elapsed);
    this.since = null;
  }
}
