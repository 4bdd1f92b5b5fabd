import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Departure } from './departure.ts';
import { createPlainLogger, type Logger } from './log.ts';

export type HealthOptions = {
  /** Databases reachable, migrations current, and every service answers those that ask it. */
  isReady(): Promise<boolean>;
  /** What is known to be wrong, in a sentence for whoever runs this. */
  trouble?(): string | null;
  /** What is away without the rest being kept from its work, by names that people know. */
  away?(): readonly string[];
  /** From its begin on the process is not ready, while it still answers. */
  departure?: Departure;
  /** Bearer key for `/metrics` from other than loopback. */
  metricsKey?: string;
  /** The version that runs and the newest migration of each schema; `/readyz` shows it to who may read the metrics. */
  release?(): Promise<object>;
  /** What the services add to `/metrics`. */
  metrics?(registry: Registry): void;
  /** Where each request is written down; nowhere when absent. */
  log?: Logger;
};

/**
 * `/healthz` (alive), `/readyz` (ready, 503 while starting or draining), `/metrics`, for any Host, since load balancers ask by address.
 * @returns what `/metrics` shows, for those who come later
 */
export function registerHealth(app: FastifyInstance, options: HealthOptions): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  options.metrics?.(registry);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  let isDraining = false;
  const notReady = (error: unknown) => {
    options.log?.warn({ err: error }, 'not ready');
    return false;
  };
  app.addHook('preClose', async () => {
    isDraining = true;
  });
  // Silent in tests, where the application has no logger of its own.
  const requests = options.log ? createPlainLogger(options.log) : null;
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const level = isQuietPoll(request, reply) ? 'debug' : 'info';
    // The route's pattern, never the address: a query may carry a token.
    requests?.[level](
      {
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...sizeOf(reply),
        ...request.callerFacts,
      },
      'request',
    );
  });

  // Balancers and collectors ask every few seconds.
  const polled = { config: { isPolled: true } };
  app.get('/healthz', polled, async () => ({ status: 'ok' }));
  app.get('/readyz', polled, async (request, reply) => {
    const isReady = !isDraining && !options.departure?.hasBegun && (await options.isReady().catch(notReady));
    const release = hasKey(request, options.metricsKey) ? await options.release?.() : {};
    const away = options.away?.() ?? [];
    if (isReady) return reply.send({ status: 'ready', ...(away.length > 0 ? { away } : {}), ...release });
    const reason = options.trouble?.();
    return reply.code(503).send({ status: 'not ready', ...(reason ? { reason } : {}), ...release });
  });
  app.get('/metrics', polled, async (request, reply) => {
    if (!mayReadMetrics(request, options.metricsKey)) return reply.code(404).send();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}

/** What services, balancers and collectors ask every few seconds tells nobody anything, unless it fails. */
function isQuietPoll({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return (routeOptions.config as { isPolled?: boolean }).isPolled === true && statusCode < 400;
}

/** Bytes of an answer that was sent in one piece. */
function sizeOf(reply: FastifyReply): { bytes?: number } {
  const length = reply.getHeader('content-length');
  return length === undefined ? {} : { bytes: Number(length) };
}

function hasKey({ headers }: FastifyRequest, metricsKey: string | undefined): boolean {
  return metricsKey !== undefined && headers.authorization === `Bearer ${metricsKey}`;
}

function mayReadMetrics(request: FastifyRequest, metricsKey: string | undefined): boolean {
  if (hasKey(request, metricsKey)) return true;
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
}
