/**
 * A process that owns an embedded server and writes without pause, printing each row's number only after its
 * commit was acknowledged. The test kills it in the middle.
 *
 * Arguments: data directory, binaries.
 */
import { writeSync } from 'node:fs';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const WRITERS = 4;

const [dataDir = '', binaries = 'npm'] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataDir, binaries });
const pool = new pg.Pool({ ...server.superuserConnection, max: WRITERS });
pool.on('error', () => undefined);
await pool.query('create table if not exists saved (id int primary key)');
const { rows } = await pool.query<{ next: number }>('select coalesce(max(id), 0) + 1 as next from saved');
let next = rows[0]?.next ?? 1;
writeSync(1, `pid ${server.pid}\n`);

await Promise.all(Array.from({ length: WRITERS }, write));

async function write(): Promise<never> {
  for (;;) {
    const id = next++;
    await pool.query('insert into saved (id) values ($1)', [id]);
    writeSync(1, `saved ${id}\n`);
  }
}
