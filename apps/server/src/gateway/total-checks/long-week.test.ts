import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();

async function post(path: string, body: object) {
  const { status, body: answer, text } = await desk.post(path, body);
  if (status >= 300) throw new Error(text);
  return answer;
}

test('a week of more days of projects than one statement takes values is saved and adds up', async () => {
  const { workspace, owner, gateway } = desk;
  const [projects, activities]: [string[], string[]] = [[], []];
  for (let number = 0; number < 38; number++)
    projects.push((await post('Projects', { projectName: newId() })).projectID);
  for (let number = 0; number < 8; number++)
    activities.push((await post('Activities', { activityName: newId() })).activityID);
  const write = (workDate: string, minutes: number) =>
    post('TimeSheet', { projectID: projects[0], workDate, minutes });
  await write('2027-03-01', 1);
  const db = gateway.owner(workspace);
  await db.run(sql`insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id,
      activity_id, minutes, is_billable, created_at, updated_at)
    select ${workspace.tenantId}, gen_random_uuid(), ${owner.teamMemberID}, '2027-03-07', '2027-03-01'::date + n, p, a, 1, b, now(), now()
    from unnest(${projects}::uuid[]) p cross join unnest(${activities}::uuid[]) a cross join generate_series(0, 6) n
      cross join (values (true), (false)) v(b)`);
  // As a process of the version before leaves a week: counted whole by whoever saves next.
  await db.run(
    sql`update app.timesheet_week set version = version + 1 where tenant_id = ${workspace.tenantId}`,
  );
  await write('2027-03-02', 5);
  const { week } = (await desk.get(`TimeSheet/GetByWeek/${owner.teamMemberID}/2027-03-07`)).body;
  const minutes = 1 + 38 * 8 * 7 * 2 + 5;
  expect(week.totalMinutes).toBe(minutes);
  const range = { from: '2027-03-01', to: '2027-03-07' };
  const { totals } = await post('Reports/Query', { ...range, groupBy: [], filters: [] });
  expect(totals.minutes).toBe(minutes);
  const weeks = { from: '2027-03-07', to: '2027-03-14', include: 'hours' };
  await post('TimeSheet/CopyWeek', weeks);
  const copied = (await desk.get(`TimeSheet/GetByWeek/${owner.teamMemberID}/2027-03-14`)).body.week;
  expect(copied.totalMinutes).toBe(minutes);
});
