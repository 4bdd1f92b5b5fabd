import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { enqueue } from '../jobs/queue.ts';
import type { JobHandler } from '../jobs/worker.ts';

export const NOTICE_MAIL = 'retention.notice';
export const REMINDER = 'retention.reminder';

/** What the mail is about: another notice tells of what is set later. */
type Notice = { beginsAt: string; isReminder?: true };

/** Every owner gets a mail, and sees it above every page until it begins. */
export async function tellOwners(
  tx: Transaction,
  clock: Clock,
  tenantId: string,
  notice: Notice,
): Promise<void> {
  const owners = await tx.rows<{ id: string }>(sql`
    select m.id from app.team_member m where m.tenant_id = ${tenantId} and m.role = 'owner' and m.status = 'active' order by m.id`);
  for (const { id } of owners) {
    await enqueue(tx, clock, { kind: NOTICE_MAIL, tenantId, payload: { teamMemberID: id, ...notice } });
  }
}

/** A week before it begins, to whoever is an owner by then. */
export function remindOwners(clock: Clock): JobHandler {
  return async (job, { database }) => {
    const tenantId = String(job.tenantId);
    const beginsAt = String(job.payload['beginsAt']);
    await database.withTenant(tenantId, (tx) =>
      tellOwners(tx, clock, tenantId, { beginsAt, isReminder: true }),
    );
  };
}
