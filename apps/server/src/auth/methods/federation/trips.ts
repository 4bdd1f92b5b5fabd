import type { Provider } from '@stint/domain/auth/factor.ts';
import type { Queryable } from '../../../platform/database.ts';
import { type Secrets, sha256 } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { Realm } from '../../model/realm.ts';
import type { TripSecrets } from './authorization.ts';

/** A trip to a provider takes no longer (security 9). */
const lifeMs = 300_000;

/** Where a trip began and what it is for. */
export type Trip = {
  realm: Realm;
  /** The tenant that is signed in to. */
  tenantId: string;
  provider: Provider;
  providerId: string;
  payload: {
    /** Whose registration is used: the tenant itself or its root. */
    providerTenantId: string;
    nonce: string;
    codeVerifier: string;
    /** Where the browser goes in the end. */
    origin: string;
    redirect: string | null;
    /** Linking to the account of this session instead of signing in. */
    link?: { userId: string; sessionId: string };
  };
};

/** Keeps a trip under the hash of its state, tied to one browser. */
export async function saveTrip(
  { secrets, clock }: Pick<AuthContext, 'secrets' | 'clock'>,
  db: Queryable,
  trip: Trip,
  { state, browserHash }: { state: TripSecrets['state']; browserHash: Buffer },
): Promise<void> {
  const now = clock.now();
  const stateHash = sha256(state);
  const { sealed, keyId } = secrets.seal(JSON.stringify(trip.payload), boundTo(stateHash));
  await db.run(sql`insert into auth.sso_state (state_hash, root_tenant_id, mode, tenant_id, provider, provider_id,
      sealed_payload, key_id, browser_hash, expires_at, created_at)
    values (${stateHash}, ${trip.realm.rootTenantId}, ${trip.realm.mode}, ${trip.tenantId}, ${trip.provider},
      ${trip.providerId}, ${sealed}, ${keyId}, ${browserHash}, ${new Date(now.getTime() + lifeMs)}, ${now})`);
}

type TripRow = Realm & Pick<Trip, 'tenantId' | 'providerId'> & { sealed: Buffer };

/**
 * Takes a trip: once, within 300 s, at the callback of its own provider and in the browser that began it (security 9).
 * Another browser does not use it up. @returns null for anything else
 */
export async function takeTrip(
  db: Queryable,
  secrets: Secrets,
  from: { state: string; provider: Provider; browserHash: Buffer },
  now: Date,
): Promise<Trip | null> {
  const stateHash = sha256(from.state);
  const row = await db.maybeOne<TripRow>(sql`update auth.sso_state set used_at = ${now}
    where state_hash = ${stateHash} and provider = ${from.provider} and browser_hash = ${from.browserHash}
      and used_at is null and expires_at > ${now}
    returning root_tenant_id as "rootTenantId", mode, tenant_id as "tenantId", provider_id as "providerId",
      sealed_payload as sealed`);
  if (!row) return null;
  const { rootTenantId, mode, tenantId, providerId, sealed } = row;
  const payload = JSON.parse(secrets.open(sealed, boundTo(stateHash))) as Trip['payload'];
  return { realm: { rootTenantId, mode }, tenantId, provider: from.provider, providerId, payload };
}

function boundTo(stateHash: Buffer): string {
  return `trip ${stateHash.toString('hex')}`;
}
