import type { GatewayDeps } from '../context.ts';
import type { Payments } from '../payments/stripe.ts';
import { getSubscription } from './queries.ts';

/** Ends what is paid for a workspace; where nothing is paid it is done already. */
export function createEndPayment(regions: GatewayDeps['regions'], payments: Payments | null) {
  return async (regionCode: string, tenantId: string): Promise<void> => {
    const database = regions.get(regionCode)?.database;
    if (!payments || !database) return;
    const row = await database.withTenant(tenantId, (tx) => getSubscription(tx, tenantId));
    if (row.stripeSubscriptionId) await payments.cancelNow(row.stripeSubscriptionId);
  };
}
