// Learn: a search as a tree that grows step by step, with g, h and f at each node, the pseudocode beside it, and what
// its heuristic counts on the board in hand.
import type { App } from './app';
import { plainly } from './choices';
import { button, el, field, icon, messageOf, setOptions } from './dom';
import { Board, Play, Solver, type Mark, type Tree, type View } from './kit';
import { savers } from './picture';
import { drawTree } from './tree';
import { t, type Word } from './words';

/** A board whose tree fits on a screen. */
const EASY = [
  '2 4 3/1 0 6/7 5 8',
  '1 3 5/4 2 6/7 8 0',
  '1 6 2/4 5 3/7 0 8',
  '4 1 3/2 5 6/7 8 0',
  '1 2 3/8 7 5/4 0 6',
  '1 6 2/4 3 8/7 5 0',
];
const STEPS = 120;
/** The parts of a step, in the order in which they are shown. */
const PHASES = ['take', 'test', 'expand'] as const;
type Phase = (typeof PHASES)[number] | 'begin';
const SAID: Record<Phase, Word> = { begin: 'saidBegin', take: 'saidTake', test: 'saidTest', expand: 'saidExpand' };

export class Learn {
  readonly element: HTMLElement;
  private readonly algorithm = el('select', { id: 'learn-algorithm' });
  private readonly heuristic = el('select', { id: 'learn-heuristic' });
  private readonly title = el('h2', { id: 'learn-title' });
  private readonly status = el('p', { class: 'quiet', id: 'tree-status' });
  private readonly picture = el('div', {
    class: 'tree',
    id: 'tree',
    tabindex: 0,
    role: 'region',
    'aria-label': t('treeLabel'),
  });
  private readonly code = el('ol', { class: 'code', id: 'code' });
  private readonly says = el('p', { id: 'learn-says', role: 'status' });
  private readonly numbers = el('div', { class: 'numbers' });
  private readonly counts = el('p', { id: 'counts' });
  private readonly about = el('p', { class: 'quiet sentence', id: 'learn-about' });
  private readonly note = el('p', { class: 'quiet', id: 'learn-note' });
  private readonly slider = el('input', {
    type: 'range',
    id: 'learn-slider',
    min: 0,
    value: 0,
    'aria-label': t('stepPosition'),
  });
  private readonly playing = button(icon('play'), () => this.toggle(), {
    class: 'primary',
    id: 'learn-play',
    'aria-label': t('playSteps'),
  });
  private readonly board = new Board();
  private solver: Solver | null = null;
  private tree: Tree | null = null;
  private frame = 0;
  private timer = 0;
  private start = EASY[0] ?? '';
  private link = '';
  /** The goal of the board in play, if that is shown. */
  private goal = '';
  private easy = 0;

