import { AppError } from '@stint/domain/errors.ts';
import type { FastifyInstance } from 'fastify';

export type OutboxOptions = {
  auth: { baseUrl: string; adminKey: string };
  fetch: typeof globalThis.fetch;
};

/** Messages that test mode kept instead of sending; for the person at this machine only. */
export function registerOutbox(app: FastifyInstance, { auth, fetch }: OutboxOptions): void {
  app.get('/outbox/messages', async (request, reply) => {
    const site = request.headers['sec-fetch-site'];
    if (!isLoopback(request.ip) || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
      throw new AppError('not_found');
    }
    const { to } = request.query as { to?: string };
    const search = to ? `?to=${encodeURIComponent(to)}` : '';
    const response = await fetch(`${auth.baseUrl}outbox${search}`, {
      headers: { authorization: `Bearer ${auth.adminKey}` },
      signal: AbortSignal.timeout(5_000),
    }).catch((cause: unknown) => {
      throw new AppError('upstream_failed', { cause });
    });
    if (!response.ok) throw new AppError('upstream_failed');
    return reply.header('cache-control', 'no-store').send(await response.json());
  });
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
