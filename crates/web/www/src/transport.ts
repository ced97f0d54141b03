// The slider over all moves, and playing them. It is there once there is a solution to look at.
import type { App } from './app';
import { button, el, icon } from './dom';
import { t } from './words';

export class Transport {
  /** Moves a second. */
  speed = 4;
  readonly element: HTMLElement;
  private timer = 0;
  private readonly slider = el('input', {
    type: 'range',
    min: 0,
    value: 0,
    step: 1,
    'aria-label': t('position'),
    id: 'scrubber',
  });
  private readonly first = button(icon('first'), () => this.to(0), {
    title: t('toStart'),
    'aria-label': t('toStart'),
    id: 'first',
  });
  private readonly playing = button(icon('play'), () => this.toggle(), {
    title: t('playMoves'),
    'aria-label': t('playMoves'),
    id: 'play',
    class: 'primary',
  });
  private readonly redo = button(icon('forward'), () => this.to(this.app.view.at + 1), {
    title: t('redo'),
    'aria-label': t('redo'),
    id: 'redo',
  });
  private readonly last = button(icon('last'), () => this.to(this.app.view.length), {
    title: t('toEnd'),
    'aria-label': t('toEnd'),
    id: 'last',
  });
  private readonly where = el('output', { class: 'where', id: 'where' });

  constructor(private readonly app: App) {
    this.element = el(
      'div',
      { id: 'transport', class: 'transport', role: 'group', 'aria-label': t('movesGroup') },
      this.first,
      this.playing,
      this.redo,
      this.last,
      this.slider,
      this.where,
    );
    this.slider.addEventListener('input', () => this.to(this.slider.valueAsNumber));
    app.onChange((change) => {
      if (change === 'puzzle') this.halt();
      this.draw();
    });
    this.draw();
  }

  /** Plays what lies ahead. */
  start(): void {
    this.halt();
    const tick = (): void => {
      const { at, length } = this.app.view;
      if (at >= length) return this.halt();
      this.app.goTo(at + 1, true);
      this.timer = window.setTimeout(tick, 1000 / this.speed);
    };
    this.timer = window.setTimeout(tick, 250);
    this.draw();
  }

  halt(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.draw();
  }

  get plays(): boolean {
    return this.timer !== 0;
  }

  private toggle(): void {
    if (this.timer) return this.halt();
    if (this.app.view.at === this.app.view.length) this.app.goTo(0);
    this.start();
  }

  private to(at: number): void {
    this.halt();
    this.app.goTo(at);
  }

  private draw(): void {
    const { at, length } = this.app.view;
    // Its room is kept, so that nothing jumps when it comes.
    this.element.classList.toggle('idle', length === 0 || (at === length && !this.app.assisted));
    this.slider.max = String(length);
    this.slider.valueAsNumber = at;
    this.slider.setAttribute('aria-valuetext', t('moveOf', at, length));
    this.where.textContent = `${at} / ${length}`;
    // They stay in reach while they have the focus: a button that is gone would drop it.
    this.first.setAttribute('aria-disabled', String(at === 0));
    for (const one of [this.redo, this.last]) one.setAttribute('aria-disabled', String(at === length));
    const [sign, name] = this.timer ? (['pause', t('pause')] as const) : (['play', t('playMoves')] as const);
    this.playing.replaceChildren(icon(sign));
    this.playing.title = name;
    this.playing.setAttribute('aria-label', name);
  }
}
