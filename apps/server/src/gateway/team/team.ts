import type { Sent } from '@stint/domain/api/gateway/entity.ts';
import { teamMember } from '@stint/domain/api/gateway/team.ts';
import { AppError } from '@stint/domain/errors.ts';
import { isTimeZone } from '@stint/domain/time/zone.ts';
import { type Actor, can } from '@stint/domain/workspace/permissions.ts';
import { canGrantRole, type Role } from '@stint/domain/workspace/roles.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type JsonText, parseJson } from '../../platform/json-text.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { lockVersion } from '../shared/archiving.ts';
import { assignments, changedFields, pick, requireWritable } from '../shared/columns.ts';
import { moveImportedNames } from '../shared/imported-names.ts';
import { createRecorder } from '../shared/record-change.ts';
import { fieldError } from '../shared/sql-json.ts';
import { repriceDays } from '../totals/count.ts';
import { endMembership } from './end-membership.ts';
import { getMember, type MemberJson } from './queries.ts';

const recordChange = createRecorder({
  entity: 'teamMember',
  event: { name: 'member.changed', key: 'member' },
  read: (tx, { tenantId, actor }, id) => getMember(tx, tenantId, actor, id),
});

type MemberInput = Sent<typeof teamMember>;
type MemberChange = MemberInput & { id: string; version: number };

type StoredMember = { id: string; userId: string | null; role: Role; status: string; version: number };

/** A member's row, locked. @throws AppError `not_found` */
function lockMember(tx: Queryable, tenantId: string, id: string): Promise<StoredMember> {
  return tx.one<StoredMember>(sql`
    select id, user_id as "userId", role, status, version from app.team_member where tenant_id = ${tenantId} and id = ${id} for update`);
}

/** What a change asks for, against what the person may do: the own profile by everybody, the rest by owner and admin. */
function checkRights(actor: Actor, member: StoredMember, input: MemberInput): void {
  const isOwn = member.id === actor.teamMemberID;
  if (!isOwn && !can(actor, 'member.manage')) throw new AppError('forbidden');
  requireWritable(teamMember.fields, actor, input);
  if (!isOwn && member.role === 'owner' && actor.role !== 'owner') throw new AppError('forbidden');
  if (
    input.role !== undefined &&
    input.role !== member.role &&
    !canGrantRole(actor.role, input.role, member.role)
  ) {
    throw new AppError('forbidden', { message: 'Nobody can give a role above the own one.' });
  }
}

async function checkValues(tx: Queryable, tenantId: string, id: string, input: MemberInput): Promise<void> {
  if (typeof input.timeZone === 'string' && !isTimeZone(input.timeZone)) {
    throw fieldError(
      'validation_failed',
      'timeZone',
      'This time zone is not known. Use a name such as Europe/Zurich.',
    );
  }
  if (typeof input.approverID !== 'string') return;
  if (input.approverID === id)
    throw fieldError('reference_invalid', 'approverID', 'Nobody approves the own time.');
  const approver = await tx.maybeOne(sql`
    select id from app.team_member where tenant_id = ${tenantId} and id = ${input.approverID} and status in ('active', 'invited')`);
  if (!approver) throw fieldError('reference_invalid', 'approverID', 'This person is not in the workspace.');
}

/**
 * Locks the workspace and counts its owners, so that two removals of the last two owners take turns (security 10).
 * @throws AppError `last_owner`
 */
async function keepOwner(tx: Queryable, tenantId: string, leaving: StoredMember): Promise<void> {
  if (leaving.role !== 'owner' || leaving.status !== 'active') return;
  await tx.one(sql`select tenant_id from app.tenant where tenant_id = ${tenantId} for update`);
  const { others } = await tx.one<{ others: number }>(sql`
    select count(*) as others from app.team_member
    where tenant_id = ${tenantId} and role = 'owner' and status = 'active' and id <> ${leaving.id}`);
  if (others === 0) throw new AppError('last_owner');
}

export type RoleWriter = (userUuid: string, roles: string[]) => Promise<void>;

/**
 * Changes a member. A role is the provider's first: it is asked while the row is held here, and its refusal undoes
 * everything.
 */
