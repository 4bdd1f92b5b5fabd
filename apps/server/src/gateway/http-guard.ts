import { AppError } from '@stint/domain/errors.ts';
import { parseHost } from '@stint/domain/workspace/host.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayDeps } from './context.ts';

/** Headers of every answer of the API, refusals too (security 7). */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
};

const exposed =
  'etag, x-total-count, x-next-cursor, x-request-id, retry-after, ratelimit-limit, ratelimit-remaining';
const taken = 'authorization, content-type, tenantid, sessionid, regioncode, idempotency-key, if-none-match';

/** What holds for every request before any route: headers, allowed origins, nothing from other sites (security 7). */
export function guardGateway(app: FastifyInstance, { config }: GatewayDeps): void {
  const allowedOrigin = ({ headers: { origin } }: FastifyRequest): string | null => {
    if (origin === undefined || !origin.startsWith(`${config.scheme}://`)) return null;
    return parseHost(origin.slice(config.scheme.length + 3), config.mainDomain).kind === 'other'
      ? null
      : origin;
  };

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const origin = allowedOrigin(request);
    reply.header('vary', 'Origin');
    if (origin) allow(reply, origin);
    if (
      request.headers['sec-fetch-site'] === 'cross-site' &&
      request.headers['sec-fetch-mode'] !== 'navigate'
    )
      throw new AppError('cross_site');
  });
  app.options('/*', async (request, reply) => {
    if (!allowedOrigin(request)) throw new AppError('cross_site');
    reply
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      .header('access-control-allow-headers', taken)
      .header('access-control-max-age', 600)
      .code(204)
      .send();
    return reply;
  });
}

/** Tokens travel in a header of their own, so credentials of the browser are not asked for. */
function allow(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposed);
}
