import { AppError } from '@stint/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthContext } from '../../context.ts';
import { readClient } from '../../mechanisms/http/client.ts';
import { takeLimits } from '../../mechanisms/limits/limits.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { Arrival } from '../federation/accounts.ts';
import { finishArrival } from '../federation/finish-trip.ts';
import { readLink } from '../federation/link-page.ts';
import { Refusal } from '../federation/refusal.ts';
import { ensureTripBrowser, findTripBrowser } from '../federation/trip-cookie.ts';
import {
  canonicalAddress,
  readStart,
  sendBack,
  sendExpired,
  singleParameters,
} from '../federation/trip-pages.ts';
import { samlAddresses } from './addresses.ts';
import { newXmlId } from './build-response.ts';
import { samlDecryptionKeyOf, samlKeyOf } from './keys.ts';
import { buildMetadata } from './metadata.ts';
import { findIdentityProvider, type IdentityProvider } from './partners.ts';
import { findPending, type Pending, savePending, spendAssertion, spendPending } from './pending.ts';
import { type SamlPerson, verifyResponse } from './verify-response.ts';
import { decodeBase64, parseSamlXml } from './xml.ts';

const hour = 60 * 60_000;

/**
 * Enterprise sign-in through a tenant's own identity provider: GET `/auth/saml/sp/login` begins it (parameters as in
 * protocol 9.1), the answer is posted to `/tenants/{t}/saml/acs`, and ends on the sign-in page like any provider's.
 */
export function installSpPages(app: FastifyInstance, context: AuthContext): void {
  app.get('/auth/saml/sp/login', (request, reply) => leave(context, request, reply));
  app.post('/tenants/:tenantId/saml/acs', async (request, reply) => {
    const { tenantId } = request.params as { tenantId: string };
    const tenant = await context.tenants.require(tenantId);
    const { SAMLResponse } = singleParameters(request.body, 512 * 1024);
    if (!SAMLResponse) throw new AppError('bad_request');
    return comeBack(context, { tenant, request, reply }, SAMLResponse);
  });
  app.get('/tenants/:tenantId/saml/metadata', async (request, reply) => {
    const { tenantId } = request.params as { tenantId: string };
    const tenant = await context.tenants.require(tenantId);
    const { certificate: signing } = await samlKeyOf(context, tenant);
    const { certificate: decryption } = await samlDecryptionKeyOf(context, tenant);
    const xml = buildMetadata(samlAddresses(context, tenant), { signing, decryption });
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(xml);
  });
}

/** Sends the browser to the identity provider with a request that only it can answer. */
async function leave(
  context: AuthContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const elsewhere = canonicalAddress(context, request);
  if (elsewhere) return reply.redirect(elsewhere, 302);
  const parameters = singleParameters(request.query);
  const start = await readStart(context, parameters);
  const client = readClient(request, context.config);
  await takeLimits(context, [{ key: `sso ${client.address}`, windows: [[hour, 300]], isPerAddress: true }]);
  try {
    const link = await readLink(context, { request, reply }, start.tenant, parameters);
    if (link === 'asked') return reply;
    const idp = await findIdentityProvider(context.database, start.tenant.id);
    if (!idp) throw new AppError('method_not_allowed_by_flow');
    const { tenant, realm, origin, redirect } = start;
    const id = newXmlId();
    const payload = { origin, redirect, idpEntityId: idp.entityId, ...(link ? { link } : {}) };
    const browserHash = ensureTripBrowser(request, reply);
    const pending = { id, realm, tenantId: tenant.id, payload, browserHash };
    await savePending(context.database, 'sp-login', pending, context.clock.now());
    return reply.redirect(await requestAddress(context, tenant, idp, id), 302);
  } catch (error) {
    return sendBack(context, reply, start, error);
  }
}

async function requestAddress(
  context: AuthContext,
  tenant: Tenant,
  idp: IdentityProvider,
  id: string,
): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml');
  const { entityId, acsUrl } = samlAddresses(context, tenant);
  const saml = new SAML({
    idpCert: idp.certificates,
    entryPoint: idp.ssoUrl,
    issuer: entityId,
    callbackUrl: acsUrl,
    generateUniqueId: () => id,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}

type Answered = { tenant: Tenant; request: FastifyRequest; reply: FastifyReply };

/** Checks the answer against the request of this very browser, then goes where the sign-in began. */
async function comeBack(
  context: AuthContext,
  { tenant, request, reply }: Answered,
  samlResponse: string,
): Promise<FastifyReply> {
  const browserHash = findTripBrowser(request);
  const id = answeredRequest(samlResponse);
  const now = context.clock.now();
  const pending =
    browserHash && id
      ? await findPending(context.database, 'sp-login', { tenantId: tenant.id, browserHash, id }, now)
      : null;
  if (!pending) return sendExpired(context, reply);
  const { origin, redirect } = pending.payload;
  try {
    const person = await readPerson(context, tenant, pending, samlResponse);
    const client = readClient(request, context.config);
    const arrival = arrivalOf(tenant, pending, person);
    const target = await finishArrival(context, client, {
      arrival,
      origin,
      redirect,
      strategy: 'saml',
      link: pending.payload.link,
      spend: async (tx) => {
        const { idpEntityId } = pending.payload;
        const { assertionId, usableUntil } = person;
        const assertion = { tenantId: tenant.id, issuer: idpEntityId, id: assertionId, usableUntil };
        const isFirst = (await spendPending(tx, pending.id, now)) && (await spendAssertion(tx, assertion));
        if (!isFirst) throw new Refusal('sso_expired');
      },
    });
    return reply.redirect(target, 303);
  } catch (error) {
    return sendBack(context, reply, { tenant, origin, redirect }, error);
  }
}

/** Which request an answer says it answers; only for finding it, nothing is believed yet. */
function answeredRequest(samlResponse: string): string | null {
  const document = parseSamlXml(decodeBase64(samlResponse).toString('utf8'));
  return document.documentElement.getAttribute('InResponseTo') || null;
}

async function readPerson(
  context: AuthContext,
  tenant: Tenant,
  pending: Pending<'sp-login'>,
  samlResponse: string,
): Promise<SamlPerson> {
  const idp = await findIdentityProvider(context.database, tenant.id);
  if (!idp || idp.entityId !== pending.payload.idpEntityId) throw new Refusal('sso_failed');
  const { entityId, acsUrl } = samlAddresses(context, tenant);
  const expected = {
    idpEntityId: idp.entityId,
    certificates: idp.certificates,
    spEntityId: entityId,
    acsUrl,
    requestId: pending.id,
    now: context.clock.now(),
    decryptionKey: async () => (await samlDecryptionKeyOf(context, tenant)).privateKey,
  };
  const person = await verifyResponse(samlResponse, expected).catch((cause: unknown) => {
    throw new Refusal('sso_failed', { cause });
  });
  checkDomain(idp, person);
  return person;
}

/** The identity provider is set up for some domains; whether these are proven is asked with the account. */
function checkDomain({ domains }: IdentityProvider, { email }: SamlPerson): void {
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!domain || !domains.includes(domain)) throw new Refusal('domain_not_proven');
}

function arrivalOf(tenant: Tenant, { realm, payload }: Pending<'sp-login'>, person: SamlPerson): Arrival {
  const { subject, email, name } = person;
  const profile = { issuer: payload.idpEntityId, subject, email, isEmailProven: false, name, image: null };
  return {
    realm,
    tenant,
    providerTenant: tenant,
    provider: 'saml',
    providerId: '',
    profile,
    needsProvenDomain: true,
  };
}
