import { describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { openGatewayDesk } from '../testing/gateway-desk.ts';
import { findDifferences } from './total-checks/check.ts';

const desk = openGatewayDesk();
const { get, post } = desk;

describe('merging', () => {
  test('clients: projects move, the other is archived', async () => {
    const [a, b] = [
      await post('Clients', { clientName: `A ${newId()}` }),
      await post('Clients', { clientName: `B ${newId()}` }),
    ];
    const project = await post('Projects', { projectName: 'Moved', clientID: b.body.clientID });
    expect(
      (await post(`Clients/${a.body.clientID}/Merge`, { from: b.body.clientID })).body.projectCount,
    ).toBe(1);
    expect((await get(`Projects/${project.body.projectID}`)).body.clientID).toBe(a.body.clientID);
    expect((await get(`Clients/${b.body.clientID}`)).body.isArchived).toBe(true);
    expect((await post(`Clients/${a.body.clientID}/Merge`, { from: newId() })).status).toBe(400);
  });

  test('activities: entries move with their minutes', async () => {
    const [a, b] = [
      await post('Activities', { activityName: `A ${newId()}` }),
      await post('Activities', { activityName: `B ${newId()}` }),
    ];
    const project = await post('Projects', { projectName: `P ${newId()}` });
    const entry = await post('TimeSheet', {
      projectID: project.body.projectID,
      activityID: b.body.activityID,
      workDate: '2026-11-16',
      minutes: 20,
    });
    expect((await post(`Activities/${a.body.activityID}/Merge`, { from: b.body.activityID })).status).toBe(
      200,
    );
    const listed = await get('TimeSheet/Entries', desk.owner, { projectID: project.body.projectID });
    expect(listed.body).toMatchObject([
      { timesheetID: entry.body.timesheetID, activityID: a.body.activityID, minutes: 20 },
    ]);
  });

  test('activities: what was approved keeps the activity it was approved with', async () => {
    const [a, b] = [
      await post('Activities', { activityName: `A ${newId()}` }),
      await post('Activities', { activityName: `B ${newId()}` }),
    ];
    const place = { projectID: (await post('Projects', { projectName: `P ${newId()}` })).body.projectID };
    const activityID = b.body.activityID;
    const approved = await post('TimeSheet', { ...place, activityID, workDate: '2026-10-05', minutes: 30 });
    const open = await post('TimeSheet', { ...place, activityID, workDate: '2026-10-12', minutes: 40 });
    const week = { teamMemberID: desk.owner.teamMemberID, weekEndDate: '2026-10-11' };
    const version = async () =>
      (await get(`TimeSheet/GetByWeek/${week.teamMemberID}/${week.weekEndDate}`)).body.week.version;
    for (const step of ['Submit', 'Approve']) {
      const done = await post(`TimeSheet/${step}`, { items: [{ ...week, version: await version() }] });
      expect(done.body.results[0].status).toBe(200);
    }
    expect((await post(`Activities/${a.body.activityID}/Merge`, { from: activityID })).status).toBe(200);
    const listed = await get('TimeSheet/Entries', desk.owner, place);
    expect(
      Object.fromEntries(
        listed.body.map((entry: { timesheetID: string; activityID: string }) => [
          entry.timesheetID,
          entry.activityID,
        ]),
      ),
    ).toEqual({ [approved.body.timesheetID]: activityID, [open.body.timesheetID]: a.body.activityID });
    expect((await get(`Activities/${activityID}`)).body.isArchived).toBe(true);
  });

  test('people: a placeholder becomes a member, unless both have time in one week', async () => {
    const place = await desk.gateway.addWorkspace();
    const person = await desk.gateway.addMember(place);
    const project = (await post('Projects', { projectName: 'P' }, place.owner)).body.projectID;
    const ghost = (
      await post('TeamMember/Placeholders', { firstName: 'Gus', lastName: 'Ghost' }, place.owner)
    ).body;
    await post(
      'TimeSheet',
      { teamMemberID: ghost.id, projectID: project, workDate: '2026-11-02', minutes: 90 },
      place.owner,
    );
    const merged = await post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost.id }, place.owner);
    expect(merged.status).toBe(200);
    const week = await get(`TimeSheet/GetByWeek/${person.teamMemberID}/2026-11-08`, person);
    expect([week.body.week.totalMinutes, week.body.entries.length]).toEqual([90, 1]);
    const second = (await post('TeamMember/Placeholders', { firstName: 'Two' }, place.owner)).body;
    await post(
      'TimeSheet',
      { teamMemberID: second.id, projectID: project, workDate: '2026-11-03', minutes: 30 },
      place.owner,
    );
    expect(
      (await post(`TeamMember/${person.teamMemberID}/Merge`, { from: second.id }, place.owner)).status,
    ).toBe(422);
  });

  test.each(['the member', 'the placeholder'])(
    'people: a week in which %s has nothing any more is no time in the same week',
    async (whose) => {
      const place = await desk.gateway.addWorkspace();
      const person = await desk.gateway.addMember(place);
      const projectID = (await post('Projects', { projectName: 'P' }, place.owner)).body.projectID;
      const ghost = (await post('TeamMember/Placeholders', { firstName: 'Gus' }, place.owner)).body.id;
      const add = (teamMemberID: string, workDate: string, minutes: number) =>
        post('TimeSheet', { teamMemberID, projectID, workDate, minutes }, place.owner);
      const [full, empty] =
        whose === 'the member' ? [ghost, person.teamMemberID] : [person.teamMemberID, ghost];
      await add(full, '2026-11-02', 90);
      const { timesheetID, version } = (await add(empty, '2026-11-03', 30)).body;
      expect((await desk.remove(`TimeSheet/${timesheetID}?version=${version}`, place.owner)).status).toBe(
        200,
      );
      const merged = await post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner);
      expect(merged.status).toBe(200);
      const week = await get(`TimeSheet/GetByWeek/${person.teamMemberID}/2026-11-08`, person);
      expect([week.body.week.totalMinutes, week.body.entries.length]).toEqual([90, 1]);
      expect(await findDifferences(desk.gateway.owner(place), place.tenantId)).toEqual({
        days: 0,
        weeks: [],
        spans: [],
      });
    },
  );
});
