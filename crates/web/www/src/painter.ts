// A grid to paint pieces on; what is painted is written as text and read by the program.
import type { App } from './app';
import { announce, button, el, field, setOptions } from './dom';
import { shades } from './kit';
import { t } from './words';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MOST = 16;

export class Painter {
  readonly element: HTMLElement;
  private readonly grid = el('div', { class: 'canvas', id: 'canvas', role: 'group', 'aria-label': t('canvas') });
  private readonly rows = el('input', { type: 'number', id: 'paint-rows', min: 1, max: MOST, value: 5 });
  private readonly cols = el('input', { type: 'number', id: 'paint-cols', min: 1, max: MOST, value: 4 });
  private readonly brush = el('select', { id: 'brush' });
  private readonly layer = el('select', { id: 'layer' });
  private readonly rush = el('input', { type: 'checkbox', id: 'rush' });
  private board: string[][] = [];
  private goal: string[][] = [];
  /** The cell that the arrow keys are on: the grid is one stop of the tab key. */
  private at = 0;

  constructor(
    app: App,
    private readonly done: (text: string) => void,
  ) {
    setOptions(this.brush, [
      { value: '.', label: t('empty') },
      { value: '#', label: t('wall') },
      ...[...LETTERS].map((letter) => ({ value: letter, label: t('piece', letter) })),
    ]);
    this.brush.value = 'A';
    setOptions(this.layer, [
      { value: 'board', label: t('theBoard') },
      { value: 'goal', label: t('theGoal') },
    ]);
    this.layer.addEventListener('change', () => this.draw());
    this.rush.addEventListener('change', () => this.finish());
    for (const side of [this.rows, this.cols]) side.addEventListener('change', () => this.resize());
    this.grid.addEventListener('keydown', (event) => this.key(event));
    this.element = el(
      'details',
      { id: 'painter' },
      el('summary', {}, t('paint')),
      el(
        'div',
        { class: 'quad' },
        field(t('rows'), this.rows),
        field(t('columns'), this.cols),
        field(t('brush'), this.brush),
        field(t('on'), this.layer),
      ),
      this.grid,
      el('label', { class: 'check' }, this.rush, ` ${t('alongOnly')}`),
      el(
        'div',
        { class: 'row' },
        button(t('paintFrom'), () => this.from(app), { id: 'paint-from' }),
        button(t('clear'), () => this.clear(), {}),
      ),
    );
    this.clear();
  }

  private clear(): void {
    this.board = this.goal = [];
    this.resize();
  }

  private resize(): void {
    const side = (input: HTMLInputElement): number => Math.min(MOST, Math.max(1, input.valueAsNumber || 1));
    const [rows, cols] = [side(this.rows), side(this.cols)];
    const fitted = (old: string[][]): string[][] =>
      Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => old[r]?.[c] ?? '.'));
    this.board = fitted(this.board);
    this.goal = fitted(this.goal);
    this.at = 0;
    this.draw();
  }

  /** Copies the position in play onto the grid. */
  private from(app: App): void {
    const { view } = app;
    if (view.items.length > LETTERS.length) return announce(t('tooManyPieces'));
    this.rows.valueAsNumber = view.rows;
    this.cols.valueAsNumber = view.cols;
    this.clear();
    const put = (grid: string[][], cell: number, mark: string): void => {
      const row = grid[Math.floor(cell / view.cols)];
      if (row) row[cell % view.cols] = mark;
    };
    const ownLetters = view.items.every((item) => /^[A-Z]$/.test(item.label));
    const letters = new Map(view.items.map((item, i) => [item.id, ownLetters ? item.label : LETTERS.charAt(i)]));
    const letter = (id: number): string => letters.get(id) ?? '.';
    view.walls.forEach((cell) => put(this.board, cell, '#'));
    view.items.forEach((item) => item.cells.forEach((cell) => put(this.board, cell, letter(item.id))));
    view.goalCells.forEach(({ cell, item }) => put(this.goal, cell, item === null ? '.' : letter(item)));
    this.draw();
  }

  private get painted(): string[][] {
    return this.layer.value === 'goal' ? this.goal : this.board;
  }

  private draw(): void {
    const cols = this.painted[0]?.length ?? 1;
    this.grid.style.setProperty('--cols', String(cols));
    this.grid.replaceChildren(
      ...this.painted.flatMap((row, r) =>
        row.map((_, c) => {
          const cell = el('button', { type: 'button', class: 'pixel', tabindex: r * cols + c === this.at ? 0 : -1 });
          cell.addEventListener('pointerenter', (event) => {
            if (event.buttons === 1) this.paint(r, c);
          });
          cell.addEventListener('pointerdown', (event) => {
            cell.releasePointerCapture(event.pointerId);
            this.paint(r, c);
          });
          return cell;
        }),
      ),
    );
    this.colour();
  }

  /** The colours of the board: a piece has its own wherever it is drawn, and red if the goal names it. */
  private colour(): void {
    const cols = this.board[0]?.length ?? 1;
    const marks = this.board.flat();
    const wanted = new Set(this.goal.flat().filter((mark) => /[A-Z]/.test(mark)));
    const letters = [...new Set(marks.filter((mark) => /[A-Z]/.test(mark)))];
    const items = letters.map((id) => ({
      id,
      cells: marks.flatMap((mark, cell) => (mark === id ? [cell] : [])),
      main: wanted.has(id),
    }));
    const colours = shades(items, cols);
    const grid = items.every(({ cells }) => cells.length === 1);
    [...this.grid.children].forEach((cell, i) => {
      if (!(cell instanceof HTMLElement)) return;
      const mark = this.painted.flat()[i] ?? '.';
      cell.textContent = mark === '.' ? '' : mark;
      cell.dataset['mark'] = mark;
      cell.dataset['shade'] = wanted.has(mark) ? 'main' : grid ? 'tile' : String(colours.get(mark) ?? 4);
      cell.setAttribute(
        'aria-label',
        t(
          'cellIs',
          Math.floor(i / cols) + 1,
          (i % cols) + 1,
          mark === '.' ? t('empty') : mark === '#' ? t('wall') : mark,
        ),
      );
    });
  }

  private paint(r: number, c: number): void {
    const row = this.painted[r];
    if (!row) return;
    row[c] = this.brush.value;
    this.colour();
    this.finish();
  }

  private key(event: KeyboardEvent): void {
    const cols = this.painted[0]?.length ?? 1;
    const [r, c] = [Math.floor(this.at / cols), this.at % cols];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return this.paint(r, c);
    }
    const to = { ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1] }[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    const [nr, nc] = [
      Math.min(this.painted.length - 1, Math.max(0, to[0] ?? 0)),
      Math.min(cols - 1, Math.max(0, to[1] ?? 0)),
    ];
    const cells = [...this.grid.children].filter((cell): cell is HTMLElement => cell instanceof HTMLElement);
    const [from, next] = [cells[this.at], cells[nr * cols + nc]];
    if (from) from.tabIndex = -1;
    if (next) {
      next.tabIndex = 0;
      next.focus();
    }
    this.at = nr * cols + nc;
  }

  private finish(): void {
    const joined = (grid: string[][]): string => grid.map((row) => row.join('')).join('\n');
    if (!/[A-Z]/.test(joined(this.board))) return;
    const goal = /[A-Z]/.test(joined(this.goal)) ? `goal:\n${joined(this.goal)}\n` : '';
    this.done(`${this.rush.checked ? 'rush: yes\n' : ''}board:\n${joined(this.board)}\n${goal}`);
  }
}
