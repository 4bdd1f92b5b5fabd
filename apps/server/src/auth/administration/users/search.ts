import { type Sql, sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { KeyCaller, UserCaller } from '../../mechanisms/access/access.ts';
import type { Said } from '../../model/proofs/links.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { type User, userColumns, userTables } from '../../model/users/queries.ts';
import { pageOf, pageSize, type Search, type SearchRules, searchCondition, searchOrder } from '../search.ts';
import { seesWhole } from './callers.ts';

const attributes: SearchRules = {
  attrs: {
    userId: { type: 'number', expression: sql`u.number` },
    userUuid: { type: 'string', expression: sql`u.id::text` },
    uuid: { type: 'string', expression: sql`u.id::text` },
    email: { type: 'string', expression: sql`e.value` },
    username: { type: 'string', expression: sql`n.value` },
    phoneNumber: { type: 'string', expression: sql`p.value` },
    name: { type: 'string', expression: sql`u.name` },
    image: { type: 'string', expression: sql`u.image` },
    locked: { type: 'boolean', expression: sql`u.is_locked` },
    isMfaRequired: { type: 'boolean', expression: sql`u.is_mfa_required` },
    isConfirmed: { type: 'boolean', expression: sql`(e.confirmed_at is not null)` },
    isEmailConfirmed: { type: 'boolean', expression: sql`(e.confirmed_at is not null)` },
    isPhoneNumberConfirmed: { type: 'boolean', expression: sql`(p.confirmed_at is not null)` },
    lastActiveAt: { type: 'date', expression: sql`u.last_active_at` },
    createdAt: { type: 'date', expression: sql`u.created_at` },
    updatedAt: { type: 'date', expression: sql`u.updated_at` },
  },
  data: sql`u.data`,
};

/** Roles are asked for in the tenant that is searched and its children, not in others of the root. */
function rulesIn(tenant: Tenant, hides: Sql | null): SearchRules {
  return {
    ...(hides === null ? attributes : hidden(hides)),
    role: (
      tenantId,
      roleName,
    ) => sql`exists (select 1 from auth.membership m join auth.tenant mt on mt.id = m.tenant_id
      where m.user_id = u.id and mt.public_id = ${tenantId} and (mt.id = ${tenant.id} or mt.parent_id = ${tenant.id})
        and (${roleName}::text is null or ${roleName}::text = any(m.roles)))`,
  };
}

/** What an invitation tells of a person anyway. */
const toldByInvitation = new Set(['userId', 'userUuid', 'uuid', 'email']);

/** The same attributes, unknown where `shows` does not hold: a filter must not tell what a record does not show. */
function hidden(shows: Sql): Pick<SearchRules, 'attrs' | 'data'> {
  const hide = (expression: Sql) => sql`case when ${shows} then ${expression} end`;
  const attrs = Object.entries(attributes.attrs).map(([name, one]) => [
    name,
    toldByInvitation.has(name) ? one : { ...one, expression: hide(one.expression) },
  ]);
  return { attrs: Object.fromEntries(attrs), data: hide(sql`u.data`) };
}

/** A person, and the invitation where that is all that the caller may see of them. */
export type FoundUser = User & { invitation: { said: Said; at: Date } | null };

/** People of a root tenant; of a child the members and who is invited (protocol 10.1). */
export async function findUsers(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  tenant: Tenant,
  search: Search,
) {
  const { realm } = caller;
  const { limit, offset } = pageOf(search);
  const now = context.clock.now();
  const isMember =
    tenant.parentId === null
      ? sql`true`
      : sql`exists (select 1 from auth.membership own where own.tenant_id = ${tenant.id} and own.user_id = u.id)`;
  const invitations = sql`from auth.link l where l.user_id = u.id and l.tenant_id = ${tenant.id} and l.kind = 'invite'
    and lower(l.email) = e.norm and l.used_at is null and l.voided_at is null and l.expires_at > ${now}`;
  const rules = rulesIn(tenant, seesWhole(caller) ? null : isMember);
  const where = sql`u.root_tenant_id = ${realm.rootTenantId} and u.mode = ${realm.mode} and u.deleted_at is null
    and not coalesce(e.is_shared, false) and (${isMember} or exists (select 1 ${invitations})) and ${searchCondition(search, rules, now)}`;
  const order = searchOrder(search.order, rules, sql`u.number asc`);
  const [rows, total] = await Promise.all([
    context.database.rows<User & { isMember: boolean; said: Said | null; invitedAt: Date | null }>(
      sql`select ${userColumns}, ${isMember} as "isMember", i.said, i.at as "invitedAt" from ${userTables}
        left join lateral (
          select l.data -> 'said' as said, l.created_at as at ${invitations} order by l.created_at desc limit 1
        ) i on true
        where ${where} order by ${order}, u.number limit ${limit} offset ${offset}`,
    ),
    context.database.one<{ count: number }>(sql`select count(*) as count from ${userTables} where ${where}`),
  ]);
  const found = rows.map(({ isMember: shows, said, invitedAt, ...user }): FoundUser => {
    const isWhole = shows || seesWhole(caller) || invitedAt === null;
    return { ...user, invitation: isWhole ? null : { said: said ?? {}, at: invitedAt } };
  });
  return { rows: found, totalCount: total.count, totalPages: Math.ceil(total.count / pageSize) };
}
