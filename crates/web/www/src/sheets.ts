// Panels over the page: beside the board on a wide window, from below on a phone. They are dialogs, so that the browser
// keeps the focus in them and gives it back.
import { button, el, icon } from './dom';
import { t } from './words';

export interface Sheet {
  open(): void;
  close(): void;
  readonly isOpen: boolean;
}

/** A panel; `beside` leaves the board in sight and in use. */
export function sheet(
  id: string,
  title: string,
  content: HTMLElement,
  { beside = false, show = (_: boolean): void => {} } = {},
): Sheet {
  const dialog = el('dialog', {
    id: `sheet-${id}`,
    class: `sheet${beside ? ' beside' : ''}`,
    'aria-labelledby': `sheet-${id}-title`,
  });
  const close = button(icon('close'), () => dialog.close(), { class: 'plain', 'aria-label': t('close') });
  dialog.append(
    el('div', { class: 'sheet-head' }, el('h2', { id: `sheet-${id}-title` }, title), close),
    el('div', { class: 'sheet-body' }, content),
  );
  let opener: Element | null = null;
  dialog.addEventListener('close', () => {
    show(false);
    if (beside && opener instanceof HTMLElement) opener.focus();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && !beside) dialog.close();
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && beside) dialog.close();
  });
  document.body.append(dialog);
  return {
    open: () => {
      if (dialog.open) return;
      opener = document.activeElement;
      for (const other of document.querySelectorAll<HTMLDialogElement>('dialog.sheet[open]')) other.close();
      if (beside) dialog.show();
      else dialog.showModal();
      show(true);
    },
    close: () => dialog.close(),
    get isOpen() {
      return dialog.open;
    },
  };
}
