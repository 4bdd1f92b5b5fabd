import { AppError } from '@stint/domain/errors.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { raw, sql } from '../../platform/sql.ts';
import type { Totals } from './format.ts';

export type TransferRow = {
  id: string;
  kind: 'export' | 'import';
  status: 'queued' | 'running' | 'done' | 'failed';
  rowsDone: number;
  rowsTotal: number;
  totals: Totals | null;
  error: string | null;
  sizeBytes: number | null;
  createdBy: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

const columns = raw(`id, kind, status, rows_done as "rowsDone", rows_total as "rowsTotal", totals, error,
  size_bytes as "sizeBytes", created_by as "createdBy", created_at as "createdAt", finished_at as "finishedAt"`);

/** @throws AppError `not_found` */
export function getTransfer(tx: Queryable, tenantId: string, id: string): Promise<TransferRow> {
  return tx.one(
    sql`select ${columns} from app.workspace_transfer where tenant_id = ${tenantId} and id = ${id}`,
  );
}

/** @throws AppError `in_progress` while another one of the workspace runs */
export async function insertTransfer(
  tx: Queryable,
  tenantId: string,
  transfer: { id: string; kind: TransferRow['kind']; createdBy: string; now: Date; sizeBytes: number | null },
): Promise<void> {
  const { id, kind, createdBy, now, sizeBytes } = transfer;
  try {
    await tx.run(sql`insert into app.workspace_transfer (tenant_id, id, kind, size_bytes, created_by, created_at)
      values (${tenantId}, ${id}, ${kind}, ${sizeBytes}, ${createdBy}, ${now})`);
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('in_progress', { retryAfterSeconds: 10 });
    throw error;
  }
}

/** Progress, visible to others while the work's own transaction is still open. */
export async function noteProgress(
  database: Database,
  tenantId: string,
  id: string,
  progress: { rowsDone: number; rowsTotal: number },
): Promise<void> {
  await database.withTenant(tenantId, (tx) =>
    tx.run(sql`update app.workspace_transfer set status = 'running', rows_done = ${progress.rowsDone},
        rows_total = ${progress.rowsTotal}
      where tenant_id = ${tenantId} and id = ${id} and status in ('queued', 'running')`),
  );
}

export async function finishTransfer(
  tx: Queryable,
  tenantId: string,
  id: string,
  outcome: { totals: Totals; rows: number; sizeBytes: number | null; now: Date },
): Promise<void> {
  const { totals, rows, sizeBytes, now } = outcome;
  await tx.run(sql`update app.workspace_transfer set status = 'done', totals = ${JSON.stringify(totals)}, rows_done = ${rows},
      rows_total = ${rows}, size_bytes = coalesce(${sizeBytes}, size_bytes), finished_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`);
}

export async function failTransfer(
  database: Database,
  tenantId: string,
  id: string,
  { error, now }: { error: string; now: Date },
): Promise<void> {
  await database.withTenant(tenantId, (tx) =>
    tx.run(sql`update app.workspace_transfer set status = 'failed', error = ${error.slice(0, 500)}, finished_at = ${now}
      where tenant_id = ${tenantId} and id = ${id} and status in ('queued', 'running')`),
  );
}

export const partBytes = 1024 * 1024;

export async function insertPart(
  tx: Queryable,
  tenantId: string,
  transferId: string,
  { part, bytes }: { part: number; bytes: Uint8Array },
): Promise<void> {
  await tx.run(sql`insert into app.transfer_part (tenant_id, transfer_id, part, bytes)
    values (${tenantId}, ${transferId}, ${part}, ${Buffer.from(bytes)})`);
}

/** What an earlier try left of a zip. */
export function removeParts(tx: Queryable, tenantId: string, transferId: string): Promise<number> {
  return tx.run(
    sql`delete from app.transfer_part where tenant_id = ${tenantId} and transfer_id = ${transferId}`,
  );
}

/** The stored zip, part by part. */
export async function* readParts(
  database: Database,
  tenantId: string,
  transferId: string,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const [row] = await database.tenantRows<{ bytes: Buffer }>(
      tenantId,
      sql`select bytes from app.transfer_part
        where tenant_id = ${tenantId} and transfer_id = ${transferId} and part = ${part}`,
    );
    if (!row) return;
    yield row.bytes;
  }
}

/** Sums over every entry that counts; the same on both sides of a move. */
export async function readTotals(tx: Queryable, tenantId: string): Promise<Totals> {
  return tx.one<Totals>(sql`select count(*) as entries, coalesce(sum(minutes), 0) as minutes,
      coalesce(sum(minutes) filter (where is_billable), 0) as "billableMinutes"
    from app.timesheet_entry where tenant_id = ${tenantId} and deleted_at is null`);
}

/** Parts of zips older than a day, in one workspace. */
export function removeOldParts(tx: Queryable, tenantId: string, before: Date): Promise<number> {
  return tx.run(sql`delete from app.transfer_part p using app.workspace_transfer t
    where p.tenant_id = ${tenantId} and t.tenant_id = ${tenantId} and t.id = p.transfer_id and t.created_at < ${before}`);
}
