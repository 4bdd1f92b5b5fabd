import { AppError } from '@stint/domain/errors.ts';
import { isBehindLockDate, isWritableWeek } from '@stint/domain/time/approval.ts';
import { settleSpan, type TimedEntry } from '@stint/domain/time/entry-span.ts';
import { MAX_ENTRY_MINUTES, minutesFromHours, parseHours } from '@stint/domain/time/hours.ts';
import { elapsedMinutes } from '@stint/domain/time/timer.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { newId } from '../../platform/ids.ts';
import { may } from '../shared/may.ts';
import { fieldError, requireDate } from '../shared/sql-json.ts';
import { settledChanges, wishKey } from './cells.ts';
import type {
  CheckContext,
  Conflicts,
  EntryInput,
  EntryRow,
  References,
  Removal,
  StoredEntry,
} from './changes.ts';

/**
 * Checks every change against the references; the order of the rules is the order of the refusals a person gets.
 * @returns the rows to store and to remove
 * @throws AppError `week_locked`, `reference_invalid`, `forbidden`, `hours_invalid`, `date_invalid`, `not_found` …
 */
export function checkChanges(
  context: CheckContext,
  conflicts: Conflicts,
): { rows: EntryRow[]; removed: StoredEntry[] } {
  const { changes } = context;
  checkMayTouch(context);
  checkWeeks(context);
  const settled = checkCells(context, conflicts);
  const removed = changes.removals.flatMap((removal) =>
    settled.has(removal.timesheetID) ? [] : (checkRemoval(context, removal, conflicts) ?? []),
  );
  const rows = changes.upserts.flatMap((input, index) =>
    settled.has(wishKey(input, index)) ? [] : (checkUpsert(context, input, index, conflicts) ?? []),
  );
  const seen = new Set<string>();
  for (const { id } of [...rows, ...removed]) {
    if (seen.has(id))
      throw fieldError('validation_failed', 'timesheetID', 'An entry is named twice in one request.');
    seen.add(id);
  }
  return { rows, removed };
}

/** Whether a week is closed, and what entries and cells hold, is told to those alone who may write there. */
function checkMayTouch(context: CheckContext): void {
  const { upserts, removals, cells = [], teamMemberID } = context.changes;
  const stored = [...upserts, ...removals].flatMap(({ timesheetID = '' }) => {
    const entry = context.references.entries.get(timesheetID);
    return entry?.teamMemberID === teamMemberID ? entry.projectId : [];
  });
  const named = [...upserts, ...cells].flatMap(({ projectID }) => projectID ?? []);
  const projectIds = new Set([...stored, ...named]);
  for (const projectId of projectIds.size > 0 ? projectIds : ['']) checkMayWrite(context, projectId);
}

function checkCells(context: CheckContext, conflicts: Conflicts): ReadonlySet<string> {
  const { upserts, removals } = context.changes;
  const contentOf = (input: EntryInput, index: number) =>
    toRow(context, input, storedOf(context, input), pathOf(context, index));
  return settledChanges(context, { upserts, removals, contentOf }, conflicts);
}

/** Entries are writable in open and disapproved weeks only. */
function checkWeeks({ references, changes }: CheckContext): void {
  for (const weekEndDate of changes.weekEndDates) {
    const status = references.weeks.get(weekEndDate)?.status ?? 'open';
    if (!isWritableWeek(status)) throw new AppError('week_locked', { details: { weekEndDate, status } });
  }
}

function checkRemoval(
  context: CheckContext,
  { timesheetID, version }: Removal,
  conflicts: Conflicts,
): StoredEntry | null {
  const stored = requireStored(context, timesheetID);
  if (stored.deletedAt !== null || (version !== undefined && stored.version !== version)) {
    conflicts.add(timesheetID);
    return null;
  }
  checkMayWrite(context, stored.projectId);
  checkLockDate(context, stored.workOn);
  return stored;
}

function checkUpsert(
  context: CheckContext,
  input: EntryInput,
  index: number,
  conflicts: Conflicts,
): EntryRow | null {
  const stored = storedOf(context, input);
  if (input.version !== undefined || stored) {
    const entry = requireStored(context, input.timesheetID ?? '');
    if (entry.deletedAt !== null || entry.version !== input.version) {
      conflicts.add(entry.id);
      return null;
    }
  }
  const row = toRow(context, input, stored, pathOf(context, index));
  checkMayWrite(context, row.projectId);
  checkLockDate(context, row.workOn);
  if (stored) {
    checkMayWrite(context, stored.projectId);
    checkLockDate(context, stored.workOn);
  }
  return row;
}

