// Race: two to four searches on the same puzzle, the same number of expansions a turn; each lane shows the board that
// its search has in hand, what waits, and what is proven.
import type { App } from './app';
import { SearchChoice } from './choices';
import { announce, button, bytes, el, messageOf, seconds, shown } from './dom';
import { Engine, Stopped, type Kind, type Lane } from './kit';
import { FEWEST_LANES, MOST_LANES, type LaneChoice } from './place';
import { savers } from './picture';
import { Plot, swatch } from './plot';
import { thumb } from './thumb';
import { t } from './words';

/** The searches before others are chosen: A* with one heuristic after another, so that one thing differs. */
function suggested({ compared, heuristics }: Kind, lane: number): LaneChoice {
  const weak = heuristics.map(({ name }) => name).filter((name) => !compared.includes(name));
  const names = [...weak.slice(0, Math.max(0, 3 - compared.length)), ...compared];
  const heuristic = names[lane];
  return heuristic ? ['astar', heuristic] : ['ida', compared.at(-1) ?? ''];
}

interface Row {
  choice: SearchChoice;
  card: HTMLElement;
  body: HTMLElement;
  flag: HTMLElement;
}

export class Race {
  readonly element: HTMLElement;
  private readonly engine: Engine;
  private readonly lanes: Row[] = [];
  private readonly list = el('ol', { class: 'lanes', id: 'lanes' });
  private readonly plots = [
    new Plot(t('plotTime'), t('expanded'), (lane) => [lane.seconds, lane.expanded]),
    new Plot(t('plotFrontier'), t('frontier'), (lane) => [lane.expanded, lane.frontier]),
    new Plot(t('plotBound'), t('plotBound'), (lane) => (lane.bound === null ? null : [lane.expanded, lane.bound])),
  ];
  private readonly status = el('p', { role: 'status', id: 'race-status', class: 'say' }, t('raceHelp'));
  private readonly add = button(t('addSearch'), () => this.addLane(), { id: 'add-lane' });
  private readonly go = button(t('raceStart'), () => void this.toggle(), { id: 'race', class: 'primary' });
  private readonly figures = el(
    'div',
    { class: 'plots' },
    ...this.plots.map((plot, i) =>
      el(
        'div',
        { class: 'card' },
        plot.element,
        savers(`plot-${i + 1}`, () => plot.element.querySelector('svg')),
      ),
    ),
  );
  private racing = false;
  /** Whether the board has changed since the lanes were drawn. */
  private stale = false;
  private halted = false;

  constructor(private readonly app: App) {
    this.engine = new Engine(app.backend);
    for (let i = 0; i < 3; i++) this.addLane();
    let kind = app.view.kind;
    app.onChange(() => {
      this.stale = true;
      if (app.place.tab === 'race') this.show();
      if (app.view.kind === kind) return;
      kind = app.view.kind;
      this.set(this.lanes.map((_, i) => suggested(app.kind, i)));
    });
    this.element = el(
      'section',
      { class: 'place race', id: 'place-race', 'aria-label': t('race') },
      el('div', { class: 'race-head' }, this.status, el('div', { class: 'row' }, this.go, this.add)),
      this.list,
      this.figures,
    );
    this.clear();
  }

  /** Draws the lanes anew if the board is another; nothing is drawn that nobody looks at. */
  show(): void {
    if (this.stale) this.clear();
  }

  /** Puts these searches on the line. */
  set(chosen: LaneChoice[]): void {
    this.lanes.splice(0).forEach(({ card }) => card.remove());
    chosen.forEach((lane) => this.addLane(lane));
  }

  private addLane(chosen?: LaneChoice): void {
    const choice = new SearchChoice(this.app, false, ({ steps }) => steps);
    choice.set(...(chosen ?? suggested(this.app.kind, this.lanes.length)));
    choice.onChange(() => {
      this.clear();
      this.note();
    });
    const remove = button(
      '×',
      () => {
        this.lanes
          .splice(
            this.lanes.findIndex((lane) => lane.choice === choice),
            1,
          )[0]
          ?.card.remove();
        this.clear();
        this.count();
        this.add.focus();
      },
      { class: 'plain' },
    );
    const body = el('div', { class: 'lane-body' });
    const flag = el('span', { class: 'flag' });
    const card = el(
      'li',
      { class: 'card lane' },
      flag,
      el('div', { class: 'lane-head' }, swatch(), choice.algorithm, choice.heuristic, remove),
      body,
    );
    this.lanes.push({ choice, card, body, flag });
    this.list.append(card);
    this.clear();
    this.count();
  }

  private count(): void {
    this.lanes.forEach(({ card, choice }, i) => {
      card.dataset['lane'] = String(i);
      choice.algorithm.setAttribute('aria-label', t('algorithmOf', i + 1));
      choice.heuristic.setAttribute('aria-label', t('heuristicOf', i + 1));
      card.querySelector('.lane-head button')?.setAttribute('aria-label', t('removeSearch', i + 1));
      card.querySelector('.lane-head button')?.toggleAttribute('hidden', this.lanes.length <= FEWEST_LANES);
    });
    this.list.dataset['count'] = String(this.lanes.length);
    this.add.setAttribute('aria-disabled', String(this.lanes.length >= MOST_LANES));
    this.add.hidden = this.lanes.length >= MOST_LANES;
    this.note();
  }

