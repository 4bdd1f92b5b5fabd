import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createStandings } from '../../gateway/access/standings.ts';
import type { MemberContext } from '../../gateway/context.ts';
import { createJobWorker } from '../../gateway/jobs/worker.ts';
import { beginLongWork } from '../../gateway/long-work/begin.ts';
import { insertPart, readParts } from '../../gateway/long-work/parts.ts';
import { getLongWork } from '../../gateway/long-work/queries.ts';
import { transferJobs } from '../../gateway/transfer/feature.ts';
import type { Manifest } from '../../gateway/transfer/format.ts';
import { readTotals } from '../../gateway/transfer/queries.ts';
import { provisionTenant } from '../../gateway/workspace-lifecycle/provision.ts';
import type { Queryable } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { templates } from '../../testing/templates.ts';
import { fillHarbourStudio } from './fill.ts';
import { people } from './people.ts';

let us: TestDatabase;
let eu: TestDatabase;
const source = newId();
const users = new Map(people.map(({ key }) => [key, newId()]));
let now = new Date('2026-11-21T08:00:00Z');
const clock = { now: () => now };
const olivia = String(users.get('olivia'));
const publicIds: string[] = [];
let zip: Uint8Array;

beforeAll(async () => {
  [us, eu] = await Promise.all([createTestDatabase('app'), createTestDatabase('app')]);
  await makeWorkspace(us, source, 'harbour1');
  const { database } = await us.owner.one<{ database: string }>(sql`select current_database() as database`);
  const { host, port } = inject('testServer');
  const owner = { host, port, user: templates.app.owner, database };
  await fillHarbourStudio(owner, { seed: 'stint', today: '2026-11-21', tenantId: source, users });
  zip = await exportZip(us, source);
}, 300_000);
afterAll(() => Promise.all([us.drop(), eu.drop()]));

function makeWorkspace(target: TestDatabase, tenantId: string, publicId: string): Promise<void> {
  publicIds.push(publicId);
  return provisionTenant(target.database, {
    tenantId,
    publicId,
    name: 'Harbour Studio',
    slug: publicId,
    regionCode: target === us ? 'us' : 'eu',
    timeZone: 'UTC',
    owner: {
      userId: olivia,
      email: 'olivia@harbour-studio.example',
      name: 'Olivia Hart',
    },
    now,
  });
}

function begin(tx: Queryable, tenantId: string, kind: 'export' | 'import') {
  const context = { tenantId, identity: { userUuid: olivia }, info: { now } } as MemberContext;
  const file = { name: 'harbour.zip', contentType: 'application/zip' };
  const ability = kind === 'export' ? 'data.exportAll' : 'data.import';
  return beginLongWork(clock, tx, context, { kind, ability, file, alone: 'workspace' });
}

/** Queues a transfer as its route does and lets a worker do it. */
async function runTransfer(
  target: TestDatabase,
  tenantId: string,
  kind: 'export' | 'import',
  file?: Uint8Array,
) {
  const id = await target.database.withTenant(tenantId, async (tx) => {
    const begun = await begin(tx, tenantId, kind);
    for (let part = 0; file && part * 65_536 < file.length; part++) {
      const bytes = file.subarray(part * 65_536, (part + 1) * 65_536);
      await insertPart(tx, tenantId, begun.id, { part, bytes });
    }
    return begun.id;
  });
  const regions = [{ code: 'xx', database: target.database, queue: target.queue }];
  const log = { error: () => {}, warn: () => {} };
  // The provider, as far as it is asked about who began: an owner of every workspace of this test.
  const memberships = Object.fromEntries(publicIds.map((one) => [one, { roles: ['owner'], since: null }]));
  const findStanding = async () => ({ isLocked: false, tokensValidFrom: null, memberships });
  const standings = createStandings(clock, { findStanding }, null);
  await createJobWorker({
    regions,
    log,
    handlers: transferJobs({ clock, standings }),
    periodic: [],
  }).runDue();
  return target.database.withTenant(tenantId, (tx) => getLongWork(tx, tenantId, id));
}

