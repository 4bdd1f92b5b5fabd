import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { enqueue } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { bumpCatalog } from '../shared/sql-json.ts';

/** The kind of the job that takes a deleted account's name off its hours. */
export const forgetJob = 'member.forget';

/** What the hours of a deleted account go by. */
const FORMER_NAME = 'Former member';

/** Personal data is gone after 30 days at the latest; until then those who stay can see whose time it was. */
const forgetAfterMs = 29 * 24 * 60 * 60_000;

/** Hours stay, since they were billed; whose they were is forgotten with the account. */
export function forgetLater(tx: Transaction, tenantId: string, id: string, now: Date): Promise<void> {
  return enqueue(
    tx,
    { now: () => now },
    {
      kind: forgetJob,
      tenantId,
      payload: { teamMemberID: id },
      key: `${forgetJob}:${id}`,
      availableAt: new Date(now.getTime() + forgetAfterMs),
    },
  );
}

/** Leaves a person without name and address; done twice it is done once. */
export const forgetMember: JobHandler = async ({ tenantId, payload }, { database }) => {
  const tenant = String(tenantId);
  await database.withTenant(tenant, async (tx) => {
    await tx.run(sql`update app.team_member set first_name = ${FORMER_NAME}, last_name = '', email = null,
        version = version + 1
      where tenant_id = ${tenant} and id = ${String(payload['teamMemberID'])} and status = 'archived'`);
    await bumpCatalog(tx, tenant);
  });
};
