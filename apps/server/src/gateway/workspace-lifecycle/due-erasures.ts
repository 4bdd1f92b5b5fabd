import type { Clock } from '../../platform/clock.ts';
import { sql } from '../../platform/sql.ts';
import type { JobRegion, PeriodicTask } from '../jobs/worker.ts';
import { insertSaga } from '../sagas/saga.ts';

const hourMs = 60 * 60_000;

export function dueErasures(clock: Clock): PeriodicTask {
  return { name: 'erasures', everyMs: hourMs, run: (region) => beginDueErasures(clock, region) };
}

/** Begins the erasure of a region's workspaces whose 30 days are over; asking again changes nothing. */
export async function beginDueErasures(
  clock: Clock,
  { database }: Pick<JobRegion, 'database'>,
): Promise<void> {
  const waiting = await database.rows<{ tenantId: string; publicId: string }>(sql`
    select d.tenant_id as "tenantId", d.public_id as "publicId" from app.workspace_directory d
    where d.status = 'deleting' and not exists (select from app.workspace_saga s
      where s.tenant_id = d.tenant_id and s.kind = 'erase' and s.state = 'running')`);
  for (const workspace of waiting) {
    const isDue = await database.withTenant(workspace.tenantId, (tx) =>
      tx.maybeOne(sql`select 1 as one from app.tenant
        where tenant_id = ${workspace.tenantId} and delete_after <= ${clock.now()}`),
    );
    if (!isDue) continue;
    await insertSaga(database, clock, {
      ...workspace,
      kind: 'erase',
      userId: null,
      payload: {},
      firstStep: 'still-due',
    });
  }
}
