import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import { type AuditEvent, audit } from '../../mechanisms/audit/audit.ts';
import { tellOfTenant } from '../../mechanisms/webhooks/queue.ts';
import { endSessions, tellOfMembers } from '../../model/sessions/queries.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { tenantRecord } from '../../model/tenants/record.ts';
import { notingPerson } from '../../model/users/note-person.ts';
import { keepFormerSlug, slugReservedMs } from './former-slugs.ts';

/** Deletes a tenant: nobody is a member of it any more, and its address is kept free for a while. */
export async function endTenant(context: AuthContext, tenant: Tenant, event: AuditEvent): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    // A sign-in that goes on reads the status by this row, or is over before its session is ended here.
    await tx.run(sql`select 1 from auth.tenant where id = ${tenant.id} for update`);
    await tx.run(sql`update auth.tenant set status = 'deleted', slug = null, updated_at = ${now}, archived_at = ${now}
      where id = ${tenant.id}`);
    await keepFormerSlug(tx, tenant, tenant.status === 'provisioning' ? 0 : slugReservedMs, now);
    const ended = await endSessions(tx, sql`s.tenant_id = ${tenant.id}`, 'removed', now);
    await tellOfMembers(tx, sql`m.tenant_id = ${tenant.id}`, now);
    const leave = sql`delete from auth.membership where tenant_id = ${tenant.id} returning tenant_id, user_id`;
    await tx.run(notingPerson(leave, 'delete', 'membership'));
    await audit(tx, event, now);
    const parent = await context.tenants.within(tx).requireById(tenant.rootTenantId);
    await tellOfTenant(context, tx, parent, { action: 'delete', record: tenantRecord(tenant) });
    tx.afterCommit(async () => {
      context.sessions.forget(ended);
      await context.forgotten?.note({ kind: 'workspace', publicId: tenant.publicId }, now);
    });
  });
  context.tenants.forget();
}
