import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** The number that PostgreSQL gave a database when it was made: the first eight bytes of `pg_control`. */
export async function readSystemIdentifier(clusterDirectory: string): Promise<string> {
  const file = await open(join(clusterDirectory, 'global', 'pg_control'));
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}
