import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer, TestMember } from '../../testing/gateway-harness.ts';

const desk = openGatewayDesk();
const { get, post, put } = desk;
type Row = Answer['body'];

describe('projects', () => {
  test('members see public ones and their own, and never amounts', async () => {
    const member = await desk.gateway.addMember(desk.workspace);
    const hidden = (
      await post('Projects', { projectName: `Hidden ${newId()}`, visibility: 'members', hourlyRate: 9000 })
    ).body;
    expect(hidden.memberIDs).toEqual([desk.owner.teamMemberID]);
    expect((await get(`Projects/${hidden.projectID}`, member)).status).toBe(404);
    expect(
      (await post('TimeSheet', { projectID: hidden.projectID, workDate: '2026-11-16', hours: 1 }, member))
        .body.errors[0].code,
    ).toBe('reference_invalid');
    await put(`Projects/${hidden.projectID}`, {
      memberIDs: [desk.owner.teamMemberID, member.teamMemberID],
      version: 1,
    });
    expect((await get(`Projects/${hidden.projectID}`, member)).body).toMatchObject({ hourlyRate: null });
    expect((await get(`Projects/${hidden.projectID}`)).body).toMatchObject({ hourlyRate: 9000 });
  });

  test('an editor writes projects, but not their rates', async () => {
    const editor = await desk.gateway.addMember(desk.workspace, { role: 'editor' });
    expect((await post('Projects', { projectName: `E ${newId()}`, hourlyRate: 1 }, editor)).status).toBe(403);
    expect((await post('Projects', { projectName: `E ${newId()}` }, editor)).status).toBe(201);
  });

  test.each(['clientID', 'projectTypeID', 'managerID'])(
    '%s of another desk.workspace is refused like an unknown one',
    async (field) => {
      const foreign = {
        clientID: (await post('Clients', { clientName: newId() }, desk.other.owner)).body.clientID,
        projectTypeID: Object.values(desk.other.typeIDs)[0],
        managerID: desk.other.owner.teamMemberID,
      };
      for (const id of [foreign[field as keyof typeof foreign], newId()]) {
        const { status, body } = await post('Projects', { projectName: newId(), [field]: id });
        expect([status, body.errors[0]]).toEqual([
          400,
          expect.objectContaining({ code: 'reference_invalid', field }),
        ]);
      }
    },
  );

  test('a manager and a type that are no longer in use stay on a project, and are not given to another', async () => {
    const place = await desk.gateway.addWorkspace();
    const [projectTypeID] = Object.values(place.typeIDs);
    const managerID = (await desk.gateway.addMember(place)).teamMemberID;
    const own = { projectTypeID, managerID };
    const made = (await post('Projects', { projectName: 'Kept', ...own }, place.owner)).body;
    const db = desk.gateway.owner(place);
    await db.run(
      sql`update app.team_member set status = 'archived' where tenant_id = ${place.tenantId} and id = ${managerID}`,
    );
    await db.run(
      sql`update app.project_type set is_active = false where tenant_id = ${place.tenantId} and id = ${projectTypeID ?? null}`,
    );
    const changed = await put(
      `Projects/${made.projectID}`,
      { projectName: 'Renamed', ...own, version: 1 },
      place.owner,
    );
    expect([changed.status, changed.body]).toEqual([
      200,
      expect.objectContaining({ projectName: 'Renamed', ...own }),
    ]);
    const bare = (await post('Projects', { projectName: 'Bare' }, place.owner)).body;
    for (const field of ['projectTypeID', 'managerID'] as const) {
      const refused = await put(
        `Projects/${bare.projectID}`,
        { [field]: own[field], version: 1 },
        place.owner,
      );
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, field]);
    }
  });

  test('the summary adds up and forecasts; a monthly budget counts this month', async () => {
    const person = await desk.gateway.addMember(desk.workspace);
    const project = (
      await post('Projects', { projectName: `Budget ${newId()}`, budgetKind: 'hours', budgetHours: 10 })
    ).body;
    const today = desk.gateway.clock.now().toISOString().slice(0, 10);
    await post('TimeSheet', { projectID: project.projectID, workDate: today, hours: 3 }, person);
    await post('TimeSheet', {
      projectID: project.projectID,
      workDate: '2026-08-03',
      hours: 4,
      isBillable: false,
    });
    const { body } = await get(`Projects/${project.projectID}/Summary`);
    expect(body).toMatchObject({
      trackedMinutes: 420,
      billableMinutes: 180,
      budgetMinutes: 600,
      budgetUsedMinutes: 420,
      openEntries: 2,
    });
    expect(body.burn.at(-1).totalMinutes).toBe(420);
    expect(body.byMember.map((row: Row) => row.minutes)).toEqual([240, 180]);
    expect(body.forecastDate > today).toBe(true);
    expect((await get(`Projects/${project.projectID}/Summary`, person)).body.byMember).toHaveLength(1);
    await put(`Projects/${project.projectID}`, { budgetPeriod: 'month', version: 1 });
    expect((await get(`Projects/${project.projectID}/Summary`)).body.budgetUsedMinutes).toBe(180);
  });

  test('search filters by client, over budget, inactive days and what is billable', async () => {
    const client = (await post('Clients', { clientName: `Filter ${newId()}` })).body.clientID;
    const [a, b] = [
      await post('Projects', { projectName: 'Over', clientID: client, budgetKind: 'hours', budgetHours: 1 }),
      await post('Projects', { projectName: 'Under', clientID: client, isBillable: false }),
    ];
    await post('TimeSheet', {
      projectID: a.body.projectID,
      workDate: desk.gateway.clock.now().toISOString().slice(0, 10),
      hours: 2,
    });
    const search = async (body: object) =>
      (await post('Projects/SearchAllProjects', { clientID: client, ...body })).body.items.map(
        (row: Row) => row.projectID,
      );
    expect(await search({})).toEqual([a.body.projectID, b.body.projectID]);
    expect(await search({ overBudget: true })).toEqual([a.body.projectID]);
    expect(await search({ inactiveDays: 60 })).toEqual([b.body.projectID]);
    expect(await search({ isBillable: false })).toEqual([b.body.projectID]);
    expect(await search({ isBillable: true })).toEqual([a.body.projectID]);
    expect(await search({ archived: true })).toEqual([]);
  });

  test('the picker offers favourites and recent rows first, and finds by any part', async () => {
    const place = await desk.gateway.addWorkspace();
    const as = place.owner;
    const add = async (projectName: string, more: object = {}) =>
      (await post('Projects', { projectName, ...more }, as)).body.projectID;
    const client = (await post('Clients', { clientName: 'Acme' }, as)).body.clientID;
    const [alpha, beta, gamma] = [
      await add('Alpha'),
      await add('Beta', { clientID: client }),
      await add('Gamma', { activityIDs: [place.activityIDs['Meeting']] }),
    ];
    await post(
      'TimeSheet',
      { projectID: beta, activityID: place.activityIDs['General'], workDate: '2026-11-16', hours: 1 },
      as,
    );
    await put(
      'Projects/Favourite',
      { projectID: gamma, activityID: place.activityIDs['Meeting'], isFavourite: true },
      as,
    );
    const rows = (await get('Projects/Picker', as)).body;
    expect(rows.slice(0, 2)).toMatchObject([
      { projectID: gamma, activityName: 'Meeting', isFavourite: true },
      { projectID: beta, activityName: 'General', lastUsedDate: '2026-11-16' },
    ]);
    expect(rows.filter((row: Row) => row.projectID === gamma)).toHaveLength(1);
    expect(rows.filter((row: Row) => row.projectID === alpha)).toHaveLength(3);
    const found = (await get('Projects/Picker', as, { q: 'acme meet' })).body;
    expect(found).toMatchObject([{ projectID: beta, activityName: 'Meeting' }]);
  });

  test('the picker finds words wherever they are: in the client, the project or the activity', async () => {
    const { owner: as } = await desk.gateway.addWorkspace();
    const { clientID } = (await post('Clients', { clientName: 'Acme Bread' }, as)).body;
    const activityIDs: string[] = [];
    for (const activityName of ['Design', 'Design review', 'Planning', 'Release plan'])
      activityIDs.push((await post('Activities', { activityName }, as)).body.activityID);
    for (const projectName of ['Redesign', 'Road plan', 'Ad'])
      await post('Projects', { projectName, clientID, ...(projectName === 'Ad' ? { activityIDs } : {}) }, as);
    const picked = async (q: string): Promise<string[]> => {
      desk.gateway.clock.move(1000);
      const { body } = await get('Projects/Picker', as, { q, size: '100' });
      return body.map((row: Row) =>
        `${row['clientName']} ${row['projectName']} ${row['activityName']}`.toLowerCase(),
      );
    };
    const all = await picked('');
    const parts = ['de', 'plan', 're', 'ac', 'ign', 'zz'];
    const three = parts.flatMap((one, at) =>
      parts.slice(at + 1).flatMap((two, next) => parts.slice(at + next + 2).map((last) => [one, two, last])),
    );
    const searches = [...three, ...three.map((words) => [...words, 'a'])];
    const wrong: object[] = [];
    for (const words of searches) {
      const said = await picked(words.join(' '));
      const expected = all.filter((name) => words.every((word) => name.includes(word)));
      if (said.join() !== expected.join()) wrong.push({ words, said, expected });
    }
    expect([searches.length, all.length, wrong]).toEqual([40, 18, []]);
  });

  test('the picker has the activities that a project lists in the order of all activities', async () => {
    const { owner: as } = await desk.gateway.addWorkspace();
    const activityIDs: string[] = [];
    for (const activityName of ['Carve', 'Assemble', 'Bend'])
      activityIDs.push((await post('Activities', { activityName }, as)).body.activityID);
    const { projectID } = (await post('Projects', { projectName: 'Chairs', activityIDs }, as)).body;
    const rows = (await get('Projects/Picker', as)).body.filter((row: Row) => row.projectID === projectID);
    expect(rows.map((row: Row) => row['activityName'])).toEqual(['Assemble', 'Bend', 'Carve']);
  });

  describe('the picker over projects with several activities, of which some are favourites', () => {
    type Favourites = 'several' | 'one' | 'no';
    let people: Record<Favourites, TestMember>;
    const offered = async (whose: Favourites, query: Record<string, string>): Promise<string[]> => {
      desk.gateway.clock.move(1000);
      return (await get('Projects/Picker', people[whose], query)).body.map(
        (row: Row) => `${row['projectName']}, ${row['activityName']}${row['isFavourite'] ? '!' : ''}`,
      );
    };

    beforeAll(async () => {
      const place = await desk.gateway.addWorkspace();
      const as = place.owner;
      people = {
        several: as,
        one: await desk.gateway.addMember(place),
        no: await desk.gateway.addMember(place),
      };
      await desk.gateway
        .owner(place)
        .run(sql`update app.activity set archived_at = now() where tenant_id = ${place.tenantId}`);
      const named = async (names: string[]) => {
        const ids: string[] = [];
        for (const activityName of names)
          ids.push((await post('Activities', { activityName }, as)).body.activityID);
        return ids;
      };
      const [asking, build, plan] = await named(['Ask', 'Build', 'Plan a launch party']);
      const add = async (projectName: string, more: object = {}) =>
        (await post('Projects', { projectName, ...more }, as)).body.projectID;
      // Made in another order than they are offered in.
      const second = await add('Second', { activityIDs: [plan, asking] });
      const third = await add('Third');
      const first = await add('First');
      const favourites = [
        [first, asking],
        [first, build],
        [second, asking],
        [third, plan],
      ];
      for (const [projectID, activityID] of favourites)
        await put('Projects/Favourite', { projectID, activityID, isFavourite: true }, as);
      await put(
        'Projects/Favourite',
        { projectID: first, activityID: asking, isFavourite: true },
        people.one,
      );
    });

    const byName = [
      'First, Ask',
      'First, Build',
      'First, Plan a launch party',
      'Second, Ask',
      'Second, Plan a launch party',
      'Third, Ask',
      'Third, Build',
      'Third, Plan a launch party',
    ];
    const orders: Record<Favourites, string[]> = {
      several: [
        'First, Ask!',
        'First, Build!',
        'Second, Ask!',
        'Third, Plan a launch party!',
        'First, Plan a launch party',
        'Second, Plan a launch party',
        'Third, Ask',
        'Third, Build',
      ],
      one: ['First, Ask!', ...byName.slice(1)],
      no: byName,
    };
    const whose = ['several', 'one', 'no'] as const;

    test.each(whose)('offers each once and in order, with %s of them', async (name) => {
      const all = orders[name];
      for (let size = 1; size <= all.length + 1; size++)
        expect(await offered(name, { size: String(size) })).toEqual(all.slice(0, size));
    });

    test.each(whose)('finds three words that an activity alone has, with %s of them', async (name) => {
      const found = orders[name].filter((row) => row.includes('party'));
      for (const size of [1, 2, 3]) {
        const words = async (q: string) => offered(name, { q, size: String(size) });
        expect(await words('party plan launch')).toEqual(found.slice(0, size));
        expect(await words('Third party launch')).toEqual(found.filter((row) => row.startsWith('Third')));
        expect(await words('plan party build')).toEqual([]);
      }
    });
  });
});
