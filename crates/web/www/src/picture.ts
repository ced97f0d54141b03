// Pictures that the page has drawn, as files of their own.
import { button, el, messageOf, notify, save } from './dom';
import { t } from './words';

/** What a picture looks like by the page's colours, which a file of its own has not. */
const LOOKS = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
];

/** A picture as text, with its colours in it and as large as it is drawn. */
export function pictureText(picture: SVGElement): string {
  const copy = picture.cloneNode(true) as SVGElement;
  const [from, to] = [picture.querySelectorAll('*'), copy.querySelectorAll('*')];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of LOOKS) to[i]?.setAttribute(name, style.getPropertyValue(name));
    to[i]?.setAttribute('font-family', 'system-ui, sans-serif');
  });
  const { width, height } = picture.getBoundingClientRect();
  if (!copy.hasAttribute('width'))
    for (const [name, value] of [
      ['width', width],
      ['height', height],
    ] as const)
      copy.setAttribute(name, String(Math.round(value)));
  return new XMLSerializer().serializeToString(copy);
}

/** Draws a picture at twice its size. */
export async function png(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = el('canvas', { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser cannot draw pictures');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Buttons that save a picture, as it is when they are pressed. */
export function savers(id: string, picture: () => SVGElement | null): HTMLElement {
  const text = (): string => {
    const drawn = picture();
    return drawn ? pictureText(drawn) : '';
  };
  const failed = (error: unknown): void => notify(messageOf(error));
  return el(
    'div',
    { class: 'row' },
    button(t('saveSvg'), () => save(`slidewise-${id}.svg`, new Blob([text()], { type: 'image/svg+xml' })), {
      id: `${id}-svg`,
      class: 'link',
    }),
    button(t('savePng'), () => void png(text()).then((blob) => save(`slidewise-${id}.png`, blob), failed), {
      id: `${id}-png`,
      class: 'link',
    }),
  );
}
