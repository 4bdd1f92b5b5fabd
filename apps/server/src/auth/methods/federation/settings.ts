import type { Provider } from '@stint/domain/auth/factor.ts';
import type { Queryable } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import type { Mode } from '../../model/realm.ts';

/** A tenant's registration at another provider. */
export type ProviderSettings = {
  provider: Provider;
  /** Only for `custom`: which of several; else ''. */
  providerId: string;
  issuer: string | null;
  clientId: string;
  /** With a `signer`, the PEM of the key that signs the secret at each use. */
  clientSecret: string;
  /** Apple: whose key it is, and which. */
  signer: { teamId: string; keyId: string } | null;
  /** Empty: the provider's usual ones. */
  scopes: string[];
};

/** Which registration is meant: a tenant has its own for each realm. */
export type ProviderKey = { tenantId: string; mode: Mode } & Pick<
  ProviderSettings,
  'provider' | 'providerId'
>;

/** What may be shown of a registration. */
export type ShownSettings = Omit<ProviderSettings, 'clientSecret'>;

type ProviderRow = Omit<ShownSettings, 'signer'> & { teamId: string | null; keyId: string | null };

const columns = sql`provider, provider_id as "providerId", issuer, client_id as "clientId", team_id as "teamId",
  signing_key_id as "keyId", scopes`;

/** The registration with its secret, or null. */
export async function findProvider(
  db: Queryable,
  secrets: Secrets,
  key: ProviderKey,
): Promise<ProviderSettings | null> {
  const row = await db.maybeOne<ProviderRow & { sealed: Buffer }>(
    sql`select ${columns}, sealed_client_secret as sealed from auth.sso_provider where ${matching(key)} and is_active`,
  );
  if (!row) return null;
  const { sealed, ...settings } = row;
  return { ...shown(settings), clientSecret: secrets.open(sealed, boundTo(key)) };
}

/** All registrations of a tenant in one realm, without secrets. */
export async function listProviders(db: Queryable, tenantId: string, mode: Mode): Promise<ShownSettings[]> {
  const rows = await db.rows<ProviderRow>(sql`select ${columns}
    from auth.sso_provider where tenant_id = ${tenantId} and mode = ${mode} and is_active
    order by provider, provider_id`);
  return rows.map(shown);
}

function shown({ teamId, keyId, ...settings }: ProviderRow): ShownSettings {
  return { ...settings, signer: teamId && keyId ? { teamId, keyId } : null };
}

/** Adds or replaces a registration; the client secret is encrypted (security 12). */
export async function putProvider(
  { secrets, clock }: Pick<AuthContext, 'secrets' | 'clock'>,
  db: Queryable,
  key: ProviderKey,
  settings: ProviderSettings,
): Promise<void> {
  const now = clock.now();
  const { sealed, keyId } = secrets.seal(settings.clientSecret, boundTo(key));
  await db.run(sql`insert into auth.sso_provider (id, tenant_id, mode, provider, provider_id, issuer, client_id,
      sealed_client_secret, key_id, team_id, signing_key_id, scopes, created_at, updated_at)
    values (${newId()}, ${key.tenantId}, ${key.mode}, ${key.provider}, ${key.providerId}, ${settings.issuer},
      ${settings.clientId}, ${sealed}, ${keyId}, ${settings.signer?.teamId ?? null}, ${settings.signer?.keyId ?? null},
      ${settings.scopes}, ${now}, ${now})
    on conflict on constraint sso_provider_key do update set issuer = excluded.issuer, client_id = excluded.client_id,
      team_id = excluded.team_id, signing_key_id = excluded.signing_key_id,
      sealed_client_secret = excluded.sealed_client_secret, key_id = excluded.key_id, scopes = excluded.scopes,
      is_active = true, updated_at = excluded.updated_at`);
}

/** Removes a registration. @returns false where there was none */
export async function deleteProvider(db: Queryable, key: ProviderKey): Promise<boolean> {
  return (await db.run(sql`delete from auth.sso_provider where ${matching(key)}`)) > 0;
}

function matching({ tenantId, mode, provider, providerId }: ProviderKey): Sql {
  return sql`tenant_id = ${tenantId} and mode = ${mode} and provider = ${provider} and provider_id = ${providerId}`;
}

/** A sealed secret opens only where it was stored. */
function boundTo({ tenantId, mode, provider, providerId }: ProviderKey): string {
  return `sso ${tenantId} ${mode} ${provider} ${providerId}`;
}
