// Making and finding elements.

import { el, icon, type Attributes, type Icon } from './kit';

export { el, icon, svg, type Icon } from './kit';

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
    ...choices.map((choice) =>
      el('option', { value: choice.value, ...(choice.title ? { title: choice.title } : {}) }, choice.label),
    ),
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

/** A button with a sign, a word, and the key that does the same. */
export function action(
  sign: Icon,
  label: string,
  press: () => void,
  attributes: Attributes = {},
  key = '',
): HTMLButtonElement {
  const parts: (Node | string)[] = [icon(sign), el('span', { class: 'word' }, label)];
  if (key) parts.push(el('kbd', { 'aria-hidden': 'true' }, key));
  return el(
    'button',
    { type: 'button', click: () => press(), ...(key ? { 'aria-keyshortcuts': key } : {}), ...attributes },
    ...parts,
  );
}

/** A group of buttons of which one is chosen, as radio buttons that look like chips. */
export function chips<T extends string>(
  name: string,
  label: string,
  all: { value: T; label: string | Node; title?: string }[],
  chosen: T,
  choose: (value: T) => void,
): { element: HTMLElement; set: (value: T) => void } {
  const inputs = new Map<T, HTMLInputElement>();
  const parts = all.map(({ value, label: shown, title }) => {
    const input = el('input', {
      type: 'radio',
      name,
      value,
      checked: value === chosen,
      class: 'sr-only',
      change: () => choose(value),
    });
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
