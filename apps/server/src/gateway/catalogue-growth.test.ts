import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../platform/sql.ts';
import { type BlockCounter, createBlockCounter } from '../testing/blocks.ts';
import { openGatewayDesk } from '../testing/gateway-desk.ts';
import { foldChanged } from './total-checks/check.ts';
import { projectTime } from './totals/time-of-projects.ts';
import { countWorkspace } from './totals/weeks.ts';

/** What a workspace with thousands of projects and activities reads for lists that follow what is typed, in blocks of 8 KiB. */
const desk = openGatewayDesk();
const [projects, activities, people, weeks] = [3000, 8000, 40, 5];
const lastSunday = '2026-11-15';
/** Entries of everybody on one project, each day. */
const piecesOfDay = 20;

/** PostgreSQL keeps the plans of statements that were asked for before. */
const timesPrepared = 2;

let counter: BlockCounter;

beforeAll(async () => {
  const { gateway, workspace, owner } = desk;
  const { tenantId } = workspace;
  const db = gateway.owner(workspace);
  const { name } = await db.one<{ name: string }>(sql`select current_database() as name`);
  counter = await createBlockCounter(name);
  await db.run(sql`insert into app.client (tenant_id, id, name, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), 'Client ' || n, now(), now() from generate_series(1, 300) n`);
  await db.run(sql`insert into app.project (tenant_id, id, name, code, client_id, project_type_id, manager_id, description, budget_kind, budget_minutes, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), 'Harbour ' || n, 'P' || n,
      (array(select c.id from app.client c where c.tenant_id = ${tenantId}))[1 + n % 300], ${Object.values(workspace.typeIDs)[0]}, ${owner.teamMemberID},
      repeat('What was agreed on. ', 20), 'hours', 600, now(), now() from generate_series(1, ${projects}::int) n`);
  await db.run(sql`insert into app.activity (tenant_id, id, name, sort_order, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), 'Design ' || n, n, now(), now() from generate_series(1, ${activities}::int) n`);
  await db.run(sql`insert into app.team_member (tenant_id, id, first_name, status, role_updated_at, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), 'Ada ' || n, 'active', now(), '2026-01-01', now() from generate_series(1, ${people}::int) n`);
  await db.run(sql`insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, status, submitted_at, total_minutes, billable_minutes, updated_at, version)
    select ${tenantId}, m.id, ${lastSunday}::date - 7 * ago, 'pending', now(), 1500, 1500, now(), 1
    from app.team_member m cross join generate_series(0, ${weeks - 1}::int) ago where m.tenant_id = ${tenantId}`);
  await db.run(sql`insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, comment, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), m.id, ${lastSunday}::date - 7 * ago, ${lastSunday}::date - 7 * ago - 6 + day,
      (array(select p.id from app.project p where p.tenant_id = ${tenantId} order by p.sort_name))[1 + (m.nth * 331 + ago * 61 + day * 17 + turn) % ${projects}::int],
      60, true, 'High tide ' || turn, now(), now()
    from (select o.id, row_number() over (order by o.id)::int as nth from app.team_member o where o.tenant_id = ${tenantId}) m
      cross join generate_series(0, ${weeks - 1}::int) ago cross join generate_series(0, 4) day cross join generate_series(1, 5) turn`);
  await db.run(sql`insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, created_at, updated_at)
    select e.tenant_id, gen_random_uuid(), e.team_member_id, e.week_end_on, e.work_on,
      (select p.id from app.project p where p.tenant_id = ${tenantId} and p.name = 'Harbour 1'), 1, true, now(), now()
    from (select distinct tenant_id, team_member_id, week_end_on, work_on from app.timesheet_entry where tenant_id = ${tenantId}) e
      cross join generate_series(1, ${piecesOfDay}::int)`);
  await db.transaction((tx) => countWorkspace(tx, tenantId));
  await db.run(
    sql`vacuum analyze app.project, app.activity, app.client, app.team_member, app.timesheet_week, app.timesheet_entry, app.day_total, app.span_total`,
  );
}, 300_000);
afterAll(() => counter?.close());

async function blocksOf(path: string, query: Record<string, string>): Promise<number> {
  const ask = async () => {
    desk.gateway.clock.move(1000);
    const { status, text } = await desk.get(path, desk.owner, query);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  };
  for (let times = 0; times < timesPrepared; times++) await ask();
  return counter.blocksOf(ask);
}

test.each([
  ['as it opens', ''],
  ['for a letter', 'a'],
  ['for two words of different places', 'harb des'],
  ['for a word that only one activity has', '7777'],
  ['for what nothing has', 'zzqqx'],
])('the picker %s goes through indexes, not through rows', async (_when, q) => {
  expect(await blocksOf('Projects/Picker', q ? { q } : {})).toBeLessThan((projects + activities) / 5);
});

test.each([
  ['Projects', { page: '50' }],
  ['Projects', { page: '50', sort: 'updatedAt' }],
  ['TimeSheet/Entries', { page: '80' }],
])('a late page of %s costs what comes before it its ids alone: %o', async (path, query) => {
  const first = await blocksOf(path, { ...query, page: '1' });
  expect(await blocksOf(path, query)).toBeLessThan(first * 2 + 300);
});

