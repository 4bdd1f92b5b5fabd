import { isProvider, type Provider } from '@stint/domain/auth/factor.ts';
import { findSafeRedirect } from '@stint/domain/auth/redirect.ts';
import { AppError } from '@stint/domain/errors.ts';
import { mainOrigin } from '@stint/domain/workspace/host.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AuthContext, baseUrl } from '../context.ts';
import { readCall } from '../http/call.ts';
import { modeOfCall } from '../http/origins.ts';
import { takeLimits } from '../limits/limits.ts';
import { siteOf } from '../link/address.ts';
import { requireFirstFactor } from '../sign-in/enter.ts';
import type { Tenant } from '../tenants/queries.ts';
import { type Authorizer, createAuthorizer } from './authorization.ts';
import { finishTrip } from './finish-trip.ts';
import { takeHandle } from './handles.ts';
import { sendPage } from './page.ts';
import { Refusal } from './refusal.ts';
import { refusalAddress } from './return.ts';
import { findProvider, type ProviderSettings } from './settings.ts';
import { ensureTripBrowser, findTripBrowser } from './trip-cookie.ts';
import { saveTrip, type Trip, takeTrip } from './trips.ts';

type Parameters = Partial<Record<string, string>>;

const hour = 60 * 60_000;

/**
 * The page of auth protocol 9.1, GET `/auth/{provider}/login`: it sends the browser to the provider, and is where the
 * provider sends it back to, by redirect or (Apple) by a form.
 */
export function installSignInPages(app: FastifyInstance, context: AuthContext): void {
  const allowLoopback = context.config.mode === 'test';
  const authorizer = createAuthorizer({ fetch: context.safeFetch, clock: context.clock, allowLoopback });
  const open = async (request: FastifyRequest, reply: FastifyReply, given: unknown) => {
    const { provider } = request.params as { provider: string };
    if (!isProvider(provider)) throw new AppError('not_found');
    const parameters = singleParameters(given);
    const isAnswer = 'state' in parameters || 'code' in parameters || 'error' in parameters;
    if (isAnswer) return comeBack({ context, authorizer, provider, request, reply }, parameters);
    return leave({ context, authorizer, provider, request, reply }, parameters);
  };
  app.get('/auth/:provider/login', (request, reply) => open(request, reply, request.query));
  app.post('/auth/:provider/login', (request, reply) => open(request, reply, request.body));
}

