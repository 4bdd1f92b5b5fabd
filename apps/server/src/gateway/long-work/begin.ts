import type { LongWorkKind } from '@stint/domain/api/gateway/long-work.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Ability } from '@stint/domain/workspace/permissions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { enqueue } from '../jobs/queue.ts';
import { getLongWork, type LongWorkRow } from './queries.ts';

export type NewLongWork = {
  kind: LongWorkKind;
  /** What whoever begins has to be allowed to do, still when it runs and when the file is fetched. */
  ability: Ability;
  /** What is asked for; the work gets it back as it is. */
  request?: object;
  /** Where a file comes of it. */
  file?: { name: string; contentType: string };
  /** Of two open works of a workspace with the same word the second is refused. */
  alone?: string;
};

/** The queue's word for a kind. */
export const jobKindOf = (kind: LongWorkKind) => `long.${kind}`;

/** The key of a job in the queue: at most one for each work. */
export const jobKeyOf = (id: string) => `long:${id}`;

/**
 * Begins some long work in the transaction of the call that asks for it. What one person began is done one after the other.
 * @throws AppError `in_progress` for a second one of what runs alone
 */
export async function beginLongWork(
  clock: Clock,
  tx: Queryable,
  { tenantId, identity, info }: Pick<MemberContext, 'tenantId' | 'identity' | 'info'>,
  work: NewLongWork,
): Promise<LongWorkRow> {
  const id = newId();
  const { kind, ability, request, file, alone } = work;
  try {
    await tx.run(sql`
      insert into app.workspace_transfer (tenant_id, id, kind, ability, request, file_name, content_type, alone, created_by, created_at)
      values (${tenantId}, ${id}, ${kind}, ${ability}, ${request ? JSON.stringify(request) : null}, ${file?.name ?? null},
        ${file?.contentType ?? null}, ${alone ?? null}, ${identity.userUuid}, ${info.now})`);
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('in_progress', { retryAfterSeconds: 10 });
    throw error;
  }
  await enqueue(tx, clock, {
    kind: jobKindOf(kind),
    tenantId,
    payload: { id },
    key: jobKeyOf(id),
    lane: `long:${tenantId}:${identity.userUuid}`,
  });
  return getLongWork(tx, tenantId, id);
}