export async function updateMember(
  tx: Transaction,
  context: MemberContext,
  setRoles: RoleWriter,
  { id, version, ...input }: MemberChange,
): Promise<JsonText<MemberJson>> {
  const { tenantId, info, actor } = context;
  const current = async () => parseJson(await getMember(tx, tenantId, actor, id));
  await lockVersion(tx, tenantId, { table: 'team_member', id, version }, current);
  const member = await lockMember(tx, tenantId, id);
  checkRights(actor, member, input);
  await checkValues(tx, tenantId, id, input);
  const before = await current();
  const changesRole = input.role !== undefined && input.role !== member.role;
  if (changesRole && input.role !== 'owner') await keepOwner(tx, tenantId, member);
  const changes = [
    ...assignments(teamMember.fields, input, info.now),
    ...(changesRole ? [sql`role_updated_at = ${info.now}`] : []),
    sql`updated_at = ${info.now}`,
    sql`version = version + 1`,
  ];
  await tx.run(sql`update app.team_member set ${join(changes)} where tenant_id = ${tenantId} and id = ${id}`);
  const after = changedFields(teamMember.fields, input);
  const text = await recordChange(tx, context, id, {
    action: changesRole ? 'roleChanged' : 'changed',
    after,
    before: pick(before, Object.keys(after)),
  });
  if (changesRole && member.userId && input.role) await setRoles(member.userId, [input.role]);
  return text;
}

/** Archives a member: time stays, the seat is free, running timers end, access ends at once. */
export async function archiveMember(
  tx: Transaction,
  context: MemberContext,
  setRoles: RoleWriter,
  id: string,
): Promise<JsonText<MemberJson>> {
  const { tenantId, info, actor } = context;
  const member = await lockMember(tx, tenantId, id);
  if (member.role === 'owner' && actor.role !== 'owner') throw new AppError('forbidden');
  if (member.status === 'archived') return getMember(tx, tenantId, actor, id);
  await keepOwner(tx, tenantId, member);
  await endMembership(tx, tenantId, id, info.now);
  const text = await recordChange(tx, context, id, {
    action: 'archived',
    before: { role: member.role, status: member.status },
  });
  if (member.userId) await setRoles(member.userId, []);
  return text;
}

export async function restoreMember(
  tx: Transaction,
  context: MemberContext,
  setRoles: RoleWriter,
  id: string,
): Promise<JsonText<MemberJson>> {
  const { tenantId, info, actor } = context;
  const member = await lockMember(tx, tenantId, id);
  if (member.status !== 'archived') return getMember(tx, tenantId, actor, id);
  if (!canGrantRole(actor.role, member.role)) throw new AppError('forbidden');
  const status = member.userId ? 'active' : 'placeholder';
  await tx.run(sql`update app.team_member set status = ${status}, archived_at = null, role_updated_at = ${info.now}, updated_at = ${info.now},
    version = version + 1 where tenant_id = ${tenantId} and id = ${id}`);
  const text = await recordChange(tx, context, id, { action: 'restored', after: { status } });
  if (member.userId) await setRoles(member.userId, [member.role]);
  return text;
}

export type PlaceholderInput = {
  firstName: string;
  lastName?: string | undefined;
  email?: string | null | undefined;
};

/** Somebody who never signs in: imported people, freelancers. */
export async function createPlaceholder(
  tx: Transaction,
  context: MemberContext,
  id: string,
  input: PlaceholderInput,
): Promise<JsonText<MemberJson>> {
  const { tenantId, info } = context;
  await tx.run(sql`
    insert into app.team_member (tenant_id, id, first_name, last_name, email, role, status, role_updated_at, created_at, updated_at)
    values (${tenantId}, ${id}, ${input.firstName.trim()}, ${input.lastName?.trim() ?? ''}, ${input.email?.trim() || null}, 'member', 'placeholder',
      ${info.now}, ${info.now}, ${info.now})`);
  return recordChange(tx, context, id, {
    action: 'created',
    after: { status: 'placeholder', firstName: input.firstName, lastName: input.lastName ?? '' },
  });
}

/**
 * Moves all weeks of a placeholder to a member and removes the placeholder. Refused where both have time in one week:
 * an approved week must not change. A week that was emptied because it was too old holds nothing to move.
 * @throws AppError `state_conflict`, `reference_invalid`
 */
