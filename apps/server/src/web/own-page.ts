import { AppError } from '@stint/domain/errors.ts';
import type { FastifyRequest } from 'fastify';

/** @throws AppError `cross_site` for a request that another site's page caused */
export function requireOwnPage({ headers }: FastifyRequest): void {
  const { origin, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  const isOwn = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host.toLowerCase());
  if (!isOwn || (site !== undefined && site !== 'same-origin')) throw new AppError('cross_site');
}