function storedOf({ references }: CheckContext, { timesheetID }: EntryInput): StoredEntry | undefined {
  return timesheetID === undefined ? undefined : references.entries.get(timesheetID);
}

/** @throws AppError `not_found` for an entry of nobody, of another workspace, or of another person or week */
function requireStored({ references, changes }: CheckContext, id: string): StoredEntry {
  const stored = references.entries.get(id);
  const isHere =
    stored?.teamMemberID === changes.teamMemberID && changes.weekEndDates.includes(stored.weekEndDate);
  if (!stored || !isHere) throw new AppError('not_found');
  return stored;
}

type PathOf = (field: string) => string;

function pathOf({ changes }: CheckContext, index: number): PathOf {
  return (field) => (changes.isList ? `upserts.${index}.${field}` : field);
}

function toRow(
  context: CheckContext,
  input: EntryInput,
  stored: StoredEntry | undefined,
  path: PathOf,
): EntryRow {
  const { changes } = context;
  const workOn =
    input.workDate === undefined ? stored?.workOn : requireDate(input.workDate, path('workDate'));
  if (workOn === undefined) throw fieldError('date_invalid', path('workDate'), 'workDate is missing.');
  const weekEndDate = weekEndOf(workOn);
  if (!changes.weekEndDates.includes(weekEndDate))
    throw fieldError('date_invalid', path('workDate'), 'This day is not in the week that is saved.');
  const projectId = checkProject(context, input.projectID ?? stored?.projectId, stored, path('projectID'));
  const activityId = checkActivity(
    context,
    {
      activityId: input.activityID === undefined ? (stored?.activityId ?? null) : input.activityID,
      projectId,
    },
    stored,
    path('activityID'),
  );
  const { minutes, startedAt, endedAt } = checkTime(context, { ...input, workDate: workOn }, stored, path);
  return {
    id: input.timesheetID ?? newId(),
    teamMemberID: changes.teamMemberID,
    weekEndDate,
    workOn,
    projectId,
    activityId,
    minutes,
    isBillable: input.isBillable ?? stored?.isBillable ?? billableDefault(context, projectId, activityId),
    comment: input.comment?.trim() ?? stored?.comment ?? '',
    startedAt,
    endedAt,
    sortOrder: input.sortOrder ?? stored?.sortOrder ?? 0,
    source: stored?.source ?? input.source ?? changes.source,
    externalRef: input.externalRef === undefined ? (stored?.externalRef ?? null) : input.externalRef,
    tags: checkTags(context, input.tags, stored, path('tags')),
    tagsGiven: input.tags !== undefined,
    isNew: stored === undefined,
  };
}

/** The project exists here, is seen by the caller and takes time; an entry keeps one that was archived since. */
function checkProject(
  { actor, references }: CheckContext,
  id: string | undefined,
  stored: StoredEntry | undefined,
  field: string,
): string {
  const project = id === undefined ? undefined : references.projects.get(id);
  if (!project)
    throw fieldError('reference_invalid', field, 'This project does not exist here. Choose another one.');
  if (stored?.projectId === project.id) return project.id;
  const thing = {
    isPublic: project.isPublic,
    managerID: project.managerID,
    memberIDs: project.isMine ? [actor.teamMemberID] : [],
  };
  if (!may(actor, 'project.see', thing))
    throw fieldError('reference_invalid', field, 'This project does not exist here. Choose another one.');
  if (!project.isUsable)
    throw fieldError('reference_invalid', field, 'This project is archived. Choose another one.');
  return project.id;
}

function checkActivity(
  { references }: CheckContext,
  { activityId, projectId }: Pick<EntryRow, 'activityId' | 'projectId'>,
  stored: StoredEntry | undefined,
  field: string,
): string | null {
  if (activityId === null || (stored?.activityId === activityId && stored.projectId === projectId))
    return activityId;
  const activity = references.activities.get(activityId);
  if (!activity)
    throw fieldError('reference_invalid', field, 'This activity does not exist here. Choose another one.');
  if (!activity.isUsable)
    throw fieldError('reference_invalid', field, 'This activity is archived. Choose another one.');
  const listed = references.projects.get(projectId)?.activityIDs ?? [];
  if (listed.length > 0 ? listed.includes(activityId) : activity.isGlobal) return activityId;
  throw fieldError('reference_invalid', field, 'This activity is not for this project. Choose another one.');
}

