// A small live plot: one line for each search, told apart by colour and by dashes.
import { el, shown, svg } from './dom';
import type { Lane } from './kit';

const [WIDTH, HEIGHT] = [320, 170];
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 8, 8, 22];
/** More points than this are thinned out. */
const POINTS = 400;

type Point = [number, number];

/** The colour and the dashes of a search, as its lines have them. */
export function swatch(): SVGElement {
  const picture = svg('svg', { class: 'swatch', viewBox: '0 0 24 6', 'aria-hidden': 'true' });
  picture.append(svg('path', { class: 'line', d: 'M0 3H24' }));
  return picture;
}

export class Plot {
  readonly element: HTMLElement;
  private readonly picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  private lines: Point[][] = [];

  constructor(
    title: string,
    axis: string,
    private readonly point: (lane: Lane) => Point | null,
  ) {
    this.picture.setAttribute('aria-label', `${title}: ${axis}`);
    this.element = el('figure', { class: 'plot' }, el('figcaption', {}, title), this.picture);
    this.draw();
  }

  clear(names: string[]): void {
    this.lines = names.map(() => []);
    this.draw();
  }

  add(lanes: Lane[]): void {
    lanes.forEach((lane, i) => {
      const line = this.lines[i];
      if (!line) return;
      const point = this.point(lane);
      const last = line.at(-1);
      if (!point) return;
      if (last && last[0] === point[0] && last[1] === point[1]) return;
      line.push(point);
      if (line.length > POINTS) this.lines[i] = line.filter((_, at) => at % 2 === 0 || at === line.length - 1);
    });
    this.draw();
  }

  private draw(): void {
    const all = this.lines.flat();
    const most = (axis: 0 | 1): number => Math.max(1e-6, ...all.map((point) => point[axis]));
    const [right, top] = [most(0), most(1)];
    const x = (value: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * value) / right;
    const y = (value: number): number => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / top;
    const parts: SVGElement[] = [];
    for (const share of [0, 0.5, 1]) {
      parts.push(svg('line', { class: 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(top * share), y2: y(top * share) }));
      if (all.length) {
        parts.push(svg('text', { x: LEFT - 5, y: y(top * share) + 4, 'text-anchor': 'end' }, brief(top * share)));
        parts.push(
          svg(
            'text',
            {
              x: x(right * share),
              y: HEIGHT - 6,
              'text-anchor': share === 1 ? 'end' : share === 0 ? 'start' : 'middle',
            },
            brief(right * share),
          ),
        );
      }
    }
    this.lines.forEach((line, i) => {
      const d = line.map(([a, b], at) => `${at ? 'L' : 'M'}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join('');
      if (d) parts.push(svg('path', { class: 'line', 'data-lane': i, d }));
      const end = line.at(-1);
      if (end) parts.push(svg('circle', { class: 'end', 'data-lane': i, cx: x(end[0]), cy: y(end[1]), r: 3 }));
    });
    this.picture.replaceChildren(...parts);
  }
}

function brief(n: number): string {
  if (n >= 1e6) return `${(n / 1e6).toFixed(1)}M`;
  if (n >= 1e4) return `${Math.round(n / 1e3)}k`;
  return n >= 10 || Number.isInteger(n) ? shown(n) : n.toPrecision(2);
}
