// Lists of searches, heuristics and metrics, for the kind of puzzle in play.
import type { App } from './app';
import { el, setOptions, type Choice } from './dom';
import type { Algorithm, Named, Request } from './kit';
import { t } from './words';

const CHOSEN: Choice = { value: '', label: t('whatSuits') };

/** A summary without the parts that say what can be typed, such as `pdb:7-8`. */
export function plainly(summary: string): string {
  return summary
    .split('; ')
    .filter((part) => !/\w:\S/.test(part))
    .join('; ');
}

function choices(entries: Named[]): Choice[] {
  return entries.map(({ name, title, summary, guarantee }) => ({
    value: name,
    label: title,
    title: [plainly(summary), guarantee].filter(Boolean).join('; '),
  }));
}

/** An algorithm and a heuristic that fit each other. */
export class SearchChoice {
  readonly algorithm = el('select', {});
  readonly heuristic = el('select', {});
  private kind = '';

  constructor(
    private readonly app: App,
    private readonly open: boolean,
    private readonly allows: (algorithm: Algorithm) => boolean = () => true,
  ) {
    this.algorithm.addEventListener('change', () => this.fit());
    app.onChange(() => this.fill());
    this.fill();
  }

  request(): Partial<Request> {
    const request: Partial<Request> = {};
    if (this.algorithm.value) request.algorithm = this.algorithm.value;
    if (this.heuristic.value && !this.heuristic.disabled) request.heuristic = this.heuristic.value;
    return request;
  }

  set(algorithm: string, heuristic: string): void {
    // Another kind of puzzle may have come, and who hears of it first sets.
    this.fill();
    this.algorithm.value = algorithm;
    this.heuristic.value = heuristic;
    this.fit();
  }

  /** What is chosen; no heuristic where the search takes none. */
  get chosen(): [algorithm: string, heuristic: string] {
    return [this.algorithm.value, this.heuristic.disabled ? '' : this.heuristic.value];
  }

  /** What is known about the algorithm, if one is chosen. */
  get search(): Algorithm | undefined {
    return this.app.catalogue.algorithms.find(({ name }) => name === this.algorithm.value);
  }

  onChange(listener: () => void): void {
    for (const list of [this.algorithm, this.heuristic]) list.addEventListener('change', listener);
  }

  get title(): string {
    const { heuristic } = this.request();
    const algorithm = this.search?.title ?? t('whatSuits');
    const estimate = this.app.kind.heuristics.find(({ name }) => name === heuristic)?.title;
    return estimate ? t('with', algorithm, estimate) : algorithm;
  }

  /** What is chosen, in a sentence each. */
  get summaries(): string[] {
    const { heuristic } = this.request();
    return [this.search?.summary, this.app.kind.heuristics.find(({ name }) => name === heuristic)?.summary].flatMap(
      (summary) => (summary ? [plainly(summary)] : []),
    );
  }

  private fill(): void {
    const { kind } = this.app.view;
    if (kind === this.kind) return;
    this.kind = kind;
    const { algorithms, heuristics } = this.app.kind;
    const first = this.open ? [CHOSEN] : [];
    const fitting = this.app.catalogue.algorithms.filter(
      (algorithm) => algorithms.includes(algorithm.name) && this.allows(algorithm),
    );
    setOptions(this.algorithm, [...first, ...choices(fitting)]);
    setOptions(this.heuristic, [...first, ...choices(heuristics)]);
    this.fit();
  }

  /** A search without a heuristic has none to choose. */
  private fit(): void {
    this.heuristic.disabled = this.search !== undefined && !this.search.informed;
  }
}

/** The metrics of the kind of puzzle in play. */
export function metricChoice(app: App): HTMLSelectElement {
  const metric = el('select', { id: 'metric' });
  const fill = (): void => {
    const { kind } = app.view;
    if (metric.dataset['kind'] === kind) return;
    metric.dataset['kind'] = kind;
    setOptions(metric, choices(app.kind.metrics));
    metric.value = app.view.metric;
  };
  app.onChange((change) => {
    fill();
    if (change === 'puzzle') metric.value = app.view.metric;
  });
  fill();
  return metric;
}