async function exportZip(target: TestDatabase, tenantId: string): Promise<Uint8Array> {
  const { id, status } = await runTransfer(target, tenantId, 'export');
  expect(status).toBe('done');
  const parts: Buffer[] = [];
  for await (const part of readParts(target.database, tenantId, id)) parts.push(part);
  return Buffer.concat(parts);
}

const totalsOf = (target: TestDatabase, tenantId: string) =>
  target.database.withTenant(tenantId, (tx) => readTotals(tx, tenantId));

function manifestOf(file: Uint8Array): Manifest {
  return JSON.parse(strFromU8(unzipSync(file)['manifest.json'] as Uint8Array)) as Manifest;
}

/** The same zip with some of its files changed. */
function changed(file: Uint8Array, change: (files: Record<string, Uint8Array>) => void): Uint8Array {
  const files = unzipSync(file);
  change(files);
  const ordered = Object.entries(files).sort(
    ([a], [b]) => Number(b === 'manifest.json') - Number(a === 'manifest.json'),
  );
  return zipSync(Object.fromEntries(ordered) as Zippable);
}

async function freshWorkspace(): Promise<string> {
  const tenantId = newId();
  await makeWorkspace(eu, tenantId, `e${newId().slice(-7)}`);
  return tenantId;
}

/** The workspace that the zip was imported into, which tests look at, and what came of it. */
let imported: string;
let outcome: Awaited<ReturnType<typeof runTransfer>>;

beforeAll(async () => {
  imported = await freshWorkspace();
  outcome = await runTransfer(eu, imported, 'import', zip);
}, 300_000);

test('out of one region and into another, every total is the same to the minute', async () => {
  const { status, error, result } = outcome;
  expect([status, error]).toEqual(['done', null]);
  expect(result).toEqual(await totalsOf(us, source));
  expect(await totalsOf(eu, imported)).toEqual(await totalsOf(us, source));
  const perWeek = (database: TestDatabase, tenantId: string) =>
    database.owner.rows(sql`select team_member_id, week_end_on, status, total_minutes, billable_minutes, reason
      from app.timesheet_week where tenant_id = ${tenantId} order by 1, 2`);
  expect(await perWeek(eu, imported)).toEqual(await perWeek(us, source));
});

test('what was imported and exported again is the same file, line by line', async () => {
  const [before, after] = [unzipSync(zip), unzipSync(await exportZip(eu, imported))];
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const file of Object.keys(before)) {
    // People become placeholders until they are invited, and imported audit is marked as such.
    if (
      [
        'manifest.json',
        'tables/team_member.jsonl',
        'tables/audit_event.jsonl',
        'tables/tenant.jsonl',
      ].includes(file)
    )
      continue;
    expect([file, strFromU8(after[file] as Uint8Array)]).toEqual([
      file,
      strFromU8(before[file] as Uint8Array),
    ]);
  }
}, 180_000);

test('the one who imports stays who they are, all others wait to be invited', async () => {
  const rows = await eu.owner.rows<{
    status: string;
    role: string;
    userId: string | null;
    count: number;
  }>(sql`
    select status, count(*) as count from app.team_member where tenant_id = ${imported} group by status order by status`);
  expect(rows).toEqual([
    { status: 'active', count: 1 },
    { status: 'placeholder', count: 11 },
  ]);
  const [owner] = await eu.owner.rows(sql`select role, user_id as "userId" from app.team_member
    where tenant_id = ${imported} and status = 'active'`);
  expect(owner).toEqual({ role: 'owner', userId: users.get('olivia') });
});

test('security 10: secrets and payment are in no file', () => {
  const { tables, leftOut } = manifestOf(zip);
  const names = tables.map(({ name }) => name);
  for (const table of ['personal_token', 'calendar_feed', 'webhook', 'invitation', 'subscription']) {
    expect(names).not.toContain(table);
    expect(leftOut).toContain(table);
  }
  expect(tables.find(({ name }) => name === 'saved_report')?.columns).not.toContain('share_hash');
});

test('a workspace that has hours already takes no zip', async () => {
  const { status, error } = await runTransfer(us, source, 'import', zip);
  expect(status).toBe('failed');
  expect(error).toContain('no clients, projects and hours');
  expect(await totalsOf(us, source)).toMatchObject(manifestOf(zip).totals);
});

