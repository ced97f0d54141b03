// Race: two to four searches on the same puzzle, the same number of expansions a turn, with live plots.
import type { App } from './app';
import { SearchChoice } from './choices';
import { announce, button, bytes, el, messageOf, seconds, shown } from './dom';
import { Engine, Stopped } from './engine';
import { FEWEST_LANES, MOST_LANES, type LaneChoice } from './place';
import { Plot, swatch } from './plot';
import type { Kind, Lane } from './types';

/** The search that a lane has before another is chosen: blind, and A* with what the kind of puzzle compares. */
function suggested({ compared }: Kind, lane: number): LaneChoice {
  const best = compared.at(-1) ?? '';
  const all: LaneChoice[] = [['bfs', ''], ...[...compared].reverse().map((name): LaneChoice => ['astar', name]), ['ida', best]];
  return all[lane] ?? ['greedy', best];
}

export function racePanel(app: App): { panel: HTMLElement; set: (lanes: LaneChoice[]) => void } {
  const engine = new Engine(app.backend);
  const lanes: { choice: SearchChoice; row: HTMLElement }[] = [];
  const list = el('ol', { class: 'lanes' });
  const plots = [
    new Plot('Expanded against frontier', 'positions waiting (or on the path)', (lane) => [lane.expanded, lane.frontier]),
    new Plot('Expanded against bound', 'proven lower bound', (lane) => (lane.bound === null ? null : [lane.expanded, lane.bound])),
    new Plot('Nodes over time', 'expanded', (lane) => [lane.seconds, lane.expanded]),
  ];
  const table = el('div', { class: 'scroll', id: 'race-table', role: 'region', 'aria-label': 'Standings', tabindex: 0 });
  const status = el('p', { role: 'status', id: 'race-status', class: 'quiet' });
  const add = button('Add a search', () => addLane(), { id: 'add-lane' });
  const go = button('Start the race', () => void race(), { id: 'race', class: 'primary' });
  const stop = button('Stop', () => void engine.stop(), { id: 'stop-race', disabled: true });

  function addLane(chosen?: LaneChoice): void {
    const choice = new SearchChoice(app, false, ({ steps }) => steps);
    choice.set(...(chosen ?? suggested(app.kind, lanes.length)));
    choice.onChange(note);
    const number = lanes.length;
    choice.algorithm.setAttribute('aria-label', `Algorithm of search ${number + 1}`);
    choice.heuristic.setAttribute('aria-label', `Heuristic of search ${number + 1}`);
    const remove = button('×', () => {
      lanes.splice(lanes.findIndex((lane) => lane.choice === choice), 1)[0]?.row.remove();
      count();
    }, { 'aria-label': `Remove search ${number + 1}`, class: 'small' });
    const row = el('li', { class: 'lane' }, swatch(), choice.algorithm, choice.heuristic, remove);
    lanes.push({ choice, row });
    list.append(row);
    count();
  }

  function count(): void {
    lanes.forEach(({ row }, i) => (row.dataset['lane'] = String(i)));
    add.disabled = lanes.length >= MOST_LANES;
    go.disabled = lanes.length < FEWEST_LANES;
    note();
  }

  /** What is chosen belongs into links. */
  function note(): void {
    app.went({ lanes: lanes.map(({ choice }) => choice.chosen) });
  }

  function set(chosen: LaneChoice[]): void {
    lanes.splice(0).forEach(({ row }) => row.remove());
    chosen.forEach((lane) => addLane(lane));
  }

  async function race(): Promise<void> {
    const names = lanes.map(({ choice }) => choice.title);
    plots.forEach((plot) => plot.clear(names));
    table.replaceChildren();
    stop.disabled = false;
    go.disabled = true;
    status.textContent = 'Racing …';
    try {
      await engine.race(app.play.here(), lanes.map(({ choice }) => choice.request()), (now) => {
        plots.forEach((plot) => plot.add(now));
        table.replaceChildren(standings(names, now));
      });
      status.textContent = 'The race is over.';
      announce('The race is over.');
    } catch (error) {
      status.textContent = error instanceof Stopped ? 'Stopped.' : messageOf(error);
    } finally {
      stop.disabled = true;
      go.disabled = lanes.length < FEWEST_LANES;
    }
  }

  for (let i = 0; i < 3; i++) addLane();
  let kind = app.view.kind;
  app.onChange((change) => {
    if (change === 'puzzle') void engine.stop();
    if (app.view.kind === kind) return;
    kind = app.view.kind;
    lanes.forEach(({ choice }, i) => choice.set(...suggested(app.kind, i)));
    note();
  });
  const panel = el('div', {},
    el('p', { class: 'quiet' }, 'All searches start from the board as it stands and expand the same number of positions a turn.'),
    list,
    el('div', { class: 'row' }, go, stop, add),
    status,
    table,
    el('div', { class: 'plots' }, ...plots.map((plot) => plot.element)),
  );
  return { panel, set };
}

function standings(names: string[], lanes: Lane[]): HTMLElement {
  const head = ['', 'Search', 'Result', 'Expanded', 'Frontier', 'Stored', 'Bound', 'g', 'h', 'Time'];
  const rows = lanes.map((lane, i) => {
    const result = lane.verdict === null ? '…' : lane.cost !== null ? String(lane.cost) : `${lane.verdict}${lane.stoppedBy ? ` (${lane.stoppedBy})` : ''}`;
    const cells = [names[i] ?? '', result, shown(lane.expanded), shown(lane.frontier), bytes(lane.peakBytes), String(lane.bound ?? '–'), String(lane.g), String(lane.h ?? '–'), seconds(lane.seconds)];
    return el('tr', { 'data-lane': i, class: lane.verdict ? 'ended' : '' }, el('td', {}, swatch()), ...cells.map((cell) => el('td', {}, cell)));
  });
  return el('table', {}, el('thead', {}, el('tr', {}, ...head.map((name) => el('th', { scope: 'col' }, name)))), el('tbody', {}, ...rows));
}
