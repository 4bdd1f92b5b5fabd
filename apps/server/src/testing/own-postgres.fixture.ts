import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';

/** Everybody comes over TCP with a password, as on a server of one's own; the socket stays for the launcher. */
const ACCESS_RULES = ['local all postgres trust', 'host all all 127.0.0.0/8 scram-sha-256', ''].join('\n');

export type OwnPostgres = {
  /** `postgres://user:password@host:5432/database` for one of the users below. */
  url(user: string, database: string): string;
  superuserUrl: string;
  /** Runs statements as the superuser. */
  run(database: string, ...statements: string[]): Promise<void>;
  /** Every connection breaks, as with `pg_ctl stop -m immediate`; the server comes back by itself after recovery. */
  stopImmediately(): void;
  stop(): Promise<void>;
};

/**
 * A PostgreSQL server that is not Stint's: TCP on a loopback address of its own, passwords asked, nothing prepared.
 * All users have the same password.
 */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'own-postgres-'));
  const accessFile = join(dataDir, 'access.conf');
  await writeFile(accessFile, ACCESS_RULES);
  const host = `127.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;
  const server = await startEmbeddedPostgres({
    dataDir,
    binaries: process.env.PG_BINARIES ?? 'npm',
    settings: { listen_addresses: host, hba_file: accessFile, fsync: 'off' },
  });
  const password = randomBytes(16).toString('hex');
  const url = (user: string, database: string) => `postgres://${user}:${password}@${host}:5432/${database}`;
  const run = async (database: string, ...statements: string[]) => {
    const client = new pg.Client({ ...server.superuserConnection, database });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run('postgres', `alter role postgres password '${password}'`);
  return {
    url,
    superuserUrl: url('postgres', 'postgres'),
    run,
    stopImmediately: () => void process.kill(server.pid, 'SIGQUIT'),
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
