import { HOUR_MS } from '@stint/domain/time/units.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { PeriodicTask } from '../jobs/worker.ts';
import type { Payments } from '../payments/stripe.ts';
import { countSeats, getSubscription } from './queries.ts';

/** What is paid for follows the people: an archived member frees a seat, a new one takes one. */
export function seatSync(payments: Payments | null): PeriodicTask[] {
  if (!payments) return [];
  return [
    forEachTenant('seats', HOUR_MS, async (tenantId, { database }) => {
      const { row, seats } = await database.withTenant(tenantId, async (tx) => ({
        row: await getSubscription(tx, tenantId),
        seats: await countSeats(tx, tenantId),
      }));
      const isPaid = row.stripeSubscriptionId !== null && row.status !== 'inactive';
      if (isPaid && row.seats !== seats) await payments.setSeats(String(row.stripeSubscriptionId), seats);
    }),
  ];
}
