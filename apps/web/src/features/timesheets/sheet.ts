import { type DayTotal, totalOf, weekTotal } from '@stint/domain/time/day-total.ts';
import { compareRows } from '@stint/domain/time/row-order.ts';
import { weekDays } from '@stint/domain/time/week.ts';
import { replaceEqualDeep } from '@tanstack/react-query';
import type { Entry } from '../../entities/week.ts';
import type { EntryEdit } from './edit.ts';

/** An entry as the screen shows it: the server's with the person's own edits on top. */
export type ShownEntry = Omit<EntryEdit, 'isDeleted' | 'revision' | 'believed' | keyof Kept> &
  Kept & { isUnsaved: boolean };

/** What an edit may leave as it is. */
type Kept = Pick<Entry, 'isBillable' | 'tags' | 'startedAt' | 'endedAt' | 'sortOrder'>;

/** What a row is about; it may have no hours yet. */
export type RowHead = {
  projectID: string;
  activityID: string | null;
  projectName: string;
  clientName: string | null;
  activityName: string | null;
  isBillable: boolean;
  color: string | null;
};

export type Cell = {
  workDate: string;
  entries: ShownEntry[];
  minutes: number;
  hasComment: boolean;
  isUnsaved: boolean;
  /** What the approver said of a marked entry, empty without words; null where none is marked. */
  flag: string | null;
};

export type Row = RowHead & {
  key: string;
  cells: Cell[];
  minutes: number;
  /** Stands in every week from this one on. */
  isPinned: boolean;
};

export type Sheet = {
  days: DayTotal[];
  rows: Row[];
  entries: ShownEntry[];
  minutes: number;
  billableMinutes: number;
  nonBillableMinutes: number;
};

export type SheetInput = {
  weekEndDate: string;
  entries: readonly Entry[];
  edits: readonly EntryEdit[];
  /** Rows that were added and have no hours yet. */
  heads: readonly RowHead[];
  /** Those that the person wants in every week. */
  pinned?: readonly RowHead[];
  /** Notes of the approver on marked entries, by their ids. */
  flags?: ReadonlyMap<string, string>;
  /** Colour and billability of a project, where known. */
  projectOf: (projectID: string) => { color: string | null; isBillable: boolean } | undefined;
};

/** The week as a grid: one row for each project and activity, one cell for each day, and all totals. */
export function buildSheet(input: SheetInput): Sheet {
  const { weekEndDate, entries, edits, heads, pinned = [], flags = noFlags, projectOf } = input;
  const pins = new Set(pinned.map(rowKey));
  const shown = shownEntries(entries, edits, projectOf);
  const dates = weekDays(weekEndDate);
  const groups = new Map<string, { head: RowHead; entries: ShownEntry[] }>();
  for (const head of heads) groups.set(rowKey(head), { head, entries: [] });
  for (const entry of shown) {
    const key = rowKey(entry);
    const group = groups.get(key) ?? { head: headOf(entry, projectOf), entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  const rows = Array.from(groups, ([key, group]) => ({
    ...buildRow(key, group, dates, flags),
    isPinned: pins.has(key),
  }));
  rows.sort(compareRows);
  const { days, minutes, billableMinutes, nonBillableMinutes } = weekTotal(shown, weekEndDate);
  return { days, rows, entries: shown, minutes, billableMinutes, nonBillableMinutes };
}

/** The same sheet with the rows of the one before where they are equal: those are not drawn again. */
export function keepRows(before: Sheet | undefined, sheet: Sheet): Sheet {
  return replaceEqualDeep(before, sheet);
}

const noFlags: ReadonlyMap<string, string> = new Map();

/** A row's identity within a week. */
export function rowKey({ projectID, activityID }: { projectID: string; activityID: string | null }): string {
  return `${projectID}.${activityID ?? ''}`;
}

/** The server's entries with the edits that it does not have yet. */
export function shownEntries(
  entries: readonly Entry[],
  edits: readonly EntryEdit[],
  projectOf: SheetInput['projectOf'] = () => undefined,
): ShownEntry[] {
  const byId = new Map<string, ShownEntry>(
    entries.map((entry) => [entry.timesheetID, { ...entry, isUnsaved: false }]),
  );
  for (const { isDeleted, revision: _, believed: __, ...edit } of edits) {
    const before = byId.get(edit.timesheetID);
    if (isDeleted) byId.delete(edit.timesheetID);
    else {
      const isBillable = edit.isBillable ?? before?.isBillable ?? projectOf(edit.projectID)?.isBillable;
      byId.set(edit.timesheetID, {
        ...edit,
        isBillable: isBillable ?? true,
        tags: edit.tags ?? before?.tags ?? [],
        startedAt: edit.startedAt === undefined ? (before?.startedAt ?? null) : edit.startedAt,
        endedAt: edit.endedAt === undefined ? (before?.endedAt ?? null) : edit.endedAt,
        sortOrder: edit.sortOrder ?? before?.sortOrder ?? 0,
        isUnsaved: true,
      });
    }
  }
  return [...byId.values()];
}

function headOf(entry: ShownEntry, projectOf: SheetInput['projectOf']): RowHead {
  const { projectID, activityID, projectName, clientName, activityName } = entry;
  const project = projectOf(projectID);
  return {
    projectID,
    activityID,
    projectName,
    clientName,
    activityName,
    isBillable: project?.isBillable ?? entry.isBillable,
    color: project?.color ?? null,
  };
}

function buildRow(
  key: string,
  { head, entries }: { head: RowHead; entries: readonly ShownEntry[] },
  dates: readonly string[],
  flags: ReadonlyMap<string, string>,
): Omit<Row, 'isPinned'> {
  const cells = dates.map((workDate) => {
    const own = entries.filter((entry) => entry.workDate === workDate);
    return {
      workDate,
      entries: own,
      minutes: totalOf(own).minutes,
      hasComment: own.some(({ comment }) => comment !== ''),
      isUnsaved: own.some(({ isUnsaved }) => isUnsaved),
      flag: flagOf(own, flags),
    };
  });
  return { ...head, key, cells, minutes: totalOf(entries).minutes };
}

function flagOf(entries: readonly ShownEntry[], flags: ReadonlyMap<string, string>): string | null {
  const notes = entries.flatMap(({ timesheetID }) => flags.get(timesheetID) ?? []);
  return notes.length > 0 ? notes.filter(Boolean).join(' ') : null;
}
