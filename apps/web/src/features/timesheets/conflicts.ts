import {
  type Belief,
  type CellContent,
  isAsBelieved,
  isSameCell,
  isSameContent,
  wishedContent,
} from '@stint/domain/time/cell.ts';
import type { Entry, WeekSheet } from '../../entities/week.ts';
import { beliefOf, type EntryEdit } from './edit.ts';

/** A cell that somebody else changed meanwhile: my edits of it, and all that it holds now. */
export type Conflict = { id: string; mine: EntryEdit[]; theirs: Entry[] };

/** An entry of a cell as one of the two has it. */
export type HeldEntry = CellContent &
  Pick<Entry, 'timesheetID' | 'projectName' | 'activityName' | 'workDate'>;

/** What stays: what I typed in place of theirs, theirs, or both beside each other. */
export type Choice = 'mine' | 'theirs' | 'both';

/** The cells in which what is there now is neither what an edit was made from nor what it wants. */
export function findConflicts(edits: readonly EntryEdit[], sheet: WeekSheet): Conflict[] {
  const cells: EntryEdit[][] = [];
  for (const edit of edits) {
    const cell = cells.find(([first]) => first && isSameCell(first, edit));
    if (cell) cell.push(edit);
    else cells.push([edit]);
  }
  return cells.flatMap((mine) => conflictOf(mine, sheet) ?? []);
}

function conflictOf(mine: EntryEdit[], { entries }: WeekSheet): Conflict | null {
  const [first] = mine;
  if (!first) return null;
  const isMine = ({ timesheetID }: Entry) => mine.some((edit) => edit.timesheetID === timesheetID);
  const present = entries.filter((entry) => isSameCell(entry, first));
  const isStale = mine.some(
    ({ timesheetID, version }) =>
      version !== null && entries.find((entry) => entry.timesheetID === timesheetID)?.version !== version,
  );
  const isOther = first.believed !== undefined && !isAsBelieved(present, first.believed);
  if (!isStale && (!isOther || isWished(mine, present))) return null;
  const elsewhere = entries.filter((entry) => isMine(entry) && !present.includes(entry));
  return { id: first.timesheetID, mine, theirs: [...present, ...elsewhere] };
}

/** Two who typed the same need not choose. */
function isWished(mine: readonly EntryEdit[], present: readonly Entry[]): boolean {
  return isSameContent(wishedOf(mine, present, mine[0]?.believed ?? []), present);
}

function wishedOf(
  mine: readonly EntryEdit[],
  present: readonly Entry[],
  believed: readonly Belief[],
): HeldEntry[] {
  const wishes = new Map(
    mine.map((edit) => {
      const before = present.find(({ timesheetID }) => timesheetID === edit.timesheetID);
      const isBillable = edit.isBillable ?? before?.isBillable ?? present[0]?.isBillable ?? true;
      return [edit.timesheetID, edit.isDeleted ? null : { ...edit, isBillable }];
    }),
  );
  return wishedContent<HeldEntry>(present, believed, wishes);
}

/** What the cell holds by each choice, and what they moved out of it. */
export function outcomesOf({ mine, theirs }: Conflict): Record<Choice | 'moved', HeldEntry[]> {
  const [first] = mine;
  const present = theirs.filter((entry) => first && isSameCell(entry, first));
  // Where nobody looked at the cell, whatever else is in it stays.
  const wished = wishedOf(mine, present, first?.believed ?? present);
  const kept = wishedOf(mine, [], []);
  return {
    mine: wished,
    theirs: present,
    both: [...present, ...kept],
    moved: theirs.filter((entry) => !present.includes(entry)),
  };
}

/** The edits of a week once somebody has chosen; each is made from what is there now. */
export function chosen(
  edits: Readonly<Record<string, EntryEdit>>,
  { mine, theirs }: Conflict,
  choice: Choice,
  newKey: () => string,
): Record<string, EntryEdit> {
  const ids = new Set(mine.map(({ timesheetID }) => timesheetID));
  const others = Object.values(edits).filter(({ timesheetID }) => !ids.has(timesheetID));
  const current = mine.map((edit) => edits[edit.timesheetID] ?? edit);
  const now = ({ believed, ...edit }: EntryEdit): EntryEdit => ({
    ...edit,
    ...(believed ? { believed: beliefOf(edit, theirs) } : {}),
  });
  const anew = (edit: EntryEdit): EntryEdit => now({ ...edit, timesheetID: newKey(), version: null });
  const kept = {
    theirs: () => [],
    both: () => current.filter(({ isDeleted }) => !isDeleted).map(anew),
    mine: () => [
      ...current.flatMap((edit) => inPlace(edit, theirs, anew)).map(now),
      ...unknownTo(mine, theirs),
    ],
  }[choice]();
  return Object.fromEntries([...others, ...kept].map((edit) => [edit.timesheetID, edit]));
}

/** Mine on top of theirs; where theirs is gone it is an entry of its own. */
function inPlace(
  edit: EntryEdit,
  theirs: readonly Entry[],
  anew: (edit: EntryEdit) => EntryEdit,
): EntryEdit[] {
  const present = theirs.find(({ timesheetID }) => timesheetID === edit.timesheetID);
  if (present) return [{ ...edit, version: present.version }];
  if (edit.isDeleted) return [];
  return [edit.version === null ? edit : anew(edit)];
}

/** The removal of what they put into the cell and I did not know of. */
function unknownTo(mine: readonly EntryEdit[], theirs: readonly Entry[]): EntryEdit[] {
  const [first] = mine;
  if (!first?.believed) return [];
  const known = new Set([...mine, ...first.believed].map(({ timesheetID }) => timesheetID));
  return theirs
    .filter(({ timesheetID }) => !known.has(timesheetID))
    .map(({ timesheetID, version }) => ({
      ...first,
      timesheetID,
      version,
      believed: beliefOf(first, theirs),
      isDeleted: true,
      revision: 1,
    }));
}
