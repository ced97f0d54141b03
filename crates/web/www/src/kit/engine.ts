// A worker seen from the page: one job at a time, stopped at once when asked.
import type { Backend } from './backend';
import type { FromWorker, ToWorker } from './messages';
import type { Answer, Lane, Progress, Request } from './types';

/** How long a search may take to end by itself before its worker is ended. */
const PATIENCE_MS = 120;

interface Job {
  id: number;
  flag: string;
  heard: (message: FromWorker) => void;
  failed: (error: Error) => void;
}

/** A search that was ended from outside. */
export class Stopped extends Error {
  constructor() {
    super('stopped');
  }
}

export class Engine {
  private worker: Worker | null = null;
  private job: Job | null = null;
  private ids = 0;
  /** Counts what was asked for: whoever finds that it went on while waiting has been overtaken. */
  private asked = 0;
  /** Tables of earlier visits that its worker has found; `null` before it has looked. */
  restored: number | null = null;

  constructor(private readonly backend: Backend) {}

  /** Solves; what ran before is stopped. Rejects with `Stopped` if it is ended before it has an answer. */
  async solve(request: Request, progress: (progress: Progress) => void = () => {}): Promise<Answer> {
    await this.nextTurn();
    return new Promise((resolve, reject) => {
      const job = this.begin(reject, (message) => {
        if (message.what === 'progress') progress(JSON.parse(message.json) as Progress);
        if (message.what === 'answer') {
          this.end(job);
          resolve(JSON.parse(message.json) as Answer);
        }
      });
      this.post({ do: 'solve', id: job.id, request: JSON.stringify(request), flag: job.flag });
    });
  }

  /** Lets searches race until all have ended or `stop` is called. */
  async race(link: string, lanes: Partial<Request>[], look: (lanes: Lane[]) => void): Promise<void> {
    await this.nextTurn();
    return new Promise((resolve, reject) => {
      const job = this.begin(reject, (message) => {
        if (message.what !== 'lanes') return;
        look(JSON.parse(message.json) as Lane[]);
        if (!message.running) {
          this.end(job);
          resolve();
        }
      });
      this.post({ do: 'race', id: job.id, start: JSON.stringify({ link, lanes }) });
    });
  }

  get busy(): boolean {
    return this.job !== null;
  }

  /**
   * Ends what runs. A search is given a moment to end by itself, with what it has found and keeping its tables; then
   * its worker is ended.
   */
  async stop(): Promise<void> {
    this.asked++;
    const job = this.job;
    if (!job) return;
    URL.revokeObjectURL(job.flag);
    this.post({ do: 'halt' });
    const until = performance.now() + PATIENCE_MS;
    while (this.job === job && performance.now() < until) await new Promise((wake) => setTimeout(wake, 5));
    if (this.job !== job) return;
    this.worker?.terminate();
    this.worker = null;
    this.end(job);
    job.failed(new Stopped());
  }

  /** Ends what runs, for another job; `Stopped` if a third one, or an end, was asked for in the meantime. */
  private async nextTurn(): Promise<void> {
    const ended = this.stop();
    const mine = this.asked;
    await ended;
    if (mine !== this.asked) throw new Stopped();
  }

  private begin(failed: (error: Error) => void, heard: (message: FromWorker) => void): Job {
    const flag = URL.createObjectURL(new Blob(['1']));
    this.job = { id: ++this.ids, flag, heard, failed };
    this.worker ??= this.spawn();
    return this.job;
  }

  private end(job: Job): void {
    URL.revokeObjectURL(job.flag);
    if (this.job === job) this.job = null;
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private spawn(): Worker {
    const worker = new Worker(this.backend.worker, { type: 'module' });
    worker.postMessage({ do: 'start', module: this.backend.module } satisfies ToWorker);
    worker.onmessage = (event: MessageEvent<FromWorker>) => {
      const job = this.job;
      if (event.data.what === 'ready') this.restored = event.data.tables;
      if (!job || event.data.id !== job.id) return;
      if (event.data.what === 'error') {
        this.end(job);
        job.failed(new Error(event.data.message));
      } else {
        job.heard(event.data);
      }
    };
    worker.onerror = (event) => {
      const job = this.job;
      worker.terminate();
      if (this.worker === worker) this.worker = null;
      if (!job) return;
      this.end(job);
      job.failed(new Error(`the search broke off: ${event.message || 'out of memory?'}`));
    };
    return worker;
  }
}
