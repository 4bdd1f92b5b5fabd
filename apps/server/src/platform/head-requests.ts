import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const heads = new WeakSet<IncomingMessage>();

/**
 * Fastify's `rewriteUrl`: a HEAD is answered as the GET of the same address, without the content, which Node leaves out (RFC 9110
 * section 9.3.2). So the route of the GET is found for it, where Fastify would make a route of its own for each: a fifth of all.
 */
export function findAsGet(request: IncomingMessage): string {
  if (request.method === 'HEAD') {
    heads.add(request);
    request.method = 'GET';
  }
  return request.url ?? '/';
}

/** Once the route is found it is a HEAD again, for hooks, handlers, the log and the metrics: install this before any other hook. */
export function keepHeads(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (heads.delete(request.raw)) request.raw.method = 'HEAD';
    done();
  });
}
