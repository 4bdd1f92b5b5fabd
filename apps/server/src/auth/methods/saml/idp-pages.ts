import { AppError } from '@stint/domain/errors.ts';
import type { Language } from '@stint/domain/language.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../../platform/ids.ts';
import type { AuthContext } from '../../context.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { readClient } from '../../mechanisms/http/client.ts';
import { sendPage, wordsFor } from '../../mechanisms/http/page.ts';
import { linkOrigin, linkPage } from '../../mechanisms/proofs/link-address.ts';
import type { LiveSession } from '../../mechanisms/sessions/cache.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserById, listMemberships, type User } from '../../model/users/queries.ts';
import { takeHandle } from '../federation/handles.ts';
import { ensureTripBrowser, findTripBrowser } from '../federation/trip-cookie.ts';
import { canonicalAddress } from '../federation/trip-pages.ts';
import { samlAddresses } from './addresses.ts';
import { buildLogoutResponse, buildResponse } from './build-response.ts';
import { samlKeyOf, samlMode } from './keys.ts';
import { nameIdFor } from './name-id.ts';
import { findServiceProvider, type ServiceProvider } from './partners.ts';
import { findPending, type Pending, savePending, spendPending } from './pending.ts';
import { sendPostPage } from './post-page.ts';
import { checkRequest, type IncomingMessage, readRequest } from './request.ts';

type Purpose = 'login' | 'logout';
type Visit = {
  context: AuthContext;
  purpose: Purpose;
  tenant: Tenant;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * The pages of protocol 9.2, `/auth/saml/idp/login` and `/logout`: a service provider's request arrives here and is
 * remembered while the person goes to the tenant's sign-in page; from there the browser comes back with a handle, and the
 * answer is posted to the service provider.
 */
export function installIdpPages(app: FastifyInstance, context: AuthContext): void {
  for (const purpose of ['login', 'logout'] as const) {
    app.get(`/auth/saml/idp/${purpose}`, async (request, reply) => {
      // A workspace's page comes here by its own host; the waiting request's cookie is on the provider's.
      const elsewhere = canonicalAddress(context, request);
      if (elsewhere) return reply.redirect(elsewhere, 302);
      const query = request.query as Record<string, unknown>;
      const visit = {
        context,
        purpose,
        tenant: await requireTenant(context, query.tenant_id),
        request,
        reply,
      };
      if (query.SAMLRequest === undefined) return finish(visit, query);
      const raw = request.raw.url?.split('?')[1] ?? '';
      const samlRequest = requireText(query.SAMLRequest);
      return receive(visit, { binding: 'redirect', samlRequest, query: raw }, query.RelayState);
    });
    app.post(`/auth/saml/idp/${purpose}`, async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const body = (request.body ?? {}) as Record<string, unknown>;
      const visit = {
        context,
        purpose,
        tenant: await requireTenant(context, query.tenant_id),
        request,
        reply,
      };
      return receive(visit, { binding: 'post', samlRequest: requireText(body.SAMLRequest) }, body.RelayState);
    });
  }
}

/** Remembers a request and sends the browser to the tenant's sign-in page, whose `saml` parameter says what to do. */
async function receive(visit: Visit, message: IncomingMessage, relayState: unknown): Promise<FastifyReply> {
  const { context, purpose, tenant, request, reply } = visit;
  const asked = readRequest(message);
  const { ssoUrl, sloUrl } = samlAddresses(context, tenant);
  const sp = await findServiceProvider(context.database, tenant.id, asked.issuer);
  if (!sp || asked.kind !== purpose) throw new AppError('bad_request');
  await checkRequest(message, asked, sp, purpose === 'login' ? ssoUrl : sloUrl);
  if (purpose === 'logout' && sp.sloUrl === null) throw new AppError('bad_request');
  const payload = {
    spEntityId: sp.entityId,
    requestId: asked.id,
    relayState: typeof relayState === 'string' && relayState.length <= 1024 ? relayState : null,
    nameIdFormat: asked.nameIdFormat,
  };
  const realm = { rootTenantId: tenant.rootTenantId, mode: samlMode(context, tenant) };
  const browserHash = ensureTripBrowser(request, reply);
  const pending = { id: newId(), realm, tenantId: tenant.id, payload, browserHash };
  await savePending(context.database, `idp-${purpose}`, pending, context.clock.now());
  const page = new URL(await linkPage(context, tenant, await linkOrigin(context, tenant, realm.mode, null)));
  page.searchParams.set('saml', purpose);
  return reply.redirect(page.href, 302);
}

