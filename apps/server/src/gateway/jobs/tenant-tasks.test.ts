import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database.ts';
import { isOutage } from '../../platform/database-errors.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { startCutProxy } from '../../testing/cut-proxy.fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { clearQueue, queuedJobs } from '../../testing/queued-jobs.ts';
import { budgetAlerts } from '../budgets/alerts.ts';
import type { Payments } from '../payments/stripe.ts';
import { seatSync } from '../subscription/seats.ts';
import { purgeTrash } from '../trash/purge.ts';
import { provisionTenant } from '../workspace-lifecycle/provision.ts';
import { forEachTenant } from './tenant-tasks.ts';

let app: TestDatabase;
let now = new Date('2026-11-18T12:00:00Z');
const clock = { now: () => now };
const tenantId = newId();
const region = () => ({ code: 'us', database: app.database, queue: app.queue });
let member: string;
let type: string;

beforeAll(async () => {
  app = await createTestDatabase('app');
  for (const [id, publicId] of [
    [tenantId, 'tasksws1'],
    [newId(), 'tasksws2'],
  ] as const) {
    await provisionTenant(app.database, {
      tenantId: id,
      publicId,
      name: publicId,
      slug: publicId,
      regionCode: 'us',
      timeZone: 'UTC',
      owner: { userId: newId(), email: `owner@${publicId}.example`, name: 'Olga Owner' },
      now,
    });
  }
  ({ id: member } = await app.owner.one<{ id: string }>(
    sql`select id from app.team_member where tenant_id = ${tenantId}`,
  ));
  ({ id: type } = await app.owner.one<{ id: string }>(
    sql`select id from app.project_type where tenant_id = ${tenantId} limit 1`,
  ));
  await app.owner.run(sql`insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at)
    select ${tenantId}::uuid, ${member}::uuid, day::date, ${now}::timestamptz
    from generate_series(date '2026-09-06', date '2026-12-06', interval '7 days') day`);
});
afterAll(() => app.drop());
beforeEach(async () => {
  now = new Date('2026-11-18T12:00:00Z');
  await clearQueue(app.owner);
});

async function addProject(columns: {
  budgetMinutes?: number;
  period?: string;
  deletedAt?: Date;
}): Promise<string> {
  const id = newId();
  await app.owner.run(sql`insert into app.project (tenant_id, id, name, project_type_id, budget_kind, budget_minutes, budget_period,
      deleted_at, created_at, updated_at)
    values (${tenantId}, ${id}, ${id}, ${type}, ${columns.budgetMinutes ? 'hours' : 'none'}, ${columns.budgetMinutes ?? null},
      ${columns.period ?? 'total'}, ${columns.deletedAt ?? null}, ${now}, ${now})`);
  return id;
}

async function addTime(
  project: string,
  date: string,
  minutes: number,
  deletedAt: Date | null = null,
): Promise<string> {
  const id = newId();
  await app.owner.run(sql`insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes,
      is_billable, created_at, updated_at, deleted_at)
    values (${tenantId}, ${id}, ${member}, ${date}::date + (7 - extract(isodow from ${date}::date)::int) % 7, ${date}, ${project},
      ${minutes}, true, ${now}, ${now}, ${deletedAt})`);
  return id;
}

async function alertsOf(project: string): Promise<number[]> {
  await Promise.all([budgetAlerts(clock).run(region()), budgetAlerts(clock).run(region())]);
  const jobs = await queuedJobs(app.owner);
  return jobs
    .filter(({ kind, payload }) => kind === 'webhook.event' && payload.data.projectID === project)
    .map(({ payload }) => payload.data.percent)
    .toSorted((a, b) => a - b);
}

test('each percentage of a budget is told once, however often and by how many it is looked at', async () => {
  const project = await addProject({ budgetMinutes: 1000 });
  await addTime(project, '2026-11-16', 499);
  expect(await alertsOf(project)).toEqual([]);
  await addTime(project, '2026-11-16', 1);
  expect(await alertsOf(project)).toEqual([50]);
  expect(await alertsOf(project)).toEqual([50]);
  await addTime(project, '2026-11-17', 500);
  expect(await alertsOf(project)).toEqual([50, 75, 90, 100]);
  const mails = (await queuedJobs(app.owner)).filter(({ kind }) => kind === 'budget.mail');
  expect(mails.map(({ payload }) => payload.percent)).toEqual([50, 100]);
});