test('what nobody worked on lately is found by looking once at each project', async () => {
  expect(await blocksOf('Projects', { inactiveDays: '14', size: '50' })).toBeLessThan(projects * 10);
});

test('budgets that are used up are found by adding up the sums of spans once, not project by project', async () => {
  expect(await blocksOf('Projects', { overBudget: 'true', size: '50' })).toBeLessThan(projects * 3);
});

test.each([
  ['the number of all entries', { page: '1', size: '1' }],
  [
    'the number of those of some months that are billed',
    { from: '2026-10-01', to: lastSunday, isBillable: 'true', page: '1', size: '1' },
  ],
])('%s is known without a look at each', async (_what, query) => {
  const alone = await blocksOf('TimeSheet/Entries', { ...query, total: 'false' });
  expect((await blocksOf('TimeSheet/Entries', query)) - alone).toBeLessThan(100);
});

test('a word in comments is looked for in their texts, not entry by entry', async () => {
  const { gateway, workspace } = desk;
  await foldChanged(gateway.databases.us.database, workspace.tenantId);
  const alone = await blocksOf('TimeSheet/Entries', { page: '1', size: '50' });
  expect(await blocksOf('TimeSheet/Entries', { q: 'tide', page: '1', size: '50' })).toBeLessThan(alone + 300);
  expect(await blocksOf('TimeSheet/Entries', { q: 'zzqqx', page: '1', size: '50' })).toBeLessThan(150);
});

test('where nobody worked yet, no day of all that might be is looked at', async () => {
  const { gateway, other } = desk;
  const db = gateway.owner(other);
  await db.run(sql`insert into app.project (tenant_id, id, name, project_type_id, manager_id, created_at, updated_at)
    select ${other.tenantId}, gen_random_uuid(), 'Pier ' || n, ${Object.values(other.typeIDs)[0]}, ${other.owner.teamMemberID}, now(), now()
    from generate_series(1, 20) n`);
  const plan = await db.rows<{ 'QUERY PLAN': string }>(sql`explain (analyze, timing off, buffers off)
    select p.id, sum(t.minutes) from app.project p left join ${projectTime(other.tenantId, sql`current_date`)} t on t.project_id = p.id
    where p.tenant_id = ${other.tenantId} group by p.id`);
  const rows = plan.flatMap((line) => /actual rows=(\d+)/.exec(line['QUERY PLAN'])?.[1] ?? []).map(Number);
  expect(rows.length).toBeGreaterThan(5);
  expect(Math.max(...rows)).toBe(20);
});

test('sums of a project read the totals of its days, and none of its entries', async () => {
  const [project] = (await desk.get('Projects', desk.owner, { q: 'Harbour 1', size: '1' })).body;
  const days = people * weeks * 5;
  expect(project.trackedMinutes).toBeGreaterThanOrEqual(days * piecesOfDay);
  expect(await blocksOf(`Projects/${project.projectID}`, {})).toBeLessThan(days * 3);
});

test('years of weeks cost a list of projects nothing', async () => {
  const { gateway, workspace } = desk;
  const { tenantId } = workspace;
  const db = gateway.owner(workspace);
  const [{ projectID }] = (await desk.get('Projects')).body;
  const ask = async () => [
    await blocksOf('Projects', { size: '20' }),
    await blocksOf(`Projects/${projectID}`, {}),
  ];
  const before = await ask();
  await db.run(sql`
    insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, status, decided_at, total_minutes, updated_at, version, counted_version)
    select ${tenantId}, m.id, ${lastSunday}::date - 7 * ago, 'approved', now(), 2400, now(), 1, 1
    from app.team_member m cross join generate_series(100, 400) ago where m.tenant_id = ${tenantId}`);
  // Until nobody is left who may see the table without them: an index alone answers only what everybody sees. What few pages have kept
  // of rows before, seen by somebody at the first vacuum, is left there otherwise, and the pages are looked at for good.
  const young = async () => {
    await db.run(sql`vacuum (analyze, index_cleanup on) app.timesheet_week`);
    const [table] = await db.rows<{ blocks: number }>(
      sql`select relpages - relallvisible as blocks from pg_class where oid = 'app.timesheet_week'::regclass`,
    );
    return table?.blocks;
  };
  await expect.poll(young, { timeout: 60_000, interval: 500 }).toBe(0);
  const after = await ask();
  expect(Math.max(...after.map((blocks, at) => blocks - (before[at] ?? 0)))).toBeLessThan(60);
});

test('missing days and the inbox read what weeks keep, not their entries', async () => {
  const span = { from: '2026-10-12', to: lastSunday };
  expect(await blocksOf('TimeSheet/Missing', span)).toBeLessThan(people * weeks * 6);
  expect(await blocksOf('TimeSheet/GetPendingTimesheets', { size: '200' })).toBeLessThan(people * weeks * 30);
});
