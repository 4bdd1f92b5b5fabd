import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { DAY_MS } from '@stint/domain/time/units.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import { createTimedCache } from '../../../platform/timed-cache.ts';
import type { Realm } from '../../model/realm.ts';

/** A key signs for 90 days; its successor is published at least 24 h before (security 12). */
const signingLifeMs = 90 * DAY_MS;
const aheadMs = DAY_MS;
/** After its last signature a key stays published until the longest refresh token has died. */
const longestTokenMs = 30 * DAY_MS;
const maxAgeMs = 30_000;

type PublicKey = { kid: string; jwk: Record<string, unknown>; key: KeyObject };

export type SigningKeys = {
  /** The key that signs now; the first is made on demand. */
  current(realm: Realm): Promise<{ kid: string; key: KeyObject }>;
  /** All that may verify now: next, current and former ones. */
  published(realm: Realm): Promise<PublicKey[]>;
  find(realm: Realm, kid: string): Promise<KeyObject | null>;
  /** Makes the next key where the current one has 24 h left or less. */
  rotate(realm: Realm): Promise<void>;
  /** Emergency: signs with a new key at once, removes all others; every token of the realm dies (security 12). */
  removeAll(realm: Realm): Promise<void>;
  forget(): void;
};

type KeyRow = { id: string; jwk: Record<string, unknown>; sealed: Buffer; useFrom: Date; useUntil: Date };

export function createSigningKeys(database: Database, secrets: Secrets, clock: Clock): SigningKeys {
  type Loaded = PublicKey & { privateKey: KeyObject; useFrom: Date; useUntil: Date };
  const kept = createTimedCache<Loaded[]>(clock, { maxAgeMs });

  const load = async (realm: Realm): Promise<Loaded[]> => {
    const now = clock.now();
    const rows = await database.rows<KeyRow>(sql`
      select id, public_jwk as jwk, sealed_private_key as sealed, use_from as "useFrom", use_until as "useUntil"
      from auth.signing_key
      where root_tenant_id = ${realm.rootTenantId} and mode = ${realm.mode} and removed_at is null
        and use_until > ${new Date(now.getTime() - longestTokenMs)}
      order by use_from`);
    return rows.map(({ id, jwk, sealed, useFrom, useUntil }) => ({
      kid: id,
      jwk: { ...jwk, kid: id, alg: 'ES256', use: 'sig' },
      key: createPublicKey({ key: jwk, format: 'jwk' }),
      privateKey: createPrivateKey({ key: secrets.open(sealed, id), format: 'pem' }),
      useFrom,
      useUntil,
    }));
  };
  const remembered = (realm: Realm): Promise<Loaded[]> =>
    kept.get(`${realm.rootTenantId} ${realm.mode}`, () => load(realm));
  // Where the clock was set back to before the first key, that one serves: when a key begins is about changing it alone.
  const pick = (rows: Loaded[], now: Date) => {
    const open = rows.filter(({ useUntil }) => useUntil > now);
    return open.filter(({ useFrom }) => useFrom <= now).at(-1) ?? open[0];
  };

  const keys: SigningKeys = {
    async current(realm) {
      const found = pick(await remembered(realm), clock.now());
      if (found) return { kid: found.kid, key: found.privateKey };
      await makeKey(database, secrets, { realm, from: clock.now(), now: clock.now() });
      keys.forget();
      const made = pick(await remembered(realm), clock.now());
      if (!made) throw new Error('no signing key');
      return { kid: made.kid, key: made.privateKey };
    },
    async published(realm) {
      await keys.current(realm);
      return remembered(realm);
    },
    async find(realm, kid) {
      const known = (await remembered(realm)).find((row) => row.kid === kid);
      if (known) return known.key;
      // Another process may have made it within the last seconds.
      const fresh = (await load(realm)).find((row) => row.kid === kid);
      if (fresh) keys.forget();
      return fresh?.key ?? null;
    },
    async rotate(realm) {
      const rows = await load(realm);
      const last = rows.at(-1);
      const now = clock.now();
      if (last && last.useUntil.getTime() - now.getTime() > aheadMs) return;
      const from = last && last.useUntil > now ? last.useUntil : now;
      await makeKey(database, secrets, { realm, from, now });
      keys.forget();
    },
    async removeAll(realm) {
      const now = clock.now();
      await database.transaction(async (tx) => {
        await tx.run(sql`update auth.signing_key set removed_at = ${now}
          where root_tenant_id = ${realm.rootTenantId} and mode = ${realm.mode} and removed_at is null`);
        await makeKey(tx, secrets, { realm, from: now, now });
      });
      keys.forget();
    },
    forget: () => kept.clear(),
  };
  return keys;
}

async function makeKey(
  db: Queryable,
  secrets: Secrets,
  { realm, from, now }: { realm: Realm; from: Date; now: Date },
): Promise<void> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const id = newId();
  const { sealed, keyId } = secrets.seal(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), id);
  // The same start from two processes makes one key only.
  await db.run(sql`insert into auth.signing_key (id, root_tenant_id, mode, public_jwk, sealed_private_key, key_id,
      use_from, use_until, created_at)
    select ${id}::uuid, ${realm.rootTenantId}::uuid, ${realm.mode}, ${JSON.stringify(publicKey.export({ format: 'jwk' }))}::jsonb,
      ${sealed}::bytea, ${keyId}, ${from}::timestamptz, ${new Date(from.getTime() + signingLifeMs)}::timestamptz, ${now}::timestamptz
    where not exists (select 1 from auth.signing_key where root_tenant_id = ${realm.rootTenantId}::uuid
      and mode = ${realm.mode} and removed_at is null and use_until > ${from}::timestamptz + interval '1 hour')`);
}
