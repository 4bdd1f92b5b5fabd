import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isInProcess } from '../in-process-fetch.ts';
import { createProxyCheck } from '../trusted-proxies.ts';
import type { OpenSpan, Tracing } from './tracing.ts';

const spans = new WeakMap<FastifyRequest, OpenSpan>();

/**
 * Each request is a span. The trace of the caller is gone on with where a trusted proxy or a service of this process brings it: a
 * stranger could otherwise write into the traces of others, or decide what is kept.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing, trustedProxies: string[]): void {
  const isTrusted = createProxyCheck(trustedProxies);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'unmatched';
    const takesOver = isInProcess(request) || isTrusted(request.raw.socket?.remoteAddress);
    const given = takesOver ? request.headers.traceparent : undefined;
    const span = tracing.begin({
      name: `${method} ${route}`,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': route, 'stint.request.id': request.id },
      parent: typeof given === 'string' ? given : '',
    });
    spans.set(request, span);
    span.run(done);
  });
  // What arrives with the rest of a body runs in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    const status = { 'http.response.status_code': statusCode };
    spans.get(request)?.end(status, statusCode >= 500 ? { code: String(statusCode) } : undefined);
  });
}
