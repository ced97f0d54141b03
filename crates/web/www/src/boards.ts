// Which board: sizes and goals to choose from, and the way to one's own.
import type { App } from './app';
import { action, chips, el, field } from './dom';
import { Play, type View } from './kit';
import { deal } from './stage';
import { thumb } from './thumb';
import { goalWord, t } from './words';

const SIZES = ['3×3', '4×4', '5×5', '6×6', '8×8', '10×10'];

export class Boards {
  readonly element: HTMLElement;
  private rows = 4;
  private cols = 4;
  private goal: string;

  constructor(
    private readonly app: App,
    edit: () => void,
  ) {
    const made = app.kindCalled(app.catalogue.first);
    this.goal = made.goals[0]?.name ?? '';
    const sizes = chips(
      'size',
      t('size'),
      SIZES.map((size) => ({ value: size, label: size })),
      '4×4',
      (size) => {
        const [rows = 4, cols = 4] = size.split('×').map(Number);
        [this.rows, this.cols] = [rows, cols];
        this.fresh();
      },
    );
    const goals = chips(
      'goal',
      t('goal'),
      made.goals.map(({ name, summary }) => ({
        value: name,
        label: goalPicture(name),
        title: `${goalWord(name)}: ${summary}`,
      })),
      this.goal,
      (goal) => {
        this.goal = goal;
        if (app.kind.goals.some(({ name }) => name === goal)) app.take(() => app.play.towards(goal), 'edited');
      },
    );
    const side = (id: string, get: () => number, set: (n: number) => void): HTMLInputElement => {
      const input = el('input', { type: 'number', id, min: 2, max: app.catalogue.largestSide, value: get() });
      input.addEventListener('change', () => {
        set(Math.min(app.catalogue.largestSide, Math.max(2, Math.round(input.valueAsNumber) || 2)));
        input.valueAsNumber = get();
        this.fresh();
      });
      return input;
    };
    const rows = side(
      'rows',
      () => this.rows,
      (n) => (this.rows = n),
    );
    const cols = side(
      'cols',
      () => this.cols,
      (n) => (this.cols = n),
    );
    app.onChange(() => {
      const { view } = app;
      if (view.kind === made.name && Math.min(view.rows, view.cols) > 1)
        [this.rows, this.cols] = [view.rows, view.cols];
      [rows.valueAsNumber, cols.valueAsNumber] = [this.rows, this.cols];
      sizes.set(view.kind === made.name ? `${view.rows}×${view.cols}` : '');
      if (made.goals.some(({ name }) => name === view.goal)) this.goal = view.goal ?? this.goal;
      goals.set(view.goal ?? '');
    });
    this.element = el(
      'div',
      { class: 'cards' },
      el(
        'div',
        { class: 'card' },
        el('h3', {}, t('board')),
        sizes.element,
        el(
          'details',
          {},
          el('summary', {}, t('otherSize')),
          el('div', { class: 'row' }, field(t('rows'), rows), field(t('columns'), cols)),
        ),
      ),
      el('div', { class: 'card goals' }, el('h3', {}, t('goal')), goals.element),
      el(
        'div',
        { class: 'card' },
        el('h3', {}, t('yourBoard')),
        el('p', { class: 'quiet' }, t('yourBoardHelp')),
        action('edit', t('edit'), edit, { id: 'open-edit' }),
      ),
    );
  }

  /** A new board of the size that was chosen last. */
  fresh(): void {
    deal(this.app, this.rows, this.cols, this.goal);
  }
}

/** The goal as it looks on the smallest board that shows what it is. */
function goalPicture(goal: string): SVGElement {
  const solved = Play.solved(3, 3, goal);
  const view = JSON.parse(solved.view()) as View;
  solved.free();
  return thumb({ ...view, items: view.items.map((item) => ({ ...item, home: false })) });
}
