import type { DomainRecord, SsoProviderBody, SsoProviderRecord } from '@stint/domain/api/auth/federation.ts';
import type { Provider } from '@stint/domain/auth/factor.ts';
import { AppError } from '@stint/domain/errors.ts';
import { checkCallable, SafeFetchError } from '../../../platform/safe-fetch.ts';
import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { readSigningKey } from '../../methods/federation/client-secret.ts';
import {
  addDomain,
  type DomainRow,
  deleteDomain,
  domainRecord,
  listDomains,
  parseDomain,
  proveDomain,
} from '../../methods/federation/domains.ts';
import { parseProvider, providerTable } from '../../methods/federation/providers.ts';
import {
  deleteProvider,
  listProviders,
  type ProviderSettings,
  putProvider,
  type ShownSettings,
} from '../../methods/federation/settings.ts';
import { callbackUrl } from '../../methods/federation/sign-in-pages.ts';
import { checkProviderGoes } from '../tenants/sign-in-policy.ts';
import { invalidField } from './invalid-field.ts';
import { noteChange } from './note-change.ts';

type ProviderRoutes = HandlersOf<
  | 'GET /tenants/:tenantId/sso'
  | 'PUT /tenants/:tenantId/sso/:provider'
  | 'DELETE /tenants/:tenantId/sso/:provider'
  | 'GET /tenants/:tenantId/domains'
  | 'PUT /tenants/:tenantId/domains/:domain'
  | 'DELETE /tenants/:tenantId/domains/:domain'
>;

/** Settings of providers and proof of domains (protocol 17). */
export function providerRoutes(context: AuthContext): ProviderRoutes {
  const { database, clock } = context;
  return {
    async 'GET /tenants/:tenantId/sso'({ params }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const found = await listProviders(database, tenant.id, caller.realm.mode);
      return { results: found.map((settings) => toRecord(context, settings)) };
    },
    async 'PUT /tenants/:tenantId/sso/:provider'({ params, body }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const settings = readSettings(context, parseProvider(params.provider), body);
      const key = { tenantId: tenant.id, mode: caller.realm.mode, ...settings };
      await database.transaction(async (tx) => {
        await putProvider(context, tx, key, settings);
        await noteChange({ context, caller, tenant }, tx, { provider: settings.provider, change: 'set' });
      });
      return toRecord(context, settings);
    },
    async 'DELETE /tenants/:tenantId/sso/:provider'({ params, query }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const provider = parseProvider(params.provider);
      const key = {
        tenantId: tenant.id,
        mode: caller.realm.mode,
        provider,
        providerId: query.provider_id ?? '',
      };
      await checkProviderGoes(context, caller, tenant, key);
      await database.transaction(async (tx) => {
        if (!(await deleteProvider(tx, key))) throw new AppError('not_found');
        await noteChange({ context, caller, tenant }, tx, { provider, change: 'removed' });
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
      const after = await proveDomain(context, database, tenant.id, row);
      const detail = { domain: row.domain, change: after.provenAt ? 'proven' : 'not proven' };
      await noteChange({ context, caller, tenant }, database, detail);
      return toDomain(after);
    },
    async 'DELETE /tenants/:tenantId/domains/:domain'({ params }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const domain = parseDomain(params.domain);
      if (!(await deleteDomain(database, tenant.id, domain))) throw new AppError('not_found');
      await noteChange({ context, caller, tenant }, database, { domain, change: 'removed' });
      return { message: 'OK' };
    },
  };
}

/** @throws AppError `validation_failed` with what to enter */
function readSettings(context: AuthContext, provider: Provider, body: SsoProviderBody): ProviderSettings {
  const row = providerTable[provider];
  const { issuer = null, clientId, providerId = '', scopes = [] } = body;
  if ((provider === 'custom') !== (providerId !== '')) {
    throw invalidField('providerId', 'A custom provider needs a providerId, and only a custom one has it.');
  }
  if (row.issuer === null && issuer === null)
    throw invalidField('issuer', 'Enter the issuer of your directory.');
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
    if (!clientSecret) throw invalidField('clientSecret', 'Enter the client secret.');
    return { clientSecret, signer: null };
  }
  if (row.kind !== 'oidc' || !row.hasSignedSecret || clientSecret !== undefined) {
    throw invalidField(
      'privateKey',
      'A private key belongs to Apple, and takes the place of the client secret.',
    );
  }
  if (!teamId || !keyId || !privateKey)
    throw invalidField('privateKey', 'Enter teamId, keyId and privateKey.');
  const pem = readSigningKey(privateKey);
  if (!pem)
    throw invalidField(
      'privateKey',
      'This is not a private key on the curve P-256, such as Apple gives as a .p8 file.',
    );
  return { clientSecret: pem, signer: { teamId, keyId } };
}

/** Https in public, or this machine in test mode (security 9, protocol 17). */
function checkIssuer(context: AuthContext, issuer: string): void {
  try {
    const url = checkCallable(issuer, context.config.mode === 'test');
    if (url.search || url.hash) throw invalidField('issuer', 'An issuer has no query and no fragment.');
  } catch (error) {
    throw error instanceof SafeFetchError ? invalidField('issuer', error.message) : error;
  }
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
