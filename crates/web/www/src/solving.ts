// Solve: at once with what suits, or with a search of one's choice; how it goes, what came out, the moves as text.
import type { App } from './app';
import { metricChoice, SearchChoice } from './choices';
import { announce, button, bytes, el, field, messageOf, seconds, setOptions, shown } from './dom';
import { Stopped, type Answer, type Progress, type Request } from './kit';
import type { Transport } from './transport';
import { t } from './words';

/** Seconds of a first look, so that there is something to play while the rest is searched. */
const FIRST_LOOK = 0.25;

export class Solving {
  /** For the panel: what to run, and what came out. */
  readonly panel: HTMLElement;
  /** Under the board: how it goes, in a line. */
  readonly line = el('p', { class: 'saying', id: 'solve-line' });
  private readonly report = el('div', { id: 'report', class: 'report' });
  private readonly choice: SearchChoice;
  private readonly metric: HTMLSelectElement;
  private readonly limit = el('select', { id: 'limit' });
  private readonly weight = el('input', {
    id: 'weight',
    type: 'text',
    inputmode: 'decimal',
    value: 'auto',
    size: 6,
    autocomplete: 'off',
  });
  private readonly stopping = button(t('stop'), () => void this.app.stop(), { id: 'stop', 'aria-disabled': 'true' });
  private turn = 0;
  /** Writes the moves again, when the panel is opened. */
  readonly draw: () => void;

  constructor(
    private readonly app: App,
    private readonly transport: Transport,
  ) {
    this.choice = new SearchChoice(app, true);
    this.metric = metricChoice(app);
    this.choice.algorithm.id = 'algorithm';
    this.choice.heuristic.id = 'heuristic';
    const limits: [string, string][] = [
      ['10', t('secondsN', 10)],
      ['30', t('secondsN', 30)],
      ['60', t('aMinute')],
      ['600', t('tenMinutes')],
      ['', t('noLimit')],
    ];
    setOptions(
      this.limit,
      limits.map(([value, label]) => ({ value, label })),
    );
    this.limit.value = '60';
    const weighted = field(t('weight'), this.weight, t('weightHelp'));
    const about = el('p', { class: 'quiet sentence', id: 'about-search' });
    const fit = (): void => {
      weighted.hidden = !this.choice.search?.weighted;
      const search = this.choice.search;
      about.textContent = search ? `${search.summary}; ${search.guarantee}.` : '';
    };
    this.choice.algorithm.addEventListener('change', fit);
    app.onChange((change) => {
      fit();
      if (change !== 'puzzle') return;
      void app.stop();
      this.report.replaceChildren();
      this.line.replaceChildren();
    });
    fit();
    const written = notation(app);
    this.draw = written.draw;
    const go = button(t('solve'), () => void this.solve(false), { id: 'solve-this', class: 'primary' });
    this.panel = el(
      'div',
      { class: 'stack' },
      el(
        'div',
        { class: 'row' },
        field(t('algorithm'), this.choice.algorithm),
        field(t('heuristic'), this.choice.heuristic),
      ),
      about,
      el('div', { class: 'row' }, field(t('counting'), this.metric), field(t('timeLimit'), this.limit), weighted),
      el('div', { class: 'row' }, go, this.stopping),
      this.report,
      speedControl(transport),
      written.element,
    );
  }

