import { inDayOrder, marksOf, mergeEntries, moveInOrder, splitEntry } from '@stint/domain/time/day-list.ts';
import type { QuickAdd } from '@stint/domain/time/quick-add.ts';
import { useApp } from '../../../lib/app-context.ts';
import { formatHours } from '../../../lib/hours.ts';
import { newId } from '../../../lib/new-id.ts';
import { editOf, newEntry, wholeEditOf } from '../cell-edits.ts';
import type { Draft } from '../edit.ts';
import { rowLabel } from '../row-label.ts';
import type { RowHead, ShownEntry } from '../sheet.ts';
import type { ShownWeek } from '../use-shown-week.ts';
import type { WeekPageActions } from '../use-week-page-actions.ts';
import { instantsOf } from './clock.ts';
import { text } from './messages.ts';

export type Day = ReturnType<typeof useDay>;
/** What can be changed of an entry in the list. */
export type EntryChange = Partial<Omit<Draft, 'timesheetID' | 'version' | 'isDeleted' | 'believed'>>;

/** A day of the week: its entries in their order, what lies between them, and what can be done with them. */
export function useDay(shown: ShownWeek, acts: WeekPageActions) {
  const { me, settings } = useApp().start;
  const { sheet } = shown.week;
  const timeZone = me.timeZone ?? settings.timeZone;
  const total = sheet.days[shown.day] ?? { date: '', minutes: 0, exceeded: false, overMinutes: 0 };
  const entries = inDayOrder(sheet.entries.filter(({ workDate }) => workDate === total.date));
  const isLocked = shown.locked[shown.day] != null;
  const change = (entry: ShownEntry, part: EntryChange): Draft => ({ ...editOf(entry), ...part });
  return {
    date: total.date,
    total,
    entries,
    marks: marksOf(entries),
    timeZone,
    isLocked,
    expectedMinutes: shown.week.week.data?.expectedMinutes[shown.day] ?? 0,
    decimalReading: settings.decimalReading,
    needsComment: settings.requiredFields.includes('comment'),
    add(row: RowHead, { minutes, span, comment, tagIDs }: QuickAdd) {
      const times = span ? instantsOf(total.date, span, timeZone) : null;
      const edit: Draft = {
        ...newEntry(row, total.date, times?.minutes ?? minutes ?? 0, newId()),
        comment,
        ...(tagIDs.length > 0 ? { tags: tagIDs } : {}),
        ...(times ? { startedAt: times.startedAt, endedAt: times.endedAt } : {}),
        sortOrder: Math.max(0, ...entries.map(({ sortOrder }) => (sortOrder > 0 ? sortOrder + 1 : 0))),
      };
      acts.apply([edit], text.add.added(rowLabel(row), formatHours(edit.minutes)));
    },
    change: (entry: ShownEntry, part: EntryChange) => acts.apply([change(entry, part)]),
    remove: (entry: ShownEntry) =>
      acts.apply(
        [{ ...wholeEditOf(entry), isDeleted: true }],
        text.removed(rowLabel(entry), formatHours(entry.minutes)),
      ),
    split(entry: ShownEntry, firstMinutes: number) {
      const [first, rest] = splitEntry(entry, firstMinutes);
      const second = { ...wholeEditOf(entry), ...rest, timesheetID: newId(), version: null };
      acts.apply([change(entry, first), second]);
    },
    /** Null where the next one is about something else, or both are more than a day. */
    mergeOf(entry: ShownEntry): (() => void) | null {
      const next = entries[entries.indexOf(entry) + 1];
      const both = next && isAlike(entry, next) ? mergeEntries(entry, next) : null;
      if (!next || !both) return null;
      const tags = [...new Set([...entry.tags, ...next.tags])];
      const gone = { ...wholeEditOf(next), isDeleted: true };
      return () => acts.apply([change(entry, { ...both, tags }), gone], text.merged);
    },
    /** Without its times: they are those of its own day. */
    duplicate(entry: ShownEntry, dates: readonly string[]) {
      const { tags, comment, isBillable } = entry;
      const copies = dates.map((workDate) => ({
        ...newEntry(entryRow(entry), workDate, entry.minutes, newId()),
        tags,
        comment,
        isBillable,
      }));
      acts.apply(copies, text.duplicated(copies.length));
    },
    /** @returns whether it moved */
    move(from: number, to: number): boolean {
      const moved = moveInOrder(entries, from, to);
      if (moved.length > 0) acts.apply(moved.map(({ entry, sortOrder }) => change(entry, { sortOrder })));
      return moved.length > 0;
    },
  };
}

function isAlike(a: ShownEntry, b: ShownEntry): boolean {
  return a.projectID === b.projectID && a.activityID === b.activityID && a.isBillable === b.isBillable;
}

function entryRow({
  projectID,
  activityID,
  projectName,
  clientName,
  activityName,
  isBillable,
}: ShownEntry): RowHead {
  return { projectID, activityID, projectName, clientName, activityName, isBillable, color: null };
}
