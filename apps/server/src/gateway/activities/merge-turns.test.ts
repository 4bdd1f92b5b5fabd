import { expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer } from '../../testing/gateway-harness.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { findDifferences } from '../total-checks/check.ts';

const desk = openGatewayDesk();

test('a week that is approved while its activity is merged keeps the activity that it was approved with', async () => {
  const { gateway } = desk;
  const place = await gateway.addWorkspace();
  const add = async (activityName: string): Promise<string> =>
    (await desk.post('Activities', { activityName }, place.owner)).body.activityID;
  const [design, drawing] = [await add('Design'), await add('Drawing')];
  const projectID = (await desk.post('Projects', { projectName: 'Harbour' }, place.owner)).body.projectID;
  const { teamMemberID } = place.owner;
  const entry = { teamMemberID, projectID, activityID: design, workDate: '2026-11-02', minutes: 10 };
  await desk.post('TimeSheet', entry, place.owner);
  const database = gateway.owner(place);
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
    answers.push(desk.post(`Activities/${drawing}/Merge`, { from: design }, place.owner));
    await untilWaiting(database, 2);
  });
  const [approved, merged] = await Promise.all(answers);
  expect([approved?.body.results[0].status, merged?.status]).toEqual([200, 200]);
  const kept = await database.rows(
    sql`select e.activity_id as id from app.timesheet_entry e where e.tenant_id = ${place.tenantId}`,
  );
  expect(kept).toEqual([{ id: design }]);
  expect(await findDifferences(database, place.tenantId)).toEqual({ days: 0, weeks: [], spans: [] });
});
