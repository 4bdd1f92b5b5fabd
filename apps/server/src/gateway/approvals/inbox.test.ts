import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();

describe('the inbox', () => {
  test('shows what the caller may decide, oldest first, with norm and warnings', async () => {
    const place = await desk.gateway.addWorkspace();
    const lead = await desk.gateway.addMember(place);
    const person = await desk.gateway.addMember(place, { approverID: lead.teamMemberID });
    const project = (
      await desk.gateway.call('POST', 'Projects', { as: place.owner, body: { projectName: 'X' } })
    ).body.projectID;
    const hand = async (workDate: string, end: string, hours: string) => {
      await desk.gateway.call('POST', 'TimeSheet', {
        as: person,
        body: { projectID: project, workDate, hours },
      });
      await desk.gateway.call('POST', 'TimeSheet/Submit', {
        as: person,
        body: { items: [{ teamMemberID: person.teamMemberID, weekEndDate: end, version: 1 }] },
      });
    };
    await hand('2026-11-21', '2026-11-22', '8:00');
    await hand('2026-11-09', '2026-11-15', '4:00');
    await desk.gateway.call('DELETE', `Projects/${project}`, { as: place.owner });
    const inbox = await desk.gateway.call('GET', 'TimeSheet/GetPendingTimesheets', { as: lead });
    expect(inbox.headers['x-total-count']).toBe('2');
    expect(inbox.body).toMatchObject([
      { weekEndDate: '2026-11-15', totalMinutes: 240, normMinutes: null, flags: ['archivedProject'] },
      {
        weekEndDate: '2026-11-22',
        totalMinutes: 480,
        normMinutes: 240,
        flags: ['weekend', 'archivedProject'],
        firstName: 'member',
      },
    ]);
    const settings = (await desk.gateway.call('GET', 'Workspace/Settings', { as: place.owner })).body;
    await desk.gateway.call('PUT', 'Workspace/Settings', {
      as: place.owner,
      body: { requiredFields: ['comment'], version: settings.version },
    });
    const strict = await desk.gateway.call('GET', 'TimeSheet/GetPendingTimesheets', { as: lead });
    expect(strict.body[0].flags).toEqual(['archivedProject', 'missingComment']);
    const ask = async () =>
      (await desk.gateway.call('GET', 'TimeSheet/GetPendingTimesheets', { as: lead })).body;
    const counted = await ask();
    // As a process of the version before leaves weeks: what they keep of their days is not believed.
    await desk.gateway
      .owner(place)
      .run(sql`update app.timesheet_week set counted_version = -1, day_minutes = '{0,0,0,0,0,0,0}', project_ids = '{}'
      where tenant_id = ${place.tenantId}`);
    expect(await ask()).toEqual(counted);
    expect((await desk.gateway.call('GET', 'TimeSheet/GetPendingTimesheets', { as: person })).body).toEqual(
      [],
    );
    expect(
      (await desk.gateway.call('GET', 'TimeSheet/GetPendingTimesheets', { as: place.owner })).body,
    ).toHaveLength(2);
    const paged = await desk.gateway.call('GET', 'TimeSheet/GetPendingTimesheets', {
      as: lead,
      query: { size: '1' },
    });
    const next = await desk.gateway.call('GET', 'TimeSheet/GetPendingTimesheets', {
      as: lead,
      query: { cursor: String(paged.headers['x-next-cursor']), size: '1' },
    });
    expect([paged.body[0].weekEndDate, next.body[0].weekEndDate, next.headers['x-next-cursor']]).toEqual([
      '2026-11-15',
      '2026-11-22',
      undefined,
    ]);
  });

  test('who has not handed in is found without a row too, and reminded once a day', async () => {
    const place = await desk.gateway.addWorkspace();
    const lead = await desk.gateway.addMember(place);
    const person = await desk.gateway.addMember(place, { approverID: lead.teamMemberID });
    await desk.gateway
      .owner(place)
      .run(sql`update app.team_member set created_at = '2026-01-01' where tenant_id = ${place.tenantId}`);
    const ask = () =>
      desk.gateway.call('GET', 'TimeSheet/Weeks', {
        as: lead,
        query: { status: 'open', from: '2026-11-09', to: '2026-11-22' },
      });
    expect(
      (await ask()).body.map((row: Answer['body']) => [row.teamMemberID, row.weekEndDate, row.version]),
    ).toEqual(
      expect.arrayContaining([
        [person.teamMemberID, '2026-11-22', 0],
        [person.teamMemberID, '2026-11-15', 0],
      ]),
    );
    const remind = async () =>
      (
        await desk.gateway.call('POST', 'TimeSheet/Remind', {
          as: lead,
          body: { items: [{ teamMemberID: person.teamMemberID, weekEndDate: '2026-11-22' }] },
        })
      ).body.results[0];
    expect((await remind()).isReminded).toBe(true);
    expect((await remind()).isReminded).toBe(false);
    desk.gateway.clock.move(24 * 60 * 60_000);
    expect((await remind()).isReminded).toBe(true);
  });
});

test('security 10: who decides on a week as manager of its projects is not told what others of that person have on average', async () => {
  const place = await desk.gateway.addWorkspace();
  const manager = await desk.gateway.addMember(place, { role: 'editor' });
  const person = await desk.gateway.addMember(place);
  const addProject = async (more: object): Promise<string> =>
    (await desk.post('Projects', { projectName: newId(), ...more }, place.owner)).body.projectID;
  const [managed, other] = [await addProject({ managerID: manager.teamMemberID }), await addProject({})];
  await desk.post('TimeSheet', { projectID: other, workDate: '2026-11-09', hours: 7 }, person);
  await desk.post('TimeSheet', { projectID: managed, workDate: '2026-11-16', hours: 3 }, person);
  const items = [{ teamMemberID: person.teamMemberID, weekEndDate: '2026-11-22', version: 1 }];
  expect((await desk.post('TimeSheet/Submit', { items }, person)).body.results[0].status).toBe(200);
  for (const [as, normMinutes] of [
    [manager, null],
    [place.owner, 420],
  ] as const) {
    const { body } = await desk.get('TimeSheet/GetPendingTimesheets', as);
    expect(body).toMatchObject([{ totalMinutes: 180, normMinutes }]);
  }
});
