// The board: draws the pieces, and turns presses, drags, flicks and keys into moves. It is an element of its own,
// <slidewise-board>, that the page uses like anyone else; what is played on it comes from a `Game`, or from the text in
// its attribute `puzzle`.
import { load } from './backend';
import css from './board.css?inline';
import { el, icon, svg } from './elements';
import { drag, type Held } from './drag';
import { box, CELL, form, labelPlace, outline, shades } from './outline';
import { Puzzle } from './puzzle';
import type { Grip, Item, Mark, View, Way } from './types';

/** What the board shows and plays. */
export interface Game {
  readonly view: View;
  press(cell: number): boolean;
  slide(way: Way): boolean;
  nudge(item: number, way: Way, joined: boolean): boolean;
  grips(item: number): Grip[];
  onChange(listener: () => unknown): void;
  onRefused(refuser: (message: string, item: number | null) => unknown): void;
}

/** What takes the place of moves in an editor: a press, and letting go over another cell. */
export interface Editing {
  press(item: Item | null, cell: number): void;
  drop(item: Item, cell: number): void;
}

/** Words that the board says; the page puts them in the visitor's language. */
export const said = {
  piece: (label: string, row: number, col: number): string => `${label}, row ${row}, column ${col}`,
  board: (title: string, rows: number, cols: number, oneWay: boolean): string =>
    `${title}, ${rows} by ${cols} board. ${oneWay ? 'Arrow keys move a tile into the gap.' : 'Tab chooses a piece, arrow keys move it.'}`,
};

interface Drawn {
  element: HTMLElement;
  form: string;
  label: string;
  place: string;
  text: string;
  /** All that it was drawn from. */
  from: string;
}

const WAYS: Record<string, Way> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

