// Statistics: the visitor's own times, as speed-solvers count them.
import { button, clock, el, field, notify, save, setOptions, svg } from './dom';
import { savers } from './picture';
import { average, forget, given, results, take } from './store';
import { goalWord, t } from './words';

/** Times that are listed and drawn; all of them count. */
const LISTED = 100;

export function timesPanel(current: () => string): { panel: HTMLElement; draw: () => void } {
  const which = el('select', { id: 'times-of' });
  const body = el('div', { class: 'stack', id: 'times-body' });
  const file = el('input', {
    type: 'file',
    id: 'times-file',
    accept: '.json,application/json',
    class: 'sr-only',
    tabindex: -1,
    'aria-label': t('importAll'),
  });
  const fill = (): void => {
    const all = [...new Set([...results().map(({ of }) => of), current()])];
    setOptions(
      which,
      all.map((of) => ({ value: of, label: called(of) })),
    );
  };
  const list = (): void => {
    const mine = results().filter(({ of }) => of === which.value);
    body.replaceChildren(
      ...(mine.length === 0
        ? [el('p', { class: 'quiet' }, t('noTimes'))]
        : [summary(mine), history(mine.map(({ time }) => time)), table(mine)]),
    );
  };
  const draw = (): void => {
    fill();
    which.value = current();
    list();
  };
  which.addEventListener('change', list);
  file.addEventListener('change', () => {
    void file.files?.[0]?.text().then((text) => {
      const added = take(text);
      notify(added === null ? t('notImported') : t('imported', added), added === null ? 'error' : 'info');
      file.value = '';
      draw();
    });
  });
  const panel = el(
    'div',
    { class: 'stack' },
    field(t('which'), which),
    body,
    el(
      'div',
      { class: 'row' },
      button(t('exportAll'), () => save('slidewise-times.json', new Blob([given()], { type: 'application/json' })), {
        id: 'times-export',
      }),
      button(t('importAll'), () => file.click(), { id: 'times-import' }),
      file,
      button(
        t('forgetAll'),
        () => {
          if (!confirm(t('sureForget'))) return;
          forget();
          draw();
        },
        { id: 'times-forget' },
      ),
    ),
  );
  return { panel, draw };
}

/** What results count for, as people call it. */
function called(of: string): string {
  const [what, name, ...rest] = of.split(' ');
  if (what === 'daily') return [t('daily'), name, ...rest].join(' ');
  return /^\d+×\d+$/.test(what ?? '') && name && rest.length === 0
    ? `${what?.replace('×', ' × ')}, ${goalWord(name)}`
    : of;
}

type Mine = { time: number; moves: number; at: number }[];

function summary(mine: Mine): HTMLElement {
  const times = mine.map(({ time }) => time);
  const moves = mine.reduce((sum, one) => sum + one.moves, 0);
  const rows: [string, string][] = [[t('best'), clock(Math.min(...times))]];
  for (const count of [5, 12, 100])
    rows.push([t('average', count), ((value) => (value === null ? '–' : clock(value)))(average(times, count))]);
  rows.push(
    [t('perSecond'), (moves / (times.reduce((a, b) => a + b, 0) / 1000)).toFixed(2)],
    [t('solvedCount'), String(mine.length)],
  );
  return el(
    'dl',
    { class: 'figures plain-figures' },
    ...rows.map(([name, value]) => el('div', { class: 'figure' }, el('dt', {}, name), el('dd', {}, value))),
  );
}

/** The times one after another, as a line. */
function history(all: number[]): HTMLElement {
  const times = all.slice(-LISTED);
  const [width, height] = [320, 90];
  const [least, most] = [Math.min(...times), Math.max(...times)];
  // Some of the way down to nought, so that a few tenths of a second are no mountains.
  const ground = Math.max(0, least - Math.max(most - least, most / 10));
  const x = (i: number): number => (times.length === 1 ? width / 2 : 6 + ((width - 12) * i) / (times.length - 1));
  const y = (time: number): number => height - 6 - ((height - 12) * (time - ground)) / Math.max(1, most - ground);
  const d = times.map((time, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(time).toFixed(1)}`).join('');
  const dots = times.map((time, i) =>
    svg('circle', { class: 'end', 'data-lane': 0, cx: x(i), cy: y(time), r: times.length > 40 ? 1.5 : 3 }),
  );
  const picture = svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('history') },
    svg('path', { class: 'line', 'data-lane': 0, d }),
    ...dots,
  );
  return el(
    'figure',
    { class: 'plot' },
    el('figcaption', {}, t('history')),
    picture,
    savers('history', () => picture),
  );
}

function table(mine: Mine): HTMLElement {
  const rows = [...mine]
    .reverse()
    .slice(0, LISTED)
    .map(({ time, moves, at }) =>
      el('tr', {}, el('td', {}, new Date(at).toLocaleString()), el('td', {}, clock(time)), el('td', {}, String(moves))),
    );
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('lastTimes') },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col' }, t('lastTimes')),
          el('th', { scope: 'col' }, t('time')),
          el('th', { scope: 'col' }, t('moves')),
        ),
      ),
      el('tbody', {}, ...rows),
    ),
  );
}
