import { sql } from '../../platform/sql.ts';
import type { WorkspaceDeps } from './deps.ts';
import { sagaKinds } from './kinds.ts';
import { dueSagas, insertSaga, runSaga } from './sagas.ts';

type Report = (error: unknown, about: { saga: string }) => void;

/** Goes on with every saga that a killed or failing process left behind, in all regions. @returns how many ended well */
export async function resumeSagas(deps: WorkspaceDeps, report: Report = () => {}): Promise<number> {
  let ended = 0;
  for (const [regionCode, { database }] of deps.regions) {
    const context = { ...deps, database, regionCode };
    for (const id of await dueSagas(context)) {
      try {
        await runSaga(context, sagaKinds, id);
        ended += 1;
      } catch (error) {
        report(error, { saga: id });
      }
    }
  }
  return ended;
}

/** Begins the erasure of workspaces whose 30 days are over; asking again changes nothing. */
export async function beginDueErasures(deps: WorkspaceDeps): Promise<void> {
  for (const { database } of deps.regions.values()) {
    const waiting = await database.rows<{ tenantId: string; publicId: string }>(sql`
      select d.tenant_id as "tenantId", d.public_id as "publicId" from app.workspace_directory d
      where d.status = 'deleting' and not exists (select from app.workspace_saga s
        where s.tenant_id = d.tenant_id and s.kind = 'erase' and s.state = 'running')`);
    for (const workspace of waiting) {
      const isDue = await database.withTenant(workspace.tenantId, (tx) =>
        tx.maybeOne(sql`select 1 as one from app.tenant
          where tenant_id = ${workspace.tenantId} and delete_after <= ${deps.clock.now()}`),
      );
      if (!isDue) continue;
      await insertSaga(database, deps.clock, {
        ...workspace,
        kind: 'erase',
        userId: null,
        payload: {},
        firstStep: 'still-due',
      });
    }
  }
}
