import { AppError } from '@stint/domain/errors.ts';
import { isWeekEnd } from '@stint/domain/time/week.ts';
import { type Ability, type Actor, can, scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { fieldError, requireDate } from '../shared/sql-json.ts';

/** Person whose time is asked for, as the permission table needs it. */
export type Owner = { teamMemberID: string; approverID: string | null };

/** As they were when a call began. */
export type AskedOwner = Owner & { isArchived: boolean };

/** @throws AppError `date_invalid`, `week_end_invalid` */
export function requireWeekEnd(text: string, field = 'weekEndDate'): string {
  if (isWeekEnd(requireDate(text, field))) return text;
  throw fieldError('week_end_invalid', field, 'A week ends on a Sunday. Send that date as weekEndDate.');
}

/** @throws AppError `not_found`, the same for a person of another workspace as for nobody (security 3) */
export async function requireOwner(
  tx: Queryable,
  tenantId: string,
  actor: Actor,
  teamMemberID: string,
): Promise<AskedOwner> {
  if (teamMemberID === actor.teamMemberID) return { teamMemberID, approverID: null, isArchived: false };
  const row = await tx.one<Omit<AskedOwner, 'teamMemberID'>>(sql`
    select approver_id as "approverID", status = 'archived' as "isArchived" from app.team_member
    where tenant_id = ${tenantId} and id = ${teamMemberID}`);
  return { teamMemberID, ...row };
}

/**
 * Whether a person's whole week may be seen: the own, of people one approves, or all. A manager of projects sees other
 * people's entries on those projects in lists and reports, not their week.
 */
export function canSeeWeek(actor: Actor, ability: Ability, owner: Owner): boolean {
  return can(actor, ability, owner);
}

/** Rows of entries `e` (project `p`) that a person may see, by the reach of their ability. */
export function entryScope(actor: Actor, ability: Ability, tenantId: string): Sql {
  const me = actor.teamMemberID;
  const own = sql`e.team_member_id = ${me}`;
  const approves = sql`e.team_member_id in (select b.id from app.team_member b where b.tenant_id = ${tenantId} and b.approver_id = ${me})`;
  switch (scopeOf(actor, ability)) {
    case 'all':
      return sql`true`;
    case 'managed':
      return sql`(${own} or ${approves} or p.manager_id = ${me})`;
    case 'approves':
      return sql`(${own} or ${approves})`;
    case 'assigned':
    case 'own':
      return own;
    case 'none':
      throw new AppError('forbidden');
  }
}

/** People `m` that an ability reaches. */
export function memberScope(actor: Actor, ability: Ability): Sql {
  const me = actor.teamMemberID;
  switch (scopeOf(actor, ability)) {
    case 'all':
      return sql`true`;
    case 'managed':
    case 'approves':
      return sql`(m.id = ${me} or m.approver_id = ${me})`;
    case 'assigned':
    case 'own':
      return sql`m.id = ${me}`;
    case 'none':
      throw new AppError('forbidden');
  }
}

/** Ids of people and projects, one after the other, whose entries somebody sees. */
export type Reach = { people: Buffer; projects: Buffer };

/** What `entryScope` reaches, by ids; null where it is everybody's. */
export async function entryReach(
  tx: Queryable,
  { tenantId, actor }: { tenantId: string; actor: Actor },
  ability: Ability,
): Promise<Reach | null> {
  const scope = scopeOf(actor, ability);
  if (scope === 'all') return null;
  const manages = scope === 'managed' ? sql`p.manager_id = ${actor.teamMemberID}` : sql`false`;
  return tx.one<Reach>(sql`
    select coalesce((select string_agg(uuid_send(m.id), ''::bytea) from app.team_member m where m.tenant_id = ${tenantId} and ${memberScope(actor, ability)}), '') as people,
      coalesce((select string_agg(uuid_send(p.id), ''::bytea) from app.project p where p.tenant_id = ${tenantId} and ${manages}), '') as projects`);
}

/**
 * The mail address of a member `m` as somebody may know it: their own, and everybody's who manages people; null otherwise. What
 * is not shown is not searched either, for who may guess and be told "found" reads the address letter by letter.
 */
export function knownEmail(actor: Actor): Sql {
  return can(actor, 'member.manage')
    ? sql`m.email`
    : sql`case when m.id = ${actor.teamMemberID} then m.email end`;
}