export async function mergeMembers(
  tx: Transaction,
  context: MemberContext,
  id: string,
  from: string,
): Promise<JsonText<MemberJson>> {
  const { tenantId } = context;
  if (id === from) throw new AppError('reference_invalid');
  const both = await lockMembers(tx, tenantId, [id, from]);
  const [source, target] = [from, id].map((one) => both.find((member) => member.id === one));
  if (!target) throw new AppError('not_found');
  if (source?.status !== 'placeholder' || target.status === 'archived')
    throw new AppError('reference_invalid');
  // A save that is at work in one of them ends first, in the order in which an import takes weeks; none is begun while the people are held.
  await tx.run(sql`select 1 from app.timesheet_week w where w.tenant_id = ${tenantId} and w.team_member_id in (${id}, ${from})
    order by w.team_member_id, w.week_end_on for no key update of w`);
  const moved = sql`(a.emptied_version is distinct from a.version and ${holdsTime(tenantId, 'a')})`;
  const { shared } = await tx.one<{ shared: number }>(sql`
    select count(*) as shared from app.timesheet_week a join app.timesheet_week b
      on b.tenant_id = ${tenantId} and b.team_member_id = ${id} and b.week_end_on = a.week_end_on
    where a.tenant_id = ${tenantId} and a.team_member_id = ${from} and ${moved} and ${holdsTime(tenantId, 'b')}`);
  if (shared > 0)
    throw new AppError('state_conflict', {
      message: 'Both people have time in the same week. Move it first.',
    });
  await tx.run(sql`
    insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, status, submitted_at, submitted_by, decided_at, decided_by, reason, note,
      lines, total_minutes, billable_minutes, day_minutes, project_ids, import_id, updated_at, version, counted_version)
    select a.tenant_id, ${id}::uuid, a.week_end_on, a.status, a.submitted_at, a.submitted_by, a.decided_at, a.decided_by, a.reason, a.note, a.lines, a.total_minutes,
      a.billable_minutes, a.day_minutes, a.project_ids, a.import_id, a.updated_at, a.version, a.counted_version
    from app.timesheet_week a left join app.timesheet_week b
      on b.tenant_id = ${tenantId} and b.team_member_id = ${id} and b.week_end_on = a.week_end_on
    where a.tenant_id = ${tenantId} and a.team_member_id = ${from} and (b.week_end_on is null or ${moved})
    on conflict (tenant_id, team_member_id, week_end_on) do update set status = excluded.status, submitted_at = excluded.submitted_at,
      submitted_by = excluded.submitted_by, decided_at = excluded.decided_at, decided_by = excluded.decided_by, reason = excluded.reason,
      note = excluded.note, lines = excluded.lines, total_minutes = excluded.total_minutes, billable_minutes = excluded.billable_minutes,
      day_minutes = excluded.day_minutes, project_ids = excluded.project_ids, import_id = excluded.import_id, updated_at = excluded.updated_at,
      version = greatest(timesheet_week.version, excluded.version) + 1, counted_version = greatest(timesheet_week.version, excluded.version) + 1`);
  await tx.run(
    sql`update app.timesheet_entry set team_member_id = ${id}, version = version + 1 where tenant_id = ${tenantId} and team_member_id = ${from}`,
  );
  // With its prices: those of approved time stay. The weeks that are left behind are empty.
  await tx.run(
    sql`update app.day_total set team_member_id = ${id} where tenant_id = ${tenantId} and team_member_id = ${from}`,
  );
  await tx.run(sql`update app.timesheet_week set total_minutes = 0, billable_minutes = 0, day_minutes = '{0,0,0,0,0,0,0}', project_ids = '{}',
    import_id = null, version = version + 1, counted_version = version + 1, updated_at = ${context.info.now} where tenant_id = ${tenantId} and team_member_id = ${from}`);
  await tx.run(sql`update app.member_rate r set team_member_id = ${id} where r.tenant_id = ${tenantId} and r.team_member_id = ${from}
    and not exists (select from app.member_rate o where o.tenant_id = ${tenantId} and o.team_member_id = ${id} and o.kind = r.kind
      and o.effective_from = r.effective_from and o.project_id is not distinct from r.project_id)`);
  await repriceDays(tx, tenantId, (alias) => sql`${alias}.team_member_id in (${id}, ${from})`);
  await moveImportedNames(tx, tenantId, 'person', { id, from });
  // The history of the placeholder's weeks stays with its row, which is kept, archived.
  await tx.run(sql`update app.team_member set status = 'archived', archived_at = ${context.info.now}, email = null, updated_at = ${context.info.now},
    version = version + 1 where tenant_id = ${tenantId} and id = ${from}`);
  return recordChange(tx, context, id, { action: 'merged', after: { from } });
}

/** A week that was handed in or decided, or that has an entry: one that was opened and left as it was holds nothing. */
function holdsTime(tenantId: string, alias: 'a' | 'b'): Sql {
  const week = raw(alias);
  return sql`(${week}.status in ('pending', 'approved') or exists (select from app.timesheet_entry e where e.tenant_id = ${tenantId}
    and e.team_member_id = ${week}.team_member_id and e.week_end_on = ${week}.week_end_on and e.deleted_at is null))`;
}

/** In the order in which an import holds people too. */
function lockMembers(tx: Queryable, tenantId: string, ids: readonly string[]): Promise<StoredMember[]> {
  return tx.rows<StoredMember>(sql`
    select id, user_id as "userId", role, status, version from app.team_member
    where tenant_id = ${tenantId} and id = any(${[...ids]}::uuid[]) order by id for update`);
}