export class Board extends HTMLElement {
  static readonly observedAttributes = ['puzzle', 'goal'];
  editing: Editing | null = null;
  private own: Promise<Puzzle> | null = null;
  private game: Game | null = null;
  private readonly well = el('div', { class: 'well', role: 'presentation' });
  private readonly ground = el('div', { role: 'presentation' });
  private readonly layer = el('div', { role: 'presentation' });
  private readonly over = el('div', { role: 'presentation' });
  private readonly pieces = new Map<number, Drawn>();
  private readonly marked = new Map<string, number[]>();
  private groundKey = '';
  private chosen: number | null = null;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    this.well.append(this.ground, this.layer, this.over);
    root.append(light(), el('div', { class: 'frame', role: 'presentation' }, this.well));
    drag(this.well, {
      item: (id) => this.item(id),
      grips: (id) => (this.editing ? [] : (this.game?.grips(id) ?? [])),
      cell: () => this.cell(),
      shift: (held) => this.shift(held),
      step: (item, way, joined) => this.game?.nudge(item.id, way, joined) ?? false,
      press: (item, cell) => this.pressed(item, cell),
      drop: (item, cell) => this.editing?.drop(item, cell),
      sweep: (way) => void (this.game?.view.oneWay && !this.editing && this.game.slide(way)),
      stuck: (item) => this.shake(item.id),
    });
  }

  /** A board with a text of its own opens it, and plays by itself. */
  attributeChangedCallback(): void {
    const text = this.getAttribute('puzzle');
    if (text === null) return;
    if (!this.own) this.addEventListener('keydown', (event) => this.key(event));
    const own = load().then((backend) => Puzzle.open(backend, text, this.getAttribute('goal') ?? ''));
    this.own = own;
    own.then(
      (puzzle) => {
        if (this.own !== own) return;
        puzzle.onChange(() => {
          this.dispatchEvent(new CustomEvent('move', { detail: puzzle.view }));
          if (puzzle.view.solved) this.dispatchEvent(new CustomEvent('solved', { detail: puzzle.view }));
        });
        this.connect(puzzle);
        this.dispatchEvent(new CustomEvent('ready', { detail: puzzle }));
      },
      (error: unknown) => this.dispatchEvent(new CustomEvent('error', { detail: error })),
    );
  }

  /** The puzzle of a board that has a text of its own: moves, hints, the shortest way, solutions. */
  get puzzle(): Promise<Puzzle> {
    return this.own ?? Promise.reject(new Error('this board has no attribute puzzle'));
  }

  private key(event: KeyboardEvent): void {
    const way = WAYS[event.key];
    if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.arrowKey(way);
  }

  /** Shows a game and plays it. */
  connect(game: Game): void {
    this.game = game;
    this.tabIndex = 0;
    this.setAttribute('role', 'application');
    this.setAttribute('aria-roledescription', 'board');
    game.onChange(() => this.game === game && this.draw());
    game.onRefused((_, item) => this.game === game && this.refused(item));
    this.draw();
  }

  /** Marks pieces, such as those of a selection. */
  mark(name: string, items: number[]): void {
    const before = this.marked.get(name) ?? [];
    this.marked.set(name, items);
    if (before.length + items.length > 0)
      for (const [id, { element }] of this.pieces) element.classList.toggle(name, items.includes(id));
  }

  /** Shows a move as an arrow on what moves. */
  hint(moved: { item: number; way: Way }[]): void {
    this.mark(
      'hinted',
      moved.map(({ item }) => item),
    );
    this.over.querySelectorAll('.arrow.hint').forEach((arrow) => arrow.remove());
    const last = moved.at(-1);
    const item = last && this.item(last.item);
    if (last && item) this.over.append(this.arrow(item, last.way, 'arrow hint'));
  }

  /** Draws what a heuristic counts. */
  count(marks: Mark[]): void {
    this.over.querySelector('.marks')?.remove();
    const { view } = this;
    if (!view || marks.length === 0) return;
    const at = (cell: number): [number, number] => [
      ((cell % view.cols) + 0.5) * CELL,
      (Math.floor(cell / view.cols) + 0.5) * CELL,
    ];
    const parts = marks.flatMap((mark, i) =>
      mark.what === 'group' ? drawnGroup(mark, i, at, view.cols) : drawnMark(mark, at),
    );
    this.over.append(
      svg(
        'svg',
        { class: 'marks', viewBox: `0 0 ${view.cols * CELL} ${view.rows * CELL}`, 'aria-hidden': 'true' },
        ...parts,
      ),
    );
  }

  /** An arrow key: the piece that it means, or the one that was chosen, goes. */
  arrowKey(way: Way): void {
    const { game } = this;
    if (!game) return;
    if (game.view.oneWay) return void game.slide(way);
    const focused = this.shadowRoot?.activeElement;
    if (focused instanceof HTMLElement && focused.dataset['item']) this.choose(Number(focused.dataset['item']));
    if (this.chosen === null)
      this.choose(game.view.items.find(({ main }) => main)?.id ?? game.view.items.find(({ free }) => free)?.id ?? null);
    const can = (id: number): boolean => game.grips(id).some((grip) => grip.way === way);
    if (this.chosen !== null && !can(this.chosen)) {
      const others = game.view.items.filter(({ id, free }) => free && can(id));
      // If only one piece can go there, it is meant.
      if (others.length === 1 && others[0] && !(focused instanceof HTMLElement)) this.choose(others[0].id);
    }
    if (this.chosen !== null) game.nudge(this.chosen, way, false);
  }

  private get view(): View | undefined {
    return this.game?.view;
  }

  private item(id: number): Item | null {
    return this.view?.items.find((item) => item.id === id) ?? null;
  }

  private choose(id: number | null): void {
    this.chosen = id;
    this.mark('chosen', id === null || this.view?.oneWay ? [] : [id]);
  }

  private draw(): void {
    const { view } = this;
    if (!view) return;
    this.drawGround(view);
    // Tiles are all of one colour.
    const colours = view.isGrid ? null : shades(view.items, view.cols);
    const here = new Set(view.items.map(({ id }) => id));
    for (const [id, { element }] of this.pieces) {
      if (here.has(id)) continue;
      element.remove();
      this.pieces.delete(id);
    }
    for (const item of view.items) this.drawPiece(item, view, colours?.get(item.id) ?? 0);
    const label = said.board(view.title, view.rows, view.cols, view.oneWay);
    if (this.getAttribute('aria-label') !== label) this.setAttribute('aria-label', label);
    this.toggleAttribute('data-solved', view.solved);
    this.toggleAttribute('data-editing', this.editing !== null && view.editable);
    this.over.querySelectorAll('.arrow').forEach((arrow) => arrow.remove());
    this.mark('hinted', []);
    if (this.chosen !== null && !here.has(this.chosen)) this.choose(null);
  }

  private drawGround(view: View): void {
    const goals = view.marksGoal ? view.goalCells.map(({ cell }) => cell) : [];
    const key = JSON.stringify([
      view.rows,
      view.cols,
      view.walls,
      view.gates,
      goals,
      view.isGrid,
      view.wrapsAcross,
      view.wrapsDown,
    ]);
    if (key !== this.groundKey) {
      this.groundKey = key;
      this.style.setProperty('--rows', String(view.rows));
      this.style.setProperty('--cols', String(view.cols));
      this.well.dataset['grid'] = String(view.isGrid);
      this.well.dataset['wraps'] = [view.wrapsAcross ? 'across' : '', view.wrapsDown ? 'down' : ''].join(' ').trim();
      const placed =
        (name: string) =>
        (cell: number): HTMLElement => {
          const element = el('div', { class: name, 'data-cell': cell });
          element.style.setProperty('left', `${(100 * (cell % view.cols)) / view.cols}%`);
          element.style.setProperty('top', `${(100 * Math.floor(cell / view.cols)) / view.rows}%`);
          return element;
        };
      this.ground.replaceChildren(...view.walls.map(placed('wall')), ...view.gates.map(placed('gate')));
      this.over.replaceChildren(...(goals.length ? [this.goalMark(goals, view)] : []));
    }
  }

  /** The cells of the goal, with a line around them that is seen on the well and on pieces alike. */
  private goalMark(goals: number[], view: View): SVGElement {
    const { row, col } = box(goals, view.cols);
    const path = (name: string): SVGElement =>
      svg('path', {
        class: name,
        d: outline(goals, view.cols, 9, 14),
        transform: `translate(${col * CELL} ${row * CELL})`,
      });
    return svg(
      'svg',
      {
        class: 'goal',
        'data-cells': goals.join(' '),
        viewBox: `0 0 ${view.cols * CELL} ${view.rows * CELL}`,
        'aria-hidden': 'true',
      },
      path('goal-under'),
      path('goal-over'),
    );
  }

  private drawPiece(item: Item, view: View, shade: number): void {
    let drawn = this.pieces.get(item.id);
    const tab = view.oneWay && !this.editing ? -1 : 0;
    const from = `${item.cells.join()} ${view.rows} ${view.cols} ${view.isGrid} ${item.label} ${item.home} ${item.main} ${item.fixed} ${shade} ${tab}`;
    // Most pieces stay as they are: nothing is done for them.
    if (drawn?.from === from) return;
    const shape = `${form(item.cells, view.cols)} ${view.rows} ${view.cols} ${view.isGrid}`;
    if (!drawn || drawn.form !== shape || drawn.label !== item.label) {
      // A piece of another form is another piece: it does not glide from where that one was.
      const element = el('button', {
        type: 'button',
        class: 'piece',
        'data-item': item.id,
        click: (event) => this.clicked(event, item.id),
      });
      this.build(element, item, view);
      const focused = drawn !== undefined && this.shadowRoot?.activeElement === drawn.element;
      if (drawn) drawn.element.replaceWith(element);
      else this.layer.append(element);
      if (focused) element.focus();
      drawn = { element, form: shape, label: item.label, place: '', text: '', from };
      this.pieces.set(item.id, drawn);
    }
    drawn.from = from;
    const { element } = drawn;
    const { row, col, rows, cols } = box(item.cells, view.cols);
    const place = `translate(${(100 * col) / cols}%, ${(100 * row) / rows}%)`;
    if (place !== drawn.place) element.style.transform = drawn.place = place;
    const text = said.piece(item.label, row + 1, col + 1);
    if (text !== drawn.text) element.setAttribute('aria-label', (drawn.text = text));
    if (element.tabIndex !== tab) element.tabIndex = tab;
    if (element.dataset['shade'] !== String(shade)) element.dataset['shade'] = String(shade);
    for (const [name, is] of [
      ['home', item.home],
      ['main', item.main],
      ['fixed', item.fixed],
    ] as const)
      element.classList.toggle(name, is);
  }

  private build(element: HTMLElement, item: Item, view: View): void {
    const { rows, cols } = box(item.cells, view.cols);
    element.style.width = `${(100 * cols) / view.cols}%`;
    element.style.height = `${(100 * rows) / view.rows}%`;
    const path = outline(item.cells, view.cols, view.isGrid ? 3 : 3.5, view.isGrid ? 13 : 16);
    const picture = svg(
      'svg',
      { viewBox: `0 0 ${cols * CELL} ${rows * CELL}`, 'aria-hidden': 'true' },
      svg('path', { class: 'body lower', d: path, transform: 'translate(0 2.5)' }),
      svg('path', { class: 'body', d: path }),
      svg('path', { class: 'shine', d: path }),
    );
    const label = el('span', { class: 'label', 'aria-hidden': 'true' }, item.label);
    const [x, y] = labelPlace(item.cells, view.cols);
    label.style.left = `${(100 * x) / cols}%`;
    label.style.top = `${(100 * y) / rows}%`;
    label.style.setProperty('--letters', String(Math.max(2, item.label.length)));
    element.replaceChildren(picture, label);
  }

  /** Presses by a pointer are told by the drag; what is left comes from keys and from those who do not see. */
  private clicked(event: Event, id: number): void {
    if (event instanceof MouseEvent && event.detail > 0) return;
    const item = this.item(id);
    if (item?.cells[0] !== undefined) this.pressed(item, item.cells[0]);
  }

  private pressed(item: Item | null, cell: number): void {
    if (this.editing) return this.editing.press(item, cell);
    if (!item || !this.game) return;
    this.choose(item.id);
    this.game.press(cell);
  }

  /** A piece that cannot move shows it; one that can go several ways shows where. */
  private refused(id: number | null): void {
    const item = id === null ? null : this.item(id);
    if (!item || !this.game) return this.shake(null);
    const grips = this.game.grips(item.id);
    this.over.querySelectorAll('.arrow').forEach((arrow) => arrow.remove());
    if (grips.length === 0) return this.shake(item.id);
    for (const { way } of grips) {
      const arrow = this.arrow(item, way, 'arrow choice');
      arrow.addEventListener('pointerdown', (event) => {
        event.stopPropagation();
        this.game?.nudge(item.id, way, false);
      });
      this.over.append(arrow);
    }
  }

  private arrow(item: Item, way: Way, name: string): HTMLElement {
    const { row, col, rows, cols } = box(item.cells, this.view?.cols ?? 1);
    const [x, y] = {
      left: [col, row + rows / 2],
      right: [col + cols, row + rows / 2],
      up: [col + cols / 2, row],
      down: [col + cols / 2, row + rows],
    }[way] as [number, number];
    const arrow = el('span', { class: name, 'data-way': way, 'aria-hidden': 'true' }, icon('arrow'));
    arrow.style.left = `${(100 * x) / (this.view?.cols ?? 1)}%`;
    arrow.style.top = `${(100 * y) / (this.view?.rows ?? 1)}%`;
    return arrow;
  }

  private shake(id: number | null): void {
    const shaken = id === null ? [] : [this.pieces.get(id)?.element];
    for (const element of shaken) {
      element?.classList.remove('stuck');
      void element?.offsetWidth;
      element?.classList.add('stuck');
      setTimeout(() => element?.classList.remove('stuck'), 400);
    }
  }

  /** Where a cell is on the screen. */
  private cell(): { width: number; height: number; left: number; top: number; rows: number; cols: number } {
    const { width, height, left, top } = this.well.getBoundingClientRect();
    const { rows, cols } = this.view ?? { rows: 1, cols: 1 };
    return { width: width / cols, height: height / rows, left, top, rows, cols };
  }

  /** Pieces follow the finger. */
  private shift(held: Held | null): void {
    for (const [id, { element, place }] of this.pieces) {
      const is = held?.items.includes(id) ?? false;
      if (!is && !element.classList.contains('held')) continue;
      element.classList.toggle('held', is);
      element.style.transform = is && held ? `${place} translate(${held.x}px, ${held.y}px)` : place;
    }
  }
}

