import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database.ts';
import type { TenantShares } from '../../platform/tenant-shares.ts';

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

type Place = { database: Database; shares: TenantShares };

/** The database of a request: its answer names the last transaction that others are told of, and no workspace takes it all. */
export function databaseOf({ database, shares }: Place, reply: FastifyReply): Database {
  return {
    ...database,
    withTenant(tenantId, work, options) {
      if (options?.readOnly) return database.withTenant(tenantId, work, options);
      const telling = {
        ...options,
        afterWrite: (transactionId: string) => void reply.header(lastWriteHeader, transactionId),
      };
      return shares.run(tenantId, () => database.withTenant(tenantId, work, telling));
    },
  };
}

/** The same of every region, for calls that look for their workspace themselves. */
export function regionsOf<Region extends Place>(
  regions: ReadonlyMap<string, Region>,
  reply: FastifyReply,
): ReadonlyMap<string, Region> {
  const own = [...regions].map(([code, region]) => {
    return [code, { ...region, database: databaseOf(region, reply) }] as const;
  });
  return new Map(own);
}
