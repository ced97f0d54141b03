// The moment when a board is solved: time, moves against the shortest, stars, and on to the next.
import type { App } from './app';
import { button, clock, el, icon, messageOf, notify } from './dom';
import { chime } from './feel';
import { Play, Stopped, type Answer } from './kit';
import { category } from './stage';
import { best, keep } from './store';
import type { Transport } from './transport';
import { t } from './words';

/** As long as this a shortest solution is looked for when nobody waits for it. */
const PATIENCE = 12;

export class Won {
  private shown = '';
  /** What comes after a level or a day; without it, another board. */
  next: () => { label: string; go: () => void };

  /** Told when a result was kept. */
  kept: () => void = () => {};

  constructor(
    private readonly app: App,
    private readonly overlay: HTMLElement,
    private readonly transport: Transport,
    fresh: () => void,
  ) {
    this.next = () => ({ label: t('nextBoard'), go: fresh });
    app.onChange((change) => this.changed(change === 'puzzle'));
  }

  private changed(fresh: boolean): void {
    const { app } = this;
    const { solved, at } = app.view;
    const link = solved && at > 0 ? app.play.link() : '';
    if (!link) {
      this.shown = '';
      this.overlay.replaceChildren();
      return;
    }
    if (link === this.shown || fresh) {
      this.shown = link;
      return;
    }
    this.shown = link;
    if (app.assisted) this.byProgram();
    else this.byVisitor(link);
  }

  /** What the program did is no achievement. */
  private byProgram(): void {
    if (this.transport.plays) this.transport.halt();
    this.overlay.replaceChildren(el('div', { class: 'ribbon', id: 'won', 'data-by': 'program' }, t('solvedByProgram')));
    const ribbon = this.overlay.firstElementChild;
    setTimeout(() => ribbon?.remove(), 2500);
  }

  private byVisitor(link: string): void {
    const { app } = this;
    const time = Math.round(app.clock.elapsed);
    const moves = app.count();
    const of = category(app);
    const before = best(of);
    // What is solved by the first move says nothing of speed.
    if (app.view.at > 1) keep({ of, time, moves, at: Date.now(), hints: app.hints });
    this.kept();
    chime();
    const stars = el('p', { class: 'stars', id: 'stars' });
    const against = el('span', { id: 'against' }, t('shortestPending'));
    const next = this.next();
    const again = button(next.label, () => next.go(), { class: 'primary', id: 'next' });
    const watch = button(t('watchBest'), () => void this.watch(), { id: 'watch-best' });
    const look = button(t('lookAt'), () => this.overlay.replaceChildren(), { class: 'link light' });
    const facts = [clock(time), app.counted(moves, app.view.metric)];
    if (app.hints) facts.push(t('withHints', app.hints));
    const card = el(
      'div',
      { class: 'won', id: 'won', 'data-by': 'visitor', role: 'group', 'aria-labelledby': 'won-title' },
      stars,
      el('h2', { id: 'won-title' }, t('solved')),
      ...(before && time < before.time ? [el('p', { class: 'record' }, t('newBest'))] : []),
      el('p', { class: 'facts' }, `${facts.join(' · ')} · `, against),
      el('div', { class: 'row' }, again, watch),
      look,
    );
    this.overlay.replaceChildren(card);
    this.drawStars(stars, null, moves);
    again.focus({ preventScroll: true });
    void this.compare(link, moves, stars, against);
  }

  /** Holds the game against the shortest one, once that is known. */
  private async compare(link: string, moves: number, stars: HTMLElement, against: HTMLElement): Promise<void> {
    const start = startOf(link);
    for (const seconds of [0.4, PATIENCE]) {
      let answer: Answer;
      try {
        answer = await this.app.background.solve({ link: start, seconds });
      } catch (error) {
        if (!(error instanceof Stopped)) against.textContent = messageOf(error);
        return;
      }
      if (this.shown !== link || answer.cost === null) return;
      const sure = answer.proof === 'optimal';
      against.textContent = t('bestIs', sure ? answer.cost : t('atMost', answer.cost));
      this.drawStars(stars, sure ? answer.cost : (answer.lowerBound ?? answer.cost), moves);
      if (sure) return;
    }
  }

  private drawStars(stars: HTMLElement, least: number | null, moves: number): void {
    const count = least === null ? 1 : moves <= least * 1.1 ? 3 : moves <= least * 1.6 ? 2 : 1;
    const earned = this.app.hints > 0 ? Math.min(2, count) : count;
    stars.setAttribute('role', 'img');
    stars.setAttribute('aria-label', t('starsOf', earned));
    stars.dataset['stars'] = String(earned);
    stars.replaceChildren(
      ...[1, 2, 3].map((n) => el('span', { class: n <= earned ? 'star on' : 'star' }, icon('star'))),
    );
  }

  /** Goes back to the start and plays the shortest way. */
  private async watch(): Promise<void> {
    const start = startOf(this.app.play.link());
    const { label } = this.app;
    try {
      const answer = await this.app.background.solve({ link: start, seconds: PATIENCE });
      if (answer.moves === null) return notify(t('noneFound'));
      this.app.take(() => Play.linked(start), 'linked', { assisted: true, label });
      this.app.load(answer.moves);
      this.transport.start();
    } catch (error) {
      if (!(error instanceof Stopped)) notify(messageOf(error));
    }
  }
}

/** The link of the game before its first move. */
export function startOf(link: string): string {
  const game = Play.linked(link);
  game.goTo(0);
  const start = game.here();
  game.free();
  return start;
}
