// Making and finding elements.

type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

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
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for pictures. */
export function svg(tag: string, attributes: Attributes = {}, ...children: (Node | string)[]): SVGElement {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

/** The element of the page with this id. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

export interface Choice {
  value: string;
  label: string;
  title?: string;
}

/** Replaces the options of a list, keeping what was chosen if it is still there. */
export function setOptions(select: HTMLSelectElement, choices: Choice[]): void {
  const before = select.value;
  select.replaceChildren(...choices.map((choice) => el('option', { value: choice.value, ...(choice.title ? { title: choice.title } : {}) }, choice.label)));
  if (choices.some((choice) => choice.value === before)) select.value = before;
}

/** A control with its name above it. */
export function field(label: string, control: HTMLElement, help?: string): HTMLElement {
  const id = control.id || `field-${++fields}`;
  control.id = id;
  const parts: Node[] = [el('label', { for: id }, label), control];
  if (help) {
    parts.push(el('small', { id: `${id}-help`, class: 'quiet' }, help));
    control.setAttribute('aria-describedby', `${id}-help`);
  }
  return el('div', { class: 'field' }, ...parts);
}
let fields = 0;

export function button(label: string | Node, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el('button', { type: 'button', click: () => press(), ...attributes }, label);
}

/** A button with a sign, a word, and the key that does the same. */
export function action(sign: Icon, label: string, press: () => void, attributes: Attributes = {}, key = ''): HTMLButtonElement {
  const parts: (Node | string)[] = [icon(sign), el('span', { class: 'word' }, label)];
  if (key) parts.push(el('kbd', { 'aria-hidden': 'true' }, key));
  return el('button', { type: 'button', click: () => press(), ...(key ? { 'aria-keyshortcuts': key } : {}), ...attributes }, ...parts);
}

/** A group of buttons of which one is chosen, as radio buttons that look like chips. */
export function chips<T extends string>(name: string, label: string, all: { value: T; label: string | Node; title?: string }[], chosen: T, choose: (value: T) => void): { element: HTMLElement; set: (value: T) => void } {
  const inputs = new Map<T, HTMLInputElement>();
  const parts = all.map(({ value, label: shown, title }) => {
    const input = el('input', { type: 'radio', name, value, checked: value === chosen, class: 'sr-only', change: () => choose(value) });
    inputs.set(value, input);
    if (typeof shown !== 'string') input.setAttribute('aria-label', title ?? value);
    return el('label', { class: 'chip', ...(title ? { title } : {}) }, input, el('span', {}, shown));
  });
  const element = el('div', { class: 'chips', role: 'radiogroup', 'aria-label': label }, ...parts);
  const set = (value: T): void => {
    for (const [of, input] of inputs) input.checked = of === value;
  };
  return { element, set };
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
  learn: 'M12 3.5v4M12 7.5 6 12M12 7.5l6 4.5M12 2.5a1.8 1.8 0 1 0 .01 0M6 12.5a2 2 0 1 0 .01 0M18 12.5a2 2 0 1 0 .01 0M6 16.5v2M18 16.5v2',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-7',
  edit: 'm4 20 1-4.5L16.5 4 20 7.5 8.5 19z',
  arrow: 'M4 12h14M13 6l6 6-6 6',
  star: 'm12 3 2.8 5.9 6.2.8-4.6 4.4 1.2 6.4L12 17.4 6.4 20.5l1.2-6.4L3 9.7l6.2-.8z',
};
export type Icon = keyof typeof ICONS;

export function icon(name: Icon): SVGElement {
  return svg('svg', { viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));
}

/** Numbers with thin spaces between the thousands. */
export function shown(n: number): string {
  return Math.round(n).toLocaleString('en').replaceAll(',', '\u202f');
}

export function bytes(n: number): string {
  return n < 1 << 20 ? `${shown(n / 1024)} KiB` : `${(n / (1 << 20)).toFixed(1)} MiB`;
}

export function seconds(n: number): string {
  return n < 10 ? `${n.toFixed(2)} s` : `${n.toFixed(1)} s`;
}

/** A time of play, to the millisecond if asked for. */
export function clock(ms: number, digits = 3): string {
  const unit = 10 ** (3 - digits);
  const whole = Math.floor(ms / unit) * unit;
  const minutes = Math.floor(whole / 60_000);
  const rest = ((whole % 60_000) / 1000).toFixed(digits);
  return `${minutes}:${rest.padStart(digits ? 3 + digits : 2, '0')}`;
}

/** Says something to those who listen to the page. */
export function announce(text: string): void {
  byId('live').textContent = text;
}

/** Shows a message over the page until the next one, or hides it. */
export function notify(text: string | null, kind: 'error' | 'info' = 'error'): void {
  const notice = byId('notice');
  notice.textContent = text ?? '';
  notice.dataset['kind'] = kind;
  notice.hidden = text === null;
  clearTimeout(noticeTimer);
  if (text !== null) noticeTimer = window.setTimeout(() => notify(null), kind === 'error' ? 9000 : 4000);
}
let noticeTimer = 0;

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Gives something to be saved. */
export function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
