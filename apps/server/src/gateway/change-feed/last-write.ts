import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database.ts';

/**
 * Names transactions: in the answer to a write the one that it was, in a request those whose effect the caller has to see.
 * `0` stands for none. Callers without it are never answered from memory.
 */
const lastWriteHeader = 'x-last-write';

const form = /^\d{1,20}(?:,\d{1,20}){0,15}$/;

/** What the caller wrote last, as far as it says so; null where it says nothing. */
export function readLastWrites({ headers }: FastifyRequest): string[] | null {
  const text = headers[lastWriteHeader];
  if (typeof text !== 'string' || !form.test(text)) return null;
  return text.split(',').filter((id) => id !== '0');
}

/** The database of a request, whose answer names the last transaction that others are told of. */
export function tellingWrites(database: Database, reply: FastifyReply): Database {
  return {
    ...database,
    withTenant: (tenantId, work, options) =>
      database.withTenant(tenantId, work, {
        ...options,
        afterWrite: (transactionId) => void reply.header(lastWriteHeader, transactionId),
      }),
  };
}

/** The same of every region, for calls that look for their workspace themselves. */
export function tellingRegions<Place extends { database: Database }>(
  regions: ReadonlyMap<string, Place>,
  reply: FastifyReply,
): ReadonlyMap<string, Place> {
  const telling = [...regions].map(([code, region]) => {
    return [code, { ...region, database: tellingWrites(region.database, reply) }] as const;
  });
  return new Map(telling);
}
