import type { subscriptionRoutes } from '@stint/domain/api/gateway/subscription.ts';
import { AppError } from '@stint/domain/errors.ts';
import { workspaceUrl } from '@stint/domain/workspace/host.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { SeatPrice } from '@stint/domain/workspace/seat-price.ts';
import { accessEndsAt, isActive, statusAt } from '@stint/domain/workspace/subscription.ts';
import { rawBodyOf } from '../../platform/raw-body.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps, MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import type { Payments } from '../payments/stripe.ts';
import { receiveEvent, simulate, takeLatePayment } from './events.ts';
import { countSeats, getSubscription, listOwners, type SubscriptionRow } from './queries.ts';

type Routes = typeof subscriptionRoutes;
export type SubscriptionDeps = Pick<GatewayDeps, 'regions' | 'clock' | 'config'> & {
  payments: Payments | null;
};

const confirmingMs = 60 * 60_000;

/** Handlers of payment: what is owed, how to pay, and what the payment service tells. */
export function createSubscriptionHandlers(deps: SubscriptionDeps): FeatureHandlers<Routes> {
  const provider = paymentKind(deps);
  return {
    'GET /Subscription': (_, context) => describe(deps, context),
    'GET /Subscription/Invoices': async (_, context) => {
      const { stripeCustomerId } = await readRow(context);
      if (!deps.payments || !stripeCustomerId) return [];
      const invoices = await deps.payments.listInvoices(stripeCustomerId);
      return invoices.map((invoice) => ({ ...invoice, createdAt: invoice.createdAt.toISOString() }));
    },
    'POST /Subscription/Checkout': (_, context) => startCheckout(deps, context),
    'POST /Subscription/Portal': async (_, context) => {
      const { stripeCustomerId } = await readRow(context);
      if (!deps.payments || !stripeCustomerId) throw noPayment(provider);
      return deps.payments.createPortal(stripeCustomerId, billingUrl(deps, context));
    },
    'POST /Subscription/Simulate': async ({ body }, context) => {
      if (provider !== 'simulated') throw new AppError('not_found');
      await context.database.withTenant(context.tenantId, async (tx) => {
        const seats = await countSeats(tx, context.tenantId);
        const { now } = context.info;
        await simulate(tx, context.tenantId, body.event, { now, seats, actorId: context.identity.userUuid });
      });
      return describe(deps, context);
    },
    'POST /Subscription/Webhook': async (_, __, { request }) => {
      if (!deps.payments) throw new AppError('not_found');
      const signature = request.headers['stripe-signature'];
      const body = rawBodyOf(request);
      await receiveEvent(
        { ...deps, payments: deps.payments },
        body,
        Array.isArray(signature) ? signature[0] : signature,
      );
      return { received: true };
    },
  };
}

type PaymentKind = 'off' | 'stripe' | 'simulated' | 'none';

/** Who takes the money: nobody when self-hosted; without keys test mode plays it, live mode has none. */
function paymentKind({ config, payments }: SubscriptionDeps): PaymentKind {
  if (!config.billing) return 'off';
  if (payments) return 'stripe';
  return config.mode === 'test' ? 'simulated' : 'none';
}

function readRow({ database, tenantId }: MemberContext): Promise<SubscriptionRow> {
  return database.withTenant(tenantId, (tx) => getSubscription(tx, tenantId), { readOnly: true });
}

async function describe(deps: SubscriptionDeps, context: MemberContext) {
  const provider = paymentKind(deps);
  const { database, tenantId, info, actor } = context;
  const [row, seatsUsed, owners] = await database.withTenant(tenantId, (tx) =>
    Promise.all([getSubscription(tx, tenantId), countSeats(tx, tenantId), listOwners(tx, tenantId)]),
  );
  const { now } = info;
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  const people = { seatsUsed, owners, canManage: can(actor, 'billing.manage') };
  if (provider === 'off') return { ...selfHosted, ...people };
  const status = statusAt(row, now);
  const isOver = status === 'inactive';
  return {
    status,
    isActive: isActive(row, now, 'on'),
    provider,
    ...people,
    trialEndsAt: iso(row.trialEndsAt),
    currentPeriodEndsAt: iso(row.currentPeriodEndsAt),
    graceEndsAt: row.status === 'past_due' ? iso(accessEndsAt(row)) : null,
    cancelAtPeriodEnd: !isOver && row.cancelsAt !== null,
    seatsPaid: isOver || status === 'trial' ? null : row.seats,
    price: await priceOf(deps, now),
    isConfirming:
      row.confirmingSince !== null && now.getTime() - row.confirmingSince.getTime() < confirmingMs,
  };
}

/** Without billing every workspace is active, whatever its row remembers of a trial or an earlier payment. */
const selfHosted = {
  status: 'active',
  isActive: true,
  provider: 'off',
  trialEndsAt: null,
  currentPeriodEndsAt: null,
  graceEndsAt: null,
  cancelAtPeriodEnd: false,
  seatsPaid: null,
  price: null,
  isConfirming: false,
} as const;

/** What a seat costs: the payment service knows; the state is shown without it while that does not answer. */
async function priceOf({ payments, config }: SubscriptionDeps, now: Date): Promise<SeatPrice | null> {
  return payments ? payments.findPrice(now) : config.seatPrice;
}

function noPayment(provider: PaymentKind): AppError {
  if (provider !== 'off') return new AppError('state_conflict');
  return new AppError('state_conflict', {
    message: 'This installation runs without billing. Every workspace is active.',
  });
}

async function startCheckout(deps: SubscriptionDeps, context: MemberContext): Promise<{ url: string }> {
  const { payments } = deps;
  if (!payments) throw noPayment(paymentKind(deps));
  const { database, tenantId, workspace, member, info } = context;
  await takeLatePayment(payments, context, info.now);
  const { row, seats, email } = await database.withTenant(tenantId, async (tx) => {
    const [found, count, { email: address }] = await Promise.all([
      getSubscription(tx, tenantId),
      countSeats(tx, tenantId),
      tx.one<{ email: string | null }>(sql`select email from app.team_member
        where tenant_id = ${tenantId} and id = ${member.teamMemberID}`),
    ]);
    if (found.stripeSubscriptionId && statusAt(found, info.now) !== 'inactive')
      throw new AppError('state_conflict');
    await tx.run(
      sql`update app.subscription set confirming_since = ${info.now} where tenant_id = ${tenantId}`,
    );
    return { row: found, seats: count, email: address };
  });
  // After the days of grace the payment service may still try the old card: it would charge beside the new one.
  if (row.stripeSubscriptionId) await payments.cancelNow(row.stripeSubscriptionId);
  return payments.createCheckout({
    tenantId: workspace.publicId,
    regionCode: workspace.region.code,
    email: email ?? '',
    customerId: row.stripeCustomerId,
    seats,
    returnUrl: `${billingUrl(deps, context)}?checkout=done`,
    cancelUrl: billingUrl(deps, context),
    occasion: `${workspace.publicId}:${row.stripeSubscriptionId ?? 'first'}`,
  });
}

function billingUrl({ config }: SubscriptionDeps, { workspace }: MemberContext): string {
  return workspaceUrl(workspace.slug, { protocol: config.scheme, mainDomain: config.mainDomain }, '/billing');
}