  constructor(private readonly app: App) {
    const { catalogue } = app;
    const kind = app.kindCalled(catalogue.first);
    const taught = catalogue.algorithms.filter(
      ({ pseudocode, name }) => pseudocode.length > 0 && kind.algorithms.includes(name),
    );
    setOptions(
      this.algorithm,
      taught.map(({ name, title, summary }) => ({ value: name, label: title, title: summary })),
    );
    this.algorithm.value = 'astar';
    const sample = Play.open(this.start, '');
    const isShown = (heuristic: string): boolean => JSON.parse(sample.counted(heuristic)) !== null;
    setOptions(
      this.heuristic,
      kind.heuristics.filter(({ name }) => isShown(name)).map(({ name, title }) => ({ value: name, label: title })),
    );
    sample.free();
    this.heuristic.value = 'manhattan';
    for (const choice of [this.algorithm, this.heuristic]) choice.addEventListener('change', () => this.grow());
    this.slider.addEventListener('input', () => this.to(this.slider.valueAsNumber));
    const tool = (
      sign: 'first' | 'back' | 'forward' | 'last',
      label: Word,
      id: string,
      press: () => void,
    ): HTMLButtonElement => button(icon(sign), press, { id, 'aria-label': t(label), title: t(label) });
    const controls = el(
      'div',
      { class: 'transport' },
      tool('first', 'toStart', 'learn-first', () => this.to(0)),
      tool('back', 'stepBack', 'learn-back', () => this.to(this.frame - 1)),
      this.playing,
      tool('forward', 'step', 'learn-step', () => this.to(this.frame + 1)),
      tool('last', 'toEnd', 'learn-last', () => this.to(Infinity)),
      this.slider,
    );
    const choose = el(
      'div',
      { class: 'row' },
      field(t('algorithm'), this.algorithm),
      field(t('heuristic'), this.heuristic),
      button(t('anotherBoard'), () => this.another(), { id: 'learn-another' }),
      button(t('myBoard'), () => this.mine(), { id: 'learn-mine' }),
    );
    const exporting = savers('tree', () => this.picture.querySelector('svg'));
    this.board.inert = true;
    this.element = el(
      'section',
      { class: 'place learn', id: 'place-learn', 'aria-label': t('learn') },
      el(
        'div',
        { class: 'card grow' },
        el('div', { class: 'learn-head' }, this.title, this.status),
        choose,
        this.note,
        this.picture,
        controls,
        exporting,
      ),
      el(
        'div',
        { class: 'cards' },
        el('div', { class: 'card' }, el('h3', {}, t('whatHappens')), this.says, this.code, this.about),
        el(
          'div',
          { class: 'card' },
          el('h3', {}, t('theBoardNow')),
          el('div', { class: 'in-hand' }, this.board, this.numbers),
          this.counts,
        ),
      ),
    );
  }

  /** Begins when it is first looked at. */
  show(): void {
    if (!this.tree) this.grow();
  }

  hide(): void {
    this.halt();
  }

  private another(): void {
    this.easy = (this.easy + 1) % EASY.length;
    this.start = EASY[this.easy] ?? this.start;
    this.link = this.goal = '';
    this.note.textContent = '';
    this.grow();
  }

  /** The board in play, if its search is short enough to be looked at. */
  private mine(): void {
    this.link = this.app.play.here();
    this.goal = this.app.view.goalText ?? '';
    this.note.textContent = '';
    this.grow();
  }

  private grow(): void {
    this.halt();
    const search = this.app.catalogue.algorithms.find(({ name }) => name === this.algorithm.value);
    this.heuristic.disabled = !search?.informed;
    this.solver ??= new Solver();
    const easy = Play.open(this.start, '');
    const request = (link: string): string =>
      JSON.stringify({
        link,
        algorithm: this.algorithm.value,
        ...(search?.informed ? { heuristic: this.heuristic.value } : {}),
      });
    try {
      this.tree = JSON.parse(this.solver.tree(request(this.link || easy.here()), STEPS)) as Tree;
    } catch (error) {
      // A board of another kind has other heuristics; one of these is shown instead.
      this.note.textContent = `${t('noTree')} ${messageOf(error)}`;
      this.link = this.goal = '';
      this.tree = JSON.parse(this.solver.tree(request(easy.here()), STEPS)) as Tree;
    }
    easy.free();
    if (!this.tree.ended) this.note.textContent = t('treeCut', this.tree.steps.length);
    else if (this.link) this.note.textContent = '';
    this.title.textContent = t('treeTitle', search?.title ?? '');
    this.about.textContent = search ? `${search.summary}; ${search.guarantee}.` : '';
    this.code.replaceChildren(
      ...(search?.pseudocode ?? []).map(([phase, line]) => el('li', { 'data-phase': phase }, line)),
    );
    this.slider.max = String(this.last);
    this.to(0);
  }

  /** The last frame: one before the first step, and three for each. */
  private get last(): number {
    const { tree } = this;
    const goal = tree?.solution?.at(-1);
    // The goal is taken and tested, but not expanded.
    const cut = goal !== undefined && tree?.steps.at(-1)?.node === goal ? 1 : 0;
    return (tree?.steps.length ?? 0) * PHASES.length - cut;
  }

