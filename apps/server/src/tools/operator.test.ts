import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../platform/database.ts';
import { findRunningServer } from '../platform/embedded/running-server.ts';
import { newId } from '../platform/ids.ts';
import { sql } from '../platform/sql.ts';
import { prepareProduct } from '../testing/prepared-data.ts';
import { cleanVariables, type ProductProcess, startProductProcess } from '../testing/product-process.ts';

const tool = fileURLToPath(new URL('operator.ts', import.meta.url));

let folder: string;
let product: ProductProcess;
let region: Database;
let identity: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'operator-'));
  product = await startProductProcess({ dataDir: await prepareProduct(join(folder, 'data')) });
  const server = await findRunningServer(join(product.dataDir, 'postgres'));
  // A thousand rows take long on a machine that has other things to do as well.
  const open = (user: string, database: string) =>
    openDatabase({
      address: { host: '', port: 0, ...server, user, database },
      max: 1,
      statementTimeoutMs: 100_000,
    });
  region = open('stint_us_owner', 'stint_us');
  identity = open('latchkey_owner', 'latchkey');
});
afterAll(async () => {
  await Promise.all([region?.close(), identity?.close()]);
  await product?.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

type Ended = { code: number; said: string };

function operator(args: string[], answer = ''): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...cleanVariables(), DATA_DIR: product.dataDir };
    const child = execFile(process.execPath, [tool, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
    child.stdin?.end(answer);
  });
}

