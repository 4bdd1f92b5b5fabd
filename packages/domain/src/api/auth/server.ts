import Type from 'typebox';
import { defineAuthRoutes } from './access.ts';
import * as shape from './shapes.ts';
import { InviteOptions } from './users.ts';

const closed = { additionalProperties: false } as const;

const KeyKind = Type.String({ pattern: '^(admin|readonly|webhook)$' });
/** One key, by itself or by its id. */
const NamedKey = Type.Object(
  { ...shape.InBody, key: Type.Optional(shape.Secret), keyId: Type.Optional(shape.Secret) },
  closed,
);
const KeyRecord = Type.Object(
  {
    keyId: Type.String(),
    key: Type.String({
      description: 'Whole only in the answer that made it; later the first and last characters',
    }),
    type: Type.String(),
    mode: Type.String(),
    tenantId: Type.String(),
    name: shape.NullableText,
    isActive: Type.Boolean(),
    lastUsedAt: shape.NullableText,
    createdAt: Type.String(),
  },
  closed,
);

const Generated = Type.Object(
  {
    uuid: Type.String(),
    token: Type.String(),
    link: Type.String(),
    type: Type.String(),
    expiresAt: Type.String(),
  },
  closed,
);

const gone = ['not_found', 'forbidden'] as const;