  private to(frame: number, playing = false): void {
    if (!playing) this.halt();
    this.frame = Math.min(this.last, Math.max(0, frame));
    this.draw();
  }

  private draw(): void {
    const { tree } = this;
    if (!tree) return;
    const step = Math.floor((this.frame - 1) / PHASES.length);
    const phase: Phase = this.frame === 0 ? 'begin' : (PHASES[(this.frame - 1) % PHASES.length] ?? 'take');
    const at = tree.steps[Math.max(0, step)];
    const end = tree.ended && this.frame === this.last;
    // Children come with the last part of a step.
    const seen = phase === 'expand' ? step : step - 1;
    const node = at?.node ?? 0;
    drawTree(this.picture, tree, { seen, step, node: this.frame === 0 ? 0 : node, solution: end });
    this.slider.valueAsNumber = this.frame;
    this.slider.setAttribute('aria-valuetext', t('moveOf', Math.max(0, step + 1), tree.steps.length));
    const before = tree.steps[seen];
    this.status.textContent = t(
      'treeStatus',
      Math.max(0, step + 1),
      tree.steps.length,
      before?.frontier ?? 1,
      before?.closed ?? 0,
    );
    for (const line of this.code.children)
      line.toggleAttribute('aria-current', line instanceof HTMLElement && line.dataset['phase'] === phase);
    const fresh = tree.nodes.filter(({ born }, i) => born === step && i !== 0).length;
    this.says.textContent = end && tree.solution ? t('saidGoal') : t(SAID[phase], fresh);
    this.position(node);
  }

  /** The board in hand, with what the heuristic counts on it. */
  private position(number: number): void {
    const { tree } = this;
    const node = tree?.nodes[number];
    if (!tree || !node) return;
    const cells = node.cells.map((label) => label || '0');
    const rows = Array.from({ length: tree.rows }, (_, r) => cells.slice(r * tree.cols, (r + 1) * tree.cols).join(' '));
    const play = Play.open(rows.join('/'), this.goal);
    const view = JSON.parse(play.view()) as View;
    const informed = !this.heuristic.disabled;
    const marks = informed ? ((JSON.parse(play.counted(this.heuristic.value)) as Mark[] | null) ?? []) : [];
    play.free();
    this.board.connect({
      view,
      press: () => false,
      slide: () => false,
      nudge: () => false,
      grips: () => [],
      onChange: () => {},
      onRefused: () => {},
    });
    this.board.count(marks);
    const facts = [
      t('gMeans', node.g),
      ...(node.h === null ? [] : [t('hMeans', node.h)]),
      ...(node.f === null ? [] : [t('fMeans', node.f)]),
    ];
    this.numbers.replaceChildren(...facts.map((fact) => el('p', {}, fact)));
    const entry = this.app
      .kindCalled(this.app.catalogue.first)
      .heuristics.find(({ name }) => name === this.heuristic.value);
    const sum = marks.map(({ amount }) => amount);
    this.counts.textContent =
      informed && entry
        ? `${entry.title}: ${plainly(entry.summary)}. ${sum.length ? `${sum.join(' + ')} = ${sum.reduce((a, b) => a + b, 0)}` : t('addsUp', node.h ?? 0)}`
        : '';
  }

  private toggle(): void {
    if (this.timer) return this.halt();
    if (this.frame >= this.last) this.to(0);
    const go = (): void => {
      if (this.frame >= this.last) return this.halt();
      this.timer = window.setTimeout(go, 550);
      this.to(this.frame + 1, true);
    };
    this.timer = window.setTimeout(go, 200);
    this.sign();
  }

  private halt(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.sign();
  }

  private sign(): void {
    this.playing.replaceChildren(icon(this.timer ? 'pause' : 'play'));
    this.playing.setAttribute('aria-label', this.timer ? t('pause') : t('playSteps'));
  }
}
