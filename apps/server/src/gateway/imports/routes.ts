import { Readable } from 'node:stream';
import type { importRoutes } from '@stint/domain/api/gateway/imports.ts';
import { AppError } from '@stint/domain/errors.ts';
import { describeProblem } from '@stint/domain/time/import/line.ts';
import { stringify } from 'csv-stringify/sync';
import { newId } from '../../platform/ids.ts';
import { pieceOf } from '../../platform/raw-body.ts';
import type { MemberContext } from '../context.ts';
import type { FeatureHandlers } from '../feature.ts';
import { type Looker, previewImport } from './preview.ts';
import { appendPiece, getImport, type ImportRow, insertImport, lockImport, readRefusals } from './queries.ts';

/** Foreign files (security 11); the zip of a whole workspace goes another way. */
export const MOST_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
/** Files that a process reads at once: each takes a thread and its memory. */
const MOST_AT_ONCE = 2;

export function createImportHandlers(): FeatureHandlers<typeof importRoutes> {
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

function requireUploaded({ status }: ImportRow): void {
  if (status === 'uploaded') return;
  throw new AppError('state_conflict', {
    message: 'This file was imported already. Send it again to import it anew.',
  });
}

function toUpload({ id, sizeBytes, receivedBytes }: Pick<ImportRow, 'id' | 'sizeBytes' | 'receivedBytes'>) {
  return { importID: id, sizeBytes, receivedBytes, pieceBytes: PIECE_BYTES };
}

const REFUSALS_AT_ONCE = 1000;

/** The refused lines with the reason in front, so that they can be mended and imported by themselves. */
async function* refusedCsv(
  { database, tenantId }: Pick<MemberContext, 'database' | 'tenantId'>,
  id: string,
): AsyncGenerator<string> {
  const options = { escape_formulas: true, record_delimiter: 'windows' } as const;
  yield `\u{feff}${stringify([['Line', 'Column', 'Why', 'The line as it is in the file']], options)}`;
  for (let after = 0; ; ) {
    const page = { after, limit: REFUSALS_AT_ONCE };
    const rows = await database.withTenant(tenantId, (tx) => readRefusals(tx, tenantId, id, page), {
      readOnly: true,
    });
    if (rows.length === 0) return;
    yield stringify(
      rows.map((row) => [row.line, row.column ?? '', describeProblem(row), ...row.cells]),
      options,
    );
    after = rows.at(-1)?.line ?? after;
  }
}
