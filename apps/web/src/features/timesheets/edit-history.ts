import type { Draft, EntryEdit } from './edit.ts';
import type { RowHead, ShownEntry } from './sheet.ts';

/** One thing that a person did, however many cells it touched. */
export type Change = {
  before: readonly Draft[];
  after: readonly Draft[];
  /** Rows that keep their place when the change is taken back. */
  rows: readonly RowHead[];
  /** It took the rows away. */
  removesRows: boolean;
  /** Whether it rests on what the cells hold; taken back and done again it does as well as at first. */
  believes: boolean;
};

/** The entries as they are now, and what is on its way. */
type Present = { shown: readonly ShownEntry[]; waiting: readonly EntryEdit[] };

/** A step back or forth: what to put, and the change that it is about. */
export type HistoryStep = { change: Change; edits: Draft[] };

export type EditHistory = {
  record(change: Change): void;
  /** Takes the last change back, or the named one wherever it lies; null where there is none. */
  undo(present: Present, which?: Change): HistoryStep | null;
  redo(present: Present): HistoryStep | null;
};

const MOST_CHANGES = 50;

/** What was done in a week, to be taken back and done again. @param newId names an entry that was removed and comes again */
export function createEditHistory(newId: () => string): EditHistory {
  let done: Change[] = [];
  let undone: Change[] = [];
  // The server keeps the name of what was removed, so an entry that comes again has another one from then on.
  const renamed = new Map<string, string>();
  const nameOf = (id: string): string => {
    const next = renamed.get(id);
    return next === undefined ? id : nameOf(next);
  };

  /** An earlier state of an entry on top of what is there now. */
  const onTop = (edit: Draft, { shown, waiting }: Present): Draft[] => {
    const timesheetID = nameOf(edit.timesheetID);
    const isSame = (other: { timesheetID: string }) => other.timesheetID === timesheetID;
    const present = shown.find(isSame);
    if (present) return [{ ...edit, timesheetID, version: present.version, believed: undefined }];
    if (edit.isDeleted) return [];
    const removed = waiting.find(isSame);
    if (removed) return [{ ...edit, timesheetID, version: removed.version, believed: undefined }];
    const fresh = newId();
    renamed.set(timesheetID, fresh);
    return [{ ...edit, timesheetID: fresh, version: null, believed: undefined }];
  };

  return {
    record(change) {
      done = [...done.slice(1 - MOST_CHANGES), change];
      undone = [];
    },
    undo(present, which = done.at(-1)) {
      if (!which || !done.includes(which)) return null;
      done = done.filter((change) => change !== which);
      undone = [...undone, which];
      return { change: which, edits: which.before.flatMap((edit) => onTop(edit, present)) };
    },
    redo(present) {
      const change = undone.at(-1);
      if (!change) return null;
      undone = undone.slice(0, -1);
      done = [...done, change];
      return { change, edits: change.after.flatMap((edit) => onTop(edit, present)) };
    },
  };
}
