import { Readable } from 'node:stream';
import type { importRoutes } from '@stint/domain/api/gateway/imports.ts';
import { AppError } from '@stint/domain/errors.ts';
import { describeProblem } from '@stint/domain/time/import/line.ts';
import { guardFormula } from '@stint/domain/workspace/formula-guard.ts';
import { stringify } from 'csv-stringify/sync';
import { newId } from '../../platform/ids.ts';
import { pieceOf } from '../../platform/raw-body.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers, GatewayParts } from '../feature.ts';
import { beginLongWork } from '../long-work/begin.ts';
import type { Answer } from '../shared/answer.ts';
import { tellTotal } from '../shared/list.ts';
import { type Looker, previewImport } from './preview.ts';
import {
  appendPiece,
  getImport,
  type ImportRow,
  insertImport,
  listImports,
  lockImport,
  markRunning,
  markUndoing,
  readRefusals,
} from './queries.ts';
import { requireUndoable } from './undo.ts';

/** Foreign files (security 11); the zip of a whole workspace goes another way. */
const MOST_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
/** Files that a process reads at once: each takes a thread and its memory. */
const MOST_AT_ONCE = 2;

export function createImportHandlers({
  clock,
}: Pick<GatewayParts, 'clock'>): FeatureHandlers<typeof importRoutes> {
  let reading = 0;
  return {
    'POST /Imports/Files': async ({ body }, context) => {
      requireSize(body.sizeBytes);
      const { database, tenantId, identity, info } = context;
      const id = newId();
      const file = { id, ...body, createdBy: identity.userUuid, now: info.now };
      await database.withTenant(tenantId, (tx) => insertImport(tx, tenantId, file));
      return toUpload({ id, sizeBytes: body.sizeBytes, receivedBytes: 0 });
    },
    'GET /Imports/Files/:id': async ({ params }, { database, tenantId }) =>
      toUpload(await database.withTenant(tenantId, (tx) => getImport(tx, tenantId, params.id))),
    'PUT /Imports/Files/:id': async ({ params, query }, context, { request }) => {
      const bytes = pieceOf(request);
      const { database, tenantId } = context;
      return database.withTenant(tenantId, async (tx) => {
        const row = await lockImport(tx, tenantId, params.id);
        requireRoom(row, query.from, bytes);
        await appendPiece(tx, tenantId, row.id, { from: query.from, bytes });
        return toUpload({ ...row, receivedBytes: query.from + bytes.length });
      });
    },
    'POST /Imports/Preview': async ({ body }, context) => {
      const { database, tenantId } = context;
      const row = await database.withTenant(tenantId, (tx) => getImport(tx, tenantId, body.importID));
      requireUploaded(row);
      if (reading >= MOST_AT_ONCE) throw new AppError('unavailable', { retryAfterSeconds: 5 });
      reading += 1;
      try {
        return await previewImport(lookerOf(context), row, body.choices ?? {});
      } finally {
        reading -= 1;
      }
    },
    'POST /Imports': async ({ body }, context) => {
      const { database, tenantId } = context;
      const choices = body.choices ?? {};
      return database.withTenant(tenantId, async (tx) => {
        const row = await lockImport(tx, tenantId, body.importID);
        requireUploaded(row);
        requireWhole(row);
        const request = { importID: row.id, choices };
        const work = await beginLongWork(clock, tx, context, {
          kind: 'entries',
          ability: 'data.import',
          request,
          alone: 'entries',
        });
        await markRunning(tx, tenantId, row.id, { workId: work.id, choices });
        return toWire(await getImport(tx, tenantId, row.id));
      });
    },
    'GET /Imports': async (_, { database, tenantId }, http) => {
      const rows = await database.withTenant(tenantId, (tx) => listImports(tx, tenantId));
      tellTotal(http, rows[0]?.total ?? 0);
      return rows.map(toWire);
    },
    'GET /Imports/:id': async ({ params }, { database, tenantId }) =>
      toWire(await database.withTenant(tenantId, (tx) => getImport(tx, tenantId, params.id))),
    'DELETE /Imports/:id': async ({ params }, context) => {
      const { database, tenantId, info } = context;
      return database.withTenant(tenantId, async (tx) => {
        const row = await lockImport(tx, tenantId, params.id);
        requireUndoable(row, info.now);
        const request = { importID: row.id };
        const work = await beginLongWork(clock, tx, context, {
          kind: 'undo',
          ability: 'data.import',
          request,
          alone: 'entries',
        });
        await markUndoing(tx, tenantId, row.id, work.id);
        return toWire(await getImport(tx, tenantId, row.id));
      });
    },
    'GET /Imports/:id/RefusedLines': async ({ params }, { database, tenantId }, { reply }) => {
      const row = await database.withTenant(tenantId, (tx) => getImport(tx, tenantId, params.id));
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="refused-lines-${row.id.slice(-12)}.csv"`);
      return Readable.from(refusedCsv({ database, tenantId }, row.id));
    },
  };
}

function lookerOf({ database, tenantId, workspace, actor }: MemberContext): Looker {
  const { timeZone, lockOn } = workspace.settings;
  return { database, tenantId, timeZone, lockOn, callerID: actor.teamMemberID };
}

function requireSize(sizeBytes: number): void {
  if (sizeBytes === 0)
    throw new AppError('file_invalid', { message: 'This file is empty. Export it again.' });
  if (sizeBytes <= MOST_BYTES) return;
  const megabytes = Math.ceil(sizeBytes / 1024 / 1024);
  throw new AppError('payload_too_large', {
    message: `This file has ${megabytes.toLocaleString('en')} MiB, and a file to import may have 64. Export a shorter time and import the parts one after the other.`,
  });
}

/** Pieces come one after the other; whoever lost count is told where to go on. */
function requireRoom(row: ImportRow, from: number, bytes: Buffer): void {
  requireUploaded(row);
  if (from !== row.receivedBytes)
    throw new AppError('version_conflict', {
      message: `The next piece of this file begins at byte ${row.receivedBytes}.`,
      details: { receivedBytes: row.receivedBytes },
    });
  if (bytes.length === 0) throw new AppError('file_invalid', { message: 'This piece of the file is empty.' });
  if (from + bytes.length > row.sizeBytes)
    throw new AppError('payload_too_large', {
      message: `This file was announced with ${row.sizeBytes} bytes, and more were sent. Begin again.`,
    });
}

/** A file waits to be imported, also after a try that came to nothing. */
function requireUploaded({ status, workStatus }: ImportRow): void {
  const cameToNothing = status === 'running' && (workStatus === 'failed' || workStatus === 'cancelled');
  if (status === 'uploaded' || cameToNothing) return;
  throw new AppError('state_conflict', {
    message: 'This file was imported already. Send it again to import it anew.',
  });
}

function requireWhole({ receivedBytes, sizeBytes }: ImportRow): void {
  if (receivedBytes === sizeBytes) return;
  throw new AppError('state_conflict', {
    message: `Only ${receivedBytes} of ${sizeBytes} bytes of this file have arrived. Send the rest first.`,
  });
}

function toWire(row: ImportRow): Answer<'GET /Imports/:id'> {
  const { status, workStatus } = row;
  const isStopped = status === 'running' && (workStatus === 'failed' || workStatus === 'cancelled');
  return {
    importID: row.id,
    fileName: row.fileName,
    system: row.source,
    status: isStopped ? workStatus : status,
    error: row.workError,
    counts: row.counts,
    longWorkID: row.workId,
    isUnderWay: workStatus === 'queued' || workStatus === 'running',
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  };
}

function toUpload({ id, sizeBytes, receivedBytes }: Pick<ImportRow, 'id' | 'sizeBytes' | 'receivedBytes'>) {
  return { importID: id, sizeBytes, receivedBytes, pieceBytes: PIECE_BYTES };
}

const REFUSALS_AT_ONCE = 1000;

const guardCell = (cell: string | number) => (typeof cell === 'string' ? guardFormula(cell) : cell);

/** The refused lines with the reason in front, so that they can be mended and imported by themselves. */
async function* refusedCsv(
  { database, tenantId }: Pick<MemberContext, 'database' | 'tenantId'>,
  id: string,
): AsyncGenerator<string> {
  const options = { record_delimiter: 'windows' } as const;
  yield `\u{feff}${stringify([['Line', 'Column', 'Why', 'The line as it is in the file']], options)}`;
  for (let after = 0; ; ) {
    const page = { after, limit: REFUSALS_AT_ONCE };
    const rows = await database.withTenant(tenantId, (tx) => readRefusals(tx, tenantId, id, page), {
      readOnly: true,
    });
    if (rows.length === 0) return;
    yield stringify(
      rows.map((row) => [row.line, row.column ?? '', describeProblem(row), ...row.cells].map(guardCell)),
      options,
    );
    after = rows.at(-1)?.line ?? after;
  }
}
