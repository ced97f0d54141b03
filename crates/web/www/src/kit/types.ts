// What the back end sends, as JSON.

export type Way = 'up' | 'down' | 'left' | 'right';

export interface Item {
  id: number;
  label: string;
  cells: number[];
  /** Whether it is where the goal wants it. */
  home: boolean;
  /** Whether it is what the puzzle is about. */
  main: boolean;
  fixed: boolean;
  /** Whether it can be moved now, alone or with others. */
  free: boolean;
}

/** One way in which a piece can be pulled. */
export interface Grip {
  way: Way;
  /** So many cells, in a straight line. */
  far: number;
  /** The pieces that go, itself among them. */
  carried: number[];
}

/** Something that a heuristic counts. */
export type Mark =
  | { what: 'piece'; cell: number; amount: number }
  | { what: 'way'; from: number; to: number; amount: number }
  | { what: 'pair'; a: number; b: number; amount: number }
  | { what: 'group'; cells: number[]; amount: number };

/** A search as a tree that grows. */
export interface Tree {
  rows: number;
  cols: number;
  nodes: {
    parent: number | null;
    g: number;
    h: number | null;
    f: number | null;
    born: number;
    expanded: number | null;
    cells: string[];
  }[];
  steps: { node: number; frontier: number; closed: number; bound: number | null }[];
  solution: number[] | null;
  cost: number | null;
  ended: boolean;
}

export interface Solvability {
  /** `null` if only a search can tell. */
  ok: boolean | null;
  why: string;
  goals: string[];
  /** Whether it can be made solvable by an exchange. */
  repairable: boolean;
}

export interface View {
  /** A key into the catalogue; what a puzzle lets one do is told by the fields below. */
  kind: string;
  title: string;
  slug: string | null;
  rows: number;
  cols: number;
  items: Item[];
  walls: number[];
  gates: number[];
  goalCells: { cell: number; item: number | null }[];
  /** Whether these cells are to be marked. */
  marksGoal: boolean;
  wrapsAcross: boolean;
  wrapsDown: boolean;
  /** Whether every piece covers one cell. */
  isGrid: boolean;
  /** Whether the direction alone says which piece goes. */
  oneWay: boolean;
  /** Whether cells can be exchanged. */
  editable: boolean;
  goal: string | null;
  goalText: string | null;
  solved: boolean;
  at: number;
  length: number;
  counts: [string, number][];
  metric: string;
  solvability: Solvability;
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

/** Where a worker in a team stands. */
export interface Turn {
  what: 'going' | 'large' | 'done' | 'ended';
  expanded: number;
  generated: number;
  bound: number | null;
  /** What became of its part. */
  report: string | null;
  answer: Answer | null;
}

/** The search that suits a position. */
export interface Suited {
  algorithm: string;
  heuristic: string | null;
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
  /** What lies where in the position in hand. */
  items: Item[];
  seconds: number;
  verdict: string | null;
  stoppedBy: string | null;
  cost: number | null;
}

export interface Named {
  name: string;
  /** The name as it stands in a sentence. */
  title: string;
  summary: string;
  guarantee: string;
}

export interface Algorithm extends Named {
  informed: boolean;
  weighted: boolean;
  /** Whether it can be followed step by step, as a race does. */
  steps: boolean;
  /** How textbooks write it down: what a line is about, and the line. */
  pseudocode: [phase: 'begin' | 'take' | 'test' | 'expand', line: string][];
}

/** A metric, with one and many of what it counts. */
export interface Metric extends Named {
  unit: [one: string, many: string];
}

/** A kind of puzzle with all that its puzzles have. */
export interface Kind {
  name: string;
  summary: string;
  algorithms: string[];
  heuristics: Named[];
  /** Heuristics that are compared where none are named. */
  compared: string[];
  metrics: Metric[];
  /** Goals that can be asked for by name. */
  goals: Named[];
  forms: { name: string; summary: string; example: string | null }[];
  /** What written moves can name. */
  conventions: Named[];
}

export interface Catalogue {
  version: string;
  algorithms: Algorithm[];
  kinds: Kind[];
  /** The kind of new boards. */
  first: string;
  library: {
    slug: string;
    name: string;
    english: string | null;
    group: string;
    designer: string | null;
    optimum: number | null;
    metric: string;
    solvable: boolean;
    goal: boolean;
  }[];
  largestSide: number;
}
