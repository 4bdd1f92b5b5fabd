import { type CalendarAxis, endPositionOf, minuteAt, positionOf } from '@stint/domain/time/calendar-axis.ts';
import { beginningAt, endingAt, movedTo } from '@stint/domain/time/calendar-moves.ts';
import type { KeyboardEvent } from 'react';
import type { Block, CalendarEntry } from './calendar-entry.ts';
import type { CalendarActions } from './use-calendar-actions.ts';

export type BlockKeys = {
  axis: CalendarAxis;
  step: number;
  shown: readonly number[];
  actions: CalendarActions;
  open: (entry: CalendarEntry) => void;
  /** Keeps the focus on an entry that stands elsewhere now. */
  follow: (timesheetID: string | null) => void;
  /** The entry is gone; the focus goes where it was. */
  leave: (day: number, minute: number) => void;
};

const arrows: Record<string, { days: number; steps: number }> = {
  ArrowUp: { days: 0, steps: -1 },
  ArrowDown: { days: 0, steps: 1 },
  ArrowLeft: { days: -1, steps: 0 },
  ArrowRight: { days: 1, steps: 0 },
};

/** The keys of an entry on the clock. */
export function pressOnBlock(event: KeyboardEvent, block: Block, keys: BlockKeys): void {
  const { actions } = keys;
  const { entry, day, from } = block;
  const isCommand = event.ctrlKey || event.metaKey;
  const commands: Record<string, () => void> = {
    c: () => actions.copy(entry),
    v: () => keys.follow(actions.paste(day, block.to)),
    z: () => actions.undo(),
  };
  const act = isCommand ? commands[event.key.toLowerCase()] : plainKeys(event, block, keys);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
  if (event.key === 'Delete' || event.key === 'Backspace') keys.leave(day, from);
}

function plainKeys(event: KeyboardEvent, block: Block, keys: BlockKeys): (() => void) | undefined {
  const { actions } = keys;
  const arrow = arrows[event.key];
  if (arrow) return () => keys.follow(actions.place(block.entry, shifted(block, arrow, event, keys)));
  if (event.key === 'Delete' || event.key === 'Backspace') return () => actions.remove(block.entry);
  if (event.key === 'Enter' || event.key === ' ') return () => keys.open(block.entry);
  return undefined;
}

type Arrow = { days: number; steps: number };

/** Where an arrow puts an entry: by a step, or to the same time of another day; with Shift only one of its ends moves. */
function shifted(
  { day, from, to }: Block,
  { days, steps }: Arrow,
  { shiftKey, altKey }: Pick<KeyboardEvent, 'shiftKey' | 'altKey'>,
  { axis, step, shown }: BlockKeys,
) {
  const on = axis.days[day];
  const [stretch, grid, by] = [{ from, to }, { step, minutes: on?.minutes ?? 1440 }, steps * step];
  if (shiftKey && altKey) return { day, ...beginningAt(stretch, from + by, grid) };
  if (shiftKey) return { day, ...endingAt(stretch, to + by, grid) };
  if (days === 0) return { day, ...movedTo(stretch, from + by, grid) };
  const target = axis.days[shown[shown.indexOf(day) + days] ?? day];
  if (!on || !target) return { day, ...stretch };
  const start = minuteAt(axis, target, positionOf(axis, on, from));
  return { day: axis.days.indexOf(target), ...movedTo(stretch, start, { step, minutes: target.minutes }) };
}

/** Where a stretch of a day is drawn: pixels from the top, and how high. */
export function drawnAt(
  axis: CalendarAxis,
  day: number,
  { from, to }: { from: number; to: number },
  scale: number,
): { top: number; height: number } {
  const on = axis.days[day];
  if (!on) return { top: 0, height: 0 };
  const top = positionOf(axis, on, Math.max(0, from));
  const bottom = endPositionOf(axis, on, Math.min(to, on.minutes));
  return { top: top * scale, height: Math.max(0, bottom - top) * scale };
}
