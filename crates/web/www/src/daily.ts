// The puzzle of the day: the same for everyone, from its date alone.
import type { App } from './app';
import { clock, el } from './dom';
import { Play } from './kit';
import { copyButton } from './solving';
import { best, results } from './store';
import { startOf } from './won';
import { t } from './words';

const DAYS = 7;

/** The visitor's own date, as the program writes it. */
export function today(back = 0): string {
  const date = new Date();
  date.setDate(date.getDate() - back);
  return [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-');
}

const labelOf = (date: string): string => `daily ${date}`;

export class Daily {
  readonly element = el('div', { class: 'cards' });

  constructor(private readonly app: App) {
    app.onChange((change) => {
      if (change === 'puzzle' || app.view.solved) this.draw();
    });
    app.onPlace(() => this.draw());
    this.draw();
  }

  /** The date of the puzzle in play, if it is one of a day. */
  get date(): string | null {
    return this.app.label?.startsWith('daily ') ? this.app.label.slice(6) : null;
  }

  open(date = today()): void {
    if (this.date !== date) this.app.take(() => Play.ofDay(date), 'chosen', { label: labelOf(date) });
  }

  private draw(): void {
    const date = this.date ?? today();
    const done = best(labelOf(date));
    const state = done
      ? t('dailyDone', clock(done.time), this.app.counted(done.moves, this.app.view.metric))
      : t('dailyOpen');
    const days = Array.from({ length: DAYS }, (_, i) => today(DAYS - 1 - i)).map((day) => {
      const solved = best(labelOf(day)) !== null;
      const name = new Date(`${day}T12:00`).toLocaleDateString(document.documentElement.lang, { weekday: 'narrow' });
      const parts = [
        el('span', { class: 'weekday' }, name),
        el('span', { class: 'mark' }, String(Number(day.slice(8)))),
        ...(solved ? [el('span', { class: 'tick', role: 'img', 'aria-label': t('solved') }, '★')] : []),
      ];
      return el(
        'button',
        {
          type: 'button',
          class: `day${solved ? ' done' : ''}`,
          'aria-pressed': String(day === date),
          title: day,
          click: () => this.open(day),
        },
        ...parts,
      );
    });
    const shown = new Date(`${date}T12:00`).toLocaleDateString(document.documentElement.lang, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
    this.element.replaceChildren(
      el(
        'div',
        { class: 'card' },
        el('h3', {}, t('dailyTitle')),
        el('p', { class: 'date', id: 'daily-date' }, shown),
        el('p', { id: 'daily-state' }, state),
        el('p', { class: 'quiet' }, t('dailyHelp')),
        ...(done ? [copyButton(t('copyResult'), () => this.result(date), 'copy-result')] : []),
      ),
      el(
        'div',
        { class: 'card' },
        el('h3', {}, t('lastDays')),
        el('div', { class: 'days' }, ...days),
        el('p', { class: 'quiet' }, `${t('streak')}: ${this.streak()}`),
      ),
    );
  }

  private streak(): number {
    let count = 0;
    const from = best(labelOf(today())) ? 0 : 1;
    while (best(labelOf(today(from + count)))) count++;
    return count;
  }

  /** What people send each other. */
  private result(date: string): string {
    const mine = results()
      .filter(({ of }) => of === labelOf(date))
      .at(-1);
    if (!mine) return '';
    const link = `${location.href.split('#')[0]}#${startOf(this.app.play.link())}`;
    return `slidewise ${date}\n${clock(mine.time)} · ${mine.moves} ${this.app.unit(this.app.view.metric)[1]}${mine.hints ? ` · ${t('withHints', mine.hints)}` : ''}\n${link}`;
  }
}
