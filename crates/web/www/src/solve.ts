// Solve: what to run, how it goes, what came out, and the moves as text.
import type { App } from './app';
import { metricChoice, SearchChoice } from './choices';
import { announce, button, bytes, el, field, messageOf, seconds, setOptions, shown } from './dom';
import { Stopped } from './engine';
import { timing } from './play';
import type { Transport } from './transport';
import type { Answer, Progress, Request } from './types';

export function solvePanel(app: App, transport: Transport): HTMLElement {
  const choice = new SearchChoice(app, true);
  const metric = metricChoice(app);
  const limit = el('select', { id: 'limit' });
  setOptions(limit, [['10', '10 seconds'], ['30', '30 seconds'], ['60', 'a minute'], ['600', 'ten minutes'], ['', 'no limit']].map(([value, label]) => ({ value: value!, label: label! })));
  limit.value = '60';
  const weight = el('input', { id: 'weight', type: 'text', inputmode: 'decimal', value: 'auto', size: 6, autocomplete: 'off' });
  const weighted = field('Weight', weight, 'auto, or 1 to 100');
  const fit = (): void => {
    weighted.hidden = !choice.search?.weighted;
  };
  choice.algorithm.addEventListener('change', fit);
  app.onChange(fit);
  fit();
  choice.algorithm.id = 'algorithm';
  choice.heuristic.id = 'heuristic';
  // Its figures change many times a second; what is worth hearing is announced.
  const report = el('div', { id: 'report', class: 'report' });
  const stop = button('Stop', () => void app.solver.stop(), { id: 'stop', disabled: true });
  const go = button('Solve', () => void solve(), { id: 'solve', class: 'primary' });
  let turn = 0;

  async function solve(): Promise<void> {
    const mine = ++turn;
    transport.halt();
    const here = app.play.here();
    const request: Request = { link: here, ...choice.request(), metric: metric.value };
    if (limit.value) request.seconds = Number(limit.value);
    if (choice.search?.weighted) request.weight = weight.value;
    report.replaceChildren(el('p', {}, 'Preparing …'));
    announce('Solving …');
    stop.disabled = false;
    go.disabled = true;
    let last: Progress | null = null;
    try {
      const answer = await app.solver.solve(request, (progress) => {
        last = progress;
        report.replaceChildren(going(progress));
      });
      report.replaceChildren(came(app, answer));
      announce(headline(app, answer));
      if (answer.moves !== null && app.play.here() === here) {
        app.load(answer.moves);
        report.append(el('p', { class: 'quiet' }, 'Play it with the button under the board, or drag the slider.'));
      }
    } catch (error) {
      const stopped = error instanceof Stopped;
      const words = stopped ? stoppedText(last) : messageOf(error);
      report.replaceChildren(el('p', { class: stopped ? '' : 'wrong' }, words));
      announce(words);
    } finally {
      if (mine === turn) {
        stop.disabled = true;
        go.disabled = false;
      }
    }
  }

  app.onChange((change) => {
    if (change !== 'puzzle') return;
    void app.solver.stop();
    report.replaceChildren();
  });
  return el('div', {},
    el('div', { class: 'row' }, field('Algorithm', choice.algorithm), field('Heuristic', choice.heuristic)),
    el('div', { class: 'row' }, field('Counting', metric), field('Time', limit), weighted),
    el('div', { class: 'row' }, go, stop),
    report,
    speedControl(transport),
    notation(app),
  );
}

function going({ expanded, seconds: time, bound, best, peakBytes }: Progress): HTMLElement {
  const known = best !== null ? `best so far ${best}${bound !== null ? `, at least ${bound}` : ''}` : bound !== null ? `at least ${bound}` : '';
  return el('div', {},
    el('p', {}, el('span', { class: 'spinner', 'aria-hidden': 'true' }), ` ${seconds(time)} · ${shown(expanded)} expanded · ${bytes(peakBytes)}`),
    el('p', { class: 'quiet' }, known));
}

function stoppedText(last: Progress | null): string {
  return `Stopped${last?.bound != null ? `; no solution is shorter than ${last.bound}` : ''}.`;
}

function headline(app: App, answer: Answer): string {
  if (answer.verdict === 'unsolvable') return 'There is no solution.';
  if (answer.cost === null) return `Stopped (${answer.stoppedBy ?? ''}) without a solution; no solution is shorter than ${answer.lowerBound ?? 0}.`;
  const proof = answer.proof === 'optimal' ? 'optimal' : `at least ${answer.lowerBound} are needed`;
  return `Solved in ${app.counted(answer.cost, answer.metric)}, ${proof}.`;
}

function came(app: App, answer: Answer): HTMLElement {
  const lines: [string, string][] = [
    ['Search', answer.heuristic ? `${answer.algorithm} with ${answer.heuristic}` : answer.algorithm],
    ['Work', `${shown(answer.expanded)} expanded, ${shown(answer.generated)} generated${answer.peakBytes ? `, ${bytes(answer.peakBytes)}` : ''}`],
    ['Time', timing(answer)],
  ];
  return el('div', {},
    el('p', { class: `verdict ${answer.proof ?? ''}`, id: 'verdict' }, headline(app, answer)),
    el('dl', { class: 'pairs' }, ...lines.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    ...answer.warnings.map((warning) => el('p', { class: 'quiet' }, warning)));
}

function speedControl(transport: Transport): HTMLElement {
  const speed = el('input', { type: 'range', id: 'speed', min: 1, max: 20, value: transport.speed, step: 1 });
  speed.addEventListener('input', () => {
    transport.speed = speed.valueAsNumber;
    speed.setAttribute('aria-valuetext', `${transport.speed} moves a second`);
  });
  return field('Speed', speed);
}

/** All moves, in one of the conventions of the kind of puzzle. */
function notation(app: App): HTMLElement {
  const style = el('select', { id: 'notation' });
  const text = el('textarea', { id: 'moves', readonly: true, rows: 3, 'aria-label': 'Moves as text', spellcheck: false });
  const runs = el('input', { type: 'checkbox', id: 'runs', checked: true });
  const draw = (): void => {
    if (style.dataset['kind'] !== app.view.kind) {
      setOptions(style, app.kind.conventions.map(({ name, summary }) => ({ value: name, label: summary })));
      style.dataset['kind'] = app.view.kind;
    }
    try {
      text.value = app.play.notation(style.value, runs.checked);
    } catch (error) {
      text.value = messageOf(error);
    }
  };
  for (const control of [style, runs]) control.addEventListener('change', draw);
  app.onChange(draw);
  draw();
  return el('div', { class: 'stack' }, field('Notation', style), el('label', { class: 'check' }, runs, ' equal moves in a row are counted'), text, el('div', { class: 'row' }, copyButton('Copy moves', () => text.value, 'copy-moves')));
}

/** A button that copies a text, and says so. */
export function copyButton(label: string, text: () => string, id: string): HTMLButtonElement {
  const copy = button(label, () => {
    navigator.clipboard.writeText(text()).then(
      () => flash('Copied'),
      () => flash('Copying is not allowed here'),
    );
  }, { id });
  const flash = (message: string): void => {
    copy.textContent = message;
    announce(message);
    setTimeout(() => (copy.textContent = label), 1500);
  };
  return copy;
}
