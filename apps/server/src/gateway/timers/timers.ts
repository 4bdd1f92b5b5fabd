import { AppError } from '@stint/domain/errors.ts';
import { changing } from '../../platform/change-feed/record.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { type JsonText, parseJson } from '../../platform/json-text.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { jsonObject } from '../shared/json-sql.ts';
import { requireEnd, requireStart, requireZone } from './instants.ts';
import { type Kept, keepSpan } from './keep.ts';
import {
  mergeWork,
  noWork,
  requireUsable,
  type Work,
  type WorkInput,
  workColumns,
  workItem,
  workTables,
} from './work.ts';

type Running = Work & { id: string; startedAt: Date; timeZone: string; version: number };

type TimerJson = Answer<'PUT /Timer'>;

const timerItem = jsonObject<TimerJson>({
  timerID: 'r.id',
  teamMemberID: 'r.team_member_id',
  ...workItem,
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
    select (${timerItem})::text as text from app.timer r ${workTables(tenantId)}
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
async function lockTimer(tx: Queryable, { tenantId, actor }: MemberContext): Promise<Running | null> {
  await tx.one(
    sql`select id from app.team_member where tenant_id = ${tenantId} and id = ${actor.teamMemberID} for no key update`,
  );
  return tx.maybeOne<Running>(sql`
    select id, ${workColumns}, started_at as "startedAt", time_zone as "timeZone", version
    from app.timer where tenant_id = ${tenantId} and team_member_id = ${actor.teamMemberID} for update`);
}

/** @throws AppError `not_found` when nothing runs, or another timer than the one that is meant */
async function lockMeant(
  tx: Queryable,
  context: MemberContext,
  timerID: string | undefined,
): Promise<Running> {
  const running = await lockTimer(tx, context);
  if (!running || (timerID !== undefined && timerID !== running.id)) throw new AppError('not_found');
  return running;
}

/** @throws AppError `state_conflict` with what runs, where nothing may */
export async function requireStopped(tx: Queryable, context: MemberContext): Promise<void> {
  if ((await lockTimer(tx, context)) !== null) throw await stillRunning(tx, context);
}

async function stillRunning(tx: Queryable, context: MemberContext): Promise<AppError> {
  return new AppError('state_conflict', {
    message: 'Another timer runs. Stop it first.',
    details: { current: parseJson(await readTimer(tx, context)) },
  });
}

/** Begins to run; nothing may run. */
export async function insertTimer(
  tx: Queryable,
  { tenantId, actor }: MemberContext,
  { id, startedAt, timeZone, ...work }: Omit<Running, 'version'>,
): Promise<void> {
  const statement = sql`
    insert into app.timer (tenant_id, id, team_member_id, project_id, activity_id, comment, is_billable, tag_ids, started_at, time_zone)
    values (${tenantId}, ${id}, ${actor.teamMemberID}, ${work.projectId}, ${work.activityId}, ${work.comment},
      ${work.isBillable}, ${work.tagIds}, ${startedAt}, ${timeZone})`;
  await tx.run(changing('timer', [actor.teamMemberID], statement));
}

/** Which timer a caller means; whatever runs where it is not said. */
type Meant = { timerID?: string | undefined };

export type StartInput = WorkInput & {
  timerID?: string | undefined;
  startedAt?: string | undefined;
  timeZone?: string | undefined;
  whenRunning?: 'stop' | 'refuse' | undefined;
};

/** Starts the timer; what runs already ends at that moment, or forbids it. @returns what the one before became */
export async function startTimer(
  tx: Transaction,
  context: MemberContext,
  input: StartInput,
): Promise<Pick<Kept, 'saved' | 'drafts'>> {
  const { now } = context.info;
  const running = await lockTimer(tx, context);
  const startedAt = requireStart(input.startedAt, now);
  const timeZone = requireZone(context, input.timeZone);
  await requireUsable(tx, context, input);
  if (running && input.whenRunning === 'refuse') throw await stillRunning(tx, context);
  const kept = running ? await endTimer(tx, context, running, endBefore(running, startedAt, now)) : null;
  const id = input.timerID ?? newId();
  await insertTimer(tx, context, { ...mergeWork(noWork, input), id, startedAt, timeZone });
  return { saved: kept?.saved ?? [], drafts: kept?.drafts ?? [] };
}

/** Changes what runs. @throws AppError `not_found` when it does not, `version_conflict` */
export async function changeTimer(
  tx: Transaction,
  context: MemberContext,
  input: WorkInput & Meant & { startedAt?: string | undefined; version: number },
): Promise<void> {
  const { tenantId, actor, info } = context;
  const running = await lockMeant(tx, context, input.timerID);
  if (running.version !== input.version)
    throw new AppError('version_conflict', {
      details: { current: parseJson(await readTimer(tx, context)) },
    });
  await requireUsable(tx, context, input);
  const next = mergeWork(running, input);
  const startedAt =
    input.startedAt === undefined ? running.startedAt : requireStart(input.startedAt, info.now);
  const statement = sql`
    update app.timer set project_id = ${next.projectId}, activity_id = ${next.activityId}, comment = ${next.comment}, is_billable = ${next.isBillable},
      tag_ids = ${next.tagIds}, started_at = ${startedAt}, version = version + 1
    where tenant_id = ${tenantId} and team_member_id = ${actor.teamMemberID}`;
  await tx.run(changing('timer', [actor.teamMemberID], statement));
}

/** Stops what runs and keeps its time. @throws AppError `not_found` when it does not */
export async function stopTimer(
  tx: Transaction,
  context: MemberContext,
  { endedAt, timerID, ...input }: WorkInput & Meant & { endedAt?: string | undefined },
): Promise<Kept & { timerID: string }> {
  const running = await lockMeant(tx, context, timerID);
  const end = requireEnd(endedAt, context.info.now, running.startedAt);
  return { ...(await endTimer(tx, context, mergeWork(running, input), end)), timerID: running.id };
}

/** Throws away what runs. @throws AppError `not_found` when it is named and does not run */
export async function throwAway(tx: Queryable, context: MemberContext, { timerID }: Meant): Promise<void> {
  if (timerID !== undefined) await lockMeant(tx, context, timerID);
  await discardTimer(tx, context);
}

async function endTimer(tx: Transaction, context: MemberContext, running: Running, endedAt: Date) {
  await discardTimer(tx, context);
  return keepSpan(tx, context, { ...running, endedAt });
}

function discardTimer(tx: Queryable, { tenantId, actor }: MemberContext): Promise<number> {
  const me = actor.teamMemberID;
  const statement = sql`delete from app.timer where tenant_id = ${tenantId} and team_member_id = ${me}`;
  return tx.run(changing('timer', [me], statement));
}

/** A timer ends where the next one starts; one that the next would swallow ends now, and never before it started. */
function endBefore(running: Running, nextStart: Date, now: Date): Date {
  if (nextStart > running.startedAt) return nextStart;
  return now > running.startedAt ? now : running.startedAt;
}
