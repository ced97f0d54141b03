// One search by several workers, where there is more than one processor. Each worker has a module and memory of its
// own, so the page need not be isolated; what goes between them is text. The first worker leads: it searches alone
// until an iteration is large, and cuts that into parts, which all of them take one after another. How a search is cut
// and put together is the module's business; here parts are handed out.
import type { Backend } from './backend';
import { Stopped } from './engine';
import type { FromMember, ToMember } from './messages';
import type { Answer, Progress, Request, Turn } from './types';

/** More workers than this take more memory than they are worth. */
const MOST = 4;
/** Parts for each worker, so that none waits long for the last one. */
const PARTS_EACH = 6;

interface Job {
  id: number;
  request: Request;
  began: number;
  /** Milliseconds until the leader had its tables. */
  setup: number;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  progress: (progress: Progress) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
  bound: number | null;
  /** What the leader had done before it shared, and what was done in parts since. */
  before: Spent;
  inParts: Spent;
  share: Share | null;
  joined: Set<number>;
}

interface Spent {
  expanded: number;
  generated: number;
}

/** An iteration in parts. */
interface Share {
  parts: string[];
  next: number;
  reports: (string | undefined)[];
  /** What each worker is at, and how far. */
  running: Map<number, { number: number; turn: Turn | null }>;
  /** The first part that ended the search. */
  end: { number: number; answer: Answer } | null;
}

export class Team {
  private readonly workers: Worker[] = [];
  private job: Job | null = null;
  private ids = 0;
  /** Parts that workers other than the first have done. */
  helped = 0;
  /** Tables of earlier visits that the leader has found; `null` before it has looked. */
  restored: number | null = null;

  /** As many workers as there are processors, or so many. */
  constructor(
    private readonly backend: Backend,
    readonly size = Math.min(navigator.hardwareConcurrency || 1, MOST),
  ) {}

  /** Has the leader build the tables of a request, which it keeps, while nothing else is to be done. */
  prepare(request: Request): void {
    if (!this.job) this.post(0, { do: 'join', id: 0, request: JSON.stringify(request), tables: [], warm: true });
  }

  /** Solves by IDA*; what ran before is stopped. Rejects with `Stopped` if it is. */
  solve(request: Request, progress: (progress: Progress) => void = () => {}): Promise<Answer> {
    this.stop();
    return new Promise((resolve, reject) => {
      const id = ++this.ids;
      const none = { expanded: 0, generated: 0 };
      const timer =
        request.seconds === undefined ? undefined : setTimeout(() => this.timeIsUp(), request.seconds * 1000);
      this.job = {
        id,
        request,
        began: performance.now(),
        setup: 0,
        resolve,
        reject,
        progress,
        timer,
        bound: null,
        before: none,
        inParts: { ...none },
        share: null,
        joined: new Set([0]),
      };
      this.post(0, { do: 'join', id, request: JSON.stringify(request), tables: [] });
      this.post(0, { do: 'lead', id, parts: PARTS_EACH * this.size });
    });
  }

  stop(): void {
    const job = this.end();
    job?.reject(new Stopped());
  }

  /** Ends what runs, without a word. */
  private end(): Job | null {
    const job = this.job;
    if (!job) return null;
    clearTimeout(job.timer);
    this.job = null;
    this.workers.forEach((_, index) => this.post(index, { do: 'rest' }));
    return job;
  }

  private timeIsUp(): void {
    const job = this.end();
    if (!job) return;
    const { algorithm = '', heuristic = null, metric = '' } = job.request;
    const known = {
      verdict: 'stopped',
      stoppedBy: 'time',
      cost: null,
      proof: null,
      moves: null,
      warnings: [],
      peakBytes: 0,
      lowerBound: job.bound,
    } as const;
    job.resolve({ ...known, warnings: [], algorithm, heuristic, metric, ...this.spent(job), ...this.times(job) });
  }

  private times({ began, setup }: Job): { seconds: number; setupSeconds: number } {
    return { seconds: (performance.now() - began - setup) / 1000, setupSeconds: setup / 1000 };
  }

