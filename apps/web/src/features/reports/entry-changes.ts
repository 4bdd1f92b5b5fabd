import type { EntryChange, ReportEntry } from '../../entities/report.ts';

/** What is wanted of the chosen entries; what is null or absent stays. */
export type Wanted = {
  projectID: string | null;
  /** `none` takes the activity away. */
  activityID: string | null;
  isBillable: boolean | null;
  workDate: string | null;
  addTag: string | null;
  removeTag: string | null;
  /** Of a single entry. */
  minutes?: number | undefined;
  comment?: string | undefined;
};

/** The changes that make each entry what is wanted; entries that are so already need none. */
export function changesOf(entries: readonly ReportEntry[], wanted: Wanted): EntryChange[] {
  return entries.flatMap((entry) => {
    const change = changeOf(entry, wanted);
    return Object.keys(change).length > 0 ? [{ ...keyOf(entry), ...change }] : [];
  });
}

/** Whether a day of them, or the day they go to, is up to the lock date: such changes need a reason. */
export function isBehindLock(
  entries: readonly Pick<ReportEntry, 'workDate'>[],
  { workDate }: Pick<Wanted, 'workDate'>,
  lockDate: string | null,
): boolean {
  if (lockDate === null) return false;
  return entries.some((entry) => entry.workDate <= lockDate) || (workDate ?? '9999-12-31') <= lockDate;
}

/** What brings changed entries back to what they were, field by field. */
export function undoOf(
  before: readonly ReportEntry[],
  changes: readonly EntryChange[],
  after: readonly ReportEntry[],
): EntryChange[] {
  return changes.flatMap(({ timesheetID, version: _seen, ...fields }) => {
    const was = before.find((entry) => entry.timesheetID === timesheetID);
    const is = after.find((entry) => entry.timesheetID === timesheetID);
    if (!was || !is) return [];
    const former = Object.keys(fields).map((name) => [name, was[name as keyof ReportEntry]]);
    return [{ ...keyOf(is), ...(Object.fromEntries(former) as Partial<EntryChange>) }];
  });
}

function keyOf({ timesheetID, version }: ReportEntry): Pick<EntryChange, 'timesheetID' | 'version'> {
  return { timesheetID, version };
}

function changeOf(entry: ReportEntry, wanted: Wanted): Partial<EntryChange> {
  const activityID = wanted.activityID === 'none' ? null : wanted.activityID;
  const tags = tagsOf(entry.tags, wanted);
  return {
    ...(wanted.projectID !== null && wanted.projectID !== entry.projectID
      ? { projectID: wanted.projectID }
      : {}),
    ...(wanted.activityID !== null && activityID !== entry.activityID ? { activityID } : {}),
    ...(wanted.isBillable !== null && wanted.isBillable !== entry.isBillable
      ? { isBillable: wanted.isBillable }
      : {}),
    ...(wanted.workDate !== null && wanted.workDate !== entry.workDate ? { workDate: wanted.workDate } : {}),
    ...(tags.join() === entry.tags.join() ? {} : { tags }),
    ...(wanted.minutes !== undefined && wanted.minutes !== entry.minutes ? { minutes: wanted.minutes } : {}),
    ...(wanted.comment !== undefined && wanted.comment !== entry.comment ? { comment: wanted.comment } : {}),
  };
}

function tagsOf(tags: readonly string[], { addTag, removeTag }: Wanted): string[] {
  const kept = tags.filter((tag) => tag !== removeTag);
  return addTag === null || kept.includes(addTag) ? kept : [...kept, addTag];
}
