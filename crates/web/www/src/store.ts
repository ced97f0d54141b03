// What is kept in this browser, and nowhere else: settings and results. Where storage is not allowed, it lasts as long
// as the page.

export interface Settings {
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  language: 'auto' | 'en' | 'de' | 'zh';
  sound: boolean;
  vibration: boolean;
  /** Seconds to look at a new board before the clock starts by itself. */
  inspection: '0' | '15';
  /** Whether the shortest way from here is always shown. */
  best: boolean;
}

const FIRST: Settings = {
  theme: 'auto',
  language: 'auto',
  sound: false,
  vibration: false,
  inspection: '0',
  best: false,
};

/** A board that was solved by the visitor. */
export interface Result {
  /** What it counts for: a size with its goal, a level, or a day. */
  of: string;
  /** Milliseconds. */
  time: number;
  moves: number;
  /** When, in milliseconds since 1970. */
  at: number;
  hints: number;
}

const kept = new Map<string, string>();

function read(name: string): string | null {
  try {
    return localStorage.getItem(`slidewise.${name}`);
  } catch {
    return kept.get(name) ?? null;
  }
}

function write(name: string, text: string): void {
  try {
    localStorage.setItem(`slidewise.${name}`, text);
  } catch {
    kept.set(name, text);
  }
}

function parsed(name: string): unknown {
  try {
    return JSON.parse(read(name) ?? 'null');
  } catch {
    return null;
  }
}

let chosen: Settings | null = null;

export function settings(): Settings {
  if (chosen) return chosen;
  const found = parsed('settings');
  return (chosen = { ...FIRST, ...(typeof found === 'object' ? found : {}) });
}

export function change(part: Partial<Settings>): Settings {
  chosen = { ...settings(), ...part };
  write('settings', JSON.stringify(chosen));
  return chosen;
}

function isResult(value: unknown): value is Result {
  if (typeof value !== 'object' || value === null) return false;
  const { of, time, moves, at, hints } = value as Partial<Result>;
  const numbers = [time, moves, at, hints].every((n) => typeof n === 'number' && Number.isFinite(n) && n >= 0);
  return typeof of === 'string' && of.length < 200 && numbers;
}

/** More are not kept; the oldest go first. */
const MOST = 5000;
let cache: Result[] | null = null;

export function results(): Result[] {
  if (cache) return cache;
  const found = parsed('results');
  return (cache = Array.isArray(found) ? found.filter(isResult) : []);
}

export function keep(result: Result): void {
  cache = [...results(), result].slice(-MOST);
  write('results', JSON.stringify(cache));
}

export function forget(): void {
  cache = [];
  write('results', '[]');
}

/** All results as a text that `take` reads again. */
export function given(): string {
  return JSON.stringify({ slidewise: 'results', version: 1, results: results() }, null, 1);
}

/** Adds the results of a text that are not there yet; how many were added, or `null` if it is no such text. */
export function take(text: string): number | null {
  let all: unknown;
  try {
    all = (JSON.parse(text) as { results?: unknown }).results;
  } catch {
    return null;
  }
  if (!Array.isArray(all)) return null;
  const key = (result: Result): string => `${result.of} ${result.at}`;
  const known = new Set(results().map(key));
  const fresh = all.filter(isResult).filter((result) => !known.has(key(result)));
  cache = [...results(), ...fresh].sort((a, b) => a.at - b.at).slice(-MOST);
  write('results', JSON.stringify(cache));
  return fresh.length;
}

/** The fewest moves and the best time of one thing. */
export function best(of: string): { time: number; moves: number } | null {
  const mine = results().filter((result) => result.of === of);
  if (mine.length === 0) return null;
  return { time: Math.min(...mine.map(({ time }) => time)), moves: Math.min(...mine.map(({ moves }) => moves)) };
}

/**
 * The average of the last `count` times as speed-solvers count it: the best and the worst twentieth, at least one of
 * each, do not count.
 */
export function average(times: number[], count: number): number | null {
  if (times.length < count) return null;
  const cut = Math.ceil(count / 20);
  const middle = times
    .slice(-count)
    .sort((a, b) => a - b)
    .slice(cut, count - cut);
  return middle.reduce((sum, time) => sum + time, 0) / middle.length;
}
