import { AppError } from '@stint/domain/errors.ts';
import { splitTimer } from '@stint/domain/time/timer.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { isTimeZone } from '@stint/domain/time/zone.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { changing } from '../../platform/change-feed/record.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type JsonText, parseJson } from '../../platform/json-text.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject } from '../shared/json-sql.ts';
import { fieldError } from '../shared/sql-json.ts';
import { applyChanges } from '../timesheets/apply.ts';

export type TimerInput = {
  projectID?: string | null | undefined;
  activityID?: string | null | undefined;
  comment?: string | undefined;
  isBillable?: boolean | null | undefined;
  tags?: string[] | undefined;
};

export type Running = {
  projectId: string | null;
  activityId: string | null;
  comment: string;
  isBillable: boolean | null;
  tagIds: string[];
  startedAt: Date;
  timeZone: string;
  version: number;
};

/** A timer that runs longer was forgotten; it has to be thrown away or stopped with an end of one's own. */
const longestMs = 31 * 24 * 60 * 60_000;

type TimerJson = Answer<'PUT /Timer'>;

const timerItem = jsonObject<TimerJson>({
  teamMemberID: 'r.team_member_id',
  projectID: 'r.project_id',
  activityID: 'r.activity_id',
  projectName: 'p.name',
  activityName: 'a.name',
  comment: 'r.comment',
  isBillable: 'r.is_billable',
  tags: 'r.tag_ids',
  startedAt: 'r.started_at',
  timeZone: 'r.time_zone',
  version: 'r.version',
});

/** What the caller has running, or nothing. */
export async function findTimer(
  tx: Queryable,
  { tenantId, actor }: MemberContext,
): Promise<JsonText<TimerJson> | undefined> {
  const row = await tx.maybeOne<{ text: JsonText<TimerJson> }>(sql`
    select (${timerItem})::text as text
    from app.timer r left join app.project p on p.tenant_id = ${tenantId} and p.id = r.project_id
      left join app.activity a on a.tenant_id = ${tenantId} and a.id = r.activity_id
    where r.tenant_id = ${tenantId} and r.team_member_id = ${actor.teamMemberID}`);
  return row?.text;
}

/** @throws AppError `state_conflict` when nothing runs: it was stopped since */
export async function readTimer(tx: Queryable, context: MemberContext): Promise<JsonText<TimerJson>> {
  const text = await findTimer(tx, context);
  if (text === undefined)
    throw new AppError('state_conflict', { message: 'This timer does not run any more.' });
  return text;
}

/**
 * The running timer, held by this transaction. The member's row is locked first, so that two starts at once take turns
 * even while nothing runs.
 */
export async function lockTimer(tx: Queryable, { tenantId, actor }: MemberContext): Promise<Running | null> {
  await tx.one(
    sql`select id from app.team_member where tenant_id = ${tenantId} and id = ${actor.teamMemberID} for no key update`,
  );
  return tx.maybeOne<Running>(sql`
    select project_id as "projectId", activity_id as "activityId", comment, is_billable as "isBillable", tag_ids as "tagIds",
      started_at as "startedAt", time_zone as "timeZone", version
    from app.timer where tenant_id = ${tenantId} and team_member_id = ${actor.teamMemberID} for update`);
}

/** Ids of a timer exist here, are seen by the caller and can be used. */
async function checkReferences(
  tx: Queryable,
  { tenantId, actor }: MemberContext,
  { projectID, activityID, tags = [] }: TimerInput,
): Promise<void> {
  const found = await tx.one<{
    project: { isPublic: boolean; managerID: string | null; isMine: boolean } | null;
    activity: boolean;
    tags: number;
  }>(sql`
    select (select json_build_object('isPublic', p.visibility = 'public', 'managerID', p.manager_id, 'isMine', exists (
        select from app.project_member b where b.tenant_id = ${tenantId} and b.project_id = p.id and b.team_member_id = ${actor.teamMemberID}))
      from app.project p where p.tenant_id = ${tenantId} and p.id = ${projectID ?? null} and p.archived_at is null and p.deleted_at is null) as project,
      exists (select from app.activity a where a.tenant_id = ${tenantId} and a.id = ${activityID ?? null} and a.archived_at is null and a.deleted_at is null) as activity,
      (select count(*) from app.tag g where g.tenant_id = ${tenantId} and g.id = any(${tags}::uuid[]) and g.archived_at is null) as tags`);
  if (projectID) {
    const { project } = found;
    const isSeen =
      project &&
      can(actor, 'project.see', { ...project, memberIDs: project.isMine ? [actor.teamMemberID] : [] });
    if (!isSeen)
      throw fieldError('reference_invalid', 'projectID', 'This project does not exist here or is archived.');
  }
  if (activityID && !found.activity)
    throw fieldError('reference_invalid', 'activityID', 'This activity does not exist here or is archived.');
  if (found.tags !== tags.length)
    throw fieldError('reference_invalid', 'tags', 'A tag does not exist here or is archived.');
}

export type StartInput = TimerInput & { startedAt?: string | undefined; timeZone?: string | undefined };

