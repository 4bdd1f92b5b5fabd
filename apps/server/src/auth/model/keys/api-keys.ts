import { randomBytes } from 'node:crypto';
import { parseApiKey } from '@stint/domain/auth/api-key.ts';
import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sha256 } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { Mode } from '../realm.ts';
import type { Tenant } from '../tenants/queries.ts';

export type KeyKind = 'admin' | 'readonly' | 'webhook';

export type ApiKey = {
  id: string;
  rootTenantId: string;
  mode: Mode;
  tenantId: string;
  kind: KeyKind;
  hint: string;
  name: string | null;
  invalidatedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
};

const columns = sql`k.id, k.root_tenant_id as "rootTenantId", k.mode, k.tenant_id as "tenantId", k.kind, k.hint, k.name,
  k.invalidated_at as "invalidatedAt", k.last_used_at as "lastUsedAt", k.created_at as "createdAt"`;

/** Whether a bearer token has the form of a key. */
export function looksLikeKey(bearer: string | null): bearer is `lk_${string}` {
  return bearer !== null && parseApiKey(bearer) !== null;
}

/** Makes a key of a tenant for one realm. Only its hash is stored (security 12). @returns the key, shown this once */
export async function createKey(
  db: Queryable,
  tenant: Tenant,
  input: { mode: Mode; kind: KeyKind; name?: string | null },
  now: Date,
): Promise<{ key: string; record: ApiKey }> {
  const key = `lk_${input.mode}_${input.kind}_${tenant.publicId}_${randomBytes(32).toString('hex')}`;
  return { key, record: await keepKey(db, tenant, { ...input, key }, now) };
}

/** Keeps the hash of a key that was made elsewhere. */
export async function keepKey(
  db: Queryable,
  tenant: Tenant,
  input: { mode: Mode; kind: KeyKind; name?: string | null; key: string },
  now: Date,
): Promise<ApiKey> {
  const { key } = input;
  const hint = `${key.slice(0, key.lastIndexOf('_') + 5)}…${key.slice(-4)}`;
  return db.one<ApiKey>(sql`insert into auth.api_key as k
      (id, root_tenant_id, mode, tenant_id, kind, key_hash, hint, name, created_at)
    values (${newId()}, ${tenant.rootTenantId}, ${input.mode}, ${tenant.id}, ${input.kind}, ${sha256(key)}, ${hint},
      ${input.name ?? null}, ${now})
    returning ${columns}`);
}

/** The active key of this text, or null. */
export function findKey(db: Queryable, key: string): Promise<ApiKey | null> {
  return db.maybeOne<ApiKey>(sql`select ${columns} from auth.api_key k join auth.tenant t on t.id = k.tenant_id
    where k.key_hash = ${sha256(key)} and k.invalidated_at is null and t.status <> 'deleted'`);
}

export function listKeys(db: Queryable, tenantId: string, mode: Mode, kind: string): Promise<ApiKey[]> {
  return db.rows<ApiKey>(sql`select ${columns} from auth.api_key k
    where k.tenant_id = ${tenantId} and k.mode = ${mode} and k.kind = ${kind} order by k.created_at desc`);
}

/**
 * Stops or removes a key of a tenant, unless it is the last active one of its type (protocol 10).
 * @returns `missing`, `last`, or `done`
 */
export async function endKey(
  db: Queryable,
  tenant: Tenant,
  which: { key?: string | undefined; keyId?: string | undefined },
  options: { remove: boolean; now: Date },
): Promise<'missing' | 'last' | 'done'> {
  // Held until the end, so that two keys cannot both see the other one as the one that stays.
  await db.run(sql`select 1 from auth.tenant where id = ${tenant.id} for update`);
  const hash = which.key ? sha256(which.key) : null;
  const found = await db.maybeOne<ApiKey>(sql`select ${columns} from auth.api_key k
    where k.tenant_id = ${tenant.id} and (k.key_hash = ${hash} or k.id::text = ${which.keyId ?? null})`);
  if (!found) return 'missing';
  const others = await db.maybeOne(sql`select 1 as one from auth.api_key
    where tenant_id = ${tenant.id} and mode = ${found.mode} and kind = ${found.kind} and id <> ${found.id}
      and invalidated_at is null limit 1`);
  if (!others && found.invalidatedAt === null) return 'last';
  if (options.remove) await db.run(sql`delete from auth.api_key where id = ${found.id}`);
  else {
    await db.run(sql`update auth.api_key set invalidated_at = ${options.now}
      where id = ${found.id} and invalidated_at is null`);
  }
  return 'done';
}