  private spent({ before, inParts, share }: Job): Spent {
    const running = [...(share?.running.values() ?? [])].flatMap(({ turn }) => turn ?? []);
    const sum = (of: keyof Spent): number => running.reduce((all, turn) => all + turn[of], before[of] + inParts[of]);
    return { expanded: sum('expanded'), generated: sum('generated') };
  }

  private heard(index: number, message: FromMember): void {
    if (message.what === 'ready' && index === 0) this.restored = message.tables;
    const job = this.job;
    if (!job || message.id !== job.id) return;
    switch (message.what) {
      case 'error':
        this.end()?.reject(new Error(message.message));
        break;
      case 'joined':
        if (index === 0) job.setup = performance.now() - job.began;
        break;
      case 'parts':
        this.share(job, message.parts, message.tables);
        break;
      case 'turn':
        this.turned(job, index, JSON.parse(message.json) as Turn);
        break;
    }
  }

  private share(job: Job, parts: string[], tables: [name: string, bytes: Uint8Array][]): void {
    job.share = { parts, next: 0, reports: parts.map(() => undefined), running: new Map(), end: null };
    const request = JSON.stringify(job.request);
    for (let index = 0; index < this.size; index++) {
      if (!job.joined.has(index)) this.post(index, { do: 'join', id: job.id, request, tables });
      job.joined.add(index);
      this.hand(job, job.share, index);
    }
  }

  /** Gives a worker the next part, if there is one left before the end. */
  private hand(job: Job, share: Share, index: number): void {
    const part = share.parts[share.next];
    if (part === undefined || share.end) return;
    share.running.set(index, { number: share.next, turn: null });
    this.post(index, { do: 'part', id: job.id, part });
    share.next++;
  }

  private turned(job: Job, index: number, turn: Turn): void {
    const { share } = job;
    const running = share?.running.get(index);
    job.bound = turn.bound ?? job.bound;
    if (!share || !running) {
      job.before = turn;
      if (turn.answer) return this.answered(job, turn.answer);
    } else {
      running.turn = turn;
      if (turn.what !== 'going') this.partEnded(job, share, index, running.number, turn);
    }
    if (this.job === job)
      job.progress({
        ...this.spent(job),
        peakBytes: 0,
        seconds: (performance.now() - job.began) / 1000,
        bound: job.bound,
        best: null,
      });
  }

  private partEnded(job: Job, share: Share, index: number, number: number, turn: Turn): void {
    share.running.delete(index);
    job.inParts.expanded += turn.expanded;
    job.inParts.generated += turn.generated;
    if (index > 0) this.helped++;
    if (turn.answer && (!share.end || number < share.end.number)) share.end = { number, answer: turn.answer };
    share.reports[number] = turn.report ?? undefined;
    this.hand(job, share, index);
    // The first solution in the order of the parts is the one that a single worker would find.
    const { end } = share;
    if (end && [...share.running.values()].every((other) => other.number > end.number))
      return this.answered(job, end.answer);
    if (end || share.running.size > 0) return;
    job.share = null;
    job.inParts = { expanded: 0, generated: 0 };
    this.post(0, { do: 'unite', id: job.id, reports: share.reports.filter((report) => report !== undefined) });
  }

  private answered(job: Job, answer: Answer): void {
    const all = { ...answer, ...this.spent(job), ...this.times(job) };
    this.end();
    job.resolve(all);
  }

  private post(index: number, message: ToMember): void {
    (this.workers[index] ??= this.spawn(index)).postMessage(message);
  }

  private spawn(index: number): Worker {
    const worker = new Worker(this.backend.worker, { type: 'module' });
    worker.postMessage({ do: 'start', module: this.backend.module });
    worker.onmessage = (event: MessageEvent<FromMember>) => this.heard(index, event.data);
    worker.onerror = (event) => {
      worker.terminate();
      delete this.workers[index];
      this.end()?.reject(new Error(`the search broke off: ${event.message || 'out of memory?'}`));
    };
    return worker;
  }
}
