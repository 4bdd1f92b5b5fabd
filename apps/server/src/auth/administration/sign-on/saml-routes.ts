import type {
  SamlIdentityProvider,
  SamlIdentityProviderBody,
  SamlServiceProviderAnswer,
} from '@stint/domain/api/auth/saml.ts';
import { AppError } from '@stint/domain/errors.ts';
import { providerUrl } from '../../../config.ts';
import { checkCallable, SafeFetchError } from '../../../platform/safe-fetch.ts';
import type { AuthContext } from '../../context.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { addDomain, parseDomain } from '../../methods/federation/domains.ts';
import { samlAddresses } from '../../methods/saml/addresses.ts';
import { samlKeyOf } from '../../methods/saml/keys.ts';
import { type IdpMetadata, readCertificate, readIdpMetadata } from '../../methods/saml/metadata.ts';
import {
  deleteIdentityProvider,
  deleteServiceProviders,
  findIdentityProvider,
  type IdentityProvider,
  listServiceProviders,
  putIdentityProvider,
  putServiceProvider,
  type ServiceProvider,
} from '../../methods/saml/partners.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { checkProviderGoes } from '../tenants/sign-in-policy.ts';
import { invalidField } from './invalid-field.ts';
import { noteChange } from './note-change.ts';

type SamlRoutes = HandlersOf<
  | 'GET /tenants/:tenantId/saml/sp'
  | 'PUT /tenants/:tenantId/saml/sp'
  | 'DELETE /tenants/:tenantId/saml/sp'
  | 'GET /tenants/:tenantId/saml/idp'
  | 'PUT /tenants/:tenantId/saml/idp'
  | 'DELETE /tenants/:tenantId/saml/idp'
>;

/** Settings of SAML in both roles (protocol 17). */
export function samlSettingsRoutes(context: AuthContext): SamlRoutes {
  const { database, clock } = context;
  return {
    async 'GET /tenants/:tenantId/saml/sp'({ params }) {
      const tenant = await context.tenants.require(params.tenantId);
      const found = await listServiceProviders(database, tenant.id);
      return { results: await Promise.all(found.map((sp) => spAnswer(context, tenant, sp))) };
    },
    async 'PUT /tenants/:tenantId/saml/sp'({ params, body }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const sp: ServiceProvider = {
        entityId: body.entityId,
        acsUrl: checkPage(context, 'acsUrl', body.acsUrl),
        sloUrl: body.sloUrl ? checkPage(context, 'sloUrl', body.sloUrl) : null,
        certificate: body.certificate ? readCertificate(body.certificate) : null,
      };
      await database.transaction(async (tx) => {
        await putServiceProvider(tx, tenant.id, sp, clock.now());
        await noteChange({ context, caller, tenant }, tx, {
          samlServiceProvider: sp.entityId,
          change: 'set',
        });
      });
      return spAnswer(context, tenant, sp);
    },
    async 'DELETE /tenants/:tenantId/saml/sp'({ params, query }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const entityId = query.entity_id ?? null;
      await database.transaction(async (tx) => {
        if ((await deleteServiceProviders(tx, tenant.id, entityId)) === 0) throw new AppError('not_found');
        await noteChange({ context, caller, tenant }, tx, {
          samlServiceProvider: entityId ?? 'all',
          change: 'removed',
        });
      });
      return { message: 'OK' };
    },
    async 'GET /tenants/:tenantId/saml/idp'({ params }) {
      const tenant = await context.tenants.require(params.tenantId);
      const idp = await findIdentityProvider(database, tenant.id);
      if (!idp) throw new AppError('not_found');
      return idpAnswer(context, tenant, idp);
    },
    async 'PUT /tenants/:tenantId/saml/idp'({ params, body }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      const parts = await readParts(context, body);
      const domains = [...new Set((body.domains ?? []).map(parseDomain))];
      const idp = { ...parts, ssoUrl: checkPage(context, 'ssoUrl', parts.ssoUrl), domains };
      await database.transaction(async (tx) => {
        await putIdentityProvider(tx, tenant.id, idp, clock.now());
        // They count once their TXT record is found.
        for (const domain of domains) await addDomain(tx, tenant.id, domain, clock.now());
        await noteChange({ context, caller, tenant }, tx, {
          samlIdentityProvider: idp.entityId,
          change: 'set',
        });
      });
      return idpAnswer(context, tenant, idp);
    },
    async 'DELETE /tenants/:tenantId/saml/idp'({ params }, caller) {
      const tenant = await context.tenants.require(params.tenantId);
      await checkProviderGoes(context, caller, tenant, { provider: 'saml', providerId: '' });
      await database.transaction(async (tx) => {
        if ((await deleteIdentityProvider(tx, tenant.id)) === 0) throw new AppError('not_found');
        await noteChange({ context, caller, tenant }, tx, { samlIdentityProvider: 'own', change: 'removed' });
      });
      return { message: 'OK' };
    },
  };
}

/** The parts as entered, or those of the metadata; an https address of it is read now, once. */
async function readParts(context: AuthContext, body: SamlIdentityProviderBody): Promise<IdpMetadata> {
  if (body.metadata) return readIdpMetadata(await metadataText(context, body.metadata.trim()));
  const { entityId, ssoUrl, certificates } = body;
  if (!entityId || !ssoUrl || !certificates) {
    throw invalidField('metadata', 'Send metadata, or entityId, ssoUrl and certificates.');
  }
  return { entityId, ssoUrl, certificates: certificates.map(readCertificate) };
}

async function metadataText(context: AuthContext, metadata: string): Promise<string> {
  if (metadata.startsWith('<')) return metadata;
  try {
    const answer = await context.safeFetch(metadata);
    if (!answer.ok) throw invalidField('metadata', `The address of the metadata answered ${answer.status}.`);
    return await answer.text();
  } catch (error) {
    throw error instanceof SafeFetchError ? invalidField('metadata', error.message) : error;
  }
}

/** A page that browsers are sent to: https, or this machine in test mode. Nobody calls it from here. */
function checkPage(context: AuthContext, field: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol === 'https:' && !url.username && !url.password && !url.hash) return address;
  try {
    checkCallable(address, context.config.mode === 'test');
    return address;
  } catch {
    throw invalidField(field, `${field} has to be an https address.`);
  }
}

async function spAnswer(
  context: AuthContext,
  tenant: Tenant,
  { entityId, acsUrl, sloUrl, certificate }: ServiceProvider,
): Promise<SamlServiceProviderAnswer> {
  const addresses = samlAddresses(context, tenant);
  const key = await samlKeyOf(context, tenant);
  return {
    entityId,
    acsUrl,
    ...(sloUrl ? { sloUrl } : {}),
    ...(certificate ? { certificate } : {}),
    idpEntityId: addresses.entityId,
    ssoUrl: addresses.ssoUrl,
    sloServiceUrl: addresses.sloUrl,
    idpCertificate: key.certificate,
    metadataUrl: addresses.entityId,
  };
}

function idpAnswer(context: AuthContext, tenant: Tenant, idp: IdentityProvider): SamlIdentityProvider {
  const { entityId, acsUrl } = samlAddresses(context, tenant);
  const startUrl = `${providerUrl(context.config)}auth/saml/sp/login?tenant_id=${tenant.publicId}`;
  return { ...idp, startUrl, acsUrl, spEntityId: entityId, metadataUrl: entityId };
}
