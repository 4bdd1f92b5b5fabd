import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import { countUncounted, findDifferences, foldChanged, mendTotals } from './check.ts';

const desk = openGatewayDesk();
const weekEndDate = '2026-10-11';

async function post(path: string, body: object) {
  const { status, body: answer, text } = await desk.post(path, body);
  if (status >= 300) throw new Error(text);
  return answer;
}

async function addProject(more: object = {}): Promise<string> {
  const { projectID } = await post('Projects', { projectName: newId(), rateMode: 'project', ...more });
  return projectID;
}

async function amountOf(projectID: string) {
  const filters = [{ field: 'project', is: 'is', values: [projectID] }];
  const range = { from: '2026-01-01', to: '2026-12-31' };
  const { totals } = await post('Reports/Query', { ...range, groupBy: [], withMoney: true, filters });
  return totals.amounts[0]?.amount ?? 0;
}

async function setRate(projectID: string, hourlyRate: number): Promise<void> {
  const { version } = (await desk.get(`Projects/${projectID}`)).body;
  expect((await desk.put(`Projects/${projectID}`, { version, hourlyRate })).status).toBe(200);
}

async function step(action: string, more: object = {}): Promise<void> {
  const week = { teamMemberID: desk.owner.teamMemberID, weekEndDate };
  const { version } = (await desk.get(`TimeSheet/GetByWeek/${week.teamMemberID}/${weekEndDate}`)).body.week;
  const { results } = await post(`TimeSheet/${action}`, { items: [{ ...week, version }], ...more });
  expect(results[0].status).toBe(200);
}

test('approved time keeps its amount when a rate changes; what is reopened has the rate of today', async () => {
  const projectID = await addProject({ hourlyRate: 6_000 });
  await post('TimeSheet', { projectID, workDate: weekEndDate, minutes: 60 });
  await setRate(projectID, 9_000);
  expect(await amountOf(projectID)).toBe(9_000);
  await step('Submit');
  await step('Approve');
  await setRate(projectID, 12_000);
  await post('TimeSheet', { projectID, workDate: '2026-10-12', minutes: 30 });
  expect(await amountOf(projectID)).toBe(9_000 + 6_000);
  await step('Reopen', { reason: 'A line is wrong.' });
  expect(await amountOf(projectID)).toBe(12_000 + 6_000);
});

test('an entry that changes is billed by the rate of now, each entry of its day for itself', async () => {
  const projectID = await addProject({ hourlyRate: 6_001 });
  const workDate = '2026-03-03';
  const [first] = [
    await post('TimeSheet', { projectID, workDate, minutes: 10 }),
    await post('TimeSheet', { projectID, workDate, minutes: 10 }),
  ];
  expect(await amountOf(projectID)).toBe(2 * 1_000);
  await setRate(projectID, 9_001);
  const change = async (version: number, minutes: number) =>
    expect((await desk.put(`TimeSheet/${first.timesheetID}`, { version, minutes })).status).toBe(200);
  await change(1, 30);
  expect(await amountOf(projectID)).toBe(4_501 + 1_500);
  await setRate(projectID, 12_001);
  await change(2, 10);
  expect(await amountOf(projectID)).toBe(2 * 2_000);
});

test('an entry that changes where its total is missing has it counted anew, price and all, also beside one that is there', async () => {
  const { workspace, gateway } = desk;
  const projectID = await addProject({ hourlyRate: 6_000 });
  await post('TimeSheet', { projectID, workDate: '2026-03-10', minutes: 60, isBillable: false });
  const { timesheetID } = await post('TimeSheet', { projectID, workDate: '2026-03-10', minutes: 60 });
  await gateway
    .owner(workspace)
    .run(
      sql`delete from app.day_total where tenant_id = ${workspace.tenantId} and project_id = ${projectID} and is_billable`,
    );
  expect((await desk.put(`TimeSheet/${timesheetID}`, { version: 1, minutes: 30 })).status).toBe(200);
  expect(await amountOf(projectID)).toBe(3_000);
});

