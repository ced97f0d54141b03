// The outline of a piece, whatever its shape, with round corners: drawn on boards, in the gallery and in the painter.

type Point = [x: number, y: number];
const key = ([x, y]: Point): string => `${x},${y}`;

/** Side of a cell in an outline. */
export const CELL = 100;

/** The rectangle around some cells. */
export function box(cells: number[], width: number): { row: number; col: number; rows: number; cols: number } {
  const rows = cells.map((cell) => Math.floor(cell / width));
  const cols = cells.map((cell) => cell % width);
  const [row, col] = [Math.min(...rows), Math.min(...cols)];
  return { row, col, rows: Math.max(...rows) - row + 1, cols: Math.max(...cols) - col + 1 };
}

/** The form of a piece, wherever it lies: pieces of one form have one colour. */
export function form(cells: number[], width: number): string {
  const { row, col } = box(cells, width);
  return cells.map((cell) => `${Math.floor(cell / width) - row}.${(cell % width) - col}`).join(' ');
}

export const SHADES = 6;

/** Which colour each piece has: forms get theirs in the order in which they come. */
export function shades<T extends { id: number | string; cells: number[]; main?: boolean }>(
  items: T[],
  width: number,
): Map<T['id'], number> {
  const known = new Map<string, number>();
  const found = new Map<T['id'], number>();
  for (const { id, cells, main } of items) {
    if (main || cells.length === 0) continue;
    const of = form(cells, width);
    if (!known.has(of)) known.set(of, known.size % SHADES);
    found.set(id, known.get(of) ?? 0);
  }
  return found;
}

/**
 * Where the label of a piece stands, in cells from its corner: in the middle of a rectangle, else on the cell nearest
 * to it.
 */
export function labelPlace(cells: number[], width: number): Point {
  const { row, col, rows, cols } = box(cells, width);
  if (cells.length === rows * cols) return [cols / 2, rows / 2];
  const places = cells.map((cell): Point => [(cell % width) - col + 0.5, Math.floor(cell / width) - row + 0.5]);
  const mean = (axis: 0 | 1): number => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  const far = (place: Point): number => Math.hypot(place[0] - mean(0), place[1] - mean(1));
  return places.reduce((best, place) => (far(place) < far(best) - 1e-9 ? place : best));
}

/** The path around some cells, from the corner of their rectangle, drawn in by `inset` and rounded by `radius`. */
export function outline(cells: number[], width: number, inset = 4, radius = 15): string {
  const { row, col } = box(cells, width);
  const at = new Set(cells.map((cell) => key([(cell % width) - col, Math.floor(cell / width) - row])));
  return loops(at)
    .map((loop) => rounded(drawnIn(loop, inset), radius))
    .join('');
}

/** Walks around the cells clockwise, so that the inside is on the right. */
function loops(at: Set<string>): Point[][] {
  const next = new Map<string, Point[]>();
  const edge = (from: Point, to: Point): void => void next.set(key(from), [...(next.get(key(from)) ?? []), to]);
  for (const cell of at) {
    const [x, y] = cell.split(',').map(Number) as Point;
    if (!at.has(key([x, y - 1]))) edge([x, y], [x + 1, y]);
    if (!at.has(key([x + 1, y]))) edge([x + 1, y], [x + 1, y + 1]);
    if (!at.has(key([x, y + 1]))) edge([x + 1, y + 1], [x, y + 1]);
    if (!at.has(key([x - 1, y]))) edge([x, y + 1], [x, y]);
  }
  const found: Point[][] = [];
  for (;;) {
    const first = [...next].find(([, to]) => to.length > 0)?.[0];
    if (first === undefined) return found;
    const loop: Point[] = [];
    let here = first.split(',').map(Number) as Point;
    do {
      loop.push(here);
      here = next.get(key(here))?.pop() ?? here;
    } while (key(here) !== first);
    found.push(
      loop.filter((point, i) => !straight(loop.at(i - 1) ?? point, point, loop[(i + 1) % loop.length] ?? point)),
    );
  }
}

function straight(a: Point, b: Point, c: Point): boolean {
  return (a[0] === b[0] && b[0] === c[0]) || (a[1] === b[1] && b[1] === c[1]);
}

/** Corners in cells to corners in units, moved inwards by both of their sides. */
function drawnIn(loop: Point[], inset: number): Point[] {
  return loop.map((point, i) => {
    const [a, c] = [loop.at(i - 1) ?? point, loop[(i + 1) % loop.length] ?? point];
    const normal = (from: Point, to: Point): Point => [-Math.sign(to[1] - from[1]), Math.sign(to[0] - from[0])];
    const [n, m] = [normal(a, point), normal(point, c)];
    return [point[0] * CELL + inset * (n[0] + m[0]), point[1] * CELL + inset * (n[1] + m[1])];
  });
}

function rounded(loop: Point[], radius: number): string {
  const towards = (from: Point, to: Point): string => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const part = Math.min(radius, length / 2) / length;
    return `${(from[0] + (to[0] - from[0]) * part).toFixed(1)} ${(from[1] + (to[1] - from[1]) * part).toFixed(1)}`;
  };
  const corners = loop.map((point, i) => {
    const [a, c] = [loop.at(i - 1) ?? point, loop[(i + 1) % loop.length] ?? point];
    return `${i === 0 ? 'M' : 'L'}${towards(point, a)}Q${point[0]} ${point[1]} ${towards(point, c)}`;
  });
  return `${corners.join('')}Z`;
}
