// Keys work wherever the focus is, without a click, unless something is being typed or chosen.
import type { App } from './app';
import type { Way } from './kit';
import type { Stage } from './stage';

const WAYS: Record<string, Way> = {
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
  w: 'up',
  s: 'down',
  a: 'left',
  d: 'right',
};

export function keyboard(
  app: App,
  stage: Stage,
  doing: { fresh: () => void; halt: () => void; isStaged: () => boolean },
): void {
  document.addEventListener('keydown', (event) => {
    const target = event.composedPath()[0];
    const element = target instanceof Element ? target : document.body;
    if (element.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')) return;
    if (!doing.isStaged() || element.closest('dialog:modal') || event.defaultPrevented) return;
    // Caps lock does not matter.
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'z' && key !== 'y') return;
      doing.halt();
      if (key === 'y' || event.shiftKey) app.goTo(app.view.at + 1);
      else app.undo();
    } else if (event.altKey) {
      return;
    } else if (WAYS[key]) {
      if (element.matches('input')) return;
      doing.halt();
      stage.board.arrowKey(WAYS[key]);
    } else if (key === 'n' || (key === ' ' && !element.matches('button, a, summary, input'))) {
      doing.fresh();
    } else if (key === 'u') {
      doing.halt();
      app.undo();
    } else if (key === 'h') {
      void stage.hint();
    } else {
      return;
    }
    event.preventDefault();
  });
}
