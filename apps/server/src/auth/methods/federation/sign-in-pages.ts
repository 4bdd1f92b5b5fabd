import type { Provider } from '@stint/domain/auth/factor.ts';
import { isListable } from '@stint/domain/auth/sign-in-step.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { providerUrl } from '../../../config.ts';
import type { AuthContext } from '../../context.ts';
import { readClient } from '../../mechanisms/http/client.ts';
import { takeLimits } from '../../mechanisms/limits/limits.ts';
import { requireFirstFactor } from '../../sign-in/enter.ts';
import { type Authorizer, createAuthorizer } from './authorization.ts';
import { finishArrival } from './finish-trip.ts';
import { readLink } from './link-page.ts';
import { parseProvider } from './providers.ts';
import { Refusal } from './refusal.ts';
import { findProvider, type ProviderSettings } from './settings.ts';
import { ensureTripBrowser, findTripBrowser } from './trip-cookie.ts';
import {
  canonicalAddress,
  type Parameters,
  readStart,
  type Start,
  sendBack,
  sendExpired,
  singleParameters,
} from './trip-pages.ts';
import { saveTrip, type Trip, takeTrip } from './trips.ts';

const hour = 60 * 60_000;

type Visit = {
  context: AuthContext;
  authorizer: Authorizer;
  provider: Provider;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * The page of protocol 9.1, GET `/auth/{provider}/login`: it sends the browser to the provider, and is where the
 * provider sends it back to, by redirect or (Apple) by a form.
 */
export function installSignInPages(app: FastifyInstance, context: AuthContext): void {
  const allowLoopback = context.config.mode === 'test';
  const authorizer = createAuthorizer({ fetch: context.safeFetch, clock: context.clock, allowLoopback });
  const open = async (request: FastifyRequest, reply: FastifyReply, given: unknown) => {
    const provider = parseProvider((request.params as { provider: string }).provider);
    const visit = { context, authorizer, provider, request, reply };
    const parameters = singleParameters(given);
    const isAnswer = ['state', 'code', 'error'].some((name) => name in parameters);
    return isAnswer ? comeBack(visit, parameters) : leave(visit, parameters);
  };
  app.get('/auth/:provider/login', (request, reply) => open(request, reply, request.query));
  app.post('/auth/:provider/login', (request, reply) => open(request, reply, request.body));
}

/** Where providers send browsers back to; the same page (protocol 9.1). */
export function callbackUrl(context: AuthContext, provider: string): string {
  return `${providerUrl(context.config)}auth/${provider}/login`;
}

/** Starts a trip: keeps what binds it and redirects to the provider. */
async function leave(visit: Visit, parameters: Parameters): Promise<FastifyReply> {
  const { context, authorizer, provider, request, reply } = visit;
  const elsewhere = canonicalAddress(context, request);
  if (elsewhere) return reply.redirect(elsewhere, 302);
  const start = await readStart(context, parameters);
  const client = readClient(request, context.config);
  await takeLimits(context, [{ key: `sso ${client.address}`, windows: [[hour, 300]], isPerAddress: true }]);
  try {
    const link = await readLink(context, { request, reply }, start.tenant, parameters);
    if (link === 'asked') return reply;
    const factor = { channel: 'email', strategy: provider };
    if (!link && isListable(factor)) requireFirstFactor(start.tenant, factor);
    const { settings, tenantId } = await requireProvider(
      context,
      start,
      provider,
      parameters.provider_id ?? '',
    );
    const secrets = await authorizer.newSecrets();
    const { state, nonce, codeVerifier } = secrets;
    const { origin, redirect } = start;
    const trip: Trip = {
      realm: start.realm,
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
    await saveTrip(context, context.database, trip, { state, browserHash });
    return reply.redirect(page.href, 302);
  } catch (error) {
    return sendBack(context, reply, start, error);
  }
}

/** Ends a trip: everything that came back is checked, then the browser goes to the page it came from. */
async function comeBack(visit: Visit, parameters: Parameters): Promise<FastifyReply> {
  const { context, provider, request, reply } = visit;
  const browserHash = findTripBrowser(request);
  const { state } = parameters;
  const from = browserHash && state ? { state, provider, browserHash } : null;
  const trip = from ? await takeTrip(context.database, context.secrets, from, context.clock.now()) : null;
  if (!trip || !state) return sendExpired(context, reply);
  const tenant = await context.tenants.requireById(trip.tenantId);
  const { origin, redirect, link } = trip.payload;
  try {
    const { profile, registered } = await readProfile(visit, trip, { ...parameters, state });
    const providerTenant = await context.tenants.requireById(trip.payload.providerTenantId);
    const { realm, providerId } = trip;
    const arrival = { realm, tenant, providerTenant, provider, providerId, profile, registered };
    const finish = { arrival, strategy: provider, origin, redirect, link };
    return reply.redirect(await finishArrival(context, readClient(request, context.config), finish), 303);
  } catch (error) {
    return sendBack(context, reply, { tenant, origin, redirect }, error);
  }
}

async function readProfile(
  { context, authorizer, provider }: Visit,
  trip: Trip,
  answer: Parameters & { state: string },
) {
  if (answer.error) throw new Refusal(answer.error === 'access_denied' ? 'sso_cancelled' : 'sso_failed');
  const { providerTenantId, nonce, codeVerifier } = trip.payload;
  const key = { tenantId: providerTenantId, mode: trip.realm.mode, provider, providerId: trip.providerId };
  const settings = await findProvider(context.database, context.secrets, key);
  if (!settings) throw new Refusal('sso_failed');
  const url = answerUrl(callbackUrl(context, provider), answer);
  const profile = await authorizer.readProfile(settings, url, { state: answer.state, nonce, codeVerifier });
  const { clientId, issuer } = settings;
  return { profile, registered: { clientId, issuer } };
}

/** The tenant's own registration, else that of its root. */
async function requireProvider(
  context: AuthContext,
  { tenant, realm }: Start,
  provider: Provider,
  providerId: string,
): Promise<{ settings: ProviderSettings; tenantId: string }> {
  for (const tenantId of new Set([tenant.id, tenant.rootTenantId])) {
    const key = { tenantId, mode: realm.mode, provider, providerId };
    const settings = await findProvider(context.database, context.secrets, key);
    if (settings) return { settings, tenantId };
  }
  throw new AppError('method_not_allowed_by_flow');
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
