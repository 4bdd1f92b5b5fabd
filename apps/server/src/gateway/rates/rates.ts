import type { rateRoutes } from '@stint/domain/api/gateway/rates.ts';
import type { RouteInput } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import { type RateSubject, rateSubject } from '@stint/domain/workspace/rate-subject.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type JsonText, toJsonText } from '../../platform/json-text.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { Answer } from '../shared/answer.ts';
import { holdLiving } from '../shared/chosen.ts';
import { jsonObject, oneJson } from '../shared/json-sql.ts';
import { fieldError, requireDate } from '../shared/sql-json.ts';
import { type Days, repriceDays } from '../totals/count.ts';

export type Rate = Answer<'POST /Rates'>;
type Given = RouteInput<(typeof rateRoutes)['POST /Rates/Preview']>['body'];
/** A rate as it was sent, with what was left out. */
export type CheckedRate = {
  subject: RateSubject;
  teamMemberID: string | null;
  projectID: string | null;
  activityID: string | null;
  clientID: string | null;
  kind: Rate['kind'];
  amount: number;
  currency: string;
  effectiveFrom: string;
};

export const rateItem = jsonObject<Rate>({
  rateID: 'r.id',
  teamMemberID: 'r.team_member_id',
  projectID: 'r.project_id',
  activityID: 'r.activity_id',
  clientID: 'r.client_id',
  kind: 'r.kind',
  amount: 'r.amount_minor',
  currency: 'r.currency',
  effectiveFrom: 'r.effective_from',
  createdAt: 'r.created_at',
});

/** Every rate of a workspace as rows `r`: those of people, and those of projects, activities and clients. */
export function rateRows(tenantId: string): Sql {
  return sql`(select m.id, m.team_member_id, m.project_id, null::uuid as activity_id, null::uuid as client_id, m.kind, m.amount_minor,
      m.currency, m.effective_from, m.created_at
    from app.member_rate m where m.tenant_id = ${tenantId}
    union all select s.id, null::uuid, s.project_id, s.activity_id, s.client_id, 'bill', s.amount_minor,
      coalesce(c.currency, t.currency), s.effective_from, s.created_at
    from app.standard_rate s join app.tenant t on t.tenant_id = ${tenantId}
      left join app.project p on p.tenant_id = ${tenantId} and p.id = s.project_id
      left join app.client c on c.tenant_id = ${tenantId} and c.id = coalesce(s.client_id, p.client_id)
    where s.tenant_id = ${tenantId}) r`;
}

export function getRate(tx: Queryable, tenantId: string, id: string): Promise<JsonText<Rate>> {
  return oneJson(tx, rateItem, (text) => sql`select ${text} from ${rateRows(tenantId)} where r.id = ${id}`);
}

/** @throws AppError `validation_failed` for a rate of nobody, or of several at once, and for costs that are not a person's */
export function checkRate(body: Given, { workspace }: MemberContext): CheckedRate {
  const subject = rateSubject(body);
  if (subject === null)
    throw fieldError(
      'validation_failed',
      'teamMemberID',
      'A rate is that of a person, a project, an activity or a client. A person’s and an activity’s may be for one project.',
    );
  if (subject !== 'person' && body.kind === 'cost')
    throw fieldError('validation_failed', 'kind', 'Only the time of people has costs.');
  if (subject !== 'person' && body.currency !== undefined)
    throw fieldError(
      'validation_failed',
      'currency',
      'A rate of a project, activity or client is in the currency that the time is billed in. Leave this out.',
    );
  const { teamMemberID = null, projectID = null, activityID = null, clientID = null, kind, amount } = body;
  return {
    subject,
    teamMemberID,
    projectID,
    activityID,
    clientID,
    kind,
    amount,
    currency: body.currency ?? workspace.settings.currency,
    effectiveFrom: requireDate(body.effectiveFrom, 'effectiveFrom'),
  };
}

/** The days that a rate bears on. */
export function daysOf(tenantId: string, rate: Omit<CheckedRate, 'subject' | 'amount' | 'currency'>): Days {
  const { teamMemberID, projectID, activityID, clientID, effectiveFrom } = rate;
  return (alias) => {
    const person = teamMemberID ? sql` and ${alias}.team_member_id = ${teamMemberID}` : sql``;
    const project = projectID ? sql` and ${alias}.project_id = ${projectID}` : sql``;
    const activity = activityID ? sql` and ${alias}.activity_id = ${activityID}` : sql``;
    const client = clientID
      ? sql` and ${alias}.project_id in (select o.id from app.project o where o.tenant_id = ${tenantId} and o.client_id = ${clientID})`
      : sql``;
    return sql`${alias}.work_on >= ${effectiveFrom}::date${person}${project}${activity}${client}`;
  };
}

/** Whose write it is, and the id of a rate that was not there. */
type Writing = { context: MemberContext; id: string; believed: number | null | undefined };

/**
 * Keeps a rate; the one of the same date is replaced. @returns its id
 * @throws AppError `version_conflict` where that date has another amount than the caller believes, `state_conflict` where whom or what it
 *   is of was archived or merged meanwhile
 */
