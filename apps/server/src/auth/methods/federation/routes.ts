import type {
  DomainRecord,
  federationRoutes as federationTable,
  SsoProviderBody,
  SsoProviderRecord,
} from '@stint/domain/api/auth/federation.ts';
import { isProvider, type Provider } from '@stint/domain/auth/factor.ts';
import { AppError } from '@stint/domain/errors.ts';
import { providerUrl } from '../../../config.ts';
import type { Handlers } from '../../../platform/http.ts';
import { isUuid } from '../../../platform/ids.ts';
import { checkCallable, SafeFetchError } from '../../../platform/safe-fetch.ts';
import { checkProviderGoes } from '../../administration/tenants/sign-in-policy.ts';
import type { AuthContext } from '../../context.ts';
import {
  type AuthContexts,
  type KeyCaller,
  rolesIn,
  type UserCaller,
} from '../../mechanisms/access/access.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { queueNotice } from '../../mechanisms/outbox/notices.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { deleteIdentity, listIdentities } from '../../model/users/identities.ts';
import { findUserById, type User } from '../../model/users/queries.ts';
import { requireFresh } from '../../sign-in/step-up.ts';
import { readSigningKey } from './client-secret.ts';
import {
  addDomain,
  type DomainRow,
  deleteDomain,
  domainRecord,
  listDomains,
  parseDomain,
  proveDomain,
} from './domains.ts';
import { issueHandle } from './handles.ts';
import { providerName, providerTable } from './providers.ts';
import {
  deleteProvider,
  listProviders,
  type ProviderSettings,
  putProvider,
  type ShownSettings,
} from './settings.ts';
import { callbackUrl } from './sign-in-pages.ts';

type FederationHandlers = Handlers<typeof federationTable, AuthContexts>;

