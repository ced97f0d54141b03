// Making and finding elements.

type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

/** An element with attributes (functions are listeners) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
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
  select.replaceChildren(
    ...choices.map((choice) => el('option', { value: choice.value, ...(choice.title ? { title: choice.title } : {}) }, choice.label)),
  );
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

/** Drawn by us: fonts differ in which signs they have. */
const ICONS = {
  first: 'M4 4h3v16H4zM20 4v16L8 12z',
  undo: 'M10 3 3 9.5l7 6.5v-4.2c5 0 8 1.2 10 4.7.3-5.6-3.2-9-10-9.4z',
  play: 'M6 3.5v17L21 12z',
  pause: 'M5 4h5v16H5zM14 4h5v16h-5z',
  redo: 'm14 3 7 6.5-7 6.5v-4.2c-5 0-8 1.2-10 4.7-.3-5.6 3.2-9 10-9.4z',
  last: 'M17 4h3v16h-3zM4 4v16l12-8z',
};

export function icon(name: keyof typeof ICONS): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(space, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('class', 'icon');
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', ICONS[name]);
  picture.append(path);
  return picture;
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
  if (text !== null) noticeTimer = window.setTimeout(() => notify(null), 9000);
}
let noticeTimer = 0;

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
