import type { Clock } from '../../platform/clock.ts';
import { sql } from '../../platform/sql.ts';
import { purgeAfterMs } from '../shared/purge-after.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { PeriodicTask } from '../jobs/worker.ts';

const hourMs = 60 * 60_000;

/** What lies in the trash for 30 days is gone: entries first, then what nothing refers to any more. */
export function purgeTrash(clock: Clock): PeriodicTask {
  return forEachTenant('trash', hourMs, async (tenantId, { database }) => {
    const before = new Date(clock.now().getTime() - purgeAfterMs);
    await database.withTenant(tenantId, async (tx) => {
      await tx.run(
        sql`delete from app.timesheet_entry where tenant_id = ${tenantId} and deleted_at < ${before}`,
      );
      await tx.run(sql`delete from app.project p where p.tenant_id = ${tenantId} and p.deleted_at < ${before}
        and not exists (select from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.project_id = p.id)
        and not exists (select from app.timer r where r.tenant_id = ${tenantId} and r.project_id = p.id)`);
      await tx.run(sql`delete from app.activity a where a.tenant_id = ${tenantId} and a.deleted_at < ${before}
        and not exists (select from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.activity_id = a.id)
        and not exists (select from app.timer r where r.tenant_id = ${tenantId} and r.activity_id = a.id)`);
      await tx.run(sql`delete from app.client c where c.tenant_id = ${tenantId} and c.deleted_at < ${before}
        and not exists (select from app.project p where p.tenant_id = ${tenantId} and p.client_id = c.id)`);
    });
  });
}