/** Light from above, on every piece. */
function light(): SVGElement {
  const stops = [
    [0, '#fff', 0.2],
    [0.45, '#fff', 0],
    [1, '#000', 0.09],
  ].map(([offset, colour, opacity]) =>
    svg('stop', { offset: String(offset), 'stop-color': String(colour), 'stop-opacity': String(opacity) }),
  );
  return svg(
    'svg',
    { class: 'defs', 'aria-hidden': 'true' },
    svg('defs', {}, svg('linearGradient', { id: 'shine', x1: 0, y1: 0, x2: 0, y2: 1 }, ...stops)),
  );
}

/** How far from the middle of a cell an arrow runs. */
const BESIDE = 31;

/** The tiles of a group, told apart from those of others by colour and by dashes. */
function drawnGroup(
  { cells, amount }: Extract<Mark, { what: 'group' }>,
  number: number,
  at: (cell: number) => [number, number],
  cols: number,
): SVGElement[] {
  const { row, col } = box(cells, cols);
  const first = Math.min(...cells);
  const [x, y] = at(first);
  return [
    svg('path', {
      class: 'group',
      'data-group': number % 3,
      d: outline(cells, cols, 9, 14),
      transform: `translate(${col * CELL} ${row * CELL})`,
    }),
    ...counter(x - 26, y - 26, amount),
  ];
}

