// The stage: the board as large as it can be, what is known of it, and what one does most often.
import type { App } from './app';
import { action, announce, button, clock, el, messageOf } from './dom';
import { Board, Play, said, type Hint } from './kit';
import { average, results, settings } from './store';
import { goalWord, t, way } from './words';

/** What a solved board counts for in the statistics. */
export function category(app: App): string {
  return (
    app.label ??
    app.view.slug ??
    (app.view.goal ? `${app.view.rows}×${app.view.cols} ${app.view.goal}` : app.view.title)
  );
}

export class Stage {
  readonly element: HTMLElement;
  readonly board = new Board();
  /** Slot under the board for the transport. */
  readonly under = el('div', { class: 'under' });
  private readonly title = el('h2', { id: 'title' });
  private readonly subtitle = el('p', { id: 'subtitle', class: 'quiet' });
  private readonly time = el('dd', { id: 'time', class: 'big' });
  private readonly moves = el('dd', { id: 'moves-made' });
  private readonly movesName = el('dt', {});
  private readonly rate = el('dd', { id: 'rate' });
  private readonly best = el('dd', { id: 'optimum' });
  private readonly times = el('div', { class: 'card times', id: 'times' });
  private readonly saying = el('p', { class: 'saying', id: 'hint-text', role: 'status' });
  private readonly undo: HTMLButtonElement;
  private wantsBest = false;

  constructor(
    private readonly app: App,
    doing: { fresh: () => void; solve: () => void; other: () => void; more: () => void; statistics: () => void },
  ) {
    said.piece = (label, row, col) => t('pieceAt', label, row, col);
    said.board = (title, rows, cols, oneWay) => t(oneWay ? 'boardOneWay' : 'boardPieces', title, rows, cols);
    this.board.id = 'board';
    this.board.connect(app);
    this.undo = action('undo', t('undo'), () => app.undo(), { id: 'undo' }, 'U');
    const controls = el(
      'div',
      { class: 'controls', id: 'controls' },
      action('plus', t('new'), doing.fresh, { id: 'new', class: 'primary' }, 'N'),
      this.undo,
      action('hint', t('hint'), () => void this.hint(), { id: 'hint' }, 'H'),
      action('solve', t('solve'), doing.solve, { id: 'solve' }),
      action('more', t('more'), doing.more, { id: 'more', class: 'narrow-only' }),
    );
    const reveal = button(
      t('show'),
      () => {
        this.wantsBest = true;
        this.figures();
      },
      { class: 'link', id: 'show-optimum' },
    );
    const figure = (name: string | HTMLElement, value: HTMLElement, kind = ''): HTMLElement =>
      el('div', { class: `figure ${kind}` }, typeof name === 'string' ? el('dt', {}, name) : name, value);
    const info = el(
      'div',
      { class: 'info' },
      el(
        'div',
        { class: 'card' },
        el('h3', { class: 'wide-only' }, t('thisBoard')),
        el(
          'dl',
          { class: 'figures', id: 'figures' },
          figure(t('time'), this.time, 'main'),
          figure(this.movesName, this.moves),
          figure(t('perSecond'), this.rate, 'wide-only'),
          figure(t('bestPossible'), this.best, 'far'),
        ),
        button(t('solveHow'), doing.other, { class: 'link wide-only', id: 'open-solve' }),
      ),
      this.times,
    );
    this.best.append(reveal);
    this.times.addEventListener('click', () => doing.statistics());
    const mid = el(
      'div',
      { class: 'mid' },
      el('div', { class: 'headline' }, this.title, this.subtitle),
      el('div', { class: 'boardroom' }, this.board, el('div', { class: 'overlay', id: 'overlay' })),
      controls,
      this.saying,
      this.under,
    );
    this.element = el(
      'section',
      { class: 'stage', id: 'stage', 'aria-label': t('play') },
      mid,
      el('div', { class: 'side', id: 'side' }),
      info,
    );
    app.onChange((change) => {
      if (change === 'puzzle') this.wantsBest = false;
      this.saying.replaceChildren();
      this.badge();
      this.headline();
      if (change === 'puzzle') this.figures();
      else this.counts();
    });
    app.advice.onChange(() => this.counts());
    this.badge();
    this.headline();
    this.figures();
    this.tick();
  }

  /** Shows one good move, at once, and says how far it is; what is found later replaces it. */
  async hint(): Promise<void> {
    const { app } = this;
    if (app.view.solved) return this.say(t('solvedAlready'));
    this.say(t('thinking'));
    app.hints++;
    try {
      await app.hint((hint) => this.say(this.hinted(hint)));
    } catch (error) {
      this.say(messageOf(error));
    }
  }

  private say(text: string): void {
    this.saying.textContent = text;
  }

  /** The first move in words; the session itself knows what it moves. */
  private hinted({ answer, moved }: Hint): string {
    if (answer.verdict === 'unsolvable') return t('noWay');
    if (answer.moves === null || answer.cost === null) return t('noneFound');
    this.board.hint(moved);
    const labels = [...new Set(moved.map((one) => one.label))].join(', ');
    const far = this.app.counted(answer.cost, answer.metric);
    const going = way(moved[0]?.way);
    return answer.proof === 'optimal'
      ? t('hintBest', labels, going, far)
      : t('hintSome', labels, going, far, answer.lowerBound ?? 0);
  }

