import { audit } from '../../auth/mechanisms/audit/audit.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Page } from './queues.ts';

/** A mail or text message that was given up. */
export type DeadMessage = {
  id: string;
  channel: string;
  tries: number;
  ageSeconds: number;
  error: string | null;
};

export function listDeadMessages(identity: Queryable, { after, size }: Page<string>): Promise<DeadMessage[]> {
  return identity.rows<DeadMessage>(sql`select id, channel, tries, last_error as error,
      extract(epoch from now() - created_at)::int as "ageSeconds"
    from auth.outbox where status = 'dead' and (${after}::uuid is null or id > ${after}::uuid) order by id limit ${size}`);
}

/** Sends messages again; what has expired meanwhile is dropped then. @returns how many */
export function retryMessages(identity: Queryable, ids: string[]): Promise<number> {
  return identity.run(sql`update auth.outbox set status = 'waiting', tries = 0, run_at = now(), claimed_until = null
    where id = any(${ids}::uuid[]) and status = 'dead' and sealed_payload is not null`);
}

/** Removes messages that were given up. @returns how many */
export function dropMessages(identity: Queryable, ids: string[]): Promise<number> {
  return identity.run(sql`delete from auth.outbox where id = any(${ids}::uuid[]) and status = 'dead'`);
}

/** A count of tries that makes somebody wait. */
export type HeldLimit = { key: string; tries: number; streak: number; waitSeconds: number };

/** Who has to wait, or has failed many times in a row; the key names the limit, and whom as the limit knows them. */
export function listLimits(identity: Queryable, { after, size }: Page<string>): Promise<HeldLimit[]> {
  return identity.rows<HeldLimit>(sql`select key, cardinality(hits) as tries, streak,
      greatest(0, blocked_until - extract(epoch from now()) * 1000)::bigint / 1000 as "waitSeconds"
    from auth.limit_bucket where (blocked_until > extract(epoch from now()) * 1000 or streak >= 10)
      and (${after}::text is null or key > ${after}) order by key limit ${size}`);
}

/** Counts from nothing again. @returns how many counts there were */
export function liftLimits(identity: Queryable, keys: string[]): Promise<number> {
  return identity.run(sql`delete from auth.limit_bucket where key = any(${keys}::text[])`);
}

/** Writes down what an operator did, in the audit log of the deployment's first tenant. */
export async function noteOperation(tx: Transaction, detail: Record<string, unknown>): Promise<void> {
  const root = await tx.one<{ rootTenantId: string; mode: 'test' | 'live' }>(sql`
    select id as "rootTenantId", mode from auth.tenant where parent_id is null order by created_at limit 1`);
  const event = {
    action: 'operator.acted',
    realm: root,
    tenantId: root.rootTenantId,
    actorKind: 'system',
  } as const;
  await audit(tx, { ...event, detail }, new Date());
}
