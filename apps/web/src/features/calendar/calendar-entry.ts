import { type CalendarAxis, instantOfMinute, minuteOfInstant } from '@stint/domain/time/calendar-axis.ts';
import type { Stretch } from '@stint/domain/time/calendar-layout.ts';
import { settleSpan } from '@stint/domain/time/entry-span.ts';
import type { Entry, EntryDraft } from '../../entities/week.ts';

/** A draft that waits to be saved, with what the one who keeps it notes of it. */
export type WaitingEdit = EntryDraft & { revision?: number; believed?: unknown };

/** An entry as the calendar shows it: the server's with the person's own edits on top. */
export type CalendarEntry = Omit<EntryDraft, 'isDeleted'> & {
  startedAt: string | null;
  endedAt: string | null;
  tags: string[];
  isUnsaved: boolean;
};

/** An entry with times on its day, in minutes since the day began. */
export type Block = Stretch & { entry: CalendarEntry; day: number };

/** The server's entries with the edits that it does not have yet; minutes that were typed in the sheet move an end at once. */
export function mergeEdits(
  entries: readonly Entry[],
  edits: readonly WaitingEdit[],
  timeZone: string,
): CalendarEntry[] {
  const byId = new Map<string, CalendarEntry>(
    entries.map((entry) => [entry.timesheetID, { ...entry, isUnsaved: false }]),
  );
  for (const { isDeleted, revision: _, believed: __, ...edit } of edits) {
    const before = byId.get(edit.timesheetID);
    if (isDeleted) {
      byId.delete(edit.timesheetID);
      continue;
    }
    const { workDate, minutes, startedAt, endedAt } = edit;
    const times = { startedAt: startedAt ?? null, endedAt: endedAt ?? null };
    byId.set(edit.timesheetID, {
      ...edit,
      isBillable: edit.isBillable ?? before?.isBillable,
      ...(before && startedAt === undefined ? settleSpan(before, { workDate, minutes }, timeZone) : times),
      tags: edit.tags ?? before?.tags ?? [],
      isUnsaved: true,
    });
  }
  return [...byId.values()];
}

/** Entries with times where they are on the clock; all others by day, so that nothing is forced onto it. */
export function placeEntries(
  entries: readonly CalendarEntry[],
  { days }: CalendarAxis,
): { blocks: Block[]; strips: CalendarEntry[][] } {
  const blocks: Block[] = [];
  const strips: CalendarEntry[][] = days.map(() => []);
  for (const entry of entries) {
    const day = days.findIndex(({ date }) => date === entry.workDate);
    const on = days[day];
    if (!on) continue;
    const stretch = stretchOf(entry, on);
    // Times of another day than the one it counts for would be drawn where it does not count.
    if (stretch && stretch.from >= 0 && stretch.from < on.minutes) blocks.push({ ...stretch, entry, day });
    else strips[day]?.push(entry);
  }
  return { blocks: blocks.sort((a, b) => a.day - b.day || a.from - b.from || b.to - a.to), strips };
}

function stretchOf({ startedAt, endedAt }: CalendarEntry, day: CalendarAxis['days'][number]): Stretch | null {
  if (!startedAt || !endedAt) return null;
  const from = minuteOfInstant(day, startedAt);
  return { from, to: Math.max(from, minuteOfInstant(day, endedAt)) };
}

/** The draft that leaves an entry as it is shown; the base of every change. */
export function draftOf(entry: CalendarEntry): EntryDraft {
  const { isUnsaved: _, ...fields } = entry;
  return { ...fields, isDeleted: false };
}

/** An entry moved on the clock. One that is only moved keeps its minutes, which may leave out a break. */
export function onClock(
  entry: CalendarEntry,
  day: CalendarAxis['days'][number],
  { from, to }: Stretch,
): EntryDraft {
  const lasted =
    entry.startedAt && entry.endedAt
      ? Math.floor((Date.parse(entry.endedAt) - Date.parse(entry.startedAt)) / 60_000)
      : entry.minutes;
  return {
    ...draftOf(entry),
    workDate: day.date,
    startedAt: instantOfMinute(day, from),
    endedAt: instantOfMinute(day, to),
    minutes: to - from === lasted ? entry.minutes : Math.min(1440, to - from),
  };
}

/** An entry without times on a day; its minutes stay. */
export function offClock(entry: CalendarEntry, workDate: string): EntryDraft {
  return { ...draftOf(entry), workDate, startedAt: null, endedAt: null };
}

/** What is taken along when an entry is copied; what it was made from elsewhere is not. */
export function copyOf(draft: EntryDraft, timesheetID: string): EntryDraft {
  return { ...draft, timesheetID, version: null, externalRef: null, isDeleted: false };
}

/** `Website · Design`. */
export function titleOf({
  projectName,
  activityName,
}: Pick<EntryDraft, 'projectName' | 'activityName'>): string {
  return [projectName, activityName].filter(Boolean).join(' · ');
}
