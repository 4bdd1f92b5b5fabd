import type { Stretch } from './calendar-layout.ts';
import { MAX_ENTRY_MINUTES } from './hours.ts';

/** The beginning of the step of the grid that holds a minute. */
export function stepDown(minute: number, step: number): number {
  return Math.floor(minute / step) * step;
}

/** The line of the grid that is nearest to a minute. */
export function snap(minute: number, step: number): number {
  return Math.round(minute / step) * step;
}

/** What is drawn from one minute of a day to another, either way: whole steps, at least one. */
export function drawn(anchor: number, pointer: number, { step, minutes }: Grid): Stretch {
  const [first, last] = [Math.min(anchor, pointer), Math.max(anchor, pointer)];
  const from = Math.min(stepDown(first, step), Math.max(0, minutes - step));
  return { from, to: Math.min(minutes, Math.max(from + step, stepDown(last, step) + step)) };
}

/** The grid of a day: minutes of a step, and of the whole day. */
export interface Grid {
  step: number;
  minutes: number;
}

/** A stretch that begins elsewhere and lasts as long; it stays within its day unless it left it before. */
export function movedTo({ from, to }: Stretch, start: number, { minutes }: Grid): Stretch {
  const lasts = to - from;
  const latest = lasts > minutes || to > minutes ? minutes - 1 : minutes - lasts;
  const begins = Math.min(Math.max(0, start), latest);
  return { from: begins, to: begins + lasts };
}

/** A stretch with another end: no shorter than a step, or than it was; no longer than an entry, nor over the end of the day. */
export function endingAt({ from, to }: Stretch, end: number, { step, minutes }: Grid): Stretch {
  const shortest = Math.min(step, to - from);
  const latest = Math.min(from + MAX_ENTRY_MINUTES, Math.max(minutes, to));
  return { from, to: Math.min(Math.max(end, from + shortest), latest) };
}

/** The same with another beginning. */
export function beginningAt({ from, to }: Stretch, start: number, { step }: Grid): Stretch {
  const shortest = Math.min(step, to - from);
  return { from: Math.max(0, to - MAX_ENTRY_MINUTES, Math.min(start, to - shortest)), to };
}

/** The first minute from `after` on at which a stretch of that length meets nothing; `after` where there is none. */
export function firstFree(taken: readonly Stretch[], lasts: number, after: number, minutes: number): number {
  const ends = taken.map(({ to }) => to).filter((to) => to > after);
  const candidates = [after, ...ends].sort((a, b) => a - b);
  const isFree = (from: number) =>
    from + lasts <= minutes && taken.every((other) => other.to <= from || other.from >= from + lasts);
  return candidates.find(isFree) ?? after;
}
