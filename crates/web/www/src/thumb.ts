// Small pictures of boards: in the gallery, beside searches, and of goals.
import { svg } from './dom';
import { CELL, box, outline, shades } from './kit';

export interface Small {
  rows: number;
  cols: number;
  walls?: number[];
  items: { id: number; cells: number[]; main?: boolean; label?: string; home?: boolean }[];
}

/** A picture of a board; labels only where every piece covers one cell. */
export function thumb({ rows, cols, walls = [], items }: Small, name = ''): SVGElement {
  const grid = items.every(({ cells }) => cells.length <= 1);
  const colours = shades(items, cols);
  const at = (cell: number): [number, number] => [(cell % cols) * CELL, Math.floor(cell / cols) * CELL];
  const parts: SVGElement[] = walls.map((cell) =>
    svg('rect', {
      class: 'thumb-wall',
      x: at(cell)[0] + 3,
      y: at(cell)[1] + 3,
      width: CELL - 6,
      height: CELL - 6,
      rx: 8,
    }),
  );
  for (const { id, cells, main = false, label = '', home = false } of items) {
    if (cells.length === 0) continue;
    const { row, col } = box(cells, cols);
    const kind = main ? 'main' : grid ? (home ? 'home' : 'tile') : `shade-${colours.get(id) ?? 0}`;
    parts.push(
      svg('path', {
        class: `thumb-piece thumb-${kind}`,
        d: outline(cells, cols, 5, 16),
        transform: `translate(${col * CELL} ${row * CELL})`,
      }),
    );
    const [x, y] = at(cells[0] ?? 0);
    if (grid && label)
      parts.push(
        svg(
          'text',
          {
            class: `thumb-label thumb-on-${kind}`,
            x: x + CELL / 2,
            y: y + CELL / 2,
            'font-size': label.length > 2 ? 34 : 46,
          },
          label,
        ),
      );
  }
  const frame = { x: -12, y: -12, width: cols * CELL + 24, height: rows * CELL + 24, rx: 24 };
  const says: Record<string, string> = name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': 'true' };
  return svg(
    'svg',
    { class: 'thumb', viewBox: `-12 -12 ${frame.width} ${frame.height}`, ...says },
    svg('rect', { class: 'thumb-frame', ...frame }),
    ...parts,
  );
}
