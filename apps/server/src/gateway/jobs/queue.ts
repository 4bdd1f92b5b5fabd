import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';

/** Work that has to happen after a commit. `tenantId` is null for work over all workspaces of a region. */
export type Job<Payload = Record<string, unknown>> = {
  id: string;
  tenantId: string | null;
  kind: string;
  payload: Payload;
  attempts: number;
};

export type NewJob = {
  kind: string;
  tenantId: string | null;
  payload: Record<string, unknown>;
  /** At most one open job has this key; a second one is not written. */
  key?: string;
  /** Not before; at once where absent. */
  availableAt?: Date;
};

const firstRetryMs = 10_000;
const longestRetryMs = 60 * 60_000;
export const maxAttempts = 10;

/** How long a job waits after a failed try: 10 s, doubling to an hour. */
export function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs);
}

/**
 * Hands a job over in the transaction of the change that it follows, so that there is never one without the other. The
 * queue goes by the clock of the database; what is said about time is how long to wait.
 */
export async function enqueue(tx: Queryable, clock: Clock, job: NewJob): Promise<void> {
  const { kind, tenantId, payload, key = null, availableAt } = job;
  const waitMs = availableAt ? Math.max(0, availableAt.getTime() - clock.now().getTime()) : null;
  await tx.run(sql`select app.enqueue(${kind}, ${newId()}::uuid, ${tenantId}::uuid, ${JSON.stringify(payload)}::jsonb,
    ${waitMs}::float8 * interval '1 millisecond', ${key})`);
}

/** Thrown by a job that no further try can help. */
export class HopelessJobError extends Error {}