  /** Solves from here; `plainly` by what suits, whatever is chosen in the panel. */
  async solve(plainly: boolean): Promise<void> {
    const { app, transport } = this;
    const mine = ++this.turn;
    transport.halt();
    const here = app.play.here();
    const request: Partial<Request> = plainly ? {} : { ...this.choice.request(), metric: this.metric.value };
    if (!plainly && this.choice.search?.weighted) request.weight = this.weight.value;
    const limit = plainly ? 60 : this.limit.value ? Number(this.limit.value) : null;
    this.show(t('solving'), el('p', {}, t('solving')));
    announce(t('solving'));
    this.stopping.setAttribute('aria-disabled', 'false');
    let last: Progress | null = null;
    const tell = (progress: Progress): void => {
      last = progress;
      if (mine === this.turn) this.going(progress);
    };
    try {
      // A search that was asked for by name is made once, as it was asked for. One that suits shows first what it finds
      // at once; what is then left is shared, if it can be.
      const { algorithm, heuristic } = app.suited;
      const shared = algorithm === 'ida' && heuristic ? { algorithm, heuristic } : {};
      const looks: Partial<Request>[] = plainly
        ? [{ seconds: FIRST_LOOK }, { ...shared, seconds: limit ?? 60 }]
        : [limit === null ? request : { ...request, seconds: limit }];
      let best: Answer | null = null;
      for (const look of looks) {
        const found = await app.solve(look, tell);
        const answer: Answer =
          found.cost === null && best !== null && best.cost !== null
            ? { ...best, lowerBound: Math.max(best.lowerBound ?? 0, found.lowerBound ?? 0) }
            : found;
        best = answer;
        if (mine !== this.turn || app.play.link() === '' || !this.stands(here)) return;
        this.came(answer, here);
        if (answer.proof === 'optimal' || answer.verdict === 'unsolvable') break;
        if (look !== looks.at(-1))
          this.line.append(' ', spinner(), el('span', { class: 'quiet' }, ` ${t('improving')}`));
      }
    } catch (error) {
      if (mine !== this.turn) return;
      const stopped = error instanceof Stopped;
      const words = stopped ? stoppedText(last) : messageOf(error);
      this.show(words, el('p', { class: stopped ? '' : 'wrong' }, words));
      announce(words);
    } finally {
      if (mine === this.turn) this.stopping.setAttribute('aria-disabled', 'true');
    }
  }

  /** Whether the board is still where the search began, or on the way that it found. */
  private stands(here: string): boolean {
    return this.app.play.here() === here || this.app.play.link().startsWith(here);
  }

  private show(line: string, report: HTMLElement): void {
    this.line.replaceChildren(line);
    this.report.replaceChildren(report);
  }

  private going({ expanded, seconds: time, bound, best, peakBytes }: Progress): void {
    const known = [best === null ? '' : t('bestSoFar', best), bound === null ? '' : t('atLeast', bound)]
      .filter(Boolean)
      .join(', ');
    const halt = button(t('stop'), () => void this.app.stop(), { class: 'link', id: 'stop-line' });
    if (!this.line.querySelector('#stop-line'))
      this.line.replaceChildren(
        spinner(),
        ' ',
        el('span', { class: 'since' }),
        el('span', { class: 'known' }),
        ' ',
        halt,
      );
    const write = (part: string, words: string): void => {
      const span = this.line.querySelector(part);
      if (span) span.textContent = words;
    };
    write('.since', `${seconds(time)} · `);
    write('.known', known || t('expandedN', shown(expanded)));
    this.report.replaceChildren(
      el('p', {}, spinner(), ` ${seconds(time)} · ${t('expandedN', shown(expanded))} · ${bytes(peakBytes)}`),
      el('p', { class: 'quiet' }, known),
    );
  }

  private came(answer: Answer, here: string): void {
    const { app } = this;
    this.show(lineOf(app, answer), report(app, answer));
    announce(headline(app, answer));
    // A shorter one replaces what is there, unless it is being looked at.
    if (answer.moves !== null && app.play.here() === here && !this.transport.plays) {
      app.assisted = true;
      app.load(answer.moves);
    }
  }
}

/** Something is going on. */
const spinner = (): HTMLElement => el('span', { class: 'spinner', 'aria-hidden': 'true' });

function stoppedText(last: Progress | null): string {
  return last?.bound != null ? t('stoppedAt', last.bound) : t('stoppedPlain');
}

