import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';

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
