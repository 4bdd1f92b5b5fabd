import type { PlainDate } from './plain-date.ts';

/** One field of a week: the time of a person on a project and activity on one day. */
export interface CellPlace {
  projectID: string;
  activityID: string | null;
  workDate: PlainDate;
}

/** An entry as somebody saw it. */
export interface Belief {
  timesheetID: string;
  version: number;
}

/** What two people can mean the same by, whoever made the entry. */
export interface CellContent {
  minutes: number;
  comment: string;
  isBillable: boolean;
}

/** Whether two places are the same cell. */
export function isSameCell(a: CellPlace, b: CellPlace): boolean {
  return a.projectID === b.projectID && a.activityID === b.activityID && a.workDate === b.workDate;
}

/** Whether a cell holds what somebody believed when they changed it. An empty cell is a value: to believe nothing is a belief. */
export function isAsBelieved(present: readonly Belief[], believed: readonly Belief[]): boolean {
  const known = new Map(believed.map(({ timesheetID, version }) => [timesheetID, version]));
  return (
    present.length === known.size &&
    present.every(({ timesheetID, version }) => known.get(timesheetID) === version)
  );
}

/** Whether two contents of a cell say the same, in whatever order: then nobody has to choose between them. */
export function isSameContent(a: readonly CellContent[], b: readonly CellContent[]): boolean {
  const [left, right] = [a.map(contentKey).sort(), b.map(contentKey).sort()];
  return left.length === right.length && left.every((key, index) => key === right[index]);
}

function contentKey({ minutes, comment, isBillable }: CellContent): string {
  return JSON.stringify([minutes, comment.trim(), isBillable]);
}

/** What is asked of a cell: the content that an entry is to have, null where it is to go. */
export type CellWishes<Content extends CellContent> = ReadonlyMap<string, Content | null>;

/** What a cell would hold by the wishes of somebody who believed this of it: what nobody else touched, and the wishes. */
export function wishedContent<Content extends CellContent>(
  present: readonly (Belief & Content)[],
  believed: readonly Belief[],
  wishes: CellWishes<Content>,
): Content[] {
  const known = new Set(believed.map(({ timesheetID }) => timesheetID));
  const untouched = present.filter(({ timesheetID }) => known.has(timesheetID) && !wishes.has(timesheetID));
  return [...untouched, ...[...wishes.values()].filter((content) => content !== null)];
}
