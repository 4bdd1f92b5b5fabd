import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { enqueue } from '../jobs/queue.ts';
import { listTenantTables } from '../shared/tenant-tables.ts';

const statementTimeoutMs = 10 * 60_000;

/**
 * Removes every row of a workspace that waits for deletion, children first, in one transaction (security 13). Its jobs
 * are removed in a later step, since this login does not reach the queue.
 */
export async function eraseWorkspace(database: Database, clock: Clock, tenantId: string): Promise<void> {
  const tables = (await listTenantTables(database)).reverse();
  await database.withTenant(
    tenantId,
    async (tx) => {
      const known = await tx.maybeOne(sql`select 1 as one from app.tenant where tenant_id = ${tenantId}`);
      if (!known) return;
      for (const { name } of tables) {
        await tx.run(sql`select app.erase_rows(${tenantId}, ${`app.${name}`}::regclass)`);
      }
      await tx.run(sql`delete from app.workspace_directory where tenant_id = ${tenantId}`);
      await tx.run(sql`delete from app.idempotency where tenant_id = ${tenantId}`);
      await tx.run(sql`delete from app.announcement where tenant_id = ${tenantId}`);
      await enqueue(tx, clock, { kind: 'workspace.erased', tenantId, payload: {} });
    },
    { statementTimeoutMs },
  );
}
