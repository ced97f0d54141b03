// Edit: any text that the program reads, and cells exchanged by hand.
import type { App } from './app';
import { announce, el, field, messageOf, setOptions } from './dom';
import { Play, type Board, type Editing, type Item } from './kit';
import { Painter } from './painter';
import { t } from './words';

export function editPanel(app: App, board: Board): { panel: HTMLElement; show: (shown: boolean) => void } {
  const text = el('textarea', {
    id: 'text',
    rows: 5,
    spellcheck: false,
    autocomplete: 'off',
    placeholder: '8 6 7/2 5 4/3 0 1',
  });
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
      app.take(() => opened, 'edited');
      mine = false;
      verdict.className = 'right';
      const form = app.kind.forms.find((known) => known.name === detected);
      const how = detected === 'link' ? t('readAsLink') : t('readAs', detected, form?.summary ?? '');
      verdict.textContent = [how, ...warnings].join(' ');
    } catch (error) {
      verdict.className = 'wrong';
      verdict.textContent = messageOf(error);
    }
  };
  let shown = false;
  const write = (): void => {
    if (mine || !shown) return;
    try {
      text.value = app.play.text();
      verdict.textContent = '';
    } catch (error) {
      text.value = '';
      verdict.textContent = messageOf(error);
    }
    const named = app.kind.goals.some(({ name }) => name === app.view.goal);
    goal.value = (named ? app.view.goal : app.view.goalText) ?? '';
  };
  text.addEventListener('input', read);
  goal.addEventListener('change', () => app.take(() => app.play.towards(goal.value), 'edited'));
  app.onChange(() => write());

  const forms = el('select', { id: 'forms', 'aria-label': t('examples') });
  const examples = app.catalogue.kinds.flatMap((kind) =>
    kind.forms.flatMap(({ summary, example }) => (example ? [{ value: example, label: summary }] : [])),
  );
  setOptions(forms, [{ value: '', label: t('exampleOf') }, ...examples]);
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
  const swapping = el('input', { type: 'checkbox', id: 'swapping', checked: true });
  const exchange = el(
    'div',
    {},
    el('label', { class: 'check' }, swapping, ` ${t('swapOn')}`),
    el('p', { class: 'quiet' }, t('swapHelp')),
  );
  const aims = el('div', {}, field(t('goal'), goal, t('goalHelp')), goals);
  const hands = swap(app, board);
  const fit = (): void => {
    if (!shown && board.editing === null) return;
    exchange.hidden = !app.view.editable;
    aims.hidden = app.view.goalText === null;
    goals.replaceChildren(...app.kind.goals.map(({ name }) => el('option', { value: name })));
    board.editing = shown && app.view.editable && swapping.checked ? hands : null;
    board.toggleAttribute('data-editing', board.editing !== null);
    board.shadowRoot
      ?.querySelectorAll<HTMLElement>('.piece')
      .forEach((piece) => (piece.tabIndex = board.editing || !app.view.oneWay ? 0 : -1));
  };
  swapping.addEventListener('change', fit);
  app.onChange(fit);
  fit();
  const panel = el(
    'div',
    { class: 'stack' },
    field(t('anyText'), text),
    verdict,
    forms,
    exchange,
    aims,
    painter.element,
  );
  return {
    panel,
    show: (is) => {
      shown = is;
      fit();
      write();
      board.mark('selected', []);
    },
  };
}

/** Two cells that are pressed one after the other change places; so do a piece and where it is dropped. */
function swap(app: App, board: Board): Editing {
  let chosen: { cell: number; label: string; item: Item | null } | null = null;
  const exchange = (a: number, b: number): boolean => a !== b && app.take(() => app.play.swapped(a, b), 'edited');
  return {
    press: (item, cell) => {
      const label = item?.label ?? t('gap');
      if (chosen) {
        const { cell: from, label: other } = chosen;
        chosen = null;
        board.mark('selected', []);
        if (exchange(from, cell)) announce(t('bothExchanged', other, label));
      } else {
        chosen = { cell, label, item };
        board.mark('selected', item ? [item.id] : []);
        announce(t('chosenOne', label));
      }
    },
    drop: (item, cell) => {
      const from = item.cells[0];
      if (from !== undefined) exchange(from, cell);
    },
  };
}
