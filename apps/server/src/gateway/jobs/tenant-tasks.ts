import { sql } from '../../platform/sql.ts';
import type { JobRegion, PeriodicTask } from './worker.ts';

/** The open workspaces of a region, for work that goes through all of them, each in its own transaction. */
async function listOpenTenants({ database }: JobRegion): Promise<string[]> {
  const rows = await database.rows<{ tenantId: string }>(
    sql`select tenant_id as "tenantId" from app.workspace_directory where status = 'active'`,
  );
  return rows.map(({ tenantId }) => tenantId);
}

/** Periodic work done for each open workspace; one that fails does not keep the others from theirs. */
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
      for (const tenantId of await listOpenTenants(region)) {
        await work(tenantId, region).catch((error: unknown) => void failures.push(error));
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `${name}: ${failures.length} workspaces failed`);
    },
  };
}
