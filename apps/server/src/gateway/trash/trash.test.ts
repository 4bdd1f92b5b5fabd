import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import { linesOfTime } from '../../testing/import-turns.ts';
import { importFile, settledImport } from '../../testing/uploads.ts';

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

describe('what an import made, once it was taken back', () => {
  beforeAll(() => desk.gateway.service.startWorkers());

  /** All of it in the trash: one entry with its project, its client and its activity. */
  async function takenBack() {
    const { owner } = await desk.gateway.addWorkspace();
    const line = '2026-02-02,ada@example.test,Acme,Website,Design,,1:00,Logo,';
    const { importID } = await importFile(desk.gateway, owner, linesOfTime(line));
    await remove(`Imports/${importID}`, owner);
    expect((await settledImport(desk.gateway, owner, importID)).status).toBe('undone');
    const trash: { entity: string; id: string }[] = (await get('Trash', owner)).body;
    const bringBack = async (entity: string) => {
      const id = trash.find((each) => each.entity === entity)?.id;
      const path = { entry: 'Trash/Entries', project: 'Projects', client: 'Clients', activity: 'Activities' };
      const answer = await put(`${path[entity as keyof typeof path]}/${id}/Restore`, {}, owner);
      return answer.status === 200 ? 200 : answer.body.message;
    };
    return { owner, bringBack };
  }

  test('comes back after what it refers to, so that no time is on a project that is in no list', async () => {
    const { owner, bringBack } = await takenBack();
    const inTheWay = (name: string) => `"${name}" is in the trash. Bring it back first.`;
    expect(await bringBack('project')).toBe(inTheWay('Acme'));
    expect(await bringBack('entry')).toBe(inTheWay('Website'));
    for (const entity of ['client', 'project']) expect(await bringBack(entity)).toBe(200);
    expect(await bringBack('entry')).toBe(inTheWay('Design'));
    for (const entity of ['activity', 'entry']) expect(await bringBack(entity)).toBe(200);
    expect((await get('Projects', owner)).body).toMatchObject([
      { projectName: 'Website', clientName: 'Acme', trackedMinutes: 60 },
    ]);
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
