import type { WeekKey } from '../../entities/week.ts';

/** One entry as a person left it, before the server has it. */
export type EntryEdit = {
  timesheetID: string;
  /** The version it was made from; null for an entry that is new. */
  version: number | null;
  projectID: string;
  activityID: string | null;
  projectName: string;
  clientName: string | null;
  activityName: string | null;
  workDate: string;
  minutes: number;
  comment: string;
  /** Absent: as project and activity say. */
  isBillable?: boolean | undefined;
  isDeleted: boolean;
  /** Counts up with every change, so that a change made during a save is not taken for saved. */
  revision: number;
};

/** The body of one SaveWeek. */
export function saveBody(week: WeekKey, edits: readonly EntryEdit[]) {
  const kept = edits.filter((edit) => !edit.isDeleted);
  const removed = edits.filter((edit) => edit.isDeleted && edit.version !== null);
  return {
    ...week,
    upserts: kept.map((edit) => ({
      timesheetID: edit.timesheetID,
      ...(edit.version === null ? {} : { version: edit.version }),
      projectID: edit.projectID,
      activityID: edit.activityID,
      workDate: edit.workDate,
      minutes: edit.minutes,
      comment: edit.comment,
      ...(edit.isBillable === undefined ? {} : { isBillable: edit.isBillable }),
      source: 'grid' as const,
    })),
    deletes: removed.map(({ timesheetID, version }) => ({ timesheetID, version: version ?? 0 })),
  };
}