/** A job that no process knows how to do, put aside. */
async function addDeadJob(): Promise<string> {
  const id = newId();
  await region.run(sql`select app.enqueue('nobody.knows', ${id}::uuid, null, '{}', null, null)`);
  const { number } = await region.one<{ number: number }>(sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no luck'
    where payload->>'id' = ${id} returning id as number`);
  return String(number);
}

const attemptsOf = async (id: string) =>
  await region.rows<{ attempts: number }>(
    sql`select attempts from graphile_worker._private_jobs where id = ${id}::bigint`,
  );

test('what was put aside is listed, sent again, and removed for good after a yes; all of it is audited', async () => {
  const id = await addDeadJob();
  expect(await operator(['dead'])).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      new RegExp(
        `^us id=${id} kind=nobody\\.knows tenantId=- state=dead attempts=\\d+ ageSeconds=\\d+ error="no luck"$`,
        'm',
      ),
    ),
  });
  expect(await operator(['drop', 'us', id], 'n\n')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Nothing was changed.'),
  });
  expect(await operator(['retry', 'us', id, '--yes'])).toMatchObject({ code: 0, said: '1 of 1 done\n' });
  expect(await attemptsOf(id)).toEqual([{ attempts: 0 }]);
  expect((await operator(['jobs'])).said).toContain(`us id=${id} kind=nobody.knows tenantId=- state=waits`);
  expect(await operator(['drop', 'us', id], 'y\n')).toMatchObject({ code: 0 });
  expect(await attemptsOf(id)).toEqual([]);
  const audited = await identity.rows<{ detail: object }>(
    sql`select detail from auth.audit_event where action = 'operator.acted' order by at`,
  );
  expect(audited.map(({ detail }) => detail)).toEqual([
    { operation: 'send 1 again of', place: 'us', ids: [id] },
    { operation: 'remove 1 for good of', place: 'us', ids: [id] },
  ]);
});

test('who has to wait is listed, and may try again once that is lifted', async () => {
  const key = 'password somebody';
  await identity.run(sql`insert into auth.limit_bucket (key, hits, subjects, streak, blocked_until, touched_at)
    values (${key}, '{1,2,3}', '{}', 12, extract(epoch from now())::bigint * 1000 + 600000, now())`);
  expect((await operator(['limits'])).said).toMatch(
    /^limits key="password somebody" tries=3 streak=12 waitSeconds=\d{3}$/m,
  );
  expect(await operator(['lift', key, '--yes'])).toMatchObject({ code: 0, said: '1 of 1 done\n' });
  expect((await operator(['limits'])).said).toBe('limits: 0\n');
});

test('a message that was given up is listed without whom it is for, and sent again or removed', async () => {
  const [kept, gone] = [newId(), newId()];
  for (const id of [kept, gone])
    await identity.run(sql`insert into auth.outbox (id, root_tenant_id, mode, tenant_id, channel, recipient_hash,
        sealed_payload, status, run_at, drop_at, tries, last_error, created_at)
      select ${id}, id, mode, id, 'email', '\\x00', '\\x00', 'dead', now() + interval '1 day', now() + interval '2 days', 10,
        'no answer', now() from auth.tenant where parent_id is null`);
  expect((await operator(['dead'])).said).toMatch(
    new RegExp(`^messages id=${kept} channel=email tries=10 error="no answer" ageSeconds=\\d+$`, 'm'),
  );
  expect((await operator(['retry', 'messages', kept, '--yes'])).said).toBe('1 of 1 done\n');
  expect((await operator(['drop', 'messages', gone, kept, '--yes'])).code).toBe(1);
  const left = await identity.rows<{ id: string }>(
    sql`select id from auth.outbox where id = any(${[kept, gone]}::uuid[])`,
  );
  expect(left.map(({ id }) => id)).toEqual([kept]);
});

test('however many there are, all are listed: workspaces, jobs, messages, limits', async () => {
  const many = 1001;
  await region.run(sql`insert into app.workspace_directory (slug, tenant_id, public_id, region_code, status, updated_at)
    select 'pier-' || n, gen_random_uuid(), 'pier-' || n, 'us', 'active', now() from generate_series(1, ${many}) n`);
  await region.run(
    sql`select app.enqueue('nobody.knows', gen_random_uuid(), null, '{}', null, null) from generate_series(1, ${many})`,
  );
  await identity.run(sql`insert into auth.outbox (id, root_tenant_id, mode, tenant_id, channel, recipient_hash,
      sealed_payload, status, run_at, drop_at, tries, last_error, created_at)
    select gen_random_uuid(), id, mode, id, 'email', '\\x00', '\\x00', 'dead', now() + interval '1 day', now() + interval '2 days',
      10, 'no answer', now() from auth.tenant, generate_series(1, ${many}) where parent_id is null`);
  await identity.run(sql`insert into auth.limit_bucket (key, hits, subjects, streak, blocked_until, touched_at)
    select 'password ' || n, '{1}', '{}', 12, 0, now() from generate_series(1, ${many}) n`);
  const linesOf = async (command: string[], begin: RegExp) => {
    const lines = (await operator(command)).said.split('\n').filter((line) => begin.test(line));
    return new Set(lines).size;
  };
  expect(await linesOf(['workspaces', 'pier'], /^us slug=pier/)).toBe(many);
  expect(await linesOf(['jobs'], /^us id=\d+ kind=nobody\.knows/)).toBe(many);
  expect(await linesOf(['dead'], /^messages id=/)).toBe(many);
  expect(await linesOf(['limits'], /^limits key="password \d+"/)).toBe(many);
});

test('workspaces are found by a part of their address', async () => {
  await region.run(sql`insert into app.workspace_directory (slug, tenant_id, public_id, region_code, status, updated_at)
    select slug, gen_random_uuid(), slug, 'us', 'active', now() from unnest(array['harbour', 'harvest', 'quarry']) slug`);
  const { code, said } = await operator(['workspaces', 'har']);
  expect(code).toBe(0);
  expect(said).toMatch(
    /^us slug=harbour id=harbour status=active since=\S+Z\nus slug=harvest .*\nus: 2\neu: 0\n$/,
  );
});

test.each([
  [['retry', 'nowhere', '1', '--yes'], 1, /^There is no place "nowhere": use us, eu, provider, messages\.$/m],
  [['retry', 'us', 'one', '--yes'], 1, /^The ids of jobs are whole numbers/],
  [['drop', 'us', '--yes'], 1, /^Name at least one of them\.$/m],
  [
    ['disagreements', '--mend', '--yes'],
    1,
    /^A gateway works on us, eu .* start one with SERVICES=auth alone/,
  ],
  [['heal'], 2, /^Usage: npm run operator/],
])('%j is refused with what to do', async (args, code, message) => {
  expect(await operator(args)).toMatchObject({ code, said: expect.stringMatching(message) });
});

test('everybody is signed out by a command, for a database that another program brought back', async () => {
  expect(await operator(['end-sessions', '--yes'])).toMatchObject({ code: 0, said: '1 of 1 done\n' });
  const open = await identity.rows(sql`select 1 from auth.session where ended_at is null`);
  expect(open).toEqual([]);
});
