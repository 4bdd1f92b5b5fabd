import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();
const { get, post, put, remove } = desk;

describe('entries in the trash', () => {
  test('come back into an open week, not into a closed one', async () => {
    const member = await desk.gateway.addMember(desk.workspace);
    const project = (await post('Projects', { projectName: newId() })).body.projectID;
    const entry = (await post('TimeSheet', { projectID: project, workDate: '2026-11-16', hours: 2 }, member))
      .body;
    await remove(`TimeSheet/${entry.timesheetID}`, member);
    expect((await get('Trash', member)).body).toMatchObject([
      { entity: 'entry', id: entry.timesheetID, minutes: 120 },
    ]);
    const url = `Trash/Entries/${entry.timesheetID}/Restore`;
    expect((await put(url, undefined, desk.other.owner)).status).toBe(404);
    expect((await put(url, undefined, member)).status).toBe(200);
    expect(
      (await get(`TimeSheet/GetByWeek/${member.teamMemberID}/2026-11-22`, member)).body.week.totalMinutes,
    ).toBe(120);
    await remove(`TimeSheet/${entry.timesheetID}`, member);
    await post(
      'TimeSheet/Submit',
      { items: [{ teamMemberID: member.teamMemberID, weekEndDate: '2026-11-22', version: 4 }] },
      member,
    );
    expect((await put(url, undefined, member)).body.errors[0].code).toBe('week_locked');
  });
});

describe('security 10: a project in the trash that somebody did not see', () => {
  test('is neither named to them nor brought back, also when its time is over', async () => {
    const planner = await desk.gateway.addMember(desk.workspace, { createEditProjects: true });
    const add = async (visibility: string): Promise<string> => {
      const { projectID } = (await post('Projects', { projectName: newId(), visibility })).body;
      const query = { hard: 'true' };
      await desk.gateway.call('DELETE', `Projects/${projectID}`, { as: desk.owner, query });
      return projectID;
    };
    const [shown, hidden] = [await add('public'), await add('members')];
    const listed = async (as: TestMember) =>
      (await get('Trash', as, { entity: 'project' })).body.map(({ id }: { id: string }) => id);
    expect((await listed(desk.owner)).toSorted()).toEqual([shown, hidden].toSorted());
    expect(await listed(planner)).toEqual([shown]);
    const restore = async (as: TestMember) => (await put(`Projects/${hidden}/Restore`, undefined, as)).status;
    expect(await restore(planner)).toBe(404);
    await desk.gateway
      .owner(desk.workspace)
      .run(
        sql`update app.project set deleted_at = '2020-01-01' where tenant_id = ${desk.workspace.tenantId}`,
      );
    expect([await restore(planner), await restore(desk.owner)]).toEqual([404, 410]);
  });
});
