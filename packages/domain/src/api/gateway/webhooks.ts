import Type from 'typebox';
import { type ToldName, toldNames } from '../../workspace/catalog.ts';
import { Id, Version } from './shapes.ts';

const When = Type.Union([Type.String(), Type.Null()]);

const ofWeeks = [
  'timesheet.submitted',
  'timesheet.withdrawn',
  'timesheet.approved',
  'timesheet.disapproved',
  'timesheet.reopened',
  'entry.saved',
  'entry.deleted',
] as const;
const ofOthers = ['member.changed', 'budget.alert', 'ping'] as const;

/** The name of one event. */
export type WebhookEventName = (typeof ofWeeks)[number] | `${ToldName}.changed` | (typeof ofOthers)[number];

/** What a subscriber can hear about. */
export const webhookEvents: readonly WebhookEventName[] = [
  ...ofWeeks,
  ...toldNames.map((name) => `${name}.changed` as const),
  ...ofOthers,
];

const EventName = Type.Unsafe<WebhookEventName>({ type: 'string', enum: [...webhookEvents] });

const Webhook = Type.Object({
  webhookID: Type.String(),
  url: Type.String(),
  events: Type.Array(EventName),
  isActive: Type.Boolean(),
  createdAt: Type.String(),
  lastDeliveredAt: When,
  failuresInARow: Type.Integer(),
  /** Why it was switched off, in words. */
  disabledReason: Type.Union([Type.String(), Type.Null()]),
  version: Type.Integer(),
});

const WebhookWithSecret = Type.Object({ ...Webhook.properties, secret: Type.String() });

const WebhookDelivery = Type.Object({
  deliveryID: Type.String(),
  event: Type.String(),
  status: Type.Union([Type.Literal('pending'), Type.Literal('delivered'), Type.Literal('failed')]),
  attempts: Type.Integer(),
  httpStatus: Type.Union([Type.Integer(), Type.Null()]),
  /** What went wrong in words, or null. */
  error: Type.Union([Type.String(), Type.Null()]),
  durationMs: Type.Union([Type.Integer(), Type.Null()]),
  createdAt: Type.String(),
  deliveredAt: When,
  nextAttemptAt: When,
  payload: Type.Unknown(),
});

const id = Type.Object({ id: Id }, { additionalProperties: false });
const Url = Type.String({ minLength: 8, maxLength: 2000 });
const Events = Type.Array(EventName, { minItems: 1, maxItems: webhookEvents.length, uniqueItems: true });

/** Webhooks: signed calls to a public https address on events, with a log and replay (security 9). */
export const webhookRoutes = {
  'GET /Webhooks': {
    summary: 'Webhooks of the workspace',
    access: 'webhook.manage',
    sessionOnly: true,
    rate: 'read',
    response: Type.Array(Webhook),
  },
  'POST /Webhooks': {
    summary: 'Add a webhook; its signing secret is shown now and never again',
    access: 'webhook.manage',
    sessionOnly: true,
    rate: 'write',
    status: 201,
    body: Type.Object({ url: Url, events: Events }, { additionalProperties: false }),
    response: WebhookWithSecret,
    errors: ['validation_failed', 'too_many_items'],
  },
  'PUT /Webhooks/:id': {
    summary: 'Change address, events or switch it off',
    access: 'webhook.manage',
    sessionOnly: true,
    rate: 'write',
    params: id,
    body: Type.Object(
      {
        url: Type.Optional(Url),
        events: Type.Optional(Events),
        isActive: Type.Optional(Type.Boolean()),
        version: Version,
      },
      { additionalProperties: false },
    ),
    response: Webhook,
    errors: ['validation_failed', 'version_conflict'],
  },
  'POST /Webhooks/:id/Secret': {
    summary: 'Make a new signing secret; shown once, the old one stops at once',
    access: 'webhook.manage',
    sessionOnly: true,
    rate: 'write',
    params: id,
    response: WebhookWithSecret,
  },
  'DELETE /Webhooks/:id': {
    summary: 'Remove a webhook with its log',
    access: 'webhook.manage',
    sessionOnly: true,
    rate: 'write',
    params: id,
    response: Type.Object({ webhookID: Type.String() }),
  },
  'POST /Webhooks/:id/Test': {
    summary: 'Send a ping event',
    access: 'webhook.manage',
    sessionOnly: true,
    rate: 'send',
    params: id,
    response: WebhookDelivery,
  },
  'GET /Webhooks/:id/Deliveries': {
    summary: 'Log of deliveries, newest first',
    access: 'webhook.manage',
    sessionOnly: true,
    rate: 'read',
    params: id,
    query: Type.Object(
      {
        cursor: Type.Optional(Type.String({ maxLength: 100 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({
      items: Type.Array(WebhookDelivery),
      nextCursor: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  'POST /Webhooks/Deliveries/:id/Replay': {
    summary: 'Send a delivery again with the same event id',
    access: 'webhook.manage',
    sessionOnly: true,
    rate: 'send',
    params: id,
    response: WebhookDelivery,
  },
} as const;