test('a budget of a month counts that month alone and tells anew in the next', async () => {
  const project = await addProject({ budgetMinutes: 100, period: 'month' });
  await addTime(project, '2026-10-28', 300);
  expect(await alertsOf(project)).toEqual([]);
  await addTime(project, '2026-11-02', 50);
  expect(await alertsOf(project)).toEqual([50]);
  now = new Date('2026-12-02T12:00:00Z');
  await addTime(project, '2026-12-01', 50);
  expect(await alertsOf(project)).toEqual([50, 50]);
});

test('the trash is emptied after 30 days, entries first, and nothing that is still used goes', async () => {
  const old = new Date('2026-10-10T00:00:00Z');
  const [gone, used] = [await addProject({ deletedAt: old }), await addProject({ deletedAt: old })];
  const [goneEntry, keptEntry, live] = [
    await addTime(gone, '2026-09-15', 60, old),
    await addTime(used, '2026-09-15', 60, new Date('2026-11-10T00:00:00Z')),
    await addTime(used, '2026-09-16', 60),
  ];
  await purgeTrash(clock).run(region());
  const left = await app.owner.rows<{ id: string }>(sql`select id from app.timesheet_entry
    where tenant_id = ${tenantId} and id in (${goneEntry}, ${keptEntry}, ${live})`);
  expect(left.map(({ id }) => id).toSorted()).toEqual([keptEntry, live].toSorted());
  const projects = await app.owner.rows<{ id: string }>(sql`select id from app.project
    where tenant_id = ${tenantId} and id in (${gone}, ${used})`);
  expect(projects).toEqual([{ id: used }]);
});

test('seats that are paid for follow the people', async () => {
  const set: [string, number][] = [];
  const payments = {
    setSeats: async (id: string, seats: number) => void set.push([id, seats]),
  } as unknown as Payments;
  const [task] = seatSync(payments);
  await task?.run(region());
  expect(set).toEqual([]);
  await app.owner.run(sql`update app.subscription set status = 'active', stripe_subscription_id = 'sub_1', seats = 5
    where tenant_id = ${tenantId}`);
  await task?.run(region());
  expect(set).toEqual([['sub_1', 1]]);
  expect(seatSync(null)).toEqual([]);
});

test('a workspace whose work fails does not keep the others from theirs', async () => {
  const seen: string[] = [];
  const task = forEachTenant('test', 1000, async (id) => {
    seen.push(id);
    if (id === tenantId) throw new Error('no luck');
  });
  await expect(task.run(region())).rejects.toMatchObject({
    message: 'test: failed in 1 of 2 workspaces',
    cause: { message: 'no luck' },
  });
  expect(seen).toHaveLength(2);
});

test('a region that is away while its workspaces are gone through is told as that, and the rest is not tried in turn', async () => {
  const { host, port, user, database: name } = app.database.pool.options;
  const proxy = await startCutProxy({ host: String(host), port: Number(port) });
  const address = { host: '127.0.0.1', port: proxy.port, user: String(user), database: String(name) };
  const database = openDatabase({ address });
  try {
    const seen: string[] = [];
    const task = forEachTenant('test', 1000, async (id) => {
      seen.push(id);
      if (seen.length === 1) throw new Error('no luck');
      await proxy.refuse();
      await database.tenantRows(id, sql`select 1 as one`);
    });
    const failure = await task.run({ ...region(), database }).catch((error: unknown) => error);
    expect(failure).toSatisfy(isOutage);
    // What failed before the outage is told with it.
    expect(failure).toMatchObject({ cause: { errors: [{ message: 'no luck' }, expect.any(Error)] } });
    expect(seen).toHaveLength(2);
  } finally {
    await database.close();
    await proxy.close();
  }
});
