import { isActive } from '@stint/domain/workspace/subscription.ts';
import type { Queryable } from '../../platform/database.ts';
import type { GatewayDeps } from '../context.ts';
import { getSubscription } from './queries.ts';

/** What says whether a workspace has to be paid for, and until when it is. */
export type SubscriptionRule = Pick<GatewayDeps, 'clock' | 'config'>;

/** Whether what goes out by itself is paused in a workspace, as its writes are. */
export async function isPaused(
  { clock, config }: SubscriptionRule,
  db: Queryable,
  tenantId: string,
): Promise<boolean> {
  return config.billing && !isActive(await getSubscription(db, tenantId), clock.now());
}
