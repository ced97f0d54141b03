// A piece follows the finger or the pointer along its way, goes round corners, and flies on when it is let go fast.
import type { Grip, Item, Way } from './types';

/** What is held, and how far it is from its place, in pixels. */
export interface Held {
  items: number[];
  x: number;
  y: number;
}

export interface Table {
  item(id: number): Item | null;
  grips(id: number): Grip[];
  cell(): { width: number; height: number; left: number; top: number; rows: number; cols: number };
  shift(held: Held | null): void;
  step(item: Item, way: Way, joined: boolean): boolean;
  press(item: Item | null, cell: number): void;
  drop(item: Item, cell: number): void;
  sweep(way: Way): void;
  stuck(item: Item): void;
}

interface Drag {
  pointer: number;
  item: Item | null;
  /** Where the pointer was when the piece was at its place. */
  x: number;
  y: number;
  /** The axis along which it is pulled, and how far it may go either way. */
  across: boolean | null;
  grips: Grip[];
  offset: number;
  steps: number;
  moved: boolean;
  trail: { x: number; y: number; time: number }[];
}

/** A press may tremble so much. */
const SLACK = 7;
/** Pixels a millisecond from which on a piece flies as far as it goes. */
const FLICK = 0.55;
/** Milliseconds before the end that say how fast it was: who holds a piece still for so long does not fling it. */
const RECENT = 90;
const ACROSS: Record<Way, boolean> = { left: true, right: true, up: false, down: false };
const SIGN: Record<Way, number> = { left: -1, right: 1, up: -1, down: 1 };

export function drag(area: HTMLElement, table: Table): void {
  let now: Drag | null = null;

  const begin = (event: PointerEvent): void => {
    if (event.button !== 0 || now) return;
    const target = event
      .composedPath()
      .find((node): node is HTMLElement => node instanceof HTMLElement && node.dataset['item'] !== undefined);
    const item = target ? table.item(Number(target.dataset['item'])) : null;
    now = {
      pointer: event.pointerId,
      item,
      x: event.clientX,
      y: event.clientY,
      across: null,
      grips: item ? table.grips(item.id) : [],
      offset: 0,
      steps: 0,
      moved: false,
      trail: [],
    };
    area.setPointerCapture(event.pointerId);
  };

  const follow = (event: PointerEvent): void => {
    const drag = now;
    if (!drag || event.pointerId !== drag.pointer) return;
    drag.trail = [...recent(drag, event), { x: event.clientX, y: event.clientY, time: event.timeStamp }];
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moved ||= Math.hypot(dx, dy) > SLACK;
    if (!drag.moved || !drag.item || drag.grips.length === 0) return;
    pull(drag, drag.item, dx, dy);
  };

  function pull(drag: Drag, item: Item, dx: number, dy: number): void {
    const cell = table.cell();
    const can = (across: boolean): boolean => drag.grips.some(({ way }) => ACROSS[way] === across);
    drag.across ??=
      Math.abs(dx) > Math.abs(dy)
        ? can(true)
          ? true
          : can(false)
            ? false
            : null
        : can(false)
          ? false
          : can(true)
            ? true
            : null;
    if (drag.across === null) return;
    const sideways = Math.abs(drag.across ? dy : dx) / (drag.across ? cell.height : cell.width);
    const along = Math.abs(drag.across ? dx : dy) / (drag.across ? cell.width : cell.height);
    // Round a corner: what was pulled so far is done, and the rest is pulled from there.
    if (sideways > 0.5 && (Math.abs(drag.offset) > 0.5 || sideways > along)) {
      const rest = settle(drag, item, Math.round(drag.offset));
      const other = !drag.across;
      drag.grips = table.grips(item.id);
      if (drag.grips.some(({ way }) => ACROSS[way] === other)) drag.across = other;
      if (rest) return pull(drag, item, dx - rest[0], dy - rest[1]);
    }
    const side = drag.across ? cell.width : cell.height;
    const far = (sign: number): number =>
      drag.grips.find(({ way }) => ACROSS[way] === drag.across && SIGN[way] === sign)?.far ?? 0;
    drag.offset = Math.min(far(1), Math.max(-far(-1), (drag.across ? dx : dy) / side));
    const grip = drag.grips.find(({ way }) => ACROSS[way] === drag.across && SIGN[way] === Math.sign(drag.offset));
    const px = drag.offset * side;
    table.shift({ items: grip?.carried ?? [item.id], x: drag.across ? px : 0, y: drag.across ? 0 : px });
  }

  /** Makes so many steps along the axis; how far the pointer's origin moves with them. */
  function settle(drag: Drag, item: Item, count: number): [number, number] | null {
    const cell = table.cell();
    if (count === 0 || drag.across === null) return null;
    const way: Way = drag.across ? (count > 0 ? 'right' : 'left') : count > 0 ? 'down' : 'up';
    let made = 0;
    while (made < Math.abs(count) && table.step(item, way, drag.steps > 0)) {
      made++;
      drag.steps++;
    }
    const [x, y] = drag.across ? [Math.sign(count) * made * cell.width, 0] : [0, Math.sign(count) * made * cell.height];
    drag.x += x;
    drag.y += y;
    drag.offset = 0;
    return [x, y];
  }

  const recent = (drag: Drag, event: PointerEvent): Drag['trail'] =>
    drag.trail.filter(({ time }) => event.timeStamp - time < RECENT);

  /** How fast the pointer went at last, in pixels a millisecond. */
  const speed = (drag: Drag, across: boolean, event: PointerEvent): number => {
    const trail = recent(drag, event);
    const [first, last] = [trail[0], trail.at(-1)];
    if (!first || !last || last.time - first.time < 8) return 0;
    return (across ? last.x - first.x : last.y - first.y) / (last.time - first.time);
  };

  const end = (event: PointerEvent): void => {
    const drag = now;
    if (!drag || event.pointerId !== drag.pointer) return;
    now = null;
    const cell = table.cell();
    const [row, col] = [
      Math.floor((event.clientY - cell.top) / cell.height),
      Math.floor((event.clientX - cell.left) / cell.width),
    ];
    const on = row >= 0 && row < cell.rows && col >= 0 && col < cell.cols ? row * cell.cols + col : null;
    if (!drag.moved) return void (on !== null && table.press(drag.item, drag.item?.cells[0] ?? on));
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    const towards: Way = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up';
    if (!drag.item || drag.grips.length === 0) {
      table.shift(null);
      if (drag.item && on !== null) table.drop(drag.item, on);
      if (Math.hypot(dx, dy) >= 24) table.sweep(towards);
      return;
    }
    if (drag.across === null) return table.shift(null);
    const v = speed(drag, drag.across, event);
    const flung = Math.abs(v) > FLICK && Math.sign(v) === Math.sign(drag.offset || v);
    const grip = drag.grips.find(({ way }) => ACROSS[way] === drag.across && SIGN[way] === Math.sign(v));
    const count = flung && grip ? Math.sign(v) * grip.far : Math.round(drag.offset);
    table.shift(null);
    if (count !== 0) settle(drag, drag.item, count);
    else if (drag.steps === 0 && !drag.grips.some(({ way }) => way === towards)) table.stuck(drag.item);
  };

  area.addEventListener('pointerdown', begin);
  area.addEventListener('pointermove', follow);
  area.addEventListener('pointerup', end);
  area.addEventListener('pointercancel', () => {
    now = null;
    table.shift(null);
  });
}