type Visit = {
  context: AuthContext;
  authorizer: Authorizer;
  provider: Provider;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Starts a trip: keeps what binds it and redirects to the provider. */
async function leave(visit: Visit, parameters: Parameters): Promise<FastifyReply> {
  const { context, authorizer, provider, request, reply } = visit;
  const elsewhere = canonicalAddress(context, request);
  if (elsewhere) return reply.redirect(elsewhere, 302);
  const start = await readStart(context, parameters);
  const call = readCall(request, context.config);
  await takeLimits(context, [{ key: `sso ${call.address}`, windows: [[hour, 300]], isPerAddress: true }]);
  try {
    const link = await readLinkHandle(context, start.tenant, parameters.link);
    if (provider !== 'custom' && !link)
      requireFirstFactor(start.tenant, { channel: 'email', strategy: provider });
    const { settings, tenantId } = await requireProvider(
      context,
      start,
      provider,
      parameters.provider_id ?? '',
    );
    const secrets = await authorizer.newSecrets();
    const { nonce, codeVerifier } = secrets;
    const { origin, redirect } = start;
    const trip: Trip = {
      world: start.world,
      tenantId: start.tenant.id,
      provider,
      providerId: settings.providerId,
      payload: {
        providerTenantId: tenantId,
        nonce,
        codeVerifier,
        origin,
        redirect,
        ...(link ? { link } : {}),
      },
    };
    const page = await authorizer.startUrl(settings, callbackUrl(context, provider), secrets);
    const browserHash = ensureTripBrowser(request, reply);
    await saveTrip(
      context.database,
      context.secrets,
      trip,
      { state: secrets.state, browserHash },
      context.clock.now(),
    );
    return reply.redirect(page.href, 302);
  } catch (error) {
    return sendBack(context, reply, start, error);
  }
}

/** Ends a trip: everything that came back is checked, then the browser goes to the page it came from. */
async function comeBack(visit: Visit, parameters: Parameters): Promise<FastifyReply> {
  const { context, authorizer, provider, request, reply } = visit;
  const browserHash = findTripBrowser(request);
  const { state } = parameters;
  const now = context.clock.now();
  const trip =
    browserHash && state
      ? await takeTrip(context.database, context.secrets, { state, provider, browserHash }, now)
      : null;
  if (!trip) return sendExpired(context, reply);
  const tenant = await context.tenants.requireById(trip.tenantId);
  const { origin, redirect, nonce, codeVerifier } = trip.payload;
  try {
    if (parameters.error)
      throw new Refusal(parameters.error === 'access_denied' ? 'sso_cancelled' : 'sso_failed');
    const key = {
      tenantId: trip.payload.providerTenantId,
      mode: trip.world.mode,
      provider,
      providerId: trip.providerId,
    };
    const settings = await findProvider(context.database, context.secrets, key);
    if (!settings || !state) throw new Refusal('sso_failed');
    const answer = answerUrl(callbackUrl(context, provider), parameters);
    const profile = await authorizer.readProfile(settings, answer, { state, nonce, codeVerifier });
    const call = readCall(request, context.config);
    return reply.redirect(await finishTrip(context, call, { trip, tenant, profile }), 302);
  } catch (error) {
    return sendBack(context, reply, { tenant, origin, redirect }, error);
  }
}

type Start = { tenant: Tenant; world: Trip['world']; origin: string; redirect: string | null };

/** @throws AppError where not even the page to go back to is known */
async function readStart(context: AuthContext, parameters: Parameters): Promise<Start> {
  const { tenant_id, origin } = parameters;
  if (!tenant_id || !origin)
    throw new AppError('bad_request', { message: 'origin and tenant_id are needed.' });
  const tenant = await context.tenants.require(tenant_id);
  if (tenant.status !== 'active') throw new AppError('not_found');
  const mode = await modeOfCall(context, tenant, origin);
  const redirect = findSafeRedirect(parameters.redirect, { allowedOrigins: [origin], mode });
  return { tenant, world: { rootTenantId: tenant.rootTenantId, mode }, origin, redirect };
}

/** The tenant's own registration, else that of its root. */
async function requireProvider(
  context: AuthContext,
  { tenant, world }: Start,
  provider: Provider,
  providerId: string,
): Promise<{ settings: ProviderSettings; tenantId: string }> {
  for (const tenantId of new Set([tenant.id, tenant.rootTenantId])) {
    const key = { tenantId, mode: world.mode, provider, providerId };
    const settings = await findProvider(context.database, context.secrets, key);
    if (settings) return { settings, tenantId };
  }
  throw new AppError('method_not_allowed_by_flow');
}

/** The session behind a link handle: linking needs somebody who is signed in here. @throws Refusal */
async function readLinkHandle(context: AuthContext, tenant: Tenant, token: string | undefined) {
  if (token === undefined) return null;
  const handle = await takeHandle(context.database, 'link', token, context.clock.now());
  if (!handle || handle.tenantId !== tenant.id) throw new Refusal('sso_expired');
  return { userId: handle.userId, sessionId: handle.sessionId };
}

export function callbackUrl(context: AuthContext, provider: string): string {
  return `${baseUrl(context.config)}auth/${provider}/login`;
}

/** The same page under the provider's one address, where its cookie and callback live; null when we are there. */
function canonicalAddress(context: AuthContext, request: FastifyRequest): string | null {
  const base = new URL(baseUrl(context.config));
  if (request.headers.host?.toLowerCase() === base.host) return null;
  return base.origin + request.url;
}

/** Our own address with what the provider said, and nothing else that came along (security 9). */
function answerUrl(callback: string, parameters: Parameters): URL {
  const url = new URL(callback);
  for (const name of ['code', 'state', 'iss']) {
    const value = parameters[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/** Parameters that came exactly once, as text; a repeated one counts as absent. */
function singleParameters(given: unknown): Parameters {
  const entries = Object.entries((given ?? {}) as Record<string, unknown>);
  const single = entries.filter((entry): entry is [string, string] => {
    const [, value] = entry;
    return typeof value === 'string' && value !== '' && value.length <= 8192 && !value.includes('\0');
  });
  return Object.fromEntries(single);
}

/** Back to the page that asked, with the reason; what nobody expected is logged. */
async function sendBack(
  context: AuthContext,
  reply: FastifyReply,
  to: Pick<Start, 'tenant' | 'origin' | 'redirect'>,
  error: unknown,
): Promise<FastifyReply> {
  const isKnown = error instanceof Refusal || (error instanceof AppError && error.status < 500);
  if (!isKnown) context.log.warn({ err: error }, 'sign-in through another provider failed');
  const code = error instanceof Refusal ? error.code : isKnown ? 'not_allowed' : 'sso_failed';
  return reply.redirect(await refusalAddress(context, to, code), 302);
}

function sendExpired(context: AuthContext, reply: FastifyReply): FastifyReply {
  const home = mainOrigin(siteOf(context));
  return sendPage(reply, {
    status: 400,
    title: 'This sign-in has expired',
    body: `<p>It was finished already, took longer than five minutes, or began in another browser.</p><p><a href="${home}">Start again</a></p>`,
  });
}
