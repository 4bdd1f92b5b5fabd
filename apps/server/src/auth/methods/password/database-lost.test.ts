import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bootstrapDatabases } from '../../../platform/bootstrap.ts';
import { openDatabase } from '../../../platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../platform/embedded-postgres.ts';
import { migrate } from '../../../platform/migrate.ts';
import { type AuthHarness, startAuth } from '../../../testing/auth-harness.ts';
import { migrationFolders, templates } from '../../../testing/templates.ts';

/** A server is started, killed and recovers, on a machine that is busy with other tests as well. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let server: EmbeddedPostgres;
let auth: AuthHarness;

beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'database-lost-'));
  // What waits for nobody is on the disk only once somebody else waits for it.
  const settings = { fsync: 'off', wal_writer_delay: '10s' };
  server = await startEmbeddedPostgres({ dataDir: folder, settings });
  const { database, schema, owner, login, worker } = templates.auth;
  const as = (user: string) => ({ ...server.superuserConnection, user, database });
  await bootstrapDatabases((name) => ({ ...server.superuserConnection, database: name }), [templates.auth]);
  await migrate(as(owner), schema, migrationFolders.auth);
  const [service, everything, queue] = [login, owner, worker.name].map((user) =>
    openDatabase({ address: as(user) }),
  );
  if (!service || !everything || !queue) throw new Error('three were opened');
  const drop = async () => void (await Promise.all([service.close(), everything.close(), queue.close()]));
  auth = await startAuth({ db: { database: service, owner: everything, queue, drop } });
});
afterAll(async () => {
  await auth?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The database dies while the next password is compared, and is there again before its outcome is written. */
function loseDatabaseOnce(): void {
  const { passwords } = auth.service.context;
  const verify = passwords.verify.bind(passwords);
  passwords.verify = async (...given) => {
    passwords.verify = verify;
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => !server.isDown && server.pid !== pid, { timeout: 60_000 }).toBe(true);
    return verify(...given);
  };
}

describe('security 2: a try is on the disk before its password is compared', () => {
  test('also where the database dies behind it and is back before the answer', async () => {
    const { email } = await auth.signUp();
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429) {
      if ([0, 4, 9].includes(statuses.length)) loseDatabaseOnce();
      statuses.push((await auth.signIn(email, 'wrong password 1')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });
});
