// The board: draws the pieces, and turns clicks, drags, swipes and keys into moves.
import type { App } from './app';
import { el } from './dom';
import type { Item, View, Way } from './types';

/** What a press, a drag and an arrow key mean; the editor has other meanings than the game. */
export interface Hands {
  press(item: Item, cell: number): void;
  /** A piece is pulled one cell; whether it went. */
  pull(item: Item, way: Way, joined: boolean): boolean;
  /** A piece is let go over a cell after it was dragged without going anywhere. */
  drop(item: Item, cell: number): void;
  /** Nothing in particular was swept that way. */
  sweep(way: Way): void;
  /** An arrow key, with the piece in focus if there is one. */
  arrow(way: Way, item: Item | null): void;
}

const ARROWS: Record<string, Way> = {
  ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right',
  w: 'up', s: 'down', a: 'left', d: 'right',
  k: 'up', j: 'down', h: 'left', l: 'right',
};

interface Drag {
  pointer: number;
  item: Item | null;
  x: number;
  y: number;
  steps: number;
  moved: boolean;
}

export class Board {
  hands: Hands;
  private readonly pieces = new Map<number, HTMLElement>();
  private drawn = '';
  private drag: Drag | null = null;
  private swallowClick = false;

  constructor(private readonly app: App, private readonly root: HTMLElement) {
    this.hands = gameHands(app);
    root.tabIndex = 0;
    root.addEventListener('pointerdown', (event) => this.down(event));
    root.addEventListener('pointermove', (event) => this.moved(event));
    root.addEventListener('pointerup', (event) => this.up(event));
    root.addEventListener('pointercancel', () => (this.drag = null));
    root.addEventListener('keydown', (event) => this.key(event));
    app.onChange(() => this.draw());
    this.draw();
  }

  /** Marks pieces, such as those of a hint or of a selection. */
  mark(name: string, items: number[]): void {
    for (const [id, piece] of this.pieces) piece.classList.toggle(name, items.includes(id));
  }

  private draw(): void {
    const view = this.app.view;
    const shape = `${view.kind} ${view.rows} ${view.cols} ${view.slug} ${view.isGrid} ${view.walls} ${view.items.map((item) => `${item.id}${item.label}${outline(item, view)}`)}`;
    if (shape !== this.drawn) this.rebuild(view);
    this.drawn = shape;
    this.root.setAttribute('aria-label', describe(view));
    this.root.classList.toggle('solved', view.solved);
    for (const item of view.items) {
      const piece = this.pieces.get(item.id);
      if (!piece) continue;
      const { row, col, rows, cols } = box(item, view);
      piece.style.setProperty('transform', `translate(${(100 * col) / cols}%, ${(100 * row) / rows}%)`);
      piece.classList.toggle('home', item.home);
      piece.tabIndex = view.oneWay ? -1 : 0;
      piece.setAttribute('aria-label', `${item.label}, row ${row + 1}, column ${col + 1}`);
    }
  }

  private rebuild(view: View): void {
    this.pieces.clear();
    this.root.style.setProperty('--rows', String(view.rows));
    this.root.style.setProperty('--cols', String(view.cols));
    this.root.dataset['grid'] = String(view.isGrid);
    this.root.dataset['wraps'] = [view.wrapsAcross ? 'across' : '', view.wrapsDown ? 'down' : ''].join(' ').trim();
    this.root.dataset['large'] = String(Math.max(view.rows, view.cols) > 6);
    const ground: HTMLElement[] = [];
    const place = (element: HTMLElement, cell: number): HTMLElement => {
      element.style.setProperty('left', `${(100 * (cell % view.cols)) / view.cols}%`);
      element.style.setProperty('top', `${(100 * Math.floor(cell / view.cols)) / view.rows}%`);
      return element;
    };
    if (view.isGrid) {
      for (let cell = 0; cell < view.rows * view.cols; cell++) ground.push(place(el('div', { class: 'slot' }), cell));
    }
    for (const cell of view.walls) ground.push(place(el('div', { class: 'wall' }), cell));
    for (const cell of view.gates) ground.push(place(el('div', { class: 'gate' }), cell));
    const goals = (view.marksGoal ? view.goalCells : []).map((goal) => place(el('div', { class: 'goal' }), goal.cell));
    const shapes = new Map<string, number>();
    const pieces = view.items.map((item) => this.piece(item, view, shapes));
    this.root.replaceChildren(...ground, ...pieces, ...goals);
  }

