import type { Queryable } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { Mode } from '../realm.ts';
import { type IdentityRow, listIdentities } from '../users/identities.ts';
import type { User } from '../users/queries.ts';
import type { Tenant } from './queries.ts';

/** The registration at a provider by which somebody came, and the issuer that spoke. */
export type Registration = {
  tenantId: string;
  provider: string;
  providerId: string;
  issuer: string;
  /** Of OpenID: what was registered. A release before did not note it. */
  registered?: Registered | undefined;
};

export type Registered = { clientId: string; issuer: string | null };

/** Whether people can still sign in by it: another may have taken its place. */
export async function isRegistered(
  db: Queryable,
  mode: Mode,
  { tenantId, provider, providerId, issuer, registered }: Registration,
): Promise<boolean> {
  const isSame = registered
    ? sql`client_id = ${registered.clientId} and issuer is not distinct from ${registered.issuer}`
    : sql`true`;
  const known = await db.maybeOne(sql`
    select 1 as one from auth.sso_provider
    where tenant_id = ${tenantId} and mode = ${mode} and provider = ${provider} and provider_id = ${providerId} and is_active
      and ${isSame}
    union all
    select 1 from auth.saml_identity_provider
    where tenant_id = ${tenantId} and ${provider} = 'saml' and entity_id = ${issuer}`);
  return known !== null;
}

export type ListedProvider = { provider: string; providerId: string; isOwn: boolean };

/** The providers that people of a tenant can sign in with: its own and those of its root, by name. */
export function listProviders(
  db: Queryable,
  tenant: Pick<Tenant, 'id' | 'rootTenantId'>,
  mode: Mode,
): Promise<ListedProvider[]> {
  return db.rows<ListedProvider>(sql`
    select provider, provider_id as "providerId", bool_or(tenant_id = ${tenant.id}) as "isOwn" from auth.sso_provider
    where tenant_id in (${tenant.id}, ${tenant.rootTenantId}) and mode = ${mode} and is_active
    group by provider, provider_id
    union all
    select 'saml', '', true from auth.saml_identity_provider where tenant_id = ${tenant.id}
    order by 1, 2`);
}

/** As `listProviders`, with whether each knows a person already: who is linked to it can sign in with it. */
export async function listProvidersOf(
  db: Queryable,
  tenant: Pick<Tenant, 'id' | 'rootTenantId'>,
  user: User,
): Promise<(ListedProvider & { isLinked: boolean })[]> {
  const providers = await listProviders(db, tenant, user.mode);
  if (providers.length === 0) return [];
  const linked = await listIdentities(db, user.id);
  return providers.map((one) => {
    const home = one.isOwn ? tenant.id : tenant.rootTenantId;
    const isIt = (identity: IdentityRow) =>
      identity.tenantId === home &&
      identity.provider === one.provider &&
      identity.providerId === one.providerId;
    return { ...one, isLinked: linked.some(isIt) };
  });
}
