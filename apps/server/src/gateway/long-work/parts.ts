import type { Readable } from 'node:stream';
import type { ByteRange } from '../../platform/byte-range.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Run } from './queries.ts';

/** Every part but the last has this size, so that the part that holds a byte is known. */
export const partBytes = 1024 * 1024;

type Part = { part: number; bytes: Uint8Array };

export async function insertPart(
  tx: Queryable,
  tenantId: string,
  id: string,
  { part, bytes }: Part,
): Promise<void> {
  await tx.run(sql`insert into app.transfer_part (tenant_id, transfer_id, part, bytes)
    values (${tenantId}, ${id}, ${part}, ${Buffer.from(bytes)})`);
}

/** Stores a part for the run that the work belongs to, and for no other: who took it over waits for this row. */
export async function insertPartOf(
  tx: Queryable,
  { tenantId, id, run }: Run,
  { part, bytes }: Part,
): Promise<boolean> {
  const held = await tx.maybeOne(sql`select 1 as one from app.workspace_transfer
    where tenant_id = ${tenantId} and id = ${id} and run = ${run} and status = 'running' for share`);
  if (!held) return false;
  await insertPart(tx, tenantId, id, { part, bytes });
  return true;
}

/** Cuts what is written into parts of one size. */
export type PartWriter = {
  write(bytes: Uint8Array): Promise<void>;
  /** Stores what is left. @returns the size of everything */
  end(): Promise<number>;
};

export function createPartWriter(store: (part: Part) => Promise<void>): PartWriter {
  let waiting: Uint8Array[] = [];
  let [waitingBytes, parts, size] = [0, 0, 0];
  const flush = async (least: number) => {
    while (waitingBytes >= least && waitingBytes > 0) {
      const all = Buffer.concat(waiting);
      const bytes = all.subarray(0, partBytes);
      waiting = all.length > bytes.length ? [all.subarray(bytes.length)] : [];
      waitingBytes = all.length - bytes.length;
      await store({ part: parts++, bytes });
    }
  };
  return {
    async write(bytes) {
      if (bytes.length === 0) return;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      size += bytes.length;
      await flush(partBytes);
    },
    async end() {
      await flush(1);
      return size;
    },
  };
}

/** Keeps a file in parts, and hands its bytes on to who looks at them on the way. */
export async function* storeUpload(
  tx: Queryable,
  tenantId: string,
  id: string,
  whole: Readable,
): AsyncGenerator<Uint8Array> {
  const writer = createPartWriter((part) => insertPart(tx, tenantId, id, part));
  for await (const chunk of whole as AsyncIterable<Buffer>) {
    await writer.write(chunk);
    yield chunk;
  }
  await writer.end();
}

/** The stored bytes, part by part. */
export async function* readParts(
  database: Database,
  tenantId: string,
  id: string,
  { first, last }: ByteRange = { first: 0, last: Number.POSITIVE_INFINITY },
): AsyncGenerator<Buffer> {
  for (let part = Math.floor(first / partBytes); part * partBytes <= last; part++) {
    const [row] = await database.tenantRows<{ bytes: Buffer }>(
      tenantId,
      sql`select bytes from app.transfer_part
        where tenant_id = ${tenantId} and transfer_id = ${id} and part = ${part}`,
    );
    if (!row) return;
    const start = part * partBytes;
    yield row.bytes.subarray(Math.max(0, first - start), Math.min(row.bytes.length, last - start + 1));
  }
}
