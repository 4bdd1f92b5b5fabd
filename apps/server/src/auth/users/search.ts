import { sql } from '../../platform/sql.ts';
import type { AuthContext, World } from '../context.ts';
import type { Tenant } from '../tenants/queries.ts';
import {
  pageOf,
  pageSize,
  type Search,
  type SearchRules,
  searchCondition,
  searchOrder,
} from '../tools/search.ts';
import { type User, userColumns, userTables } from './queries.ts';

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
function rulesIn(tenant: Tenant): SearchRules {
  return {
    ...attributes,
    role: (
      tenantId,
      roleName,
    ) => sql`exists (select 1 from auth.membership m join auth.tenant mt on mt.id = m.tenant_id
      where m.user_id = u.id and mt.public_id = ${tenantId} and (mt.id = ${tenant.id} or mt.parent_id = ${tenant.id})
        and (${roleName}::text is null or ${roleName}::text = any(m.roles)))`,
  };
}

/** People of a root tenant, or the members of a child (auth protocol 10.1). */
export async function findUsers(context: AuthContext, world: World, tenant: Tenant, search: Search) {
  const { limit, offset } = pageOf(search);
  const rules = rulesIn(tenant);
  const isMember =
    tenant.parentId === null
      ? sql`true`
      : sql`exists (select 1 from auth.membership own where own.tenant_id = ${tenant.id} and own.user_id = u.id)`;
  const where = sql`u.root_tenant_id = ${world.rootTenantId} and u.mode = ${world.mode} and u.deleted_at is null
    and ${isMember} and ${searchCondition(search, rules, context.clock.now())}`;
  const order = searchOrder(search.order, rules, sql`u.number asc`);
  const [rows, total] = await Promise.all([
    context.database.rows<User>(
      sql`select ${userColumns} from ${userTables} where ${where} order by ${order}, u.number limit ${limit} offset ${offset}`,
    ),
    context.database.one<{ count: number }>(sql`select count(*) as count from ${userTables} where ${where}`),
  ]);
  return { rows, totalCount: total.count, totalPages: Math.ceil(total.count / pageSize) };
}
