import { DAY_MS } from '@stint/domain/time/units.ts';
import { sql } from '../../platform/sql.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { PeriodicTask } from '../jobs/worker.ts';

const statementTimeoutMs = 60_000;

/** The audit is kept 400 days (security 12); what is older the database itself decides and removes. */
export function purgeAudit(): PeriodicTask {
  return forEachTenant('audit', DAY_MS, async (tenantId, { database }) => {
    await database.withTenant(tenantId, (tx) => tx.run(sql`select app.purge_audit()`), {
      statementTimeoutMs,
    });
  });
}
