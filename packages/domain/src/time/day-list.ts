import { MAX_ENTRY_MINUTES } from './hours.ts';
import { MINUTE_MS } from './units.ts';

/** An entry of a day; instants where it has times. */
export interface DayEntry {
  timesheetID: string;
  minutes: number;
  comment: string;
  startedAt: string | null;
  endedAt: string | null;
  sortOrder: number;
}

/** Entries of a day in their order: as somebody put them, else by their start; those without times come last. */
export function inDayOrder<Entry extends DayEntry>(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => a.sortOrder - b.sortOrder || startOf(a) - startOf(b));
}

/** Where an entry stands to those with times before it: minutes that nobody recorded, or that were recorded twice. */
export interface DayMark {
  gapMinutes: number;
  overlapMinutes: number;
}

/** Gaps and overlaps of the entries with times, by the entry that comes after them. */
export function marksOf(entries: readonly DayEntry[]): Map<string, DayMark> {
  const timed = entries.filter(({ startedAt }) => startedAt !== null).sort((a, b) => startOf(a) - startOf(b));
  const marks = new Map<string, DayMark>();
  let until: number | null = null;
  for (const entry of timed) {
    const [start, end] = [startOf(entry), endOf(entry)];
    if (until !== null) {
      const between = Math.round((start - until) / MINUTE_MS);
      const doubled = Math.round((Math.min(until, end) - start) / MINUTE_MS);
      marks.set(entry.timesheetID, {
        gapMinutes: Math.max(0, between),
        overlapMinutes: between < 0 ? Math.max(0, doubled) : 0,
      });
    }
    until = Math.max(until ?? end, end);
  }
  return marks;
}

type Timed = Pick<DayEntry, 'minutes' | 'startedAt' | 'endedAt'>;

/**
 * Cuts an entry in two: the first of so many minutes, the second with the rest. Times are cut at the same place.
 * @throws RangeError where one part would be empty
 */
export function splitEntry({ minutes, startedAt, endedAt }: Timed, first: number): [Timed, Timed] {
  if (!Number.isSafeInteger(first) || first <= 0 || first >= minutes)
    throw new RangeError('both parts of an entry have time');
  const cut = startedAt === null ? null : new Date(Date.parse(startedAt) + first * MINUTE_MS).toISOString();
  return [
    { minutes: first, startedAt, endedAt: cut },
    { minutes: minutes - first, startedAt: cut, endedAt },
  ];
}

/** What two entries are together, or null where that is more than a day. Comments are kept both, equal ones once. */
export function mergeEntries(a: DayEntry, b: DayEntry): (Timed & { comment: string }) | null {
  const minutes = a.minutes + b.minutes;
  if (minutes > MAX_ENTRY_MINUTES) return null;
  const comments = [a.comment.trim(), b.comment.trim()].filter(Boolean);
  const starts = [a, b].filter(({ startedAt }) => startedAt !== null).map(startOf);
  const start = starts.length > 0 ? Math.min(...starts) : null;
  return {
    minutes,
    comment: [...new Set(comments)].join('; '),
    startedAt: start === null ? null : new Date(start).toISOString(),
    endedAt: start === null ? null : new Date(start + minutes * MINUTE_MS).toISOString(),
  };
}

/** The places of a list once one of them moved; the sort orders that say so, for those whose order is another. */
export function moveInOrder<Entry extends DayEntry>(
  entries: readonly Entry[],
  from: number,
  to: number,
): { entry: Entry; sortOrder: number }[] {
  const moved = entries[from];
  if (!moved || from === to || to < 0 || to >= entries.length) return [];
  const order = entries.toSpliced(from, 1).toSpliced(to, 0, moved);
  return order.flatMap((entry, index) =>
    entry.sortOrder === index + 1 ? [] : [{ entry, sortOrder: index + 1 }],
  );
}

function startOf({ startedAt }: Timed): number {
  return startedAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(startedAt);
}

function endOf({ startedAt, endedAt, minutes }: Timed): number {
  if (endedAt !== null) return Date.parse(endedAt);
  return Date.parse(startedAt ?? '') + minutes * MINUTE_MS;
}
