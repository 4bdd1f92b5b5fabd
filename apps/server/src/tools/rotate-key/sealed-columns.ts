import { type Message, recipientOf } from '../../auth/mechanisms/outbox/outbox.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** A column that holds sealed values, and what each of them is bound to. */
export type SealedColumn = {
  table: string;
  column: string;
  /** The row's own key, and how its text is read back. */
  key: string;
  keyType: 'uuid' | 'bytea' | 'text';
  /** SQL of the text that a value is bound to; the same as where it is written. */
  bound: string;
  /** The file that seals it. */
  writtenBy: string;
  /** Notes which key sealed it. */
  keyIdColumn?: 'key_id';
  /** A column beside it that is made of the same text by a MAC. */
  beside?: { column: string; value(text: string, secrets: Pick<Secrets, 'mac'>): Buffer };
};

const ofId = { key: 'id', keyType: 'uuid', bound: 'id::text' } as const;

/** Everything that the provider seals. */
export const identityColumns: readonly SealedColumn[] = [
  {
    table: 'auth.former_key',
    column: 'sealed_keys',
    key: 'key_id',
    keyType: 'text',
    bound: `'former ' || key_id`,
    writtenBy: 'auth/model/former-keys.ts',
  },
  {
    table: 'auth.signing_key',
    column: 'sealed_private_key',
    ...ofId,
    keyIdColumn: 'key_id',
    writtenBy: 'auth/mechanisms/tokens/signing-keys.ts',
  },
  {
    table: 'auth.saml_key',
    column: 'sealed_private_key',
    ...ofId,
    keyIdColumn: 'key_id',
    writtenBy: 'auth/methods/saml/keys.ts',
  },
  {
    table: 'auth.saml_key',
    column: 'sealed_decryption_key',
    ...ofId,
    bound: `id::text || ' decryption'`,
    writtenBy: 'auth/methods/saml/keys.ts',
  },
  {
    table: 'auth.totp',
    column: 'sealed_secret',
    key: 'user_id',
    keyType: 'uuid',
    bound: `'totp ' || user_id`,
    keyIdColumn: 'key_id',
    writtenBy: 'auth/methods/totp/totp.ts',
  },
  {
    table: 'auth.sso_provider',
    column: 'sealed_client_secret',
    ...ofId,
    bound: `concat_ws(' ', 'sso', tenant_id, mode, provider, provider_id)`,
    keyIdColumn: 'key_id',
    writtenBy: 'auth/methods/federation/settings.ts',
  },
  {
    table: 'auth.sso_state',
    column: 'sealed_payload',
    key: 'state_hash',
    keyType: 'bytea',
    bound: `'trip ' || encode(state_hash, 'hex')`,
    keyIdColumn: 'key_id',
    writtenBy: 'auth/methods/federation/trips.ts',
  },
  {
    table: 'auth.webhook',
    column: 'sealed_secret',
    ...ofId,
    bound: `concat_ws(' ', 'webhook', tenant_id, event)`,
    writtenBy: 'auth/administration/tenants/update.ts',
  },
  { table: 'auth.job', column: 'sealed_payload', ...ofId, writtenBy: 'auth/mechanisms/jobs/jobs.ts' },
  {
    table: 'auth.outbox',
    column: 'sealed_payload',
    ...ofId,
    beside: {
      column: 'recipient_hash',
      value: (text, secrets) => secrets.mac('lookup', recipientOf((JSON.parse(text) as Message).to)),
    },
    writtenBy: 'auth/mechanisms/outbox/outbox.ts',
  },
];

/** Everything that the gateway seals, as text in base64, in tables of the workspaces. */
export const workspaceColumns: readonly SealedColumn[] = [
  {
    table: 'app.webhook',
    column: 'secret',
    ...ofId,
    bound: `concat_ws(' ', 'webhook', tenant_id, id)`,
    writtenBy: 'gateway/webhooks/routes.ts',
  },
  {
    table: 'app.event_feed',
    column: 'address',
    ...ofId,
    bound: `concat_ws(' ', 'event feed address', tenant_id, id)`,
    writtenBy: 'gateway/event-feeds/events.ts',
  },
  {
    table: 'app.event_feed',
    column: 'events',
    ...ofId,
    bound: `concat_ws(' ', 'event feed events', tenant_id, id)`,
    writtenBy: 'gateway/event-feeds/events.ts',
  },
];
