// Edit: any text that the program reads, cells exchanged by hand, pieces painted cell by cell.
import type { App } from './app';
import { Play } from './backend';
import { gameHands, type Board, type Hands } from './board';
import { announce, button, byId, el, field, messageOf, setOptions } from './dom';
import type { Item } from './types';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export function editPanel(app: App, board: Board): { panel: HTMLElement; show: (shown: boolean) => void } {
  const text = el('textarea', { id: 'text', rows: 6, spellcheck: false, autocomplete: 'off', placeholder: '8 6 7/2 5 4/3 0 1' });
  const verdict = el('p', { id: 'parsed', role: 'status', class: 'quiet' });
  const goal = el('input', { id: 'goal-text', type: 'text', autocomplete: 'off', list: 'goals' });
  const goals = el('datalist', { id: 'goals' });
  let mine = false;

  /** Reads what was typed; the board follows. */
  const read = (): void => {
    if (!text.value.trim()) {
      verdict.textContent = '';
      return;
    }
    try {
      // A goal that belongs to another kind of puzzle is not meant.
      const opened = Play.open(text.value, app.view.goal === null ? '' : goal.value);
      const { detected } = opened;
      const warnings = JSON.parse(opened.warnings) as string[];
      mine = true;
      app.take(() => opened);
      mine = false;
      verdict.className = 'right';
      const form = app.kind.forms.find((known) => known.name === detected);
      verdict.textContent = [form ? `Read as ${form.name}: ${form.summary}.` : `Read as ${detected}.`, ...warnings].join(' ');
    } catch (error) {
      verdict.className = 'wrong';
      verdict.textContent = messageOf(error);
    }
  };
  const write = (): void => {
    if (mine) return;
    try {
      text.value = app.play.text();
    } catch (error) {
      text.value = '';
      verdict.textContent = messageOf(error);
    }
    const named = app.kind.goals.some(({ name }) => name === app.view.goal);
    goal.value = (named ? app.view.goal : app.view.goalText) ?? '';
  };
  text.addEventListener('input', read);
  goal.addEventListener('change', () => app.take(() => app.play.towards(goal.value)));
  app.onChange(() => write());

  const forms = el('select', { id: 'forms' });
  const examples = app.catalogue.kinds.flatMap((kind) => kind.forms.flatMap(({ summary, example }) => (example ? [{ value: example, label: summary }] : [])));
  setOptions(forms, [{ value: '', label: 'Show me an example of …' }, ...examples]);
  forms.addEventListener('change', () => {
    if (!forms.value) return;
    text.value = forms.value;
    forms.value = '';
    read();
  });
  const painter = new Painter(app, (drawn) => {
    text.value = drawn;
    read();
  });
  const hands = editHands(app, board);
  const exchange = el('p', { class: 'quiet' }, 'Drag a tile onto another place, or press two tiles one after the other, to exchange them.');
  const aims = el('div', {}, field('Goal', goal, 'a name, or a board'), goals);
  let editing = false;
  const fit = (): void => {
    exchange.hidden = !app.view.editable;
    aims.hidden = app.view.goalText === null;
    goals.replaceChildren(...app.kind.goals.map(({ name }) => el('option', { value: name })));
    byId('board').classList.toggle('editing', editing && app.view.editable);
  };
  app.onChange(fit);
  fit();
  write();
  const panel = el('div', {}, field('Any text', text), verdict, forms, el('div', { class: 'stack' }, exchange, aims), painter.element);
  return {
    panel,
    show: (shown) => {
      editing = shown;
      board.hands = shown ? hands : gameHands(app);
      fit();
      board.mark('selected', []);
    },
  };
}

/** In the editor, pieces change places where they can. */
function editHands(app: App, board: Board): Hands {
  let chosen: Item | null = null;
  const exchange = (a: number, b: number): void => {
    if (a !== b) app.take(() => app.play.swapped(a, b));
  };
  const game = gameHands(app);
  return {
    press: (item, cell) => {
      if (!app.view.editable) return game.press(item, cell);
      const from = chosen?.cells[0];
      if (chosen && from !== undefined) {
        exchange(from, cell);
        announce(`${chosen.label} and ${item.label} exchanged.`);
        chosen = null;
      } else {
        chosen = item;
        announce(`${item.label} chosen; press another tile to exchange them.`);
      }
      board.mark('selected', chosen ? [chosen.id] : []);
    },
    pull: (item, way, joined) => (app.view.editable ? false : game.pull(item, way, joined)),
    drop: (item, cell) => {
      if (app.view.editable && item.cells[0] !== undefined) exchange(item.cells[0], cell);
    },
    sweep: () => {},
    arrow: game.arrow,
  };
}

