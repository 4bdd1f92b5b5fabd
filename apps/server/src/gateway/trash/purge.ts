import { HOUR_MS } from '@stint/domain/time/units.ts';
import type { Clock } from '../../platform/clock.ts';
import { join, raw, sql } from '../../platform/sql.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { PeriodicTask } from '../jobs/worker.ts';
import { references, referringTo } from '../shared/archiving.ts';
import { purgeAfterMs } from '../shared/purge-after.ts';

/** What lies in the trash for 30 days is gone: entries first, then what nothing refers to any more. */
export function purgeTrash(clock: Clock): PeriodicTask {
  return forEachTenant('trash', HOUR_MS, async (tenantId, { database }) => {
    const before = new Date(clock.now().getTime() - purgeAfterMs);
    await database.withTenant(tenantId, async (tx) => {
      await tx.run(
        sql`delete from app.timesheet_entry where tenant_id = ${tenantId} and deleted_at < ${before}`,
      );
      for (const [table, { uses, holds }] of Object.entries(references)) {
        const used = referringTo(tenantId, raw('n.id'), [...uses, ...holds]);
        const isOver = [sql`n.deleted_at < ${before}`, ...used.map((each) => sql`not ${each}`)];
        await tx.run(
          sql`delete from app.${raw(table)} n where n.tenant_id = ${tenantId} and ${join(isOver, ' and ')}`,
        );
      }
    });
  });
}