const bad: [string, () => Uint8Array][] = [
  ['is no zip', () => strToU8('hello, this is text and no zip at all')],
  ['is cut off', () => zip.subarray(0, zip.length / 2)],
  ['has no manifest', () => changed(zip, (files) => void delete files['manifest.json'])],
  [
    'lost a line',
    () =>
      changed(zip, (files) => {
        const text = strFromU8(files['tables/timesheet_entry.jsonl'] as Uint8Array);
        files['tables/timesheet_entry.jsonl'] = strToU8(text.slice(text.indexOf('\n') + 1));
      }),
  ],
  [
    'has another number of minutes',
    () =>
      changed(zip, (files) => {
        const text = strFromU8(files['tables/timesheet_entry.jsonl'] as Uint8Array);
        files['tables/timesheet_entry.jsonl'] = strToU8(
          text.replace(/"minutes":(\d+)/, (_, minutes) => `"minutes":${Number(minutes) + 1}`),
        );
      }),
  ],
  [
    'names a table that is none of a workspace',
    () =>
      changed(zip, (files) => {
        const manifest = manifestOf(zip);
        manifest.tables.push({ name: 'outbox', file: 'tables/outbox.jsonl', columns: ['id'], rows: 0 });
        files['manifest.json'] = strToU8(JSON.stringify(manifest));
      }),
  ],
  [
    'names columns that are SQL',
    () =>
      changed(zip, (files) => {
        const manifest = manifestOf(zip);
        manifest.tables.find(({ name }) => name === 'client')?.columns.push('name) select pg_sleep(10) --');
        files['manifest.json'] = strToU8(JSON.stringify(manifest));
      }),
  ],
  [
    'has a file that leads elsewhere',
    () =>
      changed(zip, (files) => {
        files['../evil.txt'] = strToU8('x');
      }),
  ],
  ['unpacks to a hundred times its size', () => zipSync({ 'manifest.json': new Uint8Array(40_000_000) })],
  [
    'comes from a later version',
    () =>
      changed(zip, (files) => {
        files['manifest.json'] = strToU8(JSON.stringify({ ...manifestOf(zip), formatVersion: 99 }));
      }),
  ],
  [
    'sets the tenant of its rows',
    () =>
      changed(zip, (files) => {
        const manifest = manifestOf(zip);
        manifest.tables.find(({ name }) => name === 'client')?.columns.push('tenant_id');
        files['manifest.json'] = strToU8(JSON.stringify(manifest));
      }),
  ],
];

test.each(bad)('security 11: a file that %s changes nothing and says why', async (_, make) => {
  const target = await freshWorkspace();
  const before = await eu.owner.rows(
    sql`select id, name from app.activity where tenant_id = ${target} order by id`,
  );
  const { status, error } = await runTransfer(eu, target, 'import', make());
  expect(status).toBe('failed');
  expect(error).not.toBe('This did not work several times. Please tell support.');
  expect(error?.length).toBeGreaterThan(10);
  expect(await totalsOf(eu, target)).toEqual({ entries: 0, minutes: 0, billableMinutes: 0 });
  expect(
    await eu.owner.rows(sql`select id, name from app.activity where tenant_id = ${target} order by id`),
  ).toEqual(before);
});

test('one at a time: a second transfer of the workspace is refused while one runs', async () => {
  const target = await freshWorkspace();
  const add = () => eu.database.withTenant(target, (tx) => begin(tx, target, 'export'));
  await add();
  await expect(add()).rejects.toMatchObject({ code: 'in_progress' });
});

test('the zip of one workspace is not to be had from another', async () => {
  const { id } = await runTransfer(us, source, 'export');
  const other = newId();
  await makeWorkspace(us, other, 'o1234567');
  await expect(us.database.withTenant(other, (tx) => getLongWork(tx, other, id))).rejects.toMatchObject({
    code: 'not_found',
  });
  const parts: Buffer[] = [];
  for await (const part of readParts(us.database, other, id)) parts.push(part);
  expect(parts).toEqual([]);
  now = new Date(now.getTime() + 1000);
});
