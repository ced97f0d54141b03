// Making elements, and the signs on them.

export type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

function fill<T extends Element>(element: T, attributes: Attributes, children: (Node | string)[]): T {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** An element with attributes (functions are listeners) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for pictures. */
export function svg(tag: string, attributes: Attributes = {}, ...children: (Node | string)[]): SVGElement {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

/** Drawn by us: fonts differ in which signs they have. Lines on a grid of 24. */
const ICONS = {
  first: 'M6 5v14M19 5l-9 7 9 7z',
  undo: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12',
  back: 'm15 5-8 7 8 7z',
  play: 'M7 4.5v15L20 12z',
  pause: 'M8 5v14M16 5v14',
  redo: 'm15 6 5 5-5 5M20 11H10a6 6 0 0 0 0 12',
  forward: 'm9 5 8 7-8 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  plus: 'M12 4.5v15M4.5 12h15',
  hint: 'M9 18h6M10 21.5h4M12 2.5a6.5 6.5 0 0 0-4 11.6c.8.7 1 1.3 1 2.4h6c0-1.1.2-1.7 1-2.4A6.5 6.5 0 0 0 12 2.5z',
  solve: 'm4 12.5 5.5 5.5L20 6.5',
  share: 'M12 15V3.5M7.5 7.5 12 3l4.5 4.5M6 11.5H4.5V21h15v-9.5H18',
  settings: 'M4 7h9m5 0h2M4 17h2m5 0h9M13 4.5v5M18 4.5v5M6 14.5v5M11 14.5v5M13 4.5h5v5h-5zM6 14.5h5v5H6z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  close: 'm6 6 12 12M18 6 6 18',
  game: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4z',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8 3v5M16 3v5',
  levels: 'M4 5h5v5H4zM4 14h5v5H4zM13 6h7M13 9h4M13 15h7M13 18h4',
  race: 'M5 21V4M5 5h13l-2.5 4L18 13H5',
  learn:
    'M12 3.5v4M12 7.5 6 12M12 7.5l6 4.5M12 2.5a1.8 1.8 0 1 0 .01 0M6 12.5a2 2 0 1 0 .01 0M18 12.5a2 2 0 1 0 .01 0M6 16.5v2M18 16.5v2',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-7',
  edit: 'm4 20 1-4.5L16.5 4 20 7.5 8.5 19z',
  arrow: 'M4 12h14M13 6l6 6-6 6',
  star: 'm12 3 2.8 5.9 6.2.8-4.6 4.4 1.2 6.4L12 17.4 6.4 20.5l1.2-6.4L3 9.7l6.2-.8z',
};
export type Icon = keyof typeof ICONS;

export function icon(name: Icon): SVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true' },
    svg('path', { d: ICONS[name] }),
  );
}