  /** What is chosen belongs into links. */
  private note(): void {
    this.app.went({ lanes: this.lanes.map(({ choice }) => choice.chosen) });
  }

  /** Old results say nothing of another board. */
  private clear(): void {
    if (this.racing) void this.engine.stop();
    this.stale = false;
    const { view } = this.app;
    for (const { body, flag, card, choice } of this.lanes) {
      card.classList.remove('win');
      flag.textContent = '';
      body.replaceChildren(
        thumb(view),
        el(
          'div',
          { class: 'lane-says' },
          ...choice.summaries.map((summary) => el('p', { class: 'quiet sentence' }, `${summary}.`)),
        ),
      );
    }
    this.figures.hidden = true;
    this.status.textContent = t('raceHelp');
    this.go.textContent = t('raceStart');
  }

  private async toggle(): Promise<void> {
    if (this.racing) {
      this.halted = true;
      await this.engine.stop();
    } else {
      await this.race();
    }
  }

  private async race(): Promise<void> {
    const names = this.lanes.map(({ choice }) => choice.title);
    const here = this.app.play.here();
    this.clear();
    this.plots.forEach((plot) => plot.clear(names));
    this.figures.hidden = false;
    this.racing = true;
    this.halted = false;
    this.go.textContent = t('stop');
    this.status.textContent = t('racing');
    announce(t('racing'));
    let last: Lane[] = [];
    let words = '';
    try {
      await this.engine.race(
        here,
        this.lanes.map(({ choice }) => choice.request()),
        (now) => {
          last = now;
          this.plots.forEach((plot) => plot.add(now));
          now.forEach((lane, i) => this.draw(i, lane));
        },
      );
      words = this.halted ? t('raceStopped') : this.verdict(names, last);
    } catch (error) {
      words = error instanceof Stopped ? t('raceStopped') : messageOf(error);
    }
    this.racing = false;
    this.go.textContent = t('raceAgain');
    if (this.app.play.here() !== here) return this.clear();
    this.status.textContent = words;
    announce(words);
  }

  private draw(i: number, lane: Lane): void {
    const row = this.lanes[i];
    if (!row) return;
    const { view } = this.app;
    const facts: [string, string][] = [
      [t('expanded'), shown(lane.expanded)],
      [t('frontier'), shown(lane.frontier)],
      [t('memory'), bytes(lane.peakBytes)],
      ['g', String(lane.g)],
      ['h', String(lane.h ?? '–')],
      [t('time'), seconds(lane.seconds)],
    ];
    const bar = el('span', { class: 'bar' }, el('i', {}));
    const share = lane.cost !== null ? 1 : lane.h === null || lane.g + lane.h === 0 ? 0 : lane.g / (lane.g + lane.h);
    (bar.firstElementChild as HTMLElement).style.width = `${Math.round(100 * share)}%`;
    row.flag.textContent =
      lane.verdict === null
        ? ''
        : lane.cost === null
          ? t('laneEnded')
          : t('laneSolved', this.app.counted(lane.cost, view.metric));
    row.body.replaceChildren(
      thumb({ rows: view.rows, cols: view.cols, walls: view.walls, items: lane.items }),
      el(
        'dl',
        { class: 'facts' },
        ...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
      ),
      el(
        'div',
        { class: 'lane-bound' },
        bar,
        el('p', { class: 'quiet' }, lane.bound === null ? t('noBound') : t('bound', lane.bound)),
      ),
    );
  }

  /** Who needed the fewest positions for a solution; if several found ones of different length, the shortest first. */
  private verdict(names: string[], lanes: Lane[]): string {
    const solved = lanes.map((lane, i) => ({ lane, i })).filter(({ lane }) => lane.cost !== null);
    solved.sort((a, b) => a.lane.expanded - b.lane.expanded);
    const [first, second] = solved;
    if (!first) return t('raceNobody');
    const name = (of: { i: number }): string => names[of.i] ?? '';
    if (second && second.lane.expanded === first.lane.expanded)
      return t('raceTie', name(first), name(second), shown(first.lane.expanded));
    const row = this.lanes[first.i];
    row?.card.classList.add('win');
    if (row && first.lane.cost !== null)
      row.flag.textContent = t('first', this.app.counted(first.lane.cost, this.app.view.metric));
    const worst = solved.at(-1);
    if (!worst || worst === first || first.lane.expanded === 0)
      return t('raceWon', name(first), shown(first.lane.expanded));
    const times = worst.lane.expanded / first.lane.expanded;
    return t(
      'raceWonBy',
      name(first),
      shown(first.lane.expanded),
      times < 10 ? times.toFixed(1) : shown(times),
      name(worst),
    );
  }
}
