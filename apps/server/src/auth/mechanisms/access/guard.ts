import { AppError } from '@stint/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../../../platform/http.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { readClient } from '../http/client.ts';
import { cookieNames } from '../http/cookies.ts';
import { isKnownHost, modeOfOrigin } from '../http/origins.ts';
import type { AccessContext } from './context.ts';
import { isForeignForm } from './foreign-forms.ts';
import { auditRefusals } from './refusals.ts';

const methods = 'GET, POST, PUT, DELETE';
const preflightSeconds = 600;

/**
 * Who may call at all: known hosts, allowed origins, no cross-site call with cookies (security 7). Runs
 * before anything is parsed; answers preflights.
 */
export function installGuard(app: FastifyInstance, context: AccessContext): void {
  app.addHook('onRequest', async (request, reply) => {
    checkPath(request);
    if (!(await isKnownHost(context, request.headers.host ?? ''))) throw new AppError('misdirected');
    const isAllowed = await allowOrigin(context, request, reply);
    if (request.method === 'OPTIONS') return;
    if (isNavigation(request) || isForeignForm(request)) return;
    if (!isAllowed) throw new AppError('cross_site');
    if (request.headers['sec-fetch-site'] === 'cross-site' && carriesOurCookies(request)) {
      throw new AppError('cross_site');
    }
  });
  auditRefusals(app, context);
  app.setNotFoundHandler((request, reply) => sendError(new AppError('not_found'), request, reply));
  app.options('/*', async (request, reply) => {
    const asked = request.headers['access-control-request-headers'];
    if (reply.getHeader('access-control-allow-origin')) {
      reply.header('access-control-allow-methods', methods);
      if (typeof asked === 'string' && /^[A-Za-z0-9 ,_-]{1,500}$/.test(asked)) {
        reply.header('access-control-allow-headers', asked);
      }
      reply.header('access-control-max-age', preflightSeconds);
    }
    return reply.code(204).send();
  });
}

/** One canonical form of every path: no doubled or encoded slash, no backslash (security 2). */
function checkPath(request: FastifyRequest): void {
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  if (path.includes('//') || /%2f|%5c|\\|%00/i.test(path)) throw new AppError('not_found');
}

/** Sets the CORS headers for an allowed origin. @returns false when a page from another origin asks */
async function allowOrigin(
  context: AccessContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  reply.header('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] !== 'cross-site';
  const client = readClient(request, context.config);
  if (client.isSameOrigin) return true;
  const realm = await modeOfOrigin(context, await tenantOfPath(context, request), client.origin);
  if (realm === null) return false;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', 'retry-after, x-request-id');
  return true;
}

async function tenantOfPath(context: AccessContext, request: FastifyRequest): Promise<Tenant | null> {
  const id = /\/tenants\/([a-z0-9]{8})(\/|\?|$)/.exec(request.url)?.[1];
  return id ? context.tenants.find(id) : null;
}

/** A top-level GET: mail links, OIDC and SAML returns, pages of our own. */
function isNavigation(request: FastifyRequest): boolean {
  return (
    request.headers['sec-fetch-mode'] === 'navigate' &&
    (request.method === 'GET' || request.method === 'HEAD')
  );
}

function carriesOurCookies(request: FastifyRequest): boolean {
  const { cookie } = request.headers;
  return ['__Host-sb', 'access.', 'id.', 'refresh.'].some((prefix) => cookieNames(cookie, prefix).length > 0);
}
