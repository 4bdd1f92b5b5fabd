import type { LongWork as LongWorkAnswer, LongWorkKind } from '@stint/domain/api/gateway/long-work.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { Ability } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';
import type { MadeAs } from './maker.ts';

/** Results are kept for two days: what was asked for today is there tomorrow, whenever that day begins. */
export const keptMs = 48 * 60 * 60_000;

export type LongWorkRow = {
  id: string;
  kind: LongWorkKind;
  status: LongWorkAnswer['status'];
  rowsDone: number;
  rowsTotal: number;
  result: Record<string, number> | null;
  error: string | null;
  errorCode: string | null;
  ability: Ability | null;
  request: unknown;
  fileName: string | null;
  contentType: string | null;
  sizeBytes: number | null;
  madeAs: MadeAs | null;
  createdBy: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

const columns =
  raw(`id, kind, status, rows_done as "rowsDone", rows_total as "rowsTotal", totals as result, error,
  error_code as "errorCode", ability, request, file_name as "fileName", content_type as "contentType", size_bytes as "sizeBytes",
  made_as as "madeAs", created_by as "createdBy", created_at as "createdAt", finished_at as "finishedAt"`);

/** @throws AppError `not_found` */
export function getLongWork(tx: Queryable, tenantId: string, id: string): Promise<LongWorkRow> {
  return tx.one(
    sql`select ${columns} from app.workspace_transfer where tenant_id = ${tenantId} and id = ${id}`,
  );
}

/** More than anybody looks through; what is older has no file any more. */
const MOST_LISTED = 50;

/** What a person began, newest first, each with the number of all. */
export function listLongWork(
  tx: Queryable,
  tenantId: string,
  userUuid: string,
): Promise<(LongWorkRow & { total: number })[]> {
  return tx.rows(sql`select ${columns}, (count(*) over ())::int as total from app.workspace_transfer
    where tenant_id = ${tenantId} and created_by = ${userUuid} order by created_at desc, id desc limit ${MOST_LISTED}`);
}

/**
 * A run takes the work over: an earlier one of it, if it still lives, writes no more.
 * @returns null when there is nothing to do: it is over or cancelled
 */
export function claimLongWork(
  tx: Queryable,
  tenantId: string,
  id: string,
  run: string,
): Promise<LongWorkRow | null> {
  return tx.maybeOne(sql`update app.workspace_transfer set status = 'running', run = ${run}, rows_done = 0
    where tenant_id = ${tenantId} and id = ${id} and status in ('queued', 'running') returning ${columns}`);
}

/** A run of some work; everything it writes names it. */
export type Run = { tenantId: string; id: string; run: string };

/** Whether the work, by its id, still is this run's: neither cancelled nor taken over. */
const mine = ({ id, run }: Run) => sql`id = ${id} and run = ${run} and status = 'running'`;

export async function noteMadeAs(tx: Queryable, run: Run, madeAs: MadeAs): Promise<boolean> {
  return (
    (await tx.run(
      sql`update app.workspace_transfer set made_as = ${JSON.stringify(madeAs)} where tenant_id = ${run.tenantId} and ${mine(run)}`,
    )) > 0
  );
}

export async function noteProgress(
  tx: Queryable,
  run: Run,
  { rowsDone, rowsTotal }: Pick<LongWorkRow, 'rowsDone' | 'rowsTotal'>,
): Promise<boolean> {
  return (
    (await tx.run(sql`update app.workspace_transfer set rows_done = ${rowsDone}, rows_total = ${rowsTotal}
      where tenant_id = ${run.tenantId} and ${mine(run)}`)) > 0
  );
}

/** What came of some work. */
export type Outcome = {
  rows: number;
  /** Figures by their names, for whoever asked. */
  result?: Readonly<Record<string, number>>;
  /** Of its file. */
  sizeBytes?: number;
};

export async function markDone(
  tx: Queryable,
  run: Run,
  { rows, result, sizeBytes, now }: Outcome & { now: Date },
): Promise<boolean> {
  return (
    (await tx.run(sql`update app.workspace_transfer set status = 'done', rows_done = ${rows}, rows_total = ${rows},
        totals = ${result ? JSON.stringify(result) : null}, size_bytes = coalesce(${sizeBytes ?? null}, size_bytes), finished_at = ${now}
      where tenant_id = ${run.tenantId} and ${mine(run)}`)) > 0
  );
}

/** Ends what did not get to its end, with the reason; parts of a file go with it. */
export async function markFailed(
  tx: Queryable,
  run: Run,
  { code, error, now }: { code: string; error: string; now: Date },
): Promise<void> {
  const failed = await tx.run(sql`update app.workspace_transfer
    set status = 'failed', error = ${error.slice(0, 500)}, error_code = ${code}, finished_at = ${now} where tenant_id = ${run.tenantId} and ${mine(run)}`);
  if (failed > 0) await removeParts(tx, run.tenantId, run.id);
}

/** @throws AppError `state_conflict` for what is over */
export async function markCancelled(tx: Queryable, tenantId: string, id: string, now: Date): Promise<void> {
  const cancelled =
    await tx.run(sql`update app.workspace_transfer set status = 'cancelled', finished_at = ${now}
    where tenant_id = ${tenantId} and id = ${id} and status in ('queued', 'running')`);
  if (cancelled === 0)
    throw new AppError('state_conflict', { message: 'This is over already, so there is nothing to cancel.' });
  await removeParts(tx, tenantId, id);
}

/** What an earlier run left of a file, or what nobody wants any more. */
export function removeParts(tx: Queryable, tenantId: string, id: string): Promise<number> {
  return tx.run(sql`delete from app.transfer_part where tenant_id = ${tenantId} and transfer_id = ${id}`);
}

/** Parts of a workspace that are older than they are kept. */
export function removeOldParts(tx: Queryable, tenantId: string, before: Date): Promise<number> {
  return tx.run(sql`delete from app.transfer_part p using app.workspace_transfer t
    where p.tenant_id = ${tenantId} and t.tenant_id = ${tenantId} and t.id = p.transfer_id and t.created_at < ${before}`);
}

/** Work of a workspace that is over for so long that nobody looks for it. */
export function removeOldWork(tx: Queryable, tenantId: string, before: Date): Promise<number> {
  return tx.run(sql`delete from app.workspace_transfer
    where tenant_id = ${tenantId} and finished_at < ${before}`);
}