  private headline(): void {
    const { app } = this;
    const { view } = app;
    const entry = app.catalogue.library.find(({ slug }) => slug === view.slug);
    const name = entry?.english ? `${view.title} · ${entry.english}` : view.title;
    if (this.title.textContent !== name) this.title.textContent = name;
    const goal = view.goal
      ? `${view.rows} × ${view.cols}, ${t('goalName', goalWord(view.goal))}`
      : view.marksGoal && view.items.some(({ main }) => main)
        ? t('bring')
        : '';
    const joined = [view.wrapsAcross ? t('leftRight') : '', view.wrapsDown ? t('topBottom') : '']
      .filter(Boolean)
      .join(', ');
    const designer = entry?.designer && entry.designer !== 'traditional' ? entry.designer : '';
    this.subtitle.textContent = [goal, designer, joined && t('joinedEdges', joined)].filter(Boolean).join(' · ');
    this.undo.setAttribute('aria-disabled', String(!app.canUndo));
  }

  /** Whether the board can be solved; if not, why, and what can be done. */
  private badge(): void {
    const { app } = this;
    const { solvability } = app.view;
    const overlay = this.element.querySelector('#badge');
    overlay?.remove();
    if (solvability.ok !== false) return;
    const repair = button(
      t('exchange'),
      () => {
        if (app.take(() => app.play.repaired(), 'edited')) announce(t('exchanged'));
      },
      { id: 'repair' },
    );
    const goals = solvability.goals.map((goal) =>
      button(t('aimFor', goalWord(goal)), () => void app.take(() => app.play.towards(goal), 'edited'), {
        class: 'aim',
      }),
    );
    const why = solvability.why.charAt(0).toUpperCase() + solvability.why.slice(1);
    this.saying.before(
      el(
        'div',
        { class: 'badge', id: 'badge' },
        el('strong', {}, t('cannot')),
        el('span', { class: 'row' }, ...(solvability.repairable ? [repair] : []), ...goals),
        el('details', {}, el('summary', {}, t('whyNot')), el('p', {}, why)),
      ),
    );
  }

  /** Draws what is known again. */
  figures(): void {
    this.counts();
    this.records();
  }

  private counts(): void {
    const { app } = this;
    const [, many] = app.unit(app.view.metric);
    this.movesName.textContent = many.charAt(0).toUpperCase() + many.slice(1);
    this.moves.textContent = String(app.count());
    this.distance();
    this.drawTime();
  }

  /** How far it is, for those who want to know. */
  private distance(): void {
    const { app } = this;
    const { advice } = app;
    const { solved, solvability } = app.view;
    const wanted = this.wantsBest || settings().best;
    if (!wanted && !solved) {
      const reveal = this.best.querySelector('#show-optimum');
      if (!reveal)
        this.best.replaceChildren(button(t('show'), () => this.reveal(), { class: 'link', id: 'show-optimum' }));
      return;
    }
    const { answer } = advice;
    if (!solved && solvability.ok !== false && !answer) void advice.ask().catch(() => {});
    const text = solved
      ? '0'
      : solvability.ok === false || answer?.verdict === 'unsolvable'
        ? t('none')
        : answer?.cost != null
          ? answer.proof === 'optimal'
            ? String(answer.cost)
            : t('atMost', answer.cost)
          : advice.busy
            ? '…'
            : '?';
    if (this.best.textContent !== text) this.best.textContent = text;
  }

  private reveal(): void {
    this.wantsBest = true;
    this.best.tabIndex = -1;
    this.figures();
    this.best.focus();
  }

  private records(): void {
    const of = category(this.app);
    const times = results()
      .filter((result) => result.of === of)
      .map(({ time }) => time);
    this.times.classList.toggle('none', times.length === 0);
    const rows: [string, string][] = [[t('best'), times.length ? clock(Math.min(...times)) : '–']];
    for (const count of [5, 12, 100]) {
      const value = average(times, count);
      if (count < 100 || value !== null) rows.push([t('average', count), value === null ? '–' : clock(value, 2)]);
    }
    rows.push([t('solvedCount'), String(times.length)]);
    const name =
      this.app.view.goal && !this.app.label ? `${this.app.view.rows} × ${this.app.view.cols}` : this.app.view.title;
    this.times.replaceChildren(
      el('h3', { class: 'wide-only' }, t('yourTimes', name)),
      el(
        'dl',
        { class: 'figures' },
        ...rows.map(([what, value]) => el('div', { class: 'figure' }, el('dt', {}, what), el('dd', {}, value))),
      ),
    );
  }

  /** The clock goes on by itself, without a word to those who listen. */
  private tick(): void {
    this.drawTime();
    setTimeout(() => requestAnimationFrame(() => this.tick()), this.app.clock.runs ? 45 : 200);
  }

  private drawTime(): void {
    const { clock: watch, view } = this.app;
    const left = watch.inspection;
    const text =
      left !== null
        ? `${t('inspection')} ${Math.ceil(left / 1000)}`
        : clock(watch.elapsed, watch.runs ? 1 : watch.elapsed ? 3 : 1);
    if (this.time.textContent !== text) this.time.textContent = text;
    const made = this.app.count();
    const rate = watch.elapsed > 0 && made > 0 && view.at > 0 ? (made / (watch.elapsed / 1000)).toFixed(2) : '–';
    if (this.rate.textContent !== rate) this.rate.textContent = rate;
  }
}

/** A board of this size, drawn by lot. */
export function deal(app: App, rows: number, cols: number, goal: string): void {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
  app.take(() => Play.random(rows, cols, goal, seed), 'chosen', {}, Number(settings().inspection));
}
