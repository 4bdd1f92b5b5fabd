import type { ImportSystem } from '@stint/domain/time/import/formats.ts';
import type { LineProblem } from '@stint/domain/time/import/line.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { join, raw, sql } from '../../platform/sql.ts';

type ImportStatus = 'uploaded' | 'running' | 'done' | 'failed' | 'cancelled' | 'undone';

type WorkStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export type ImportRow = {
  id: string;
  source: string;
  fileName: string;
  fileHash: string;
  status: ImportStatus;
  sizeBytes: number;
  receivedBytes: number;
  choices: unknown;
  counts: Record<string, number>;
  made: Made;
  workId: string | null;
  /** How its work stands; null before there is any. */
  workStatus: WorkStatus | null;
  workError: string | null;
  createdBy: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  undoneAt: Date | null;
};

/** Ids of what an import made besides entries. */
export type Made = {
  people?: string[];
  clients?: string[];
  projects?: string[];
  activities?: string[];
  tags?: string[];
};

const columns =
  raw(`i.id, i.source, i.file_name as "fileName", i.file_hash as "fileHash", i.status, i.size_bytes as "sizeBytes",
  i.received_bytes as "receivedBytes", i.mapping as choices, i.counts, i.made, i.work_id as "workId", t.status as "workStatus",
  t.error as "workError", i.created_by as "createdBy",
  i.created_at as "createdAt", i.finished_at as "finishedAt", i.undone_at as "undoneAt"`);

/** @throws AppError `not_found` */
export function getImport(tx: Queryable, tenantId: string, id: string): Promise<ImportRow> {
  return tx.one(sql`select ${columns} from app.import i left join app.workspace_transfer t on t.tenant_id = ${tenantId} and t.id = i.work_id
    where i.tenant_id = ${tenantId} and i.id = ${id}`);
}

/** The same, and nobody else changes it meanwhile. */
export function lockImport(tx: Queryable, tenantId: string, id: string): Promise<ImportRow> {
  return tx.one(
    sql`select ${columns} from app.import i left join app.workspace_transfer t on t.tenant_id = ${tenantId} and t.id = i.work_id
      where i.tenant_id = ${tenantId} and i.id = ${id} for update of i`,
  );
}

export async function insertImport(
  tx: Queryable,
  tenantId: string,
  file: { id: string; fileName: string; sizeBytes: number; createdBy: string; now: Date },
): Promise<void> {
  const { id, fileName, sizeBytes, createdBy, now } = file;
  await tx.run(sql`insert into app.import (tenant_id, id, source, file_name, file_hash, status, size_bytes, created_by, created_at)
    values (${tenantId}, ${id}, '', ${fileName}, '', 'uploaded', ${sizeBytes}, ${createdBy}, ${now})`);
}

export async function appendPiece(
  tx: Queryable,
  tenantId: string,
  id: string,
  { from, bytes }: { from: number; bytes: Buffer },
): Promise<void> {
  await tx.run(sql`insert into app.import_part (tenant_id, import_id, start_at, bytes)
    values (${tenantId}, ${id}, ${from}, ${bytes})`);
  await tx.run(sql`update app.import set received_bytes = ${from + bytes.length}
    where tenant_id = ${tenantId} and id = ${id}`);
}

/** The whole file, in memory that a thread can be given. */
export async function readFileBytes(
  database: Database,
  tenantId: string,
  { id, sizeBytes }: Pick<ImportRow, 'id' | 'sizeBytes'>,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(new SharedArrayBuffer(sizeBytes));
  for (let at = 0; at < sizeBytes; ) {
    const rows = await database.tenantRows<{ startAt: number; bytes: Buffer }>(
      tenantId,
      sql`select start_at as "startAt", bytes from app.import_part
        where tenant_id = ${tenantId} and import_id = ${id} and start_at >= ${at} order by start_at limit 8`,
    );
    if (rows.length === 0) break;
    for (const piece of rows) {
      bytes.set(piece.bytes, piece.startAt);
      at = piece.startAt + piece.bytes.length;
    }
  }
  return bytes;
}

