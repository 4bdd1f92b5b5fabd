import {
  type CellContent,
  type CellPlace,
  isAsBelieved,
  isSameCell,
  isSameContent,
  wishedContent,
} from '@stint/domain/time/cell.ts';
import type { CheckContext, Conflicts, EntryInput, Removal, StoredEntry } from './changes.ts';

/** How a change is named here: a new entry may come without an id. */
export const wishKey = (input: EntryInput, index: number): string => input.timesheetID ?? `upsert ${index}`;

type Asked = {
  upserts: readonly EntryInput[];
  removals: readonly Removal[];
  /** What an entry would hold by the change. */
  contentOf(input: EntryInput, index: number): CellContent;
};

/**
 * Compares each cell that the caller looked at with what it holds now. Where that is something else, and not what the
 * caller wants of it either, its entries are conflicts.
 * @returns the changes whose cells hold already what is wanted: nothing is to be done for them
 */
export function settledChanges(
  { changes, references }: CheckContext,
  { upserts, removals, contentOf }: Asked,
  conflicts: Conflicts,
): ReadonlySet<string> {
  const settled = new Set<string>();
  for (const { believed, ...place } of changes.cells ?? []) {
    const present = references.present.filter((entry) => isSameCell(entry, place));
    if (isAsBelieved(present, believed)) continue;
    const wishes = new Map<string, CellContent | null>();
    for (const { timesheetID } of removals) {
      const stored = references.entries.get(timesheetID);
      if (stored && isSameCell(placeOf(stored), place)) wishes.set(timesheetID, null);
    }
    for (const [index, input] of upserts.entries())
      if (isSameCell(placeOfInput(input), place)) wishes.set(wishKey(input, index), contentOf(input, index));
    if (isSameContent(wishedContent(present, believed, wishes), present))
      for (const key of wishes.keys()) settled.add(key);
    else for (const { timesheetID } of [...present, ...believed]) conflicts.add(timesheetID);
  }
  return settled;
}

function placeOf({ projectId, activityId, workOn }: StoredEntry): CellPlace {
  return { projectID: projectId, activityID: activityId, workDate: workOn };
}

function placeOfInput({ projectID = '', activityID = null, workDate = '' }: EntryInput): CellPlace {
  return { projectID, activityID, workDate };
}
