import type { Stretch } from '@stint/domain/time/calendar-layout.ts';
import { useSyncExternalStore } from 'react';
import type { CalendarEntry } from './calendar-entry.ts';

/** What the pointer is doing, and where the thing would stand if it were let go. */
export type Drag = Stretch & {
  kind: 'draw' | 'move' | 'start' | 'end';
  day: number;
  entry: CalendarEntry | null;
  isCopy: boolean;
  /** Over the strip: it would have no times. */
  isOff: boolean;
};

/** What the pointer drags; outside of React, so that moving it draws what shows the place and no entry again. */
export type HeldDrag = {
  now(): Drag | null;
  set(drag: Drag | null): void;
  subscribe(listener: () => void): () => void;
};

export function createHeldDrag(): HeldDrag {
  const listeners = new Set<() => void>();
  let held: Drag | null = null;
  return {
    now: () => held,
    set(drag) {
      // Most moves stay within a step of the grid.
      if (drag === held || (drag && held && isSamePlace(drag, held))) return;
      held = drag;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @returns what would stand on the clock of this day if it were let go */
export function dragOnClock(drag: Drag | null, day: number): Drag | null {
  return drag?.day === day && !drag.isOff ? drag : null;
}

/** @returns whether it would stand in the strip of this day */
export function useIsOverStrip(held: HeldDrag, day: number): boolean {
  return useSyncExternalStore(held.subscribe, () => {
    const drag = held.now();
    return drag?.day === day && drag.isOff;
  });
}

function isSamePlace(a: Drag, b: Drag): boolean {
  return (
    a.entry === b.entry &&
    a.kind === b.kind &&
    a.day === b.day &&
    a.from === b.from &&
    a.to === b.to &&
    a.isOff === b.isOff &&
    a.isCopy === b.isCopy
  );
}
