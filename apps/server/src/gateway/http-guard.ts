import { AppError } from '@stint/domain/errors.ts';
import { parseHost } from '@stint/domain/workspace/host.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Directory } from './access/directory.ts';
import { type Place, requirePlace } from './access/scope.ts';
import type { GatewayDeps } from './context.ts';

const exposed =
  'etag, x-last-write, x-total-count, x-next-cursor, x-request-id, retry-after, ratelimit-limit, ratelimit-remaining';
const taken =
  'authorization, content-type, tenantid, sessionid, regioncode, idempotency-key, if-none-match, last-event-id, x-last-write';

/** What holds for every request before any route: our own hosts, allowed origins, nothing from other sites. */
export function guardGateway(
  app: FastifyInstance,
  { config }: GatewayDeps,
  directory: Pick<Directory, 'hasSlug'>,
): void {
  const isOurs = async (place: Place) => place.kind !== 'workspace' || directory.hasSlug(place.slug);
  const allowedOrigin = async ({ headers: { origin } }: FastifyRequest): Promise<string | null> => {
    if (origin === undefined || !origin.startsWith(`${config.scheme}://`)) return null;
    const place = parseHost(origin.slice(config.scheme.length + 3), config.mainDomain);
    return place.kind !== 'other' && (await isOurs(place)) ? origin : null;
  };

  app.addHook('onRequest', async (request, reply) => {
    if (!(await isOurs(requirePlace(request, config.mainDomain)))) throw new AppError('misdirected');
    const origin = await allowedOrigin(request);
    reply.header('vary', 'Origin');
    if (origin) allow(reply, origin);
    if (
      request.headers['sec-fetch-site'] === 'cross-site' &&
      request.headers['sec-fetch-mode'] !== 'navigate'
    )
      throw new AppError('cross_site');
  });
  app.options('/*', async (request, reply) => {
    if (!(await allowedOrigin(request))) throw new AppError('cross_site');
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