test('an activity that takes over another takes its rates as well', async () => {
  const [kept, from] = [
    await post('Activities', { activityName: newId() }),
    await post('Activities', { activityName: newId() }),
  ];
  const projectID = await addProject({
    rateMode: 'activity',
    activityIDs: [from.activityID],
    activityRates: [{ activityID: from.activityID, hourlyRate: 4_500 }],
  });
  await post('TimeSheet', { projectID, activityID: from.activityID, workDate: '2026-11-03', minutes: 120 });
  await post(`Activities/${kept.activityID}/Merge`, { from: from.activityID });
  expect(await amountOf(projectID)).toBe(9_000);
});

describe('time that nobody counted, as a process of the version before leaves it', () => {
  test('is in every sum at once, and counted by the task', async () => {
    const { workspace, owner, gateway } = desk;
    const { tenantId } = workspace;
    const projectID = await addProject({ hourlyRate: 6_000 });
    await post('TimeSheet', { projectID, workDate: '2026-11-17', minutes: 60 });
    const db = gateway.owner(workspace);
    await db.run(sql`insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable,
      created_at, updated_at) values (${tenantId}, ${newId()}, ${owner.teamMemberID}, '2026-11-22', '2026-11-18', ${projectID}, 30, true, now(), now())`);
    await db.run(sql`update app.timesheet_week set version = version + 1, total_minutes = total_minutes + 30, billable_minutes = billable_minutes + 30
      where tenant_id = ${tenantId} and week_end_on = '2026-11-22'`);
    const views = async () => [
      await amountOf(projectID),
      (await desk.get(`Projects/${projectID}`)).body.trackedMinutes,
      (await desk.get(`Projects/${projectID}/Summary`)).body.trackedMinutes,
    ];
    expect(await views()).toEqual([9_000, 90, 90]);
    expect(await countUncounted(gateway.databases.us.database, tenantId)).toBe(1);
    expect(await countUncounted(gateway.databases.us.database, tenantId)).toBe(0);
    expect(await views()).toEqual([9_000, 90, 90]);
    expect(await findDifferences(db, tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
  });

  test('leaves no day behind where such a process removed its last entry and somebody saves after it', async () => {
    const { workspace, gateway } = desk;
    const { tenantId } = workspace;
    const projectID = await addProject();
    const removed = await post('TimeSheet', { projectID, workDate: '2026-11-26', minutes: 60 });
    const db = gateway.owner(workspace);
    await db.run(
      sql`update app.timesheet_entry set deleted_at = now() where tenant_id = ${tenantId} and id = ${removed.timesheetID}`,
    );
    await db.run(
      sql`update app.timesheet_week set version = version + 1 where tenant_id = ${tenantId} and week_end_on = '2026-11-29'`,
    );
    await post('TimeSheet', { projectID, workDate: '2026-11-27', minutes: 30 });
    expect(await findDifferences(db, tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
  });
});

test.each([
  ['goes to another day', { workDate: '2026-12-02' }],
  ['goes to another week', { workDate: '2026-12-09' }],
  ['is billed no more', { isBillable: false }],
  ['has other minutes', { minutes: 45 }],
])('the only entry of a day that %s leaves no total behind', async (_name, change) => {
  const { workspace, gateway } = desk;
  const projectID = await addProject();
  const { timesheetID, version } = await post('TimeSheet', {
    projectID,
    workDate: '2026-12-01',
    minutes: 60,
  });
  expect((await desk.put(`TimeSheet/${timesheetID}`, { version, ...change })).status).toBe(200);
  const found = await findDifferences(gateway.owner(workspace), workspace.tenantId);
  expect(found).toEqual({ days: 0, weeks: [], spans: [] });
});

test.each([
  ['minutes', sql`update app.day_total set minutes = minutes + 1 where tenant_id = $tenant`],
  ['an amount', sql`update app.day_total set bill_minor = 1 where tenant_id = $tenant`],
  ['a day that is missing', sql`delete from app.day_total where tenant_id = $tenant`],
  ['the total of a week', sql`update app.timesheet_week set total_minutes = 1 where tenant_id = $tenant`],
  ['the total of a span', sql`update app.span_total set minutes = minutes + 1 where tenant_id = $tenant`],
  ['a span that is missing', sql`delete from app.span_total where tenant_id = $tenant`],
  ['a week that nobody knows to be added up', sql`delete from app.span_week where tenant_id = $tenant`],
  [
    'the comments of a week that does not fit',
    sql`update app.packed_week set fits = false, comments = 'x' where tenant_id = $tenant`,
  ],
  [
    'the bytes of a week that was packed without its comments',
    sql`update app.packed_week set times = int2send(1::int2), comments = null, comment_ends = null, comment_lasts = null, commented = null,
      commented_times = null, commented_people = null, commented_projects = null, commented_activities = null where tenant_id = $tenant`,
  ],
  [
    'the bytes of a week',
    sql`update app.packed_week set times = int2send(1::int2) where tenant_id = $tenant`,
  ],
])('a difference of %s is found, told to who watches and mended', async (_name, { text }) => {
  const { workspace, gateway } = desk;
  const { tenantId } = workspace;
  const projectID = await addProject({ hourlyRate: 6_000 });
  await post('TimeSheet', { projectID, workDate: '2026-11-03', minutes: 61 });
  await foldChanged(gateway.databases.us.database, tenantId);
  const db = gateway.owner(workspace);
  await db.pool.query(text.replace('$tenant', `'${tenantId}'`));
  const now = new Date();
  const found = await mendTotals(gateway.databases.us.database, tenantId, now);
  expect(found.weeks.length + found.spans.length).toBeGreaterThan(0);
  expect(await findDifferences(db, tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
  expect(await amountOf(projectID)).toBe(6_100);
  const { weeks } = await db.one<{ weeks: number }>(sql`
    select weeks from app.total_difference where tenant_id = ${tenantId} order by found_at desc limit 1`);
  expect(weeks).toBe(found.weeks.length + found.spans.length);
});

describe('a week that nobody knows of, neither added up nor noted', () => {
  const word = 'lighthouse';
  const month = { from: '2026-09-01', to: '2026-09-30' };
  const ofMonth = async (projectID: string) => {
    const found = await desk.get('TimeSheet/Entries', desk.owner, { q: word, size: '5' });
    const { headers } = await desk.get('TimeSheet/Entries', desk.owner, { ...month, size: '1' });
    return [
      found.body.map(({ timesheetID }: { timesheetID: string }) => timesheetID),
      headers['x-total-count'],
      (await desk.get(`Projects/${projectID}`)).body.trackedMinutes,
    ];
  };

  test.each([
    ['with its sums', ['span_week']],
    ['without them', ['span_week', 'span_total']],
  ])('%s is found by the check and in every list again', async (_what, tables) => {
    const { gateway, workspace } = desk;
    const { tenantId } = workspace;
    const { database } = gateway.databases.us;
    const db = gateway.owner(workspace);
    const projectID = await addProject();
    const entry = await post('TimeSheet', { projectID, workDate: '2026-09-02', minutes: 61, comment: word });
    await foldChanged(database, tenantId);
    const views = await ofMonth(projectID);
    expect(views).toEqual([[entry.timesheetID], '1', 61]);
    for (const table of tables)
      await db.pool.query(`delete from app.${table} where tenant_id = $1 and week_end_on = '2026-09-06'`, [
        tenantId,
      ]);
    expect((await ofMonth(projectID))[0]).toEqual([]);
    const { spans } = await mendTotals(database, tenantId, new Date());
    expect(spans).toEqual(['2026-09-06']);
    expect(await ofMonth(projectID)).toEqual(views);
    await foldChanged(database, tenantId);
    expect(await ofMonth(projectID)).toEqual(views);
    expect(await findDifferences(db, tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
    expect((await desk.remove(`TimeSheet/${entry.timesheetID}`)).status).toBeLessThan(300);
  });

  test('and changes before the check is packed with what it became', async () => {
    const { gateway, workspace } = desk;
    const { tenantId } = workspace;
    const { database } = gateway.databases.us;
    const projectID = await addProject();
    const { timesheetID, version } = await post('TimeSheet', {
      projectID,
      workDate: '2026-08-05',
      minutes: 60,
      comment: 'another',
    });
    await foldChanged(database, tenantId);
    await gateway
      .owner(workspace)
      .run(sql`delete from app.span_week where tenant_id = ${tenantId} and week_end_on = '2026-08-09'`);
    expect((await desk.put(`TimeSheet/${timesheetID}`, { version, comment: word })).status).toBe(200);
    await foldChanged(database, tenantId);
    const { body } = await desk.get('TimeSheet/Entries', desk.owner, { q: word });
    expect(body.map((row: { timesheetID: string }) => row.timesheetID)).toEqual([timesheetID]);
  });
});
