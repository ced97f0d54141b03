// Undo, redo, the slider over all moves, and playing them.
import type { App } from './app';
import { button, byId, el, icon } from './dom';

export class Transport {
  /** Moves a second. */
  speed = 4;
  private timer = 0;
  private readonly slider = el('input', { type: 'range', min: 0, value: 0, step: 1, 'aria-label': 'Position in the moves', id: 'scrubber' });
  private readonly first = button(icon('first'), () => this.to(0), { title: 'Back to the start', 'aria-label': 'Back to the start', id: 'first' });
  private readonly undo = button(icon('undo'), () => this.to(this.app.view.at - 1), { title: 'Undo (Ctrl+Z)', 'aria-label': 'Undo', id: 'undo' });
  private readonly playing = button(icon('play'), () => this.toggle(), { title: 'Play the moves', 'aria-label': 'Play the moves', id: 'play', class: 'primary' });
  private readonly redo = button(icon('redo'), () => this.to(this.app.view.at + 1), { title: 'Redo (Ctrl+Y)', 'aria-label': 'Redo', id: 'redo' });
  private readonly last = button(icon('last'), () => this.to(this.app.view.length), { title: 'To the last move', 'aria-label': 'To the last move', id: 'last' });
  private readonly where = el('output', { class: 'where', id: 'where' });

  constructor(private readonly app: App) {
    const row = el('div', { class: 'buttons' }, this.first, this.undo, this.playing, this.redo, this.last);
    byId('transport').append(row, el('div', { class: 'slider' }, this.slider, this.where));
    this.slider.addEventListener('input', () => this.to(this.slider.valueAsNumber));
    document.addEventListener('keydown', (event) => this.key(event));
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

  private toggle(): void {
    if (this.timer) this.halt();
    else {
      if (this.app.view.at === this.app.view.length) this.app.goTo(0);
      this.start();
    }
  }

  private to(at: number): void {
    this.halt();
    this.app.goTo(at);
  }

  private key(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLElement && event.target.matches('input:not([type=range]), textarea, select');
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key === 'z') this.to(this.app.view.at + (event.shiftKey ? 1 : -1));
    else if (key === 'y') this.to(this.app.view.at + 1);
    else return;
    event.preventDefault();
  }

  private draw(): void {
    const { at, length } = this.app.view;
    this.slider.max = String(length);
    this.slider.valueAsNumber = at;
    this.slider.disabled = length === 0;
    this.slider.setAttribute('aria-valuetext', `move ${at} of ${length}`);
    this.where.textContent = `${at} / ${length}`;
    this.first.disabled = this.undo.disabled = at === 0;
    this.redo.disabled = this.last.disabled = at === length;
    this.playing.disabled = length === 0;
    const [sign, name] = this.timer ? (['pause', 'Pause'] as const) : (['play', 'Play the moves'] as const);
    this.playing.replaceChildren(icon(sign));
    this.playing.title = name;
    this.playing.setAttribute('aria-label', name);
  }
}