/** Rows of values of one statement. */
const REFUSALS_AT_ONCE = 500;

export type Refusal = LineProblem & { cells: readonly string[] };

export async function replaceRefusals(
  tx: Queryable,
  tenantId: string,
  id: string,
  refusals: readonly Refusal[],
): Promise<void> {
  await tx.run(sql`delete from app.import_refusal where tenant_id = ${tenantId} and import_id = ${id}`);
  for (let at = 0; at < refusals.length; at += REFUSALS_AT_ONCE) {
    const rows = refusals
      .slice(at, at + REFUSALS_AT_ONCE)
      .map(
        ({ line, code, column, value, cells }) =>
          sql`(${tenantId}, ${id}, ${line}, ${code}, ${column}, ${value}, ${JSON.stringify(cells)})`,
      );
    await tx.run(sql`insert into app.import_refusal (tenant_id, import_id, line, code, column_name, value, cells) values ${join(rows)}
      on conflict (tenant_id, import_id, line) do nothing`);
  }
}

export function readRefusals(
  tx: Queryable,
  tenantId: string,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<Refusal[]> {
  return tx.rows(sql`select line, code, column_name as "column", value, cells from app.import_refusal
    where tenant_id = ${tenantId} and import_id = ${id} and line > ${after} order by line limit ${limit}`);
}

/** Files that nobody imported within a day. */
export function removeOldUploads(tx: Queryable, tenantId: string, before: Date): Promise<number> {
  return tx.run(sql`delete from app.import
    where tenant_id = ${tenantId} and status = 'uploaded' and created_at < ${before}`);
}

/** More than anybody looks through. */
const MOST_LISTED = 200;

/** What was imported, the latest first, each with the number of all; files that were only looked at are no part of it. */
export function listImports(tx: Queryable, tenantId: string): Promise<(ImportRow & { total: number })[]> {
  return tx.rows(sql`select ${columns}, (count(*) over ())::int as total from app.import i
      left join app.workspace_transfer t on t.tenant_id = ${tenantId} and t.id = i.work_id
    where i.tenant_id = ${tenantId} and i.status <> 'uploaded' order by i.created_at desc, i.id limit ${MOST_LISTED}`);
}

/** It is under way, as this work. */
export async function markRunning(
  tx: Queryable,
  tenantId: string,
  id: string,
  { workId, choices }: { workId: string; choices: object },
): Promise<void> {
  await tx.run(sql`update app.import set status = 'running', work_id = ${workId}, mapping = ${JSON.stringify(choices)}
    where tenant_id = ${tenantId} and id = ${id}`);
}

export type Ended = {
  counts: Record<string, number>;
  made: Made;
  source: ImportSystem;
  fileHash: string;
  now: Date;
};

/** Its end; the file itself is needed no more. */
export async function endImport(tx: Queryable, tenantId: string, id: string, ended: Ended): Promise<void> {
  const { counts, made, source, fileHash, now } = ended;
  await tx.run(sql`update app.import set status = 'done', counts = ${JSON.stringify(counts)}, made = ${JSON.stringify(made)},
      source = ${source}, file_hash = ${fileHash}, finished_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`);
  await tx.run(sql`delete from app.import_part where tenant_id = ${tenantId} and import_id = ${id}`);
}

/** The work that takes it back is under way. */
export async function markUndoing(
  tx: Queryable,
  tenantId: string,
  id: string,
  workId: string,
): Promise<void> {
  await tx.run(sql`update app.import set work_id = ${workId} where tenant_id = ${tenantId} and id = ${id}`);
}

export async function markUndone(
  tx: Queryable,
  tenantId: string,
  id: string,
  { by, now }: { by: string; now: Date },
): Promise<void> {
  await tx.run(sql`update app.import set status = 'undone', undone_at = ${now}, undone_by = ${by}
    where tenant_id = ${tenantId} and id = ${id}`);
}
