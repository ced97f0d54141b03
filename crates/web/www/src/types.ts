// What the back end sends, as JSON.

export type Way = 'up' | 'down' | 'left' | 'right';

export interface Item {
  id: number;
  label: string;
  cells: number[];
  special: boolean;
  fixed: boolean;
}

export interface Solvability {
  ok: boolean;
  why: string;
  goals: string[];
}

export interface View {
  kind: 'tiles' | 'bricks';
  name: string | null;
  slug: string | null;
  rows: number;
  cols: number;
  items: Item[];
  walls: number[];
  gates: number[];
  goalCells: { cell: number; item: number | null }[];
  goal: string | null;
  goalText: string | null;
  solved: boolean;
  at: number;
  length: number;
  counts: [string, number][];
  metric: string;
  solvability: Solvability | null;
  quick: boolean;
}

export interface Moved {
  item: number;
  label: string;
  way: Way;
}

export interface Request {
  link: string;
  algorithm?: string;
  heuristic?: string;
  weight?: string;
  metric?: string;
  seconds?: number;
}

export interface Progress {
  expanded: number;
  peakBytes: number;
  seconds: number;
  bound: number | null;
  best: number | null;
}

export interface Answer {
  verdict: 'solved' | 'unsolvable' | 'stopped';
  stoppedBy: string | null;
  cost: number | null;
  proof: 'optimal' | 'within' | 'none' | null;
  lowerBound: number | null;
  algorithm: string;
  heuristic: string | null;
  metric: string;
  expanded: number;
  generated: number;
  peakBytes: number;
  seconds: number;
  setupSeconds: number;
  warnings: string[];
  moves: string | null;
}

export interface Lane {
  expanded: number;
  generated: number;
  frontier: number;
  closed: number;
  peakBytes: number;
  bound: number | null;
  g: number;
  h: number | null;
  seconds: number;
  verdict: string | null;
  stoppedBy: string | null;
  cost: number | null;
}

export interface Named {
  name: string;
  summary: string;
  guarantee: string;
}

export interface Algorithm extends Named {
  informed: boolean;
  tiles: boolean;
  bricks: boolean;
  /** Whether it can be followed step by step, as a race does. */
  steps: boolean;
}

export interface Catalogue {
  version: string;
  algorithms: Algorithm[];
  tileHeuristics: Named[];
  brickHeuristics: Named[];
  tileMetrics: Named[];
  brickMetrics: Named[];
  goals: string[];
  forms: { name: string; description: string; example: string }[];
  notations: { name: string; description: string }[];
  classics: {
    slug: string;
    name: string;
    designer: string | null;
    optimum: number | null;
    metric: string;
    solvable: boolean;
    goal: boolean;
  }[];
  largestSide: number;
  programSide: number;
}
