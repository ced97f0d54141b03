// Share: the whole state in the address, pictures and texts to take away.
import type { App } from './app';
import { button, el, field, messageOf, notify } from './dom';
import { writePlace } from './place';
import { copyButton } from './solve';

export function sharePanel(app: App): HTMLElement {
  const link = el('input', { id: 'link', type: 'text', readonly: true, 'aria-label': 'Link to this position' });
  const draw = (): void => {
    link.value = address(app);
  };
  app.onChange(draw);
  app.onPlace(draw);
  draw();
  link.addEventListener('focus', () => link.select());
  const name = (ending: string): string => `slidewise-${app.view.slug ?? `${app.view.rows}x${app.view.cols}`}.${ending}`;
  return el('div', {},
    field('Link', link, 'The puzzle, the moves, where you are in them and in this page; nothing is stored anywhere else.'),
    el('div', { class: 'row' }, copyButton('Copy link', () => link.value, 'copy-link')),
    el('h3', {}, 'Take away'),
    el('div', { class: 'row' },
      button('SVG', () => save(name('svg'), new Blob([app.play.svg()], { type: 'image/svg+xml' })), { id: 'svg' }),
      button('PNG', () => void png(app.play.svg()).then((blob) => save(name('png'), blob), (error) => notify(messageOf(error))), { id: 'png' }),
      button('Moves as text', () => save(name('txt'), new Blob([solutionText(app)], { type: 'text/plain' })), { id: 'txt' })),
  );
}

/** The address of this page with the state behind it. */
export function address(app: App): string {
  return `${location.href.split('#')[0]}#${app.play.link()}${writePlace(app.place)}`;
}

function solutionText(app: App): string {
  const moves = app.play.notation('', false);
  const start = JSON.stringify(moves) === '""' ? 'no moves yet' : moves;
  let board: string;
  try {
    board = app.play.text();
  } catch (error) {
    board = messageOf(error);
  }
  return `${board}\n\n${start}\n\n${address(app)}\n`;
}

function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Draws a picture at twice its size. */
async function png(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = el('canvas', { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser cannot draw pictures');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large')))));
  } finally {
    URL.revokeObjectURL(url);
  }
}