/** Server-to-server calls about links, keys, messages and what happened (protocol 10, 11, 17), with hashed, scoped keys. */
export const serverRoutes = defineAuthRoutes({
  'POST /auth/link/generate': {
    summary: 'Credentials of a link for a user; nothing is mailed',
    access: 'admin',
    reach: 'member',
    rate: 'write',
    body: Type.Object(
      {
        ...shape.InBody,
        userId: Type.Optional(shape.UserNumber),
        userUuid: Type.Optional(Type.String({ maxLength: 40 })),
        email: Type.Optional(shape.Email),
        username: Type.Optional(Type.String({ maxLength: 100 })),
        options: Type.Optional(InviteOptions),
      },
      closed,
    ),
    response: Generated,
    errors: ['not_found'],
  },
  'POST /keys': {
    summary: 'Make a key; it is shown in this answer only',
    access: 'admin',
    reach: 'tenant',
    rate: 'write',
    body: Type.Object({ ...shape.InBody, type: KeyKind, name: Type.Optional(shape.ShortText) }, closed),
    response: KeyRecord,
    errors: ['not_found'],
  },
  'GET /keys/:type': {
    summary: 'Keys of a type',
    access: 'admin',
    reach: 'tenant',
    rate: 'read',
    params: Type.Object({ type: KeyKind }, closed),
    response: Type.Object({ results: Type.Array(KeyRecord) }, closed),
  },
  'GET /tenants/:tenantId/keys/:type': {
    summary: 'Keys of a type of a tenant',
    access: 'admin',
    reach: 'tenant',
    rate: 'read',
    params: Type.Object({ tenantId: shape.TenantId, type: KeyKind }, closed),
    response: Type.Object({ results: Type.Array(KeyRecord) }, closed),
    errors: gone,
  },
  'POST /keys/verify': {
    summary: 'Whether a key is good; 400 with `result.isActive: false` when not',
    access: 'public',
    rate: 'credential',
    body: Type.Object({ ...shape.InBody, key: shape.Secret }, closed),
    response: Type.Object(
      {
        message: Type.String(),
        result: Type.Object(
          { mode: Type.String(), type: Type.String(), tenantId: Type.String(), isActive: Type.Boolean() },
          closed,
        ),
      },
      closed,
    ),
    errors: ['invalid_api_key', 'rate_limited'],
  },
  'PUT /keys/invalidate': {
    summary: 'Stop a key from working',
    access: 'admin',
    reach: 'tenant',
    rate: 'write',
    body: NamedKey,
    response: shape.Message,
    errors: ['not_found', 'last_key'],
  },
  'DELETE /keys': {
    summary: 'Remove a key',
    access: 'admin',
    reach: 'tenant',
    rate: 'write',
    body: NamedKey,
    response: shape.Message,
    errors: ['not_found', 'last_key'],
  },
  'GET /auth/changes': {
    summary:
      'Ended sessions, raised authorization versions, and people and memberships that changed, after a cursor; the last 15 minutes without one; poll every 2 s',
    access: 'admin',
    reach: 'feed',
    rate: 'none',
    isPolled: true,
    query: Type.Object(
      { after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })) },
      closed,
    ),
    response: Type.Object(
      {
        cursor: Type.Integer({ description: 'Send as `after` next time' }),
        at: Type.String(),
        hasMore: Type.Boolean({ description: 'More waits behind the cursor: ask again at once' }),
        changes: Type.Array(
          Type.Object(
            {
              kind: Type.Unsafe<'session' | 'authorization' | 'person' | 'member'>({
                type: 'string',
                description:
                  'person: locked, unlocked or a new password; member: roles in a tenant changed or ended. Ask for the user again',
              }),
              sessionId: Type.Optional(Type.String({ description: 'kind session: this session has ended' })),
              userUuid: Type.Optional(Type.String()),
              tenantId: Type.Optional(Type.String({ description: 'kind member: where' })),
              authzVersion: Type.Optional(
                Type.Integer({ description: 'kind authorization: older versions of this user are void' }),
              ),
              at: Type.String(),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  'GET /outbox': {
    summary: 'Test world only: messages that would have been sent, newest first',
    access: 'admin',
    reach: 'feed',
    rate: 'read',
    query: Type.Object({ to: Type.Optional(Type.String({ maxLength: 254 })) }, closed),
    response: Type.Object(
      {
        results: Type.Array(
          Type.Object(
            {
              id: Type.String(),
              channel: Type.String(),
              to: Type.String(),
              subject: Type.String(),
              text: Type.String(),
              html: Type.String(),
              link: Type.Optional(Type.String()),
              unsubscribeUrl: Type.Optional(Type.String()),
              verificationCode: Type.Optional(Type.String()),
              createdAt: Type.String(),
            },
            closed,
          ),
        ),
        total: Type.Integer({ description: 'Of which the newest 200 are here' }),
      },
      closed,
    ),
    errors: ['not_found'],
  },
  'POST /messages': {
    summary: 'Mail on behalf of the application, such as a reminder; an `id` made beforehand is sent once',
    access: 'admin',
    reach: 'recipient',
    rate: 'send',
    body: Type.Object(
      {
        ...shape.InBody,
        id: Type.Optional(Type.String({ pattern: '^[0-9a-f-]{36}$' })),
        to: shape.Email,
        language: Type.Optional(
          Type.String({ pattern: '^[a-z]{2}$', description: 'Of the words of the mail; en where absent' }),
        ),
        subject: Type.String({ minLength: 1, maxLength: 200 }),
        paragraphs: Type.Array(Type.String({ minLength: 1, maxLength: 4000 }), { minItems: 1, maxItems: 50 }),
        figures: Type.Optional(
          Type.Array(
            Type.Object(
              {
                label: Type.String({ minLength: 1, maxLength: 400 }),
                value: Type.String({ maxLength: 200 }),
              },
              closed,
            ),
            { maxItems: 60, description: 'What stands in two columns, such as a name and its hours' },
          ),
        ),
        button: Type.Optional(
          Type.Object(
            { label: Type.String({ maxLength: 100 }), href: Type.String({ maxLength: 2048 }) },
            closed,
          ),
        ),
        footnote: Type.String({ maxLength: 1000 }),
        unsubscribeUrl: Type.Optional(
          Type.String({
            pattern: '^https?://[\\x21-\\x7e]+$',
            maxLength: 2048,
            description: 'Takes a POST that ends such mails, and leads a reader there (RFC 8058)',
          }),
        ),
        sender: Type.String({ minLength: 1, maxLength: 200 }),
      },
      closed,
    ),
    response: Type.Object({ id: Type.String() }, closed),
    errors: ['email_format', 'invalid_redirect'],
  },
  'GET /tenants/:tenantId/audit': {
    summary: 'Audit log of a tenant, newest first',
    access: 'manager',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    query: Type.Object({ before: Type.Optional(Type.String({ maxLength: 40 })) }, closed),
    response: Type.Object(
      {
        results: Type.Array(
          Type.Object(
            {
              id: Type.String(),
              at: Type.String(),
              action: Type.String(),
              actorKind: Type.String(),
              actorId: shape.NullableText,
              userUuid: shape.NullableText,
              address: shape.NullableText,
              requestId: shape.NullableText,
              detail: shape.Data,
            },
            closed,
          ),
        ),
        next: shape.NullableText,
      },
      closed,
    ),
    errors: gone,
  },
  'GET /tenants/:tenantId/webhooks/deliveries': {
    summary: 'Webhook deliveries of a tenant, newest first',
    access: 'admin',
    reach: 'tenant',
    rate: 'read',
    params: shape.TenantParams,
    query: Type.Object({ before: Type.Optional(Type.String({ maxLength: 40 })) }, closed),
    response: Type.Object(
      {
        results: Type.Array(
          Type.Object(
            {
              id: Type.String(),
              event: Type.String(),
              url: Type.String(),
              status: Type.String(),
              tries: Type.Integer(),
              responseStatus: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
              lastError: shape.NullableText,
              createdAt: Type.String(),
              deliveredAt: shape.NullableText,
              payload: shape.Data,
            },
            closed,
          ),
        ),
        next: shape.NullableText,
      },
      closed,
    ),
    errors: gone,
  },
  'GET /tenants/:tenantId/webhooks/secrets': {
    summary: 'Secrets that sign the webhooks of a tenant',
    access: 'admin',
    reach: 'tenant',
    rate: 'read',
    params: shape.TenantParams,
    response: Type.Object(
      { results: Type.Array(Type.Object({ event: Type.String(), secret: Type.String() }, closed)) },
      closed,
    ),
    errors: gone,
  },
  'POST /tenants/:tenantId/webhooks/deliveries/:deliveryId/replay': {
    summary: 'Send a webhook delivery again',
    access: 'admin',
    reach: 'tenant',
    rate: 'write',
    params: Type.Object({ tenantId: shape.TenantId, deliveryId: Type.String({ maxLength: 40 }) }, closed),
    response: shape.Message,
    errors: gone,
  },
});