export async function storeRate(tx: Transaction, rate: CheckedRate, writing: Writing): Promise<string> {
  const { context, believed } = writing;
  const { tenantId } = context;
  const { teamMemberID, activityID, projectID, clientID } = rate;
  await holdLiving(tx, tenantId, {
    team_member: listed(teamMemberID),
    activity: listed(activityID),
    project: listed(projectID),
    client: listed(clientID),
  });
  if (typeof believed === 'number') {
    const present = await tx.maybeOne<{ amount: number }>(sql`
      select r.amount_minor as amount from ${tableOf(rate)} r where r.tenant_id = ${tenantId} and ${isSame(rate)} for update of r`);
    if (present?.amount !== believed) throw await conflict(tx, tenantId, rate);
  }
  const [stored] = await tx.rows<{ id: string }>(
    rate.subject === 'person' ? storePersons(rate, writing) : storeStandard(rate, writing),
  );
  if (!stored) throw await conflict(tx, tenantId, rate);
  return stored.id;
}

const listed = (id: string | null) => (id === null ? [] : [id]);

function storePersons(rate: CheckedRate, { context, id, believed }: Writing): Sql {
  const { tenantId, info, identity } = context;
  return sql`insert into app.member_rate as r
      (tenant_id, id, team_member_id, project_id, kind, amount_minor, currency, effective_from, created_at, created_by)
    values (${tenantId}, ${id}, ${rate.teamMemberID}, ${rate.projectID}, ${rate.kind}, ${rate.amount}, ${rate.currency},
      ${rate.effectiveFrom}, ${info.now}, ${identity.userUuid})
    on conflict (tenant_id, team_member_id, project_id, kind, effective_from) do update set amount_minor = excluded.amount_minor,
      currency = excluded.currency, created_at = excluded.created_at, created_by = excluded.created_by where ${believed !== null}
    returning r.id`;
}

function storeStandard(rate: CheckedRate, { context, id, believed }: Writing): Sql {
  const { tenantId, info, identity } = context;
  return sql`insert into app.standard_rate as r
      (tenant_id, id, client_id, project_id, activity_id, amount_minor, effective_from, created_at, created_by)
    values (${tenantId}, ${id}, ${rate.clientID}, ${rate.projectID}, ${rate.activityID}, ${rate.amount}, ${rate.effectiveFrom},
      ${info.now}, ${identity.userUuid})
    on conflict (tenant_id, client_id, project_id, activity_id, effective_from) do update set amount_minor = excluded.amount_minor,
      created_at = excluded.created_at, created_by = excluded.created_by where ${believed !== null}
    returning r.id`;
}

const tableOf = ({ subject }: CheckedRate) =>
  subject === 'person' ? sql`app.member_rate` : sql`app.standard_rate`;

/** A row `r` of the same table is of the same things, from the same date. */
function isSame(rate: CheckedRate): Sql {
  const things =
    rate.subject === 'person'
      ? sql`r.team_member_id = ${rate.teamMemberID} and r.kind = ${rate.kind}`
      : sql`r.client_id is not distinct from ${rate.clientID} and r.activity_id is not distinct from ${rate.activityID}`;
  return sql`${things} and r.project_id is not distinct from ${rate.projectID} and r.effective_from = ${rate.effectiveFrom}::date`;
}

async function conflict(tx: Queryable, tenantId: string, rate: CheckedRate): Promise<AppError> {
  const current = await tx.maybeOne<{ amount: number }>(sql`
    select r.amount_minor as amount from ${tableOf(rate)} r where r.tenant_id = ${tenantId} and ${isSame(rate)}`);
  return new AppError('version_conflict', { details: { current } });
}

/** The rate of the same things from the same date, as it is now. @throws AppError `not_found` */
export async function getSame(tx: Queryable, tenantId: string, rate: CheckedRate): Promise<JsonText<Rate>> {
  const { id } = await tx.one<{ id: string }>(
    sql`select r.id from ${tableOf(rate)} r where r.tenant_id = ${tenantId} and ${isSame(rate)}`,
  );
  return getRate(tx, tenantId, id);
}

/** Sets a rate and prices what it bears on. @returns its id. @throws AppError as `storeRate` */
export async function setRate(
  tx: Transaction,
  rate: CheckedRate,
  writing: Writing,
  { withApproved }: { withApproved: boolean },
): Promise<string> {
  const { tenantId } = writing.context;
  const id = await storeRate(tx, rate, writing);
  await repriceDays(
    tx,
    tenantId,
    daysOf(tenantId, rate),
    withApproved ? { kind: rate.kind, rateId: id } : null,
  );
  return id;
}

/** A rate that was removed, as it was. */
export async function getRemoved(tx: Queryable, tenantId: string, id: string): Promise<JsonText<Rate>> {
  const { before } = await tx.one<{ before: Rate }>(sql`
    select v.before from app.audit_event v where v.tenant_id = ${tenantId} and v.entity = 'rate' and v.entity_id = ${id}
      and v.action = 'removed' order by v.at desc limit 1`);
  return toJsonText(before);
}

/**
 * Removes a rate and prices what it bore on; approved time keeps its amounts.
 * @throws AppError `not_found` where somebody removed it a moment ago
 */
export async function dropRate(tx: Transaction, tenantId: string, rate: Rate): Promise<void> {
  const removed = await Promise.all([
    tx.run(sql`delete from app.member_rate where tenant_id = ${tenantId} and id = ${rate.rateID}`),
    tx.run(sql`delete from app.standard_rate where tenant_id = ${tenantId} and id = ${rate.rateID}`),
  ]);
  if (removed.every((count) => count === 0)) throw new AppError('not_found');
  await repriceDays(tx, tenantId, daysOf(tenantId, rate));
}
