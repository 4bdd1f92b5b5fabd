import type { Subscription } from '@stint/domain/workspace/subscription.ts';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** The subscription of a workspace with what ties it to the payment service. */
export type SubscriptionRow = Subscription & {
  seats: number;
  stripeCustomerId: string | null;
  stripeSubscriptionId: string | null;
  isSimulated: boolean;
  confirmingSince: Date | null;
  version: number;
};

const columns = sql`status, trial_ends_at as "trialEndsAt", current_period_ends_at as "currentPeriodEndsAt",
  past_due_since as "pastDueSince", cancels_at as "cancelsAt", last_event_at as "lastEventAt", seats,
  stripe_customer_id as "stripeCustomerId", stripe_subscription_id as "stripeSubscriptionId",
  is_simulated as "isSimulated", confirming_since as "confirmingSince", version`;

/** @throws AppError `not_found` for a workspace that is not here */
export function getSubscription(tx: Queryable, tenantId: string): Promise<SubscriptionRow> {
  return tx.one<SubscriptionRow>(sql`select ${columns} from app.subscription where tenant_id = ${tenantId}`);
}

/** The same row, locked until the transaction ends, so that two events take turns. */
export function lockSubscription(tx: Queryable, tenantId: string): Promise<SubscriptionRow> {
  return tx.one<SubscriptionRow>(
    sql`select ${columns} from app.subscription where tenant_id = ${tenantId} for update`,
  );
}

/** Writes the state with the ids of the payment service. */
export function saveSubscription(
  tx: Queryable,
  tenantId: string,
  row: Omit<SubscriptionRow, 'version'>,
  now: Date,
): Promise<number> {
  return tx.run(sql`update app.subscription set status = ${row.status}, trial_ends_at = ${row.trialEndsAt},
      current_period_ends_at = ${row.currentPeriodEndsAt}, past_due_since = ${row.pastDueSince},
      cancels_at = ${row.cancelsAt}, last_event_at = ${row.lastEventAt}, seats = ${row.seats},
      stripe_customer_id = ${row.stripeCustomerId}, stripe_subscription_id = ${row.stripeSubscriptionId},
      is_simulated = ${row.isSimulated}, confirming_since = ${row.confirmingSince}, updated_at = ${now},
      version = version + 1
    where tenant_id = ${tenantId}`);
}

/** People who take a seat: active members and those invited; placeholders and archived ones do not. */
export async function countSeats(tx: Queryable, tenantId: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`select count(*) as count from app.team_member
    where tenant_id = ${tenantId} and status = 'active'`);
  return Math.max(1, count);
}

/** Names and addresses of the owners, for people who have to ask one. */
export function listOwners(tx: Queryable, tenantId: string): Promise<{ name: string; email: string }[]> {
  return tx.rows(sql`select btrim(first_name || ' ' || last_name) as name, coalesce(email, '') as email
    from app.team_member where tenant_id = ${tenantId} and role = 'owner' and status = 'active' order by 1`);
}

/** Notes an event of the payment service. @returns false when it was noted before */
export async function noteEvent(
  database: Queryable,
  event: { id: string; type: string },
  tenantId: string | null,
  now: Date,
): Promise<boolean> {
  const inserted = await database.run(sql`insert into app.stripe_event (id, tenant_id, type, received_at)
    values (${event.id}, ${tenantId}, ${event.type}, ${now}) on conflict (id) do nothing`);
  return inserted === 1;
}