function checkTags(
  { references }: CheckContext,
  given: string[] | undefined,
  stored: StoredEntry | undefined,
  field: string,
): string[] {
  if (given === undefined) return stored?.tags ?? [];
  const isKnown = (id: string) => references.tags.has(id) || stored?.tags.includes(id) === true;
  if (!given.every(isKnown))
    throw fieldError('reference_invalid', field, 'A tag does not exist here or is archived.');
  return given;
}

function billableDefault(
  { references }: CheckContext,
  projectId: string,
  activityId: string | null,
): boolean {
  const project = references.projects.get(projectId)?.isBillable ?? false;
  const activity =
    activityId === null ? true : (references.activities.get(activityId)?.billableDefault ?? true);
  return project && activity;
}

/** Minutes and times after the change, each moving the other where it was not sent. */
function checkTime(
  { references }: CheckContext,
  input: EntryInput & { workDate: string },
  stored: StoredEntry | undefined,
  path: PathOf,
): TimedEntry {
  const { workDate } = input;
  const minutes = checkMinutes(references, input, path('hours'));
  const { startedAt, endedAt } = checkSpan(input, stored, path('endedAt'));
  if (stored)
    return settleSpan(
      { ...stored, workDate: stored.workOn },
      { workDate, minutes, startedAt, endedAt },
      references.timeZone,
    );
  if (minutes !== undefined) return { workDate, minutes, startedAt, endedAt };
  if (startedAt === null || endedAt === null)
    throw fieldError('hours_invalid', path('hours'), 'Send hours or minutes, or startedAt and endedAt.');
  const spanned = elapsedMinutes(new Date(startedAt), new Date(endedAt));
  if (spanned > MAX_ENTRY_MINUTES)
    throw fieldError('hours_invalid', path('endedAt'), 'An entry has at most 24:00.');
  return { workDate, minutes: spanned, startedAt, endedAt };
}

/** The minutes that were sent, in either form. */
function checkMinutes({ decimalReading }: References, input: EntryInput, field: string): number | undefined {
  if (input.minutes !== undefined || input.hours === undefined) return input.minutes;
  const parsed =
    typeof input.hours === 'number'
      ? minutesFromHours(input.hours, { decimalReading })
      : parseHours(input.hours, { decimalReading });
  if (parsed.ok) return parsed.minutes;
  throw fieldError('hours_invalid', field, 'Enter hours as 7:30, 7.5, 7h 30m or 450m, at most 24:00.');
}

function checkSpan(
  input: EntryInput,
  stored: StoredEntry | undefined,
  field: string,
): Pick<TimedEntry, 'startedAt' | 'endedAt'> {
  const startedAt = input.startedAt === undefined ? (stored?.startedAt ?? null) : input.startedAt;
  const endedAt = input.endedAt === undefined ? (stored?.endedAt ?? null) : input.endedAt;
  if ((startedAt === null) !== (endedAt === null))
    throw fieldError('date_invalid', field, 'Send both startedAt and endedAt, or neither.');
  if (startedAt !== null && endedAt !== null && Date.parse(endedAt) < Date.parse(startedAt)) {
    throw fieldError('date_invalid', field, 'endedAt is before startedAt.');
  }
  return { startedAt, endedAt };
}

/** Own time by everybody; others' time by the permission table, project by project. */
function checkMayWrite({ actor, changes, references }: CheckContext, projectId: string): void {
  if (changes.teamMemberID === actor.teamMemberID) return;
  const managerID = references.projects.get(projectId)?.managerID;
  const thing = { teamMemberID: changes.teamMemberID, approverID: references.approverID, managerID };
  if (!may(actor, 'time.editOthers', thing)) throw new AppError('forbidden');
}

/**
 * Days up to the lock date change only by those who may, and with a reason. A timer has none to say: nobody is asked whether they
 * might.
 */
function checkLockDate({ actor, changes, references }: CheckContext, workOn: string): void {
  if (!isBehindLockDate(workOn, references.lockOn)) return;
  if (changes.source === 'timer' || !may(actor, 'time.editLocked'))
    throw new AppError('week_locked', { details: { lockDate: references.lockOn } });
  if (!changes.reason?.trim()) throw new AppError('reason_required');
}
