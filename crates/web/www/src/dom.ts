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

export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el('button', { type: 'button', click: () => press(), ...attributes }, label);
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
