// Play: choosing a puzzle, hints, and how far it is to the goal.
import type { App } from './app';
import { Play } from './backend';
import type { Board } from './board';
import { button, byId, el, field, messageOf, seconds, setOptions } from './dom';
import { Stopped } from './engine';
import type { Answer, Moved } from './types';

/** The first position of a library that has something for everyone. */
const FAVOURITES = ['klotski', 'century', 'rush-hour-1', 'rush-hour-40', 'rush-hour-hardest', 'dads-puzzler', 'huarong-dao-01'];

export function playPanel(app: App, board: Board): HTMLElement {
  const sides = (): { value: string; label: string }[] =>
    Array.from({ length: app.catalogue.largestSide - 1 }, (_, i) => ({ value: String(i + 2), label: String(i + 2) }));
  const rows = el('select', { id: 'rows' });
  const cols = el('select', { id: 'cols' });
  const goal = el('select', { id: 'goal' });
  setOptions(rows, sides());
  setOptions(cols, sides());
  const made = app.kindCalled(app.catalogue.first);
  setOptions(goal, made.goals.map(({ name, summary }) => ({ value: name, label: name, title: summary })));
  rows.value = cols.value = '4';
  const deal = (): void => {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
    app.take(() => Play.random(Number(rows.value), Number(cols.value), goal.value, seed));
  };
  rows.addEventListener('change', () => {
    cols.value = rows.value;
  });
  goal.addEventListener('change', () => {
    if (app.kind.goals.some(({ name }) => name === goal.value)) app.take(() => app.play.towards(goal.value));
  });
  const library = el('select', { id: 'library' });
  setOptions(library, [{ value: '', label: 'Choose a puzzle …' }, ...classicChoices(app)]);
  library.addEventListener('change', () => {
    if (library.value) app.take(() => Play.open(library.value, ''));
  });
  app.onChange((change) => {
    library.value = app.view.slug ?? '';
    if (change === 'puzzle' && app.view.kind === made.name && Math.min(app.view.rows, app.view.cols) > 1) {
      rows.value = String(app.view.rows);
      cols.value = String(app.view.cols);
    }
    if (made.goals.some(({ name }) => name === app.view.goal)) goal.value = app.view.goal ?? '';
  });
  const hint = new Hint(app, board);
  return el('div', {},
    el('h3', { title: made.summary }, capital(made.name)),
    el('div', { class: 'row' }, field('Rows', rows), field('Columns', cols), field('Goal', goal)),
    el('div', { class: 'row' }, button('New board', deal, { id: 'new', class: 'primary' }), hint.control),
    hint.text,
    el('h3', {}, 'Classics'),
    field('From the library', library),
    el('p', { class: 'quiet' },
      'Click a tile to push its row or column; drag, swipe, or use the arrow keys (also WASD, hjkl). Where a way alone does not tell which piece is meant, drag it, or tab to it and use the arrow keys.'),
  );
}

function classicChoices(app: App): { value: string; label: string }[] {
  const rank = (slug: string): number => {
    const at = FAVOURITES.indexOf(slug);
    return at < 0 ? FAVOURITES.length : at;
  };
  const all = app.catalogue.library.filter((entry) => entry.goal);
  all.sort((a, b) => rank(a.slug) - rank(b.slug));
  return all.map((entry) => {
    const name = entry.name === entry.slug ? entry.slug : entry.name.split(' / ')[0] ?? entry.name;
    const length = entry.solvable ? (entry.optimum === null ? '' : ` (${entry.optimum} ${entry.metric})`) : ' (unsolvable)';
    return { value: entry.slug, label: name + length };
  });
}

/** Solves from here in the background: all the time where that is quick, else when asked. */
export class Hint {
  readonly control: HTMLButtonElement;
  readonly text = el('p', { class: 'hint', id: 'hint-text', role: 'status' });
  private timer = 0;
  /** The answer for the position with this link. */
  private known: { link: string; answer: Answer } | null = null;

  constructor(private readonly app: App, private readonly board: Board) {
    this.control = button('Hint', () => void this.show(), { id: 'hint', title: 'One good move, and how far it is' });
    app.onChange(() => this.changed());
    this.changed();
    setInterval(() => this.time(), 500);
  }

  private changed(): void {
    this.board.mark('hinted', []);
    this.text.textContent = '';
    this.figures();
    clearTimeout(this.timer);
    const { quick, solved, solvability } = this.app.view;
    if (quick && !solved && solvability.ok) this.timer = window.setTimeout(() => void this.work().catch(() => {}), 60);
  }

  /** The answer for where the board stands now. */
  private async work(): Promise<Answer> {
    const link = this.app.play.here();
    if (this.known?.link === link) return this.known.answer;
    const answer = await this.app.background.solve({ link, seconds: this.app.view.quick ? 120 : 10 });
    this.known = { link, answer };
    if (this.app.play.here() === link) this.figures();
    return answer;
  }

  private async show(): Promise<void> {
    if (this.app.view.solved) {
      this.text.textContent = 'It is solved already.';
      return;
    }
    const link = this.app.play.here();
    this.text.textContent = 'Thinking …';
    try {
      const answer = await this.work();
      if (this.app.play.here() !== link) return;
      this.text.textContent = this.said(answer);
    } catch (error) {
      if (!(error instanceof Stopped)) this.text.textContent = messageOf(error);
    }
  }

  /** The first move in words; the session itself knows what it moves. */
  private said(answer: Answer): string {
    if (answer.verdict === 'unsolvable') return 'There is no solution from here.';
    if (answer.moves === null || answer.cost === null) return 'No solution was found in ten seconds.';
    const moved = JSON.parse(this.app.play.preview(answer.moves)) as Moved[];
    const items = [...new Set(moved.map((one) => one.item))];
    this.board.mark('hinted', items);
    const labels = [...new Set(moved.map((one) => one.label))];
    const far = this.app.counted(answer.cost, answer.metric);
    const words = answer.proof === 'optimal' ? `${far} to the goal, that is the least` : `${far} to the goal this way, at least ${answer.lowerBound}`;
    return `Move ${labels.join(' and ')} ${moved[0]?.way ?? ''}: ${words}.`;
  }

  private figures(): void {
    const { app } = this;
    const answer = this.known?.link === app.play.here() ? this.known.answer : null;
    const { quick, solved, solvability, metric } = app.view;
    const best = solved ? '0' : answer?.cost != null ? `${answer.proof === 'optimal' ? '' : '≤\u202f'}${answer.cost}` : solvability.ok === false ? 'none' : quick ? '…' : '?';
    const figures: [string, string, string][] = [
      ['figure-moves', capital(app.unit(metric)[1]), String(app.count())],
      ['figure-time', 'Time', this.clock()],
      ['optimum', 'Optimum from here', best],
    ];
    byId('figures').replaceChildren(...figures.map(([id, name, value]) => el('div', {}, el('dt', {}, name), el('dd', { id }, value))));
  }

  private time(): void {
    const time = document.getElementById('figure-time');
    if (time) time.textContent = this.clock();
  }

  private clock(): string {
    const { began, ended } = this.app;
    if (began === null) return '0:00';
    const s = Math.floor(((ended ?? Date.now()) - began) / 1000);
    return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function timing(answer: Answer): string {
  const tables = answer.setupSeconds > 0.05 ? ` after ${seconds(answer.setupSeconds)} for tables` : '';
  return `${seconds(answer.seconds)}${tables}`;
}