/** A number in a circle. */
function counter(x: number, y: number, amount: number): SVGElement[] {
  return [svg('circle', { cx: x, cy: y, r: 13 }), svg('text', { x, y: y + 1 }, String(amount))];
}

function drawnMark(mark: Exclude<Mark, { what: 'group' }>, at: (cell: number) => [number, number]): SVGElement[] {
  if (mark.what === 'piece') {
    const [x, y] = at(mark.cell);
    return [svg('rect', { x: x - 40, y: y - 40, width: 80, height: 80, rx: 12 })];
  }
  const [[x1, y1], [x2, y2]] = mark.what === 'way' ? [at(mark.from), at(mark.to)] : [at(mark.a), at(mark.b)];
  if (mark.what === 'pair') {
    const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const bend = y1 === y2 ? `${mx} ${my - 46}` : `${mx + 46} ${my}`;
    return [svg('path', { class: 'pair', d: `M${x1} ${y1}Q${bend} ${x2} ${y2}` })];
  }
  // Along the rows first, then along the columns, as the tile would have to go; beside the labels, not over them.
  const [ax, ay, bx, by] = [x1, y1, x2, y2].map((n) => n + BESIDE) as [number, number, number, number];
  const [fx, fy] = y1 === y2 ? [Math.sign(x2 - x1), 0] : [0, Math.sign(y2 - y1)];
  const head = `M${bx - 13 * fx - 10 * fy} ${by - 13 * fy - 10 * fx}L${bx} ${by}L${bx - 13 * fx + 10 * fy} ${by - 13 * fy + 10 * fx}`;
  return [
    svg('path', { d: `M${ax} ${ay}L${bx} ${ay}L${bx} ${by}` }),
    svg('path', { d: head }),
    ...counter(x1 + 26, y1 - 26, mark.amount),
  ];
}

customElements.define('slidewise-board', Board);
declare global {
  interface HTMLElementTagNameMap {
    'slidewise-board': Board;
  }
}
