import { Readable } from 'node:stream';
import { AppError } from '@stint/domain/errors.ts';
import { readRange } from '../../platform/byte-range.ts';
import type { Database } from '../../platform/database.ts';
import type { Http } from '../../platform/http.ts';
import { matches } from '../shared/answer.ts';
import { readParts } from './parts.ts';
import { keptMs, type LongWorkRow } from './queries.ts';

/** Until when the file of some work is there, or null where it has none. */
export function fileUntil({ status, fileName, createdAt }: LongWorkRow): Date | null {
  return status === 'done' && fileName !== null ? new Date(createdAt.getTime() + keptMs) : null;
}

/**
 * Sends the file of some work. A download that broke goes on where it was: the file of one id never changes, which its ETag
 * says, and Range is answered (RFC 9110 section 14).
 * @throws AppError `state_conflict` where there is no file (yet), `gone` where it is removed, `range_not_satisfiable`
 */
export function sendFile(
  { request, reply }: Http,
  { database, tenantId, now }: { database: Database; tenantId: string; now: Date },
  work: LongWorkRow,
): Readable {
  const until = fileUntil(work);
  const size = work.sizeBytes;
  if (until === null || size === null)
    throw new AppError('state_conflict', { message: 'There is no file here, or not yet.' });
  if (now >= until)
    throw new AppError('gone', { message: 'This file was kept for two days and is removed. Make it again.' });
  const etag = `"${work.id}"`;
  const { range, 'if-range': ifRange, 'if-none-match': known } = request.headers;
  reply.header('etag', etag).header('accept-ranges', 'bytes');
  if (matches(known, etag)) {
    reply.code(304).send();
    return Readable.from([]);
  }
  const asked = ifRange === undefined || ifRange === etag ? readRange(range, size) : null;
  if (asked === 'none') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('range_not_satisfiable');
  }
  if (asked) reply.code(206).header('content-range', `bytes ${asked.first}-${asked.last}/${size}`);
  reply
    .type(work.contentType ?? 'application/octet-stream')
    .header('content-disposition', attachmentOf(work.fileName ?? 'stint'))
    .header('content-length', String(asked ? asked.last - asked.first + 1 : size));
  return Readable.from(readParts(database, tenantId, work.id, asked ?? { first: 0, last: size - 1 }));
}

/** A name for old readers and the same with all its letters (RFC 6266). */
function attachmentOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
}
