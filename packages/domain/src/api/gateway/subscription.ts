import Type from 'typebox';

const When = Type.Union([Type.String(), Type.Null()]);
const empty = Type.Object({}, { additionalProperties: false });

/** What the billing page shows. Money in minor units of `currency`. */
const Subscription = Type.Object({
  status: Type.Union([
    Type.Literal('trial'),
    Type.Literal('active'),
    Type.Literal('past_due'),
    Type.Literal('inactive'),
  ]),
  isActive: Type.Boolean(),
  /** `off`: self-hosted, always active · `stripe`: real payment · `simulated`: test mode without keys · `none`: nothing is configured. */
  provider: Type.Union([
    Type.Literal('off'),
    Type.Literal('stripe'),
    Type.Literal('simulated'),
    Type.Literal('none'),
  ]),
  trialEndsAt: When,
  currentPeriodEndsAt: When,
  graceEndsAt: When,
  cancelAtPeriodEnd: Type.Boolean(),
  seatsUsed: Type.Integer(),
  seatsPaid: Type.Union([Type.Integer(), Type.Null()]),
  /** What a seat costs; null where nobody says. */
  price: Type.Union([
    Type.Object({
      amount: Type.Integer(),
      currency: Type.String(),
      interval: Type.Union([Type.Literal('month'), Type.Literal('year')]),
    }),
    Type.Null(),
  ]),
  /** A checkout was finished and its confirmation has not arrived yet. */
  isConfirming: Type.Boolean(),
  /** Whom to ask: names of the owners, for people who may not pay. */
  owners: Type.Array(Type.Object({ name: Type.String(), email: Type.String() })),
  canManage: Type.Boolean(),
});

const Invoice = Type.Object({
  id: Type.String(),
  number: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  status: Type.String(),
  url: Type.Union([Type.String(), Type.Null()]),
});

const Link = Type.Object({ url: Type.String() });

/** Payment: state, Checkout, Customer Portal, simulated payment in test mode, and the provider's signed webhook. */
export const subscriptionRoutes = {
  'GET /Subscription': {
    summary: 'State of the subscription, seats and next charge',
    access: 'member',
    rate: 'read',
    response: Subscription,
  },
  'GET /Subscription/Invoices': {
    summary: 'Invoices, newest first',
    access: 'billing.manage',
    sessionOnly: true,
    rate: 'read',
    response: Type.Array(Invoice),
    errors: ['upstream_failed'],
  },
  'POST /Subscription/Checkout': {
    summary: 'Start a payment; open the answered address',
    access: 'billing.manage',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    body: empty,
    response: Link,
    errors: ['state_conflict', 'upstream_failed'],
  },
  'POST /Subscription/Portal': {
    summary: 'Change card, plan or cancel; open the answered address',
    access: 'billing.manage',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    body: empty,
    response: Link,
    errors: ['state_conflict', 'upstream_failed'],
  },
  'POST /Subscription/Simulate': {
    summary: 'Test mode without payment keys: a simulated payment event',
    access: 'billing.manage',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    body: Type.Object(
      {
        event: Type.Union([
          Type.Literal('pay'),
          Type.Literal('fail'),
          Type.Literal('cancel'),
          Type.Literal('end'),
        ]),
      },
      { additionalProperties: false },
    ),
    response: Subscription,
    errors: ['not_found', 'state_conflict'],
  },
  'POST /Subscription/Webhook': {
    takes: 'bytes',
    summary: 'Events of the payment provider, signed (Stripe-Signature)',
    access: 'public',
    rate: 'none',
    response: Type.Object({ received: Type.Boolean() }),
    errors: ['bad_request', 'not_found'],
  },
} as const;
