import { isOutage } from '../../platform/database-errors.ts';
import { sql } from '../../platform/sql.ts';
import type { JobRegion, PeriodicTask } from './worker.ts';

/** The open workspaces of a region, for work that goes through all of them, each in its own transaction. */
async function listOpenTenants({ database }: JobRegion): Promise<string[]> {
  const rows = await database.rows<{ tenantId: string }>(
    sql`select tenant_id as "tenantId" from app.workspace_directory where status = 'active'`,
  );
  return rows.map(({ tenantId }) => tenantId);
}

/**
 * Periodic work done for each open workspace; one that fails does not keep the others from theirs. Where the region itself is away
 * nobody else is tried: each of them would be waited for in turn.
 */
export function forEachTenant(
  name: string,
  everyMs: number,
  work: (tenantId: string, region: JobRegion) => Promise<void>,
): PeriodicTask {
  return {
    name,
    everyMs,
    async run(region) {
      const failures: unknown[] = [];
      const tenants = await listOpenTenants(region);
      const told = () => {
        const text = `${name}: failed in ${failures.length} of ${tenants.length} workspaces`;
        return new AggregateError(failures, text, { cause: failures[0] });
      };
      for (const tenantId of tenants) {
        await work(tenantId, region).catch(async (error: unknown) => {
          failures.push(error);
          // Of a cluster it may be one worker alone, whose workspaces fail and no others.
          if (!isOutage(error)) return;
          await region.database.one(sql`select 1 as one`).catch((outage: Error) => {
            throw failures.length > 1 ? Object.assign(outage, { cause: told() }) : outage;
          });
        });
      }
      if (failures.length > 0) throw told();
    },
  };
}