/** A grid to paint pieces on; what is painted is written as text and read by the program. */
class Painter {
  readonly element: HTMLElement;
  private readonly grid = el('div', { class: 'canvas', id: 'canvas', role: 'group', 'aria-label': 'Grid to paint on' });
  private readonly rows = el('input', { type: 'number', id: 'paint-rows', min: 1, max: 16, value: 5 });
  private readonly cols = el('input', { type: 'number', id: 'paint-cols', min: 1, max: 16, value: 4 });
  private readonly brush = el('select', { id: 'brush' });
  private readonly layer = el('select', { id: 'layer' });
  private readonly rush = el('input', { type: 'checkbox', id: 'rush' });
  private board: string[][] = [];
  private goal: string[][] = [];

  constructor(app: App, private readonly done: (text: string) => void) {
    setOptions(this.brush, [{ value: '.', label: 'empty' }, { value: '#', label: 'wall' }, ...[...LETTERS].map((letter) => ({ value: letter, label: `piece ${letter}` }))]);
    this.brush.value = 'A';
    setOptions(this.layer, [{ value: 'board', label: 'the board' }, { value: 'goal', label: 'the goal' }]);
    this.layer.addEventListener('change', () => this.draw());
    this.rush.addEventListener('change', () => this.finish());
    for (const side of [this.rows, this.cols]) side.addEventListener('change', () => this.resize());
    this.element = el('details', { id: 'painter' }, el('summary', {}, 'Paint a puzzle'),
      el('div', { class: 'quad' }, field('Rows', this.rows), field('Columns', this.cols), field('Brush', this.brush), field('On', this.layer)),
      this.grid,
      el('label', { class: 'check' }, this.rush, ' pieces move along their length only (Rush Hour)'),
      el('div', { class: 'row' }, button('Take the puzzle in play', () => this.from(app), { id: 'paint-from' }), button('Clear', () => this.clear(), {})));
    this.clear();
  }

  private clear(): void {
    this.board = this.goal = [];
    this.resize();
  }

  private resize(): void {
    const side = (input: HTMLInputElement): number => Math.min(16, Math.max(1, input.valueAsNumber || 1));
    const [rows, cols] = [side(this.rows), side(this.cols)];
    const fitted = (old: string[][]): string[][] => Array.from({ length: rows }, (_, r) => Array.from({ length: cols }, (_, c) => old[r]?.[c] ?? '.'));
    this.board = fitted(this.board);
    this.goal = fitted(this.goal);
    this.draw();
  }

  /** Copies the position in play onto the grid. */
  private from(app: App): void {
    const { view } = app;
    if (view.items.length > LETTERS.length) return announce('The puzzle in play has more pieces than there are letters.');
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

  private draw(): void {
    const layer = this.layer.value === 'goal' ? this.goal : this.board;
    this.grid.style.setProperty('--cols', String(layer[0]?.length ?? 1));
    this.grid.replaceChildren(...layer.flatMap((row, r) => row.map((mark, c) => {
      const cell = el('button', { type: 'button', class: 'pixel' });
      const show = (mark: string): void => {
        cell.textContent = mark === '.' ? '' : mark;
        cell.dataset['mark'] = mark;
        cell.dataset['shade'] = String(mark.charCodeAt(0) % 6);
        cell.setAttribute('aria-label', `row ${r + 1}, column ${c + 1}: ${mark === '.' ? 'empty' : mark === '#' ? 'wall' : mark}`);
      };
      show(mark);
      // In place, so that the cell keeps the focus.
      const paint = (): void => {
        row[c] = this.brush.value;
        show(this.brush.value);
        this.finish();
      };
      cell.addEventListener('pointerenter', (event) => {
        if (event.buttons === 1) paint();
      });
      cell.addEventListener('pointerdown', (event) => {
        cell.releasePointerCapture(event.pointerId);
        paint();
      });
      cell.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') paint();
      });
      return cell;
    })));
  }

  private finish(): void {
    const joined = (grid: string[][]): string => grid.map((row) => row.join('')).join('\n');
    if (!/[A-Z]/.test(joined(this.board))) return;
    const goal = /[A-Z]/.test(joined(this.goal)) ? `goal:\n${joined(this.goal)}\n` : '';
    this.done(`${this.rush.checked ? 'rush: yes\n' : ''}board:\n${joined(this.board)}\n${goal}`);
  }
}
