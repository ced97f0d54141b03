// Share: the whole state in the address, pictures and texts to take away.
import type { App } from './app';
import { button, el, field, messageOf, notify, save } from './dom';
import { png } from './picture';
import { writePlace } from './place';
import { copyButton } from './solving';
import { t } from './words';

export function sharePanel(app: App): { panel: HTMLElement; draw: () => void } {
  const link = el('input', { id: 'link', type: 'text', readonly: true });
  const draw = (): void => {
    link.value = address(app);
  };
  link.addEventListener('focus', () => link.select());
  const name = (ending: string): string => `slidewise-${app.view.slug ?? `${app.view.rows}x${app.view.cols}`}${ending}`;
  const picture = (text: string): Blob => new Blob([text], { type: 'image/svg+xml' });
  const panel = el(
    'div',
    { class: 'stack' },
    field(t('link'), link, t('linkHelp')),
    el(
      'div',
      { class: 'row' },
      copyButton(t('copyLink'), () => link.value, 'copy-link'),
    ),
    el('h3', {}, t('takeAway')),
    el(
      'div',
      { class: 'row' },
      button(t('picture'), () => save(name('.svg'), picture(app.play.svg())), { id: 'svg' }),
      button(
        t('picturePng'),
        () =>
          void png(app.play.svg()).then(
            (blob) => save(name('.png'), blob),
            (error) => notify(messageOf(error)),
          ),
        { id: 'png' },
      ),
      button(t('film'), () => save(name('-moves.svg'), picture(app.play.animated(0.5))), { id: 'film' }),
      button(t('movesText'), () => save(name('.txt'), new Blob([solutionText(app)], { type: 'text/plain' })), {
        id: 'txt',
      }),
    ),
  );
  return { panel, draw };
}

/** The address of this page with the state behind it. */
export function address(app: App): string {
  return `${location.href.split('#')[0]}#${app.play.link()}${writePlace(app.place)}`;
}

function solutionText(app: App): string {
  let board: string;
  try {
    board = app.play.text();
  } catch (error) {
    board = messageOf(error);
  }
  return `${board}\n\n${app.play.notation('', false) || t('noMoves')}\n\n${address(app)}\n`;
}
