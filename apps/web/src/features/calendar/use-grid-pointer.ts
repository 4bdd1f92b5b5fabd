import { type CalendarAxis, minuteAt } from '@stint/domain/time/calendar-axis.ts';
import type { Stretch } from '@stint/domain/time/calendar-layout.ts';
import { beginningAt, drawn, endingAt, movedTo, snap } from '@stint/domain/time/calendar-moves.ts';
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { CalendarEntry } from './calendar-entry.ts';
import { createHeldDrag, type Drag } from './held-drag.ts';

export type GridPointer = {
  axis: CalendarAxis;
  step: number;
  /** Pixels of a minute. */
  scale: number;
  /** The days that are shown, from left to right. */
  shown: readonly number[];
  isLocked: (...days: number[]) => boolean;
  find: (timesheetID: string) => (Stretch & { entry: CalendarEntry; day: number }) | null;
  /** The thing was let go; what was only clicked was not dragged. */
  onDrop: (drag: Drag) => void;
  onSlot: (day: number, minute: number) => void;
};

/** How far a mouse moves before it drags, and a finger before it scrolls instead. */
const MOUSE_SLACK = 4;
const FINGER_SLACK = 8;
/** How long a finger rests before it drags. */
const REST_MILLISECONDS = 350;
/** Near the edge of what is seen, the grid scrolls along. */
const EDGE = 36;

/** Drawing, moving and resizing with mouse, pen or finger. Escape lets everything be as it was. */
export function useGridPointer(columns: RefObject<HTMLDivElement | null>, options: GridPointer) {
  const held = useMemo(createHeldDrag, []);
  const stop = useRef(() => {});
  const latest = useRef(options);
  latest.current = options;
  // What is held in one week is not put down in another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days end the drag
  useEffect(() => () => stop.current(), [options.axis]);

  const spotOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { axis, scale, shown } = latest.current;
    const box = columns.current?.getBoundingClientRect() ?? new DOMRect();
    const column = Math.floor(((clientX - box.left) / Math.max(1, box.width)) * shown.length);
    const day = shown[Math.min(shown.length - 1, Math.max(0, column))] ?? 0;
    const position = Math.min(axis.length - 1, Math.max(0, (clientY - box.top) / scale));
    const on = axis.days[day];
    return { day, minute: on ? Math.floor(minuteAt(axis, on, position)) : 0 };
  };

  const begin = (event: ReactPointerEvent, take: Taken) => {
    stop.current();
    const from = { x: event.clientX, y: event.clientY };
    const isFinger = event.pointerType === 'touch' && take.kind !== 'start' && take.kind !== 'end';
    const anchor = spotOf(event);
    const grip = take.block ? anchor.minute - take.block.from : 0;
    let current: Drag | null = null;
    const toDrag = (at: PointerEvent): Drag => {
      const { axis, step } = latest.current;
      const spot = spotOf(at);
      const stays = take.kind !== 'move';
      const day = stays ? anchor.day : spot.day;
      const grid = { step, minutes: axis.days[day]?.minutes ?? 1440 };
      const strip = take.kind === 'move' ? stripAt(columns.current, at) : null;
      return {
        kind: take.kind,
        entry: take.entry,
        isCopy: take.kind === 'move' && (at.ctrlKey || at.altKey || at.metaKey),
        isOff: strip !== null,
        day: strip ? Number(strip.dataset['strip']) : day,
        ...reach(take, { anchor: anchor.minute, minute: spot.minute, grip }, grid),
      };
    };
    const start = (at: PointerEvent) => {
      const { isLocked } = latest.current;
      if (isLocked(anchor.day)) return end();
      // What lies under the pointer is not hovered over while something is dragged across it.
      columns.current?.setPointerCapture(event.pointerId);
      current = toDrag(at);
      held.set(current);
    };
    const move = (at: PointerEvent) => {
      if (current) {
        current = toDrag(at);
        held.set(current);
        scrollAlong(columns.current, at.clientY);
        return;
      }
      const moved = Math.hypot(at.clientX - from.x, at.clientY - from.y);
      if (isFinger) {
        if (moved > FINGER_SLACK) end();
      } else if (moved > MOUSE_SLACK) start(at);
    };
    const up = () => {
      const dropped = current;
      end();
      if (dropped) {
        swallowClick();
        latest.current.onDrop(dropped);
      } else if (take.kind === 'draw') latest.current.onSlot(anchor.day, anchor.minute);
    };
    const onEscape = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !current) return;
      key.preventDefault();
      key.stopPropagation();
      swallowClick();
      end();
    };
    // A finger that drags does not scroll; listened to from the start, since the browser asks only then.
    const hold = (touch: TouchEvent) => {
      if (current && touch.cancelable) touch.preventDefault();
    };
    const rest = isFinger ? setTimeout(() => start(event.nativeEvent), REST_MILLISECONDS) : undefined;
    const end = () => {
      clearTimeout(rest);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', onEscape, true);
      removeEventListener('touchmove', hold);
      stop.current = () => {};
      if (current && columns.current?.hasPointerCapture(event.pointerId))
        columns.current.releasePointerCapture(event.pointerId);
      current = null;
      held.set(null);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', end);
    addEventListener('keydown', onEscape, true);
    addEventListener('touchmove', hold, { passive: false });
    stop.current = end;
  };

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !(event.target instanceof HTMLElement)) return;
    const { target } = event;
    if (target.closest('[data-ghost]')) return;
    const id = target.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
    if (id === undefined) {
      // What lies over the strip is not drawn upon.
      if (!columns.current?.contains(target)) return;
      begin(event, { kind: 'draw', entry: null, block: null });
      return;
    }
    const found = latest.current.find(id);
    if (!found) return;
    const handle = target.closest<HTMLElement>('[data-handle]')?.dataset['handle'];
    const kind = handle === 'start' || handle === 'end' ? handle : 'move';
    // Out of the strip it is held by its beginning.
    const isOff = found.to <= found.from && !found.entry.startedAt;
    begin(event, { kind, entry: found.entry, block: isOff ? null : found });
  };
  return { held, onPointerDown };
}