  private piece(item: Item, view: View, shapes: Map<string, number>): HTMLElement {
    const { row, col, rows, cols } = box(item, view);
    const form = outline(item, view);
    if (!shapes.has(form)) shapes.set(form, shapes.size);
    const piece = el('button', { type: 'button', class: 'piece', 'data-item': item.id });
    piece.dataset['shade'] = String((shapes.get(form) ?? 0) % 6);
    piece.classList.toggle('fixed', item.fixed);
    piece.classList.toggle('main', item.main);
    piece.style.setProperty('width', `${(100 * cols) / view.cols}%`);
    piece.style.setProperty('height', `${(100 * rows) / view.rows}%`);
    const covered = new Set(item.cells);
    for (const cell of item.cells) {
      const r = Math.floor(cell / view.cols);
      const c = cell % view.cols;
      const part = el('span', { class: 'part' });
      part.style.setProperty('left', `${(100 * (c - col)) / cols}%`);
      part.style.setProperty('top', `${(100 * (r - row)) / rows}%`);
      part.style.setProperty('width', `${100 / cols}%`);
      part.style.setProperty('height', `${100 / rows}%`);
      const joined = { n: covered.has(cell - view.cols), s: covered.has(cell + view.cols), w: c > 0 && covered.has(cell - 1), e: c + 1 < view.cols && covered.has(cell + 1) };
      part.dataset['joined'] = Object.entries(joined).filter(([, is]) => is).map(([side]) => side).join(' ');
      part.append(el('i'));
      piece.append(part);
    }
    const label = el('span', { class: 'label' }, item.label);
    label.style.setProperty('--letters', String(Math.max(3, item.label.length)));
    piece.append(label);
    piece.addEventListener('click', () => this.clicked(item.id));
    this.pieces.set(item.id, piece);
    return piece;
  }

  private item(id: number): Item | null {
    return this.app.view.items.find((item) => item.id === id) ?? null;
  }

  private clicked(id: number): void {
    if (this.swallowClick) {
      this.swallowClick = false;
      return;
    }
    const item = this.item(id);
    if (item?.cells[0] !== undefined) this.hands.press(item, item.cells[0]);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || this.drag) return;
    this.swallowClick = false;
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('.piece') : null;
    const item = target ? this.item(Number(target.dataset['item'])) : null;
    this.drag = { pointer: event.pointerId, item, x: event.clientX, y: event.clientY, steps: 0, moved: false };
  }

  /** Width and height of a cell on the screen. */
  private cell(): { width: number; height: number; left: number; top: number } {
    const { width, height, left, top } = this.root.getBoundingClientRect();
    return { width: width / this.app.view.cols, height: height / this.app.view.rows, left, top };
  }

  private moved(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) > 8) {
      drag.moved = true;
      this.root.setPointerCapture(drag.pointer);
    }
    if (!drag.item) return;
    const cell = this.cell();
    const [right, down] = [dx / cell.width, dy / cell.height];
    if (Math.max(Math.abs(right), Math.abs(down)) < 0.5) return;
    const sideways = Math.abs(right) > Math.abs(down);
    const way: Way = sideways ? (right > 0 ? 'right' : 'left') : down > 0 ? 'down' : 'up';
    if (!this.hands.pull(drag.item, way, drag.steps > 0)) return;
    drag.steps++;
    if (sideways) drag.x += Math.sign(right) * cell.width;
    else drag.y += Math.sign(down) * cell.height;
  }

  private up(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.drag = null;
    if (!drag.moved) return;
    this.swallowClick = drag.item !== null;
    setTimeout(() => (this.swallowClick = false), 50);
    if (drag.steps > 0) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    const cell = this.cell();
    const [row, col] = [Math.floor((event.clientY - cell.top) / cell.height), Math.floor((event.clientX - cell.left) / cell.width)];
    const { rows, cols } = this.app.view;
    if (drag.item && row >= 0 && row < rows && col >= 0 && col < cols) this.hands.drop(drag.item, row * cols + col);
    if (Math.hypot(dx, dy) < 24) return;
    this.hands.sweep(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up');
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['item'] : undefined;
    this.hands.arrow(way, focused === undefined ? null : this.item(Number(focused)));
  }
}

/** What hands do in the game. */
export function gameHands(app: App): Hands {
  return {
    press: (_item, cell) => void app.press(cell),
    pull: (item, way, joined) => app.nudge(item.id, way, joined),
    drop: () => {},
    sweep: (way) => {
      if (app.view.oneWay) app.slide(way);
    },
    arrow: (way, item) => {
      if (item && !app.view.oneWay) app.nudge(item.id, way, false);
      else app.slide(way);
    },
  };
}

/** The rectangle around a piece, in cells. */
function box(item: Item, view: View): { row: number; col: number; rows: number; cols: number } {
  const rows = item.cells.map((cell) => Math.floor(cell / view.cols));
  const cols = item.cells.map((cell) => cell % view.cols);
  const [row, col] = [Math.min(...rows), Math.min(...cols)];
  return { row, col, rows: Math.max(...rows) - row + 1, cols: Math.max(...cols) - col + 1 };
}

/** The form of a piece, wherever it lies. */
function outline(item: Item, view: View): string {
  const { row, col } = box(item, view);
  return item.cells.map((cell) => `${Math.floor(cell / view.cols) - row}.${(cell % view.cols) - col}`).join(' ');
}

function describe(view: View): string {
  const keys = view.oneWay ? 'Arrow keys move a tile into the gap.' : 'Tab to a piece, arrow keys move it.';
  return `${view.title}, ${view.rows} by ${view.cols} board. ${keys}`;
}
