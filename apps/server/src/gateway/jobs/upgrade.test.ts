import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { bootstrapDatabases } from '../../platform/bootstrap.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { migrate } from '../../platform/migrate.ts';
import { queueMigration, queueSchema } from '../../platform/queue-schema.ts';
import { sql } from '../../platform/sql.ts';
import { queuedJobs } from '../../testing/queued-jobs.ts';
import { migrationFolders, templates } from '../../testing/templates.ts';

/** A database as the version before the queue library left it: its jobs lie in `app.outbox`. */
const lastBefore = 7;
const server = inject('testServer');
const database = `t_upgrade_${process.pid}`;
const as = (user: string) => ({ host: server.host, port: server.port, user, database });
let owner: Database;

beforeAll(async () => {
  await bootstrapDatabases((name) => ({ ...server, database: name }), [{ ...templates.app, database }]);
  await migrate(as(templates.app.owner), 'app', migrationFolders.app, lastBefore);
  owner = openDatabase({ address: as(templates.app.owner) });
});
afterAll(async () => {
  await owner.close();
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  await client.query(`drop database ${database} with (force)`);
  await client.end();
});

test('open jobs go on with the tries they have left, those put aside stay there, what was done is gone', async () => {
  const [tenantId, waiting, tried, dead] = [newId(), newId(), newId(), newId()];
  const now = new Date();
  const before = new Date(now.getTime() - 60_000);
  const add = (id: string, columns: { key?: string; attempts?: number; dead?: boolean; done?: boolean }) =>
    owner.run(sql`insert into app.outbox (id, tenant_id, kind, payload, created_at, available_at, key, attempts, error, dead_at, done_at)
      values (${id}, ${tenantId}, 'approver.digest', '{"a":1}', ${before}, ${before}, ${columns.key ?? null}, ${columns.attempts ?? 0},
        ${columns.dead ? 'no luck' : null}, ${columns.dead ? now : null}, ${columns.done ? now : null})`);
  await add(waiting, { key: 'digest:a' });
  await add(tried, { attempts: 3 });
  await add(dead, { attempts: 10, key: 'digest:dead', dead: true });
  await add(newId(), { key: 'digest:sent', done: true });
  expect(await migrate(as(templates.app.owner), 'app', migrationFolders.app)).toContain('0008-job-queue.sql');
  const jobs = await queuedJobs(owner);
  expect(jobs).toMatchObject([
    {
      id: waiting,
      tenantId,
      kind: 'approver.digest',
      payload: { a: 1 },
      key: 'digest:a',
      attempts: 0,
      isDead: false,
    },
    { id: tried, attempts: 3, isDead: false },
    { id: dead, isDead: true, error: 'no luck' },
  ]);
  expect(jobs.every(({ waitSeconds }) => waitSeconds < 0)).toBe(true);
  const announced = await owner.rows<{ key: string }>(sql`select key from app.announcement order by 1`);
  expect(announced.map(({ key }) => key)).toEqual(['digest:a', 'digest:dead', 'digest:sent']);
});

test('the library is at the version that the check at each start knows', async () => {
  const { number } = await owner.one<{ number: number }>(
    sql`select max(id) as number from graphile_worker.migrations`,
  );
  expect(number).toBe(queueMigration);
  const [{ owners } = { owners: [] }] = await owner.rows<{ owners: string[] }>(sql`
    select array_agg(distinct relowner::regrole::text) as owners from pg_class where relnamespace = ${queueSchema}::regnamespace`);
  expect(owners).toEqual([templates.app.owner]);
});