type Taken = { kind: Drag['kind']; entry: CalendarEntry | null; block: Stretch | null };

/** The stretch that the pointer makes of what it took. */
function reach(
  { kind, entry, block }: Taken,
  at: { anchor: number; minute: number; grip: number },
  grid: { step: number; minutes: number },
): Stretch {
  if (kind === 'draw') return drawn(at.anchor, at.minute, grid);
  const stretch = block ?? { from: 0, to: Math.max(1, entry?.minutes ?? grid.step) };
  if (kind === 'start') return beginningAt(stretch, snap(at.minute, grid.step), grid);
  if (kind === 'end') return endingAt(stretch, snap(at.minute, grid.step), grid);
  return movedTo(stretch, snap(at.minute - at.grip, grid.step), grid);
}

/** The click that ends a drag is no click. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}

function scrollerOf(columns: HTMLElement | null): HTMLElement | null {
  return columns?.closest<HTMLElement>('[data-scroller]') ?? null;
}

/** The strip of a day under the pointer. They stand above the hours; below, nothing has to be looked for. */
function stripAt(columns: HTMLElement | null, { clientX, clientY }: PointerEvent): HTMLElement | null {
  const lowest = scrollerOf(columns)?.querySelector('[data-strip]')?.getBoundingClientRect().bottom ?? 0;
  if (clientY > lowest) return null;
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-strip]') ?? null;
}

function scrollAlong(columns: HTMLElement | null, y: number): void {
  const scroller = scrollerOf(columns);
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (y > bottom - EDGE) scroller.scrollTop += EDGE / 3;
  else if (y < top + EDGE * 2) scroller.scrollTop -= EDGE / 3;
}
