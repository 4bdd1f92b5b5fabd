import { expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

const desk = openGatewayDesk();
const week = (days: number[]) => days.map((day) => `2026-11-${String(day).padStart(2, '0')}`);

/** Monday the 9th to Sunday the 15th of November, and the week after, which nobody touches. */
async function missing(): Promise<string[]> {
  const { body } = await desk.get('TimeSheet/Missing?from=2026-11-10&to=2026-11-17');
  return body.find(({ teamMemberID }: { teamMemberID: string }) => teamMemberID === desk.owner.teamMemberID)
    ?.dates;
}

test('a working day without time is missing, whether its week was counted, not yet, or never touched', async () => {
  const { workspace, gateway, owner } = desk;
  const db = gateway.owner(workspace);
  await db.run(
    sql`update app.team_member set created_at = '2026-01-01' where tenant_id = ${workspace.tenantId}`,
  );
  const { projectID } = (await desk.post('Projects', { projectName: 'Harbour' })).body;
  const add = async (workDate: string, minutes: number) => {
    const { status, body } = await desk.post('TimeSheet', { projectID, workDate, minutes });
    expect(status).toBe(201);
    return body;
  };
  await add('2026-11-09', 60);
  await add('2026-11-10', 60);
  await add('2026-11-11', 0);
  await add('2026-11-15', 60);
  const removed = await add('2026-11-12', 60);
  expect(await missing()).toEqual(week([11, 13, 16, 17]));
  await desk.gateway.call('DELETE', `TimeSheet/${removed.timesheetID}`, { as: owner });
  expect(await missing()).toEqual(week([11, 12, 13, 16, 17]));
  const holidays = [{ date: '2026-11-13', name: 'Regatta' }];
  expect((await desk.put('Workspace/Holidays', { year: 2026, holidays })).status).toBe(200);
  expect(await missing()).toEqual(week([11, 12, 16, 17]));

  await db.run(
    sql`update app.timesheet_week set counted_version = -1 where tenant_id = ${workspace.tenantId}`,
  );
  expect(await missing()).toEqual(week([11, 12, 16, 17]));
});
