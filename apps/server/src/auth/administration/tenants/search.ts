import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { Mode } from '../../model/realm.ts';
import { type Tenant, tenantAt, tenantColumns, toTenant } from '../../model/tenants/queries.ts';
import { pageOf, pageSize, type Search, type SearchRules, searchCondition, searchOrder } from '../search.ts';

const rules: SearchRules = {
  attrs: {
    tenantId: { type: 'string', expression: sql`t.public_id` },
    name: { type: 'string', expression: sql`t.name` },
    slug: { type: 'string', expression: sql`t.slug` },
    regionCode: { type: 'string', expression: sql`t.region_code` },
    status: { type: 'string', expression: sql`t.status` },
    image: { type: 'string', expression: sql`t.image` },
    createdAt: { type: 'date', expression: sql`t.created_at` },
    updatedAt: { type: 'date', expression: sql`t.updated_at` },
    lastActiveAt: { type: 'date', expression: sql`t.last_active_at` },
  },
  data: sql`t.data`,
  dataColumns: { tenantNameSlug: sql`t.slug`, regionCode: sql`t.region_code` },
};

/** Children of a tenant (protocol 10.1). */
export async function findTenants(context: AuthContext, parent: Tenant, mode: Mode, search: Search) {
  const { limit, offset } = pageOf(search);
  const where = sql`t.parent_id = ${parent.id} and t.mode = ${mode} and t.status <> 'deleted'
    and ${searchCondition(search, rules, context.clock.now())}`;
  const order = searchOrder(search.order, rules, sql`t.created_at desc`);
  const [rows, total] = await Promise.all([
    context.database.rows<Parameters<typeof toTenant>[0]>(
      sql`select ${tenantColumns} from auth.tenant t where ${where} order by ${order}, t.id limit ${limit} offset ${offset}`,
    ),
    context.database.one<{ count: number }>(sql`select count(*) as count from auth.tenant t where ${where}`),
  ]);
  return {
    rows: rows.map((row) => tenantAt(toTenant(row), context.clock.now())),
    totalCount: total.count,
    totalPages: Math.ceil(total.count / pageSize),
  };
}