/** Starts the timer; what runs already is stopped and saved at that moment. @returns ids of the saved entries */
export async function startTimer(
  tx: Transaction,
  context: MemberContext,
  input: StartInput,
): Promise<string[]> {
  const { tenantId, actor, info, member, workspace } = context;
  const running = await lockTimer(tx, context);
  const startedAt = requirePast(input.startedAt, info.now, 'startedAt');
  const timeZone = input.timeZone ?? member.timeZone ?? workspace.settings.timeZone;
  if (!isTimeZone(timeZone))
    throw fieldError(
      'validation_failed',
      'timeZone',
      'This time zone is not known. Use a name such as Europe/Zurich.',
    );
  await checkReferences(tx, context, input);
  const saved = running ? await saveTimer(tx, context, running, endOf(running, startedAt, info.now)) : [];
  const statement = sql`
    insert into app.timer (tenant_id, team_member_id, project_id, activity_id, comment, is_billable, tag_ids, started_at, time_zone)
    values (${tenantId}, ${actor.teamMemberID}, ${input.projectID ?? null}, ${input.activityID ?? null}, ${input.comment?.trim() ?? ''},
      ${input.isBillable ?? null}, ${input.tags ?? []}, ${startedAt}, ${timeZone})`;
  await tx.run(changing('timer', [actor.teamMemberID], statement));
  return saved;
}

/** Changes what runs. @throws AppError `not_found` when nothing does, `version_conflict` */
export async function changeTimer(
  tx: Transaction,
  context: MemberContext,
  input: StartInput & { version: number },
): Promise<void> {
  const { tenantId, actor, info } = context;
  const running = await lockTimer(tx, context);
  if (!running) throw new AppError('not_found');
  if (running.version !== input.version)
    throw new AppError('version_conflict', {
      details: { current: parseJson(await readTimer(tx, context)) },
    });
  await checkReferences(tx, context, input);
  const next = merge(running, input);
  const startedAt =
    input.startedAt === undefined ? running.startedAt : requirePast(input.startedAt, info.now, 'startedAt');
  const statement = sql`
    update app.timer set project_id = ${next.projectId}, activity_id = ${next.activityId}, comment = ${next.comment}, is_billable = ${next.isBillable},
      tag_ids = ${next.tagIds}, started_at = ${startedAt}, version = version + 1
    where tenant_id = ${tenantId} and team_member_id = ${actor.teamMemberID}`;
  await tx.run(changing('timer', [actor.teamMemberID], statement));
}

/** Stops and saves what runs. @throws AppError `not_found` when nothing does, `state_conflict` without a project */
export async function stopTimer(
  tx: Transaction,
  context: MemberContext,
  { endedAt, ...input }: TimerInput & { endedAt?: string | undefined },
): Promise<{ saved: string[]; minutes: number }> {
  const running = await lockTimer(tx, context);
  if (!running) throw new AppError('not_found');
  await checkReferences(tx, context, input);
  const end = requirePast(endedAt, context.info.now, 'endedAt');
  if (end < running.startedAt)
    throw fieldError('date_invalid', 'endedAt', 'The timer ends before it started.');
  const next = merge(running, input);
  const saved = await saveTimer(tx, context, next, end);
  const parts = splitTimer({ startedAt: running.startedAt, endedAt: end, timeZone: running.timeZone });
  return { saved, minutes: parts.reduce((sum, part) => sum + part.minutes, 0) };
}

export function discardTimer(tx: Queryable, { tenantId, actor }: MemberContext): Promise<number> {
  const me = actor.teamMemberID;
  const statement = sql`delete from app.timer where tenant_id = ${tenantId} and team_member_id = ${me}`;
  return tx.run(changing('timer', [me], statement));
}

/** Turns a timer into entries, one per day in its zone, and removes it. A timer of no minute leaves nothing. */
async function saveTimer(
  tx: Transaction,
  context: MemberContext,
  timer: Running,
  endedAt: Date,
): Promise<string[]> {
  const { projectId, activityId } = timer;
  if (endedAt.getTime() - timer.startedAt.getTime() > longestMs) {
    throw new AppError('state_conflict', {
      message: 'The timer ran for more than 31 days. Stop it with the time at which it should have ended.',
    });
  }
  const parts = splitTimer({ startedAt: timer.startedAt, endedAt, timeZone: timer.timeZone });
  await discardTimer(tx, context);
  if (parts.length === 0) return [];
  if (projectId === null)
    throw new AppError('state_conflict', { message: 'Choose a project before the timer is saved.' });
  const rows = await applyChanges(tx, context, {
    teamMemberID: context.actor.teamMemberID,
    weekEndDates: [...new Set(parts.map((part) => weekEndOf(part.workDate)))],
    upserts: parts.map((part) => ({
      projectID: projectId,
      activityID: activityId,
      workDate: part.workDate,
      minutes: part.minutes,
      startedAt: part.startedAt.toISOString(),
      endedAt: part.endedAt.toISOString(),
      comment: timer.comment,
      isBillable: timer.isBillable ?? undefined,
      tags: timer.tagIds,
    })),
    removals: [],
    source: 'timer',
    isList: false,
  });
  return rows.map((row) => row.id);
}

function merge(running: Running, input: TimerInput): Running {
  return {
    ...running,
    projectId: input.projectID === undefined ? running.projectId : input.projectID,
    activityId: input.activityID === undefined ? running.activityId : input.activityID,
    comment: input.comment?.trim() ?? running.comment,
    isBillable: input.isBillable === undefined ? running.isBillable : input.isBillable,
    tagIds: input.tags ?? running.tagIds,
  };
}

/** A timer ends where the next one starts; one that the next would swallow ends now, and never before it started. */
function endOf(running: Running, nextStart: Date, now: Date): Date {
  if (nextStart > running.startedAt) return nextStart;
  return now > running.startedAt ? now : running.startedAt;
}

/** A given instant, or now; clocks of phones may be a minute ahead. */
function requirePast(text: string | undefined, now: Date, field: string): Date {
  if (text === undefined) return now;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw fieldError('date_invalid', field, 'This time does not exist.');
  if (instant.getTime() > now.getTime() + 60_000)
    throw fieldError('date_invalid', field, 'This time is in the future.');
  if (now.getTime() - instant.getTime() > longestMs)
    throw fieldError('date_invalid', field, 'This time is more than 31 days ago.');
  return instant;
}
