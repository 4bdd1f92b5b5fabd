import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import type { Realm } from '../realm.ts';

/** Whose word an identity is: a tenant's registration at a provider. Never the email (security 9). */
export type IdentityKey = {
  /** The tenant that the registration belongs to. */
  providerTenantId: string;
  provider: string;
  providerId: string;
  issuer: string;
  subject: string;
};

export type IdentityFacts = { email: string | null; isEmailProven: boolean };

/** The person behind an identity, noting its use, or null. */
export async function useIdentity(
  db: Queryable,
  realm: Realm,
  key: IdentityKey,
  { now, ...facts }: IdentityFacts & { now: Date },
): Promise<string | null> {
  const row = await db.maybeOne<{ userId: string }>(sql`update auth.federated_identity
    set last_used_at = ${now}, email = ${facts.email}, is_email_proven = ${facts.isEmailProven}
    where root_tenant_id = ${realm.rootTenantId} and mode = ${realm.mode} and tenant_id = ${key.providerTenantId}
      and provider = ${key.provider} and provider_id = ${key.providerId} and issuer = ${key.issuer}
      and subject = ${key.subject}
    returning user_id as "userId"`);
  return row?.userId ?? null;
}

/** Lets one transaction at a time decide about an identity that nobody has yet; held until it ends. */
export async function lockIdentity(db: Queryable, key: IdentityKey): Promise<void> {
  const name = [key.providerTenantId, key.provider, key.providerId, key.issuer, key.subject].join(' ');
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Ties an identity to a person. One that is tied already violates `federated_identity_key`. */
export async function insertIdentity(
  db: Queryable,
  realm: Realm,
  key: IdentityKey,
  { now, ...identity }: IdentityFacts & { userId: string; now: Date },
): Promise<void> {
  await db.run(sql`insert into auth.federated_identity (id, root_tenant_id, mode, tenant_id, provider, provider_id,
      issuer, subject, user_id, email, is_email_proven, created_at, last_used_at)
    values (${newId()}, ${realm.rootTenantId}, ${realm.mode}, ${key.providerTenantId}, ${key.provider},
      ${key.providerId}, ${key.issuer}, ${key.subject}, ${identity.userId}, ${identity.email},
      ${identity.isEmailProven}, ${now}, ${now})`);
}

export type IdentityRow = {
  id: string;
  tenantId: string;
  provider: string;
  providerId: string;
  email: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** Identities of a person, the oldest first. */
export function listIdentities(db: Queryable, userId: string): Promise<IdentityRow[]> {
  return db.rows<IdentityRow>(sql`select id, tenant_id as "tenantId", provider, provider_id as "providerId", email,
      created_at as "createdAt", last_used_at as "lastUsedAt"
    from auth.federated_identity where user_id = ${userId} order by created_at, id`);
}

/** @returns the provider of the removed identity, or null where the person has no such one */
export async function deleteIdentity(db: Queryable, userId: string, id: string): Promise<string | null> {
  const row = await db.maybeOne<{ provider: string }>(
    sql`delete from auth.federated_identity where id = ${id} and user_id = ${userId} returning provider`,
  );
  return row?.provider ?? null;
}
