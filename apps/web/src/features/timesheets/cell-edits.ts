import type { Draft } from './edit.ts';
import type { Cell, RowHead, ShownEntry } from './sheet.ts';

/** The edit that leaves an entry as it is shown; the base of every change. */
export function editOf(entry: ShownEntry): Draft {
  const { isUnsaved: _, tags: __, startedAt: ___, endedAt: ____, sortOrder: _____, ...fields } = entry;
  return { ...fields, isDeleted: false };
}

/** The edit that makes an entry again as it is shown, with all that belongs to it; what takes a change back. */
export function wholeEditOf(entry: ShownEntry): Draft {
  const { isUnsaved: _, ...fields } = entry;
  return { ...fields, isDeleted: false };
}

/** A new entry of a row on a day. */
export function newEntry(row: RowHead, workDate: string, minutes: number, timesheetID: string): Draft {
  const { projectID, activityID, projectName, clientName, activityName } = row;
  return {
    timesheetID,
    version: null,
    projectID,
    activityID,
    projectName,
    clientName,
    activityName,
    workDate,
    minutes,
    comment: '',
    isDeleted: false,
  };
}

/**
 * What typing a duration into a cell means: a new entry, a change of the one that is there, or its removal when the cell
 * is emptied. Null where there is nothing to do, or where several entries share the cell and are edited one by one.
 */
export function setCell(row: RowHead, cell: Cell, minutes: number, newId: () => string): Draft | null {
  const [entry, second] = cell.entries;
  if (second) return null;
  if (!entry) return minutes > 0 ? newEntry(row, cell.workDate, minutes, newId()) : null;
  if (entry.minutes === minutes) return null;
  return { ...editOf(entry), minutes, isDeleted: minutes === 0 };
}

/** What takes edits back: the entries as they were, and what is new removed. */
export function undoOf(before: readonly ShownEntry[], after: readonly Draft[]): Draft[] {
  const old = new Map(before.map((entry) => [entry.timesheetID, wholeEditOf(entry)]));
  return after.map((edit) => old.get(edit.timesheetID) ?? { ...edit, isDeleted: true });
}
