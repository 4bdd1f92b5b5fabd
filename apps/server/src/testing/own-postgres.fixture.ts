import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
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
  /** Rows of a statement of the superuser's. */
  read(database: string, statement: string): Promise<Record<string, unknown>[]>;
  /** Every connection breaks, as with `pg_ctl stop -m immediate`; the server comes back by itself after recovery. */
  stopImmediately(): Promise<void>;
  /** As if its machine had lost its power. @returns what switches it on again, and ends when it answers */
  switchOff(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
};

export type OwnPostgresOptions = {
  /** Of all users; a random one where absent. */
  password?: string;
  settings?: Record<string, string>;
  /** Speaks to itself by the address that it listens on, in place of `localhost`. */
  isCitus?: boolean;
};

/**
 * A PostgreSQL server that is not Stint's: TCP on a loopback address of its own, passwords asked, nothing prepared.
 * All users have the same password.
 */
export async function startOwnPostgres({
  password = randomBytes(16).toString('hex'),
  settings = {},
  isCitus = false,
}: OwnPostgresOptions = {}): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'own-postgres-'));
  const accessFile = join(dataDir, 'access.conf');
  await writeFile(accessFile, ACCESS_RULES);
  const host = `127.${randomInt(1, 250)}.${randomInt(1, 250)}.${randomInt(1, 250)}`;
  const server = await startEmbeddedPostgres({
    dataDir,
    binaries: process.env.PG_BINARIES ?? 'npm',
    longestPauseMs: 500,
    settings: {
      listen_addresses: host,
      hba_file: accessFile,
      fsync: 'off',
      ...settings,
      ...(isCitus ? { 'citus.local_hostname': host } : {}),
    },
  });
  const url = (user: string, database: string) => `postgres://${user}:${password}@${host}:5432/${database}`;
  const asSuperuser = async <T>(database: string, work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ ...server.superuserConnection, database });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const run = (database: string, ...statements: string[]) =>
    asSuperuser(database, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  await run('postgres', `alter role postgres password '${password}'`);
  return {
    url,
    superuserUrl: url('postgres', 'postgres'),
    run,
    read: (database, statement) =>
      asSuperuser(database, async (client) => (await client.query(statement)).rows),
    async stopImmediately() {
      // Clients may be answered by a server that its launcher does not know of yet.
      await untilAsExpected(() => !server.isDown);
      process.kill(server.pid, 'SIGQUIT');
    },
    async switchOff() {
      // Without its folder it is not started again.
      const folder = join(dataDir, 'postgres');
      await rename(folder, `${folder}.off`);
      process.kill(server.pid, 'SIGQUIT');
      await untilAsExpected(() => server.isDown);
      return async () => {
        await rename(`${folder}.off`, folder);
        await untilAsExpected(() => !server.isDown);
      };
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilAsExpected(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 20));
}
