// The gallery of levels: pictures, difficulty, search and filter, and what was solved.
import type { App } from './app';
import { button, chips, el, messageOf } from './dom';
import { Play } from './kit';
import { best } from './store';
import { thumb, type Small } from './thumb';
import { t, unit, type Word } from './words';

export interface Level extends Small {
  id: string;
  name: string;
  english: string | null;
  group: string;
  difficulty: number;
  optimum: number;
  metric: string;
  /** What is opened: a name of the library, or a text. */
  open: string;
}

const GROUPS: Record<string, Word> = {
  'huarong-dao': 'groupHuarongDao',
  'rush-hour': 'groupRushHour',
  classics: 'groupClassics',
  course: 'groupCourse',
};
/** So many pictures at once; the rest when asked for. */
const PAGE = 60;

export class Levels {
  readonly element: HTMLElement;
  private all: Level[] = [];
  private group = '';
  private difficulty = '';
  private most = PAGE;
  private readonly search = el('input', {
    type: 'search',
    id: 'level-search',
    autocomplete: 'off',
    'aria-label': t('searchLevels', ''),
  });
  private readonly unsolved = el('input', { type: 'checkbox', id: 'level-unsolved', class: 'sr-only' });
  private readonly gallery = el('ul', { class: 'gallery', id: 'gallery' });
  private readonly found = el('p', { class: 'quiet', role: 'status', id: 'level-count' });
  private readonly more = button(t('showMore'), () => this.showMore(), { id: 'level-more' });
  private readonly filters = el('div', { class: 'filters' });
  private asked = false;

  constructor(
    private readonly app: App,
    private readonly opened: () => void,
  ) {
    this.search.addEventListener('input', () => this.draw());
    this.unsolved.addEventListener('change', () => this.draw());
    this.element = el(
      'section',
      { class: 'place levels', id: 'place-levels', 'aria-label': t('levels') },
      this.filters,
      this.found,
      this.gallery,
      el('p', { class: 'center' }, this.more),
    );
  }

  /** Fetches the list once. */
  async show(): Promise<void> {
    if (this.asked) return this.draw();
    this.asked = true;
    try {
      const response = await fetch('./levels.json');
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      this.all = (await response.json()) as Level[];
    } catch (error) {
      this.asked = false;
      this.found.textContent = messageOf(error);
      return;
    }
    const groups = [...new Set(this.all.map(({ group }) => group))];
    const named = (group: string): string => (GROUPS[group] ? t(GROUPS[group]) : group);
    const kinds = chips(
      'level-group',
      t('kinds'),
      [{ value: '', label: t('all') }, ...groups.map((group) => ({ value: group, label: named(group) }))],
      '',
      (group) => {
        this.group = group;
        this.draw();
      },
    );
    const hard = chips(
      'level-difficulty',
      t('difficulty'),
      [
        { value: '', label: t('anyDifficulty') },
        ...[1, 2, 3, 4, 5].map((n) => ({ value: String(n), label: dots(n), title: t('difficultyOf', n) })),
      ],
      '',
      (difficulty) => {
        this.difficulty = difficulty;
        this.draw();
      },
    );
    this.search.placeholder = t('searchLevels', this.all.length);
    this.filters.replaceChildren(
      this.search,
      kinds.element,
      hard.element,
      el('label', { class: 'chip' }, this.unsolved, el('span', {}, t('onlyUnsolved'))),
    );
    this.draw();
  }

  /** The level after one, for those who go on. */
  after(id: string): Level | null {
    const at = this.all.findIndex((level) => level.id === id);
    return at < 0 ? null : (this.all.slice(at + 1).find(({ group }) => group === this.all[at]?.group) ?? null);
  }

  open(level: Level): void {
    if (this.app.take(() => Play.open(level.open, ''), 'chosen', { label: level.id })) this.opened();
  }

  private matching(): Level[] {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.all.filter(({ id, name, english, group, difficulty }) => {
      const text = `${name} ${english ?? ''} ${id}`.toLowerCase();
      return (
        (!this.group || group === this.group) &&
        (!this.difficulty || String(difficulty) === this.difficulty) &&
        words.every((word) => text.includes(word)) &&
        (!this.unsolved.checked || best(id) === null)
      );
    });
  }

  private draw(): void {
    this.most = PAGE;
    this.fill();
  }

  private showMore(): void {
    const from = this.most;
    this.most += PAGE;
    this.fill();
    this.gallery.querySelectorAll('button')[from]?.focus();
  }

  private fill(): void {
    const all = this.matching();
    this.found.textContent = t('foundN', all.length);
    this.gallery.replaceChildren(...all.slice(0, this.most).map((level) => el('li', {}, this.card(level))));
    this.more.hidden = all.length <= this.most;
  }

  private card(level: Level): HTMLElement {
    const done = best(level.id);
    const unitOf = this.app.catalogue.kinds.flatMap(({ metrics }) => metrics).find(({ name }) => name === level.metric)
      ?.unit ?? ['move', 'moves'];
    const [, many] = unit(unitOf);
    const moves = done ? `${done.moves} / ${level.optimum}` : String(level.optimum);
    const heading = level.english
      ? [el('span', { lang: 'zh' }, level.name), el('span', { class: 'english' }, level.english)]
      : [el('span', {}, level.name)];
    return el(
      'button',
      { type: 'button', class: `level${done ? ' done' : ''}`, 'data-level': level.id, click: () => this.open(level) },
      thumb(level),
      el('span', { class: 'level-name' }, ...heading),
      el(
        'span',
        { class: 'level-facts' },
        el(
          'span',
          { class: 'dots', role: 'img', 'aria-label': t('difficultyOf', level.difficulty) },
          dots(level.difficulty),
        ),
        el(
          'span',
          { class: 'moves' },
          ...(done ? [el('span', { class: 'tick', role: 'img', 'aria-label': t('solved') }, '✓ ')] : []),
          `${moves} ${many}`,
        ),
      ),
    );
  }
}

function dots(n: number): string {
  return '●'.repeat(n) + '○'.repeat(5 - n);
}