/** Settings of providers, proof of domains, and the identities of a person (protocol 17). */
export function federationRoutes(context: AuthContext): FederationHandlers {
  const { database, clock, secrets, resolveTxt } = context;
  return {
    async 'GET /tenants/:tenantId/sso'({ params }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const found = await listProviders(database, tenant.id, caller.realm.mode);
      return { results: found.map((settings) => toRecord(context, settings)) };
    },
    async 'PUT /tenants/:tenantId/sso/:provider'({ params, body }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const settings = readSettings(context, requireProviderName(params.provider), body);
      const key = { tenantId: tenant.id, mode: caller.realm.mode, ...settings };
      await database.transaction(async (tx) => {
        await putProvider(tx, secrets, key, settings, clock.now());
        await noteChange(context, tx, caller, tenant, { provider: settings.provider, change: 'set' });
      });
      return toRecord(context, settings);
    },
    async 'DELETE /tenants/:tenantId/sso/:provider'({ params, query }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const provider = requireProviderName(params.provider);
      const key = {
        tenantId: tenant.id,
        mode: caller.realm.mode,
        provider,
        providerId: query.provider_id ?? '',
      };
      await checkProviderGoes(context, caller, tenant, key);
      await database.transaction(async (tx) => {
        if (!(await deleteProvider(tx, key))) throw new AppError('not_found');
        await noteChange(context, tx, caller, tenant, { provider, change: 'removed' });
      });
      return { message: 'OK' };
    },
    async 'GET /tenants/:tenantId/domains'({ params }) {
      const tenant = await context.tenants.require(params.tenantId);
      return { results: (await listDomains(database, tenant.id)).map(toDomain) };
    },
    async 'PUT /tenants/:tenantId/domains/:domain'({ params }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const row = await addDomain(database, tenant.id, parseDomain(params.domain), clock.now());
      const after = await proveDomain(database, tenant.id, row, resolveTxt, clock.now());
      const detail = { domain: row.domain, change: after.provenAt ? 'proven' : 'not proven' };
      await noteChange(context, database, caller, tenant, detail);
      return toDomain(after);
    },
    async 'DELETE /tenants/:tenantId/domains/:domain'({ params }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const domain = parseDomain(params.domain);
      if (!(await deleteDomain(database, tenant.id, domain))) throw new AppError('not_found');
      await noteChange(context, database, caller, tenant, { domain, change: 'removed' });
      return { message: 'OK' };
    },
    async 'GET /self/identities'(_input, { session }) {
      const rows = await listIdentities(database, session.userId);
      return {
        results: rows.map(({ id, provider, providerId, email, createdAt, lastUsedAt }) => ({
          id,
          provider,
          ...(providerId ? { providerId } : {}),
          email,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      };
    },
    async 'POST /self/identities/:provider'({ params, body }, caller) {
      const user = await requireOwnUser(context, caller);
      requireFresh(context, caller, user);
      if (!user.emailConfirmedAt) throw new AppError('email_unconfirmed');
      const path = params.provider === 'saml' ? 'saml/sp' : requireProviderName(params.provider);
      return { url: await linkStartUrl(context, caller, path, body) };
    },
    async 'DELETE /self/identities/:id'({ params }, caller) {
      if (!isUuid(params.id)) throw new AppError('not_found');
      const user = await requireOwnUser(context, caller);
      requireFresh(context, caller, user);
      await database.transaction(async (tx) => {
        const others = (await listIdentities(tx, user.id)).filter(({ id }) => id !== params.id);
        const provider = await deleteIdentity(tx, user.id, params.id);
        if (!provider) throw new AppError('not_found');
        if (others.length === 0 && !hasOtherWayIn(user)) {
          throw new AppError('state_conflict', { message: 'Set a password first: this is the only way in.' });
        }
        const event = { realm: caller.realm, tenantId: caller.session.tenantId, userId: user.id };
        const detail = { factor: `email/${provider}` };
        await audit(tx, { ...event, action: 'factor.removed', detail }, clock.now());
        const tenant = await context.tenants.requireById(caller.session.tenantId);
        const notice = { kind: 'identityUnlinked', provider: providerName(provider) } as const;
        await queueNotice(context, tx, { tenant, user, notice });
      });
      void context.wakeWorkers();
      return { message: 'OK' };
    },
  };
}

function requireProviderName(text: string): Provider {
  if (!isProvider(text)) throw new AppError('not_found');
  return text;
}

/** @throws AppError `validation_failed` with what to enter */
function readSettings(context: AuthContext, provider: Provider, body: SsoProviderBody): ProviderSettings {
  const row = providerTable[provider];
  const { issuer = null, clientId, providerId = '', scopes = [] } = body;
  if ((provider === 'custom') !== (providerId !== '')) {
    throw invalid('providerId', 'A custom provider needs a providerId, and only a custom one has it.');
  }
  if (row.issuer === null && issuer === null) throw invalid('issuer', 'Enter the issuer of your directory.');
  if (issuer !== null) checkIssuer(context, issuer);
  return { provider, providerId, issuer, clientId, ...readSecret(provider, body), scopes };
}

/** The client secret, or for Apple the key that signs one at each use. @throws AppError `validation_failed` */
function readSecret(
  provider: Provider,
  { clientSecret, teamId, keyId, privateKey }: SsoProviderBody,
): Pick<ProviderSettings, 'clientSecret' | 'signer'> {
  const row = providerTable[provider];
  const hasKey = teamId !== undefined || keyId !== undefined || privateKey !== undefined;
  if (!hasKey) {
    if (!clientSecret) throw invalid('clientSecret', 'Enter the client secret.');
    return { clientSecret, signer: null };
  }
  if (row.kind !== 'oidc' || !row.hasSignedSecret || clientSecret !== undefined) {
    throw invalid('privateKey', 'A private key belongs to Apple, and takes the place of the client secret.');
  }
  if (!teamId || !keyId || !privateKey) throw invalid('privateKey', 'Enter teamId, keyId and privateKey.');
  const pem = readSigningKey(privateKey);
  if (!pem)
    throw invalid(
      'privateKey',
      'This is not a private key on the curve P-256, such as Apple gives as a .p8 file.',
    );
  return { clientSecret: pem, signer: { teamId, keyId } };
}

/** Https in public, or this machine in test mode (security 9, protocol 17). */
function checkIssuer(context: AuthContext, issuer: string): void {
  try {
    const url = checkCallable(issuer, context.config.mode === 'test');
    if (url.search || url.hash) throw invalid('issuer', 'An issuer has no query and no fragment.');
  } catch (error) {
    throw error instanceof SafeFetchError ? invalid('issuer', error.message) : error;
  }
}

function invalid(field: string, message: string): AppError {
  const fields = [{ code: 'validation_failed', message, field }];
  return new AppError('validation_failed', { message, fields, type: 'bad_request_error' });
}

function toRecord(
  context: AuthContext,
  { provider, providerId, issuer, clientId, signer, scopes }: ShownSettings,
): SsoProviderRecord {
  const callback = callbackUrl(context, provider);
  const own = { issuer: issuer ?? providerTable[provider].issuer, clientId, ...signer };
  const shown = { ...own, scopes, callbackUrl: callback };
  return { provider, ...(providerId ? { providerId } : {}), ...shown };
}

function toDomain(row: DomainRow): DomainRecord {
  const { name, value } = domainRecord(row);
  return {
    domain: row.domain,
    recordName: name,
    recordValue: value,
    provenAt: row.provenAt?.toISOString() ?? null,
  };
}

/** Audits a change of how a tenant's people sign in (security 12). */
export async function noteChange(
  context: AuthContext,
  db: Parameters<typeof audit>[0],
  caller: KeyCaller | UserCaller,
  tenant: Tenant,
  detail: Record<string, unknown>,
): Promise<void> {
  const actor =
    caller.kind === 'user'
      ? ({ actorKind: 'user', actorId: caller.session.userId } as const)
      : ({ actorKind: 'key', actorId: caller.key.id } as const);
  const { fullAddress, requestId } = caller.client;
  const event = {
    action: 'idp.changed',
    realm: caller.realm,
    tenantId: tenant.id,
    detail,
    requestId,
  } as const;
  await audit(db, { ...event, ...actor, address: fullAddress }, context.clock.now());
}

async function requireOwnUser(context: AuthContext, caller: UserCaller): Promise<User> {
  const user = await findUserById(context.database, caller.realm, caller.session.userId);
  if (!user) throw new AppError('unauthorized');
  return user;
}

async function linkStartUrl(
  context: AuthContext,
  caller: UserCaller,
  path: Provider | 'saml/sp',
  body: { tenantId?: string; providerId?: string; redirect?: string },
): Promise<string> {
  const { client, session } = caller;
  const tenant = body.tenantId
    ? await context.tenants.require(body.tenantId)
    : await context.tenants.requireById(session.tenantId);
  if ((await rolesIn(context, caller, tenant)) === null) throw new AppError('not_found');
  if (client.origin === null) throw new AppError('invalid_origin');
  const of = { sessionId: session.id, userId: session.userId, tenantId: tenant.id };
  const handle = await issueHandle(context.database, 'link', of, context.clock.now());
  const url = new URL(`${providerUrl(context.config)}auth/${path}/login`);
  const { providerId, redirect } = body;
  const parameters = {
    origin: client.origin,
    tenant_id: tenant.publicId,
    provider_id: providerId,
    redirect,
    link: handle,
  };
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value);
  return url.href;
}

function hasOtherWayIn(user: User): boolean {
  return user.passwordHash !== null || user.emailConfirmedAt !== null || user.phoneConfirmedAt !== null;
}
