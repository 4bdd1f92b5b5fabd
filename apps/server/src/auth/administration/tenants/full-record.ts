import type { TenantRecord } from '@stint/domain/api/auth/tenant-shapes.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import { type Tenant, tenantAt } from '../../model/tenants/queries.ts';
import { tenantRecord } from '../../model/tenants/record.ts';

const childrenShown = 20;

/** The record with parent, first children and webhook addresses (protocol 10). */
export async function fullRecord(context: AuthContext, tenant: Tenant): Promise<TenantRecord> {
  const [parent, children, total, webhooks] = await Promise.all([
    tenant.parentId === null ? null : context.tenants.requireById(tenant.parentId),
    context.database.rows<{
      tenantId: string;
      name: string;
    }>(sql`select public_id as "tenantId", name from auth.tenant
      where parent_id = ${tenant.id} and status <> 'deleted' order by created_at desc limit ${childrenShown}`),
    context.database.one<{ count: number }>(sql`select count(*) as count from auth.tenant
      where parent_id = ${tenant.id} and status <> 'deleted'`),
    context.database.rows<{ event: string; url: string }>(sql`select event, url from auth.webhook
      where tenant_id = ${tenant.id} and is_active order by event`),
  ]);
  return tenantRecord(tenantAt(tenant, context.clock.now()), {
    ...(parent
      ? { parent: { tenantId: parent.publicId, name: parent.name, image: parent.image, mode: parent.mode } }
      : {}),
    children: {
      totalCount: total.count,
      totalPages: Math.ceil(total.count / childrenShown),
      results: children,
    },
    webhooks: Object.fromEntries(webhooks.map(({ event, url }) => [event, url])),
  });
}
