import { lastSending } from '@stint/domain/time/report-plan.ts';
import { HOUR_MS } from '@stint/domain/time/units.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { enqueue } from '../jobs/queue.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { PeriodicTask } from '../jobs/worker.ts';
import { isPaused, type SubscriptionRule } from '../subscription/is-paused.ts';
import type { StoredPlan } from './queries.ts';

/** What the mail of one receiver is about. */
export type MailOfReport = { reportID: string; teamMemberID: string; dueAt: string };

type Planned = { id: string; plan: StoredPlan; timeZone: string };

/**
 * Hands over the mails that are due by the plans of reports. However many processes look, the row of the report says which
 * sending was the last; of several that were missed while none ran, the newest goes out. What is due while the subscription
 * is not active is never sent.
 */
export function sendByPlan({ clock, config }: SubscriptionRule): PeriodicTask {
  return forEachTenant('reports by plan', HOUR_MS / 4, (tenantId, { database }) =>
    database.withTenant(tenantId, async (tx) => {
      const now = clock.now();
      const planned = await tx.rows<Planned>(sql`select s.id, s.schedule as plan, t.time_zone as "timeZone"
        from app.saved_report s join app.tenant t on t.tenant_id = ${tenantId}
        where s.tenant_id = ${tenantId} and s.schedule is not null and s.deleted_at is null order by s.id`);
      for (const { id, plan, timeZone } of planned) {
        const due = lastSending(plan, now, timeZone);
        if (!(await claim(tx, { tenantId, id, due }))) continue;
        if (await isPaused({ clock, config }, tx, tenantId)) continue;
        await handOver(tx, clock, { tenantId, id, plan, due });
      }
    }),
  );
}

type Sending = { tenantId: string; id: string; due: Date };

async function claim(tx: Transaction, { tenantId, id, due }: Sending): Promise<boolean> {
  const claimed = await tx.run(sql`update app.saved_report set scheduled_for = ${due}
    where tenant_id = ${tenantId} and id = ${id} and schedule is not null and scheduled_for < ${due}`);
  return claimed > 0;
}

async function handOver(
  tx: Transaction,
  clock: Clock,
  { tenantId, id, plan, due }: Sending & { plan: StoredPlan },
): Promise<void> {
  for (const teamMemberID of plan.receiverIDs) {
    const payload: MailOfReport = { reportID: id, teamMemberID, dueAt: due.toISOString() };
    await enqueue(tx, clock, {
      kind: 'report.mail',
      tenantId,
      payload,
      key: `report.mail:${id}:${teamMemberID}:${payload.dueAt}`,
    });
  }
}
