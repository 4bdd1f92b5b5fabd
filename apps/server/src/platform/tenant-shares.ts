import type { Database } from './database.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** What each tenant may hold of a database's connections. */
export type TenantShares = {
  /**
   * Runs what may wait for rows that others have locked.
   * @throws AppError `unavailable` when too much of this tenant waits, or for too long
   */
  run<T>(tenantId: string, work: () => Promise<T>): Promise<T>;
};

const mostWaiting = 200;
/** As long as one waits for a connection. */
const longestWaitMs = 2000;

/**
 * Half of them: while all that a tenant saves waits for one of its imports, others go on, and so does what its people read. Who
 * waits for a turn holds no connection.
 */
export function createTenantShares({ pool }: Pick<Database, 'pool'>): TenantShares {
  const width = Math.ceil(pool.options.max / 2);
  const queues = new Map<string, FairQueue>();
  return {
    async run(tenantId, work) {
      const queue = queues.get(tenantId) ?? createFairQueue({ width, mostWaiting, longestWaitMs });
      queues.set(tenantId, queue);
      try {
        return await queue.run(tenantId, work);
      } finally {
        if (queue.load() === 0) queues.delete(tenantId);
      }
    },
  };
}