function headline(app: App, answer: Answer): string {
  if (answer.verdict === 'unsolvable') return t('noSolution');
  if (answer.cost === null) return t('stoppedWithout', answer.lowerBound ?? 0);
  const counted = app.counted(answer.cost, answer.metric);
  return answer.proof === 'optimal' ? t('solvedOptimal', counted) : t('solvedWithin', counted, answer.lowerBound ?? 0);
}

function lineOf(app: App, answer: Answer): string {
  if (answer.cost === null) return headline(app, answer);
  const counted = app.counted(answer.cost, answer.metric);
  return answer.proof === 'optimal'
    ? t('solutionOptimal', counted)
    : t('solutionWithin', counted, answer.lowerBound ?? 0);
}

function report(app: App, answer: Answer): HTMLElement {
  const time =
    answer.setupSeconds > 0.05
      ? t('afterTables', seconds(answer.seconds), seconds(answer.setupSeconds))
      : seconds(answer.seconds);
  const lines: [string, string][] = [
    [t('search'), answer.heuristic ? t('with', answer.algorithm, answer.heuristic) : answer.algorithm],
    [
      t('work'),
      `${t('workOf', shown(answer.expanded), shown(answer.generated))}${answer.peakBytes ? `, ${bytes(answer.peakBytes)}` : ''}`,
    ],
    [t('time'), time],
  ];
  return el(
    'div',
    {},
    el('p', { class: `verdict ${answer.proof ?? ''}`, id: 'verdict' }, headline(app, answer)),
    el('dl', { class: 'pairs' }, ...lines.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
    ...answer.warnings.map((warning) => el('p', { class: 'quiet' }, warning)),
  );
}

function speedControl(transport: Transport): HTMLElement {
  const speed = el('input', { type: 'range', id: 'speed', min: 1, max: 20, value: transport.speed, step: 1 });
  speed.addEventListener('input', () => {
    transport.speed = speed.valueAsNumber;
    speed.setAttribute('aria-valuetext', t('speedOf', transport.speed));
  });
  return field(t('speed'), speed);
}

/** All moves, in one of the conventions of the kind of puzzle. */
function notation(app: App): { element: HTMLElement; draw: () => void } {
  const style = el('select', { id: 'notation' });
  const text = el('textarea', {
    id: 'moves',
    readonly: true,
    rows: 3,
    'aria-label': t('movesText'),
    spellcheck: false,
  });
  const runs = el('input', { type: 'checkbox', id: 'runs', checked: true });
  const draw = (): void => {
    if (style.dataset['kind'] !== app.view.kind) {
      setOptions(
        style,
        app.kind.conventions.map(({ name, summary }) => ({ value: name, label: summary })),
      );
      style.dataset['kind'] = app.view.kind;
    }
    try {
      text.value = app.play.notation(style.value, runs.checked);
    } catch (error) {
      text.value = messageOf(error);
    }
  };
  for (const control of [style, runs]) control.addEventListener('change', draw);
  app.onChange(() => {
    if (text.closest('dialog')?.open) draw();
  });
  const element = el(
    'div',
    { class: 'stack' },
    field(t('notation'), style),
    el('label', { class: 'check' }, runs, ` ${t('runsCounted')}`),
    text,
    el(
      'div',
      { class: 'row' },
      copyButton(t('copyMoves'), () => text.value, 'copy-moves'),
    ),
  );
  return { element, draw };
}

/** A button that copies a text, and says so. */
export function copyButton(label: string, text: () => string, id: string): HTMLButtonElement {
  const copy = button(
    label,
    () => {
      navigator.clipboard.writeText(text()).then(
        () => flash(t('copied')),
        () => flash(t('notCopied')),
      );
    },
    { id },
  );
  const flash = (message: string): void => {
    copy.textContent = message;
    announce(message);
    setTimeout(() => (copy.textContent = label), 1500);
  };
  return copy;
}
