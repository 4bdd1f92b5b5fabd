import { AppError } from '@stint/domain/errors.ts';
import type { FastifyRequest } from 'fastify';
import { isOutage } from '../../platform/database-errors.ts';
import { outageSeconds } from '../../platform/http.ts';
import type { Region } from '../context.ts';

/** Of several regions the refusal says which one is away: whoever has workspaces elsewhere knows that these go on. */
export function namingRegion(
  error: unknown,
  { headers, body }: Pick<FastifyRequest, 'headers' | 'body'>,
  regions: ReadonlyMap<string, Pick<Region, 'name'>>,
): unknown {
  // A workspace that is to be made names its region in the body.
  const { regionCode } = (body ?? {}) as { regionCode?: unknown };
  const code = String(headers.regioncode ?? regionCode);
  const region = regions.size > 1 ? regions.get(code) : undefined;
  if (!region || !isOutage(error)) return error;
  return new AppError('unavailable', {
    cause: error,
    retryAfterSeconds: outageSeconds,
    message: `The data region ${region.name} does not answer. Workspaces of other regions work. Please try again in a moment.`,
  });
}