/** The browser comes back from the sign-in page: the handle names the session, the cookie the waiting request. */
async function finish(visit: Visit, query: Record<string, unknown>): Promise<FastifyReply> {
  const { context, purpose, tenant, request, reply } = visit;
  const signedIn = await findSignedIn(context, tenant, query);
  const browserHash = findTripBrowser(request);
  const now = context.clock.now();
  const pending =
    signedIn && browserHash
      ? await findPending(context.database, `idp-${purpose}`, { tenantId: tenant.id, browserHash }, now)
      : null;
  const sp = pending && (await findServiceProvider(context.database, tenant.id, pending.payload.spEntityId));
  if (!signedIn || !pending || !sp || !(await spendPending(context.database, pending.id, now))) {
    return sendNothingWaits(reply);
  }
  const { relayState } = pending.payload;
  if (purpose === 'logout') {
    const to = sp.sloUrl ?? sp.acsUrl;
    return sendPostPage(reply, { to, samlResponse: await logoutResponse(visit, pending, to), relayState });
  }
  const samlResponse = await loginResponse(visit, signedIn, pending as Pending<'idp-login'>, sp);
  return sendPostPage(reply, { to: sp.acsUrl, samlResponse, relayState });
}

type SignedIn = { session: LiveSession; user: User };

async function findSignedIn(
  context: AuthContext,
  tenant: Tenant,
  { token, uuid }: Record<string, unknown>,
): Promise<SignedIn | null> {
  if (typeof token !== 'string' || typeof uuid !== 'string') return null;
  const handle = await takeHandle(context.database, 'saml', token, context.clock.now());
  if (!handle || handle.userId !== uuid.toLowerCase() || handle.tenantId !== tenant.id) return null;
  const session = await context.sessions.find(handle.sessionId);
  if (!session || session.userId !== handle.userId || session.tenantId !== tenant.id) return null;
  const user = await findUserById(context.database, session, session.userId);
  return user ? { session, user } : null;
}

async function loginResponse(
  { context, tenant, request }: Visit,
  { session, user }: SignedIn,
  { payload }: Pending<'idp-login'>,
  sp: ServiceProvider,
): Promise<string> {
  const now = context.clock.now();
  const { entityId } = samlAddresses(context, tenant);
  const [membership] = await listMemberships(context.database, user.id, { tenantId: tenant.id });
  const response = await buildResponse(
    {
      idpEntityId: entityId,
      spEntityId: sp.entityId,
      acsUrl: sp.acsUrl,
      requestId: payload.requestId,
      nameId: nameIdFor(user, payload.nameIdFormat),
      attributes: {
        userUuid: [user.id],
        email: user.email && user.emailConfirmedAt ? [user.email] : [],
        name: user.name ? [user.name] : [],
        roles: membership?.roles ?? [],
      },
      authenticatedAt: session.authTime,
      sessionIndex: newId(),
      now,
    },
    await samlKeyOf(context, tenant),
  );
  const client = readClient(request, context.config);
  const event = { realm: session, tenantId: tenant.id, userId: user.id, detail: { samlTo: sp.entityId } };
  const from = { address: client.fullAddress, requestId: client.requestId };
  await audit(context.database, { ...event, ...from, action: 'session.handover' }, now);
  return response;
}

async function logoutResponse(
  { context, tenant }: Visit,
  { payload }: Pending<'idp-login' | 'idp-logout'>,
  sloUrl: string,
): Promise<string> {
  const { entityId } = samlAddresses(context, tenant);
  const logout = { idpEntityId: entityId, sloUrl, requestId: payload.requestId, now: context.clock.now() };
  return buildLogoutResponse(logout, await samlKeyOf(context, tenant));
}

async function requireTenant(context: AuthContext, publicId: unknown): Promise<Tenant> {
  if (typeof publicId !== 'string') throw new AppError('bad_request', { message: 'tenant_id is missing.' });
  const tenant = await context.tenants.require(publicId);
  if (tenant.status !== 'active') throw new AppError('not_found');
  return tenant;
}

function requireText(value: unknown): string {
  if (typeof value !== 'string') throw new AppError('bad_request');
  return value;
}

const NOTHING_WAITS: Record<Language, Record<'title' | 'body', string>> = {
  en: {
    title: 'Nothing is waiting for this',
    body: '<p>Start again from the application that you want to use. This page works once, in the browser where you began, for a minute after signing in.</p>',
  },
  de: {
    title: 'Hierauf wartet nichts',
    body: '<p>Beginnen Sie noch einmal in der Anwendung, die Sie nutzen möchten. Diese Seite gilt einmal, in dem Browser, in dem Sie begonnen haben, und eine Minute lang nach der Anmeldung.</p>',
  },
};

function sendNothingWaits(reply: FastifyReply): FastifyReply {
  return sendPage(reply, { status: 400, ...wordsFor(reply, NOTHING_WAITS) });
}
