import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { withTrace } from '../../platform/tracing/tracing.ts';

/** `tenantId` is null for work over all workspaces of a region. */
export type NewJob = {
  kind: string;
  tenantId: string | null;
  payload: Record<string, unknown>;
  /** At most one open job has this key; a second one is not written. */
  key?: string;
  /** Jobs of a lane run one after the other, over all processes. */
  lane?: string;
  /** Not before; at once where absent. */
  availableAt?: Date;
};

/**
 * Hands a job over in the transaction of the change that it follows, so that there is never one without the other. The
 * queue goes by the clock of the database; what is said about time is how long to wait.
 */
export async function enqueue(tx: Queryable, clock: Clock, job: NewJob): Promise<void> {
  const { kind, tenantId, payload, key = null, lane = null, availableAt } = job;
  const waitMs = availableAt ? Math.max(0, availableAt.getTime() - clock.now().getTime()) : null;
  await tx.run(sql`select app.enqueue(${kind}, ${newId()}::uuid, ${tenantId}::uuid, ${JSON.stringify(withTrace(payload))}::jsonb,
    ${waitMs}::float8 * interval '1 millisecond', ${key}, ${lane})`);
}

/** Takes back a job that waits under this key, in the transaction of what makes it needless; one that runs already goes on. */
export async function takeBack(tx: Queryable, tenantId: string, key: string): Promise<void> {
  await tx.run(sql`select app.take_back(${tenantId}::uuid, ${key})`);
}
