import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import { withTrace } from '../../../platform/tracing/tracing.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { Realm } from '../../model/realm.ts';
import { isTenantOf, type KeyScope } from '../keys/reach.ts';
import type { AuthMetrics } from '../metrics/metrics.ts';

export type OutboxContext = Pick<Foundation, 'database' | 'clock' | 'secrets' | 'config'> & {
  metrics: AuthMetrics;
};

/** A message as it waits in the outbox; sealed there, since it carries links and codes. */
export type Message = {
  channel: 'email' | 'sms';
  to: string;
  subject: string;
  text: string;
  html: string;
  link?: string;
  /** Where the receiver ends such mails. */
  unsubscribeUrl?: string;
  verificationCode?: string;
  /** The link or code that it carries. */
  proof?: { kind: 'link' | 'code'; id: string };
};

export type NewMessage = {
  realm: Realm;
  tenantId: string;
  message: Message;
  id?: string;
  /** What has expired is not sent. */
  dropAt?: Date;
};

/** What lies sealed in a row: the message, and the trace that its sending belongs to. */
export type SealedMessage = Message & { traceparent?: string };

/** What a message waits for in test mode: nothing, unless mail has a server there too. */
function statusInTest({ config }: OutboxContext, { channel }: Message): 'waiting' | 'stored' {
  return channel === 'email' && config.testSmtpUrl ? 'waiting' : 'stored';
}

/** Adds a message in the transaction of what it tells about (security 14). Test mode keeps it. */
export async function queueMessage(
  context: OutboxContext,
  db: Queryable,
  { realm, tenantId, message, ...options }: NewMessage,
): Promise<string> {
  const now = context.clock.now();
  const id = options.id ?? newId();
  const status = realm.mode === 'test' ? statusInTest(context, message) : 'waiting';
  const sealed = context.secrets.seal(JSON.stringify(withTrace(message)), id).sealed;
  await db.run(sql`insert into auth.outbox (id, root_tenant_id, mode, tenant_id, channel, recipient_hash, sealed_payload,
      status, run_at, drop_at, created_at)
    values (${id}, ${realm.rootTenantId}, ${realm.mode}, ${tenantId}, ${message.channel},
      ${context.secrets.mac('lookup', recipientOf(message.to))}, ${sealed}, ${status}, ${now}, ${options.dropAt ?? null}, ${now})`);
  context.metrics.queued(message);
  return id;
}

/** What is hashed, so that a recipient's messages are found without keeping the address in the clear. */
export function recipientOf(to: string): string {
  return to.trim().toLowerCase();
}

export type StoredMessage = Message & { id: string; createdAt: Date };

/** The newest 200 messages of test mode, newest first (protocol 17), and how many there are. */
export async function listStoredMessages(
  context: OutboxContext,
  key: KeyScope,
  to: string | undefined,
): Promise<{ messages: StoredMessage[]; total: number }> {
  const hashes = to === undefined ? null : context.secrets.macs('lookup', recipientOf(to));
  const rows = await context.database.rows<{
    id: string;
    sealed: Buffer;
    createdAt: Date;
    total: number;
  }>(sql`
    select id, sealed_payload as sealed, created_at as "createdAt", (count(*) over ())::int as total from auth.outbox
    where root_tenant_id = ${key.rootTenantId} and mode = 'test' and sealed_payload is not null
      and ${isTenantOf(key, sql`tenant_id`)}
      and (${hashes}::bytea[] is null or recipient_hash = any(${hashes}::bytea[]))
    order by created_at desc, id desc limit 200`);
  const messages = rows.map(({ id, sealed, createdAt }) => {
    const { traceparent: _, ...message } = JSON.parse(context.secrets.open(sealed, id)) as SealedMessage;
    return { ...message, id, createdAt };
  });
  return { messages, total: rows[0]?.total ?? 0 };
}
