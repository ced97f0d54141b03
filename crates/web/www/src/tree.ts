// Draws a search tree: a small board at each node with g, h and f, children under their parents, the newest in sight.
import { svg } from './dom';
import type { Tree } from './kit';

export interface Look {
  /** Nodes of this step and before are there. */
  seen: number;
  /** The step in hand. */
  step: number;
  /** The node in hand. */
  node: number;
  /** Whether the way to the goal is marked. */
  solution: boolean;
}

const [WIDE, HIGH, GAP, DEEP] = [92, 112, 14, 44];
/** How small a tree is drawn to be seen whole; a larger one is drawn so that a part of it can be read. */
const SMALLEST = 0.55;
/** The width of what can be read, in the measure of the tree. */
const READ = 520;
const SPACE = 'http://www.w3.org/2000/svg';

/**
 * Where each node stands: leaves side by side, parents over the middle of their children. The whole tree is laid out,
 * so that nothing moves when it grows.
 */
function layout(tree: Tree): { x: number[]; y: number[]; width: number; height: number } {
  const children: number[][] = tree.nodes.map(() => []);
  tree.nodes.forEach(({ parent }, i) => parent !== null && children[parent]?.push(i));
  const [x, y]: [number[], number[]] = [[], []];
  let next = 0;
  // Trees of deep searches would be too deep for calls within calls.
  const todo: [node: number, depth: number, done: boolean][] = tree.nodes
    .flatMap(({ parent }, i): [number, number, boolean][] => (parent === null ? [[i, 0, false]] : []))
    .reverse();
  while (todo.length) {
    const [node, depth, done] = todo.pop() as [number, number, boolean];
    const below = children[node] ?? [];
    y[node] = depth * (HIGH + DEEP);
    if (below.length === 0) x[node] = next++ * (WIDE + GAP);
    else if (done) x[node] = ((x[below[0] ?? 0] ?? 0) + (x[below.at(-1) ?? 0] ?? 0)) / 2;
    else
      todo.push(
        [node, depth, true],
        ...[...below].reverse().map((child): [number, number, boolean] => [child, depth + 1, false]),
      );
  }
  return { x, y, width: Math.max(...x) + WIDE, height: Math.max(...y) + HIGH };
}

const layouts = new WeakMap<Tree, ReturnType<typeof layout>>();

export function drawTree(into: HTMLElement, tree: Tree, look: Look): void {
  const placed = layouts.get(tree) ?? layout(tree);
  layouts.set(tree, placed);
  const { x, y, width, height } = placed;
  const there = tree.nodes.map(({ born, parent }, i) => parent === null || i === look.node || born <= look.seen);
  const way = new Set(look.solution ? (tree.solution ?? []) : []);
  const edges = tree.nodes.flatMap(({ parent }, i) => {
    if (parent === null || !there[i] || !there[parent]) return [];
    const [x1, y1, x2, y2] = [(x[parent] ?? 0) + WIDE / 2, (y[parent] ?? 0) + HIGH, (x[i] ?? 0) + WIDE / 2, y[i] ?? 0];
    const middle = (y1 + y2) / 2;
    return [
      svg('path', {
        class: way.has(i) && way.has(parent) ? 'edge way' : 'edge',
        d: `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`,
      }),
    ];
  });
  const nodes = tree.nodes.flatMap((node, i) => {
    if (!there[i]) return [];
    const state =
      i === look.node
        ? 'now'
        : way.has(i)
          ? 'way'
          : node.expanded !== null && node.expanded < look.step
            ? 'closed'
            : 'open';
    return [drawNode(tree, i, state, x[i] ?? 0, y[i] ?? 0)];
  });
  const fitting = Math.min(into.clientWidth / (width + 16), into.clientHeight / (height + 16));
  const size = Math.min(1, fitting >= SMALLEST ? fitting : Math.max(SMALLEST, into.clientWidth / READ));
  const picture = svg(
    'svg',
    {
      xmlns: SPACE,
      class: 'tree-picture',
      viewBox: `-8 -8 ${width + 16} ${height + 16}`,
      width: (width + 16) * size,
      height: (height + 16) * size,
      role: 'img',
      'aria-label': `${nodes.length}`,
    },
    ...edges,
    ...nodes,
  );
  const before = into.scrollLeft;
  into.replaceChildren(picture);
  // The node in hand comes into sight.
  const scale = picture.getBoundingClientRect().width / (width + 16) || 1;
  const [cx, cy] = [((x[look.node] ?? 0) + WIDE / 2) * scale, ((y[look.node] ?? 0) + HIGH / 2) * scale];
  into.scrollLeft =
    Math.abs(before + into.clientWidth / 2 - cx) < into.clientWidth * 0.3 ? before : cx - into.clientWidth / 2;
  into.scrollTop = cy - into.clientHeight * 0.6;
}

function drawNode(tree: Tree, i: number, state: string, x: number, y: number): SVGElement {
  const node = tree.nodes[i];
  const cells = node?.cells ?? [];
  const side = Math.min((WIDE - 20) / tree.cols, (HIGH - 51) / tree.rows);
  const left = (WIDE - side * tree.cols) / 2;
  const tiles = cells.flatMap((label, cell) => {
    if (!label) return [];
    const [tx, ty] = [left + (cell % tree.cols) * side, 7 + Math.floor(cell / tree.cols) * side];
    return [
      svg('rect', { class: 'node-tile', x: tx + 0.7, y: ty + 0.7, width: side - 1.4, height: side - 1.4, rx: 2.5 }),
      svg('text', { class: 'node-label', x: tx + side / 2, y: ty + side / 2, 'font-size': side * 0.58 }, label),
    ];
  });
  const h = node?.h ?? null;
  const f = node?.f ?? null;
  return svg(
    'g',
    { class: `node ${state}`, transform: `translate(${x} ${y})`, 'data-node': i },
    svg('rect', { class: 'node-card', width: WIDE, height: HIGH, rx: 11 }),
    ...tiles,
    svg('text', { class: 'node-f', x: WIDE / 2, y: HIGH - 26 }, f === null ? `g ${node?.g ?? 0}` : `f ${f}`),
    svg(
      'text',
      { class: 'node-gh', x: WIDE / 2, y: HIGH - 11 },
      f === null && h === null ? '' : `g ${node?.g ?? 0} · h ${h ?? '–'}`,
    ),
  );
}
