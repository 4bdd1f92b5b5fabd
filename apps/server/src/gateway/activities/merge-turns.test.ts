import { expect, test } from 'vitest';
import { countsOf } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer } from '../../testing/gateway-harness.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { findDifferences } from '../total-checks/check.ts';

const desk = openGatewayDesk();

const none = { days: 0, weeks: [], spans: [] };

/** A workspace with an activity that is merged into another, and time on it in the week of 2026-11-08. */
async function openPlace() {
  const { gateway } = desk;
  const place = await gateway.addWorkspace();
  const { teamMemberID } = place.owner;
  const add = async (activityName: string): Promise<string> =>
    (await desk.post('Activities', { activityName }, place.owner)).body.activityID;
  const [design, drawing] = [await add('Design'), await add('Drawing')];
  const projectID = (await desk.post('Projects', { projectName: 'Harbour' }, place.owner)).body.projectID;
  const entry = { teamMemberID, projectID, activityID: design };
  const save = (workDate: string) => desk.post('TimeSheet', { ...entry, workDate, minutes: 10 }, place.owner);
  expect((await save('2026-11-02')).status).toBe(201);
  const merge = () => desk.post(`Activities/${drawing}/Merge`, { from: design }, place.owner);
  const database = gateway.owner(place);
  const used = () =>
    database.rows(
      sql`select e.activity_id as id, e.work_on as day from app.timesheet_entry e where e.tenant_id = ${place.tenantId} order by e.work_on`,
    );
  return { place, design, drawing, save, merge, database, used };
}

test('a week that is approved while its activity is merged keeps the activity that it was approved with', async () => {
  const { place, design, merge, database, used } = await openPlace();
  const { teamMemberID } = place.owner;
  await database.run(
    sql`update app.timesheet_week set status = 'pending' where tenant_id = ${place.tenantId}`,
  );
  const { body } = await desk.get(`TimeSheet/GetByWeek/${teamMemberID}/2026-11-08`, place.owner);
  const items = [{ teamMemberID, weekEndDate: '2026-11-08', version: body.week.version }];
  let answers: Promise<Answer>[] = [];
  // Whoever commits a change waits for this: the week is approved by then, and the merge comes upon it uncommitted.
  await database.transaction(async (tx) => {
    await tx.run(sql`lock table app.change in share mode`);
    answers = [desk.post('TimeSheet/Approve', { items }, place.owner)];
    await untilWaiting(database, 1);
    answers.push(merge());
    await untilWaiting(database, 2);
  });
  const [approved, merged] = await Promise.all(answers);
  expect([approved?.body.results[0].status, merged?.status]).toEqual([200, 200]);
  expect(await used()).toEqual([{ id: design, day: '2026-11-02' }]);
  expect(await findDifferences(database, place.tenantId)).toEqual(none);
});

test.each([
  ['a week with time on it', '2026-11-03'],
  ['a week that nobody has begun', '2026-11-10'],
])('time that is saved behind a merge of its activity is refused, in %s', async (_which, day) => {
  const { place, drawing, save, merge, database, used } = await openPlace();
  let answers: Promise<Answer>[] = [];
  await database.transaction(async (tx) => {
    await tx.run(sql`lock table app.change in share mode`);
    answers = [merge()];
    await untilWaiting(database, 1);
    answers.push(save(day));
    await untilWaiting(database, 2);
  });
  const [merged, saved] = await Promise.all(answers);
  expect([merged?.status, saved?.status, saved?.body.errors?.[0].code]).toEqual([
    200,
    400,
    'reference_invalid',
  ]);
  expect(await used()).toEqual([{ id: drawing, day: '2026-11-02' }]);
  expect(await findDifferences(database, place.tenantId)).toEqual(none);
});

test.each([
  ['a week with time on it', '2026-11-03'],
  ['a week that nobody has begun', '2026-11-10'],
])(
  'time that is saved before a merge of its activity goes along, in %s, and neither waits in a circle',
  async (_which, day) => {
    const { place, drawing, save, merge, database, used } = await openPlace();
    const retries = () => countsOf(desk.gateway.databases.us.database.pool).retries;
    const before = retries();
    let answers: Promise<Answer>[] = [];
    // The save holds its week by then, and has not stored its entry.
    await database.transaction(async (tx) => {
      await tx.run(sql`lock table app.timesheet_entry in share mode`);
      answers = [save(day)];
      await untilWaiting(database, 1);
      answers.push(merge());
      await untilWaiting(database, 2);
    });
    const [saved, merged] = await Promise.all(answers);
    expect([saved?.status, merged?.status, retries() - before]).toEqual([201, 200, 0]);
    expect(await used()).toEqual([
      { id: drawing, day: '2026-11-02' },
      { id: drawing, day },
    ]);
    expect(await findDifferences(database, place.tenantId)).toEqual(none);
  },
);
