import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { sql } from '../platform/sql.ts';
import {
  type Answer,
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
  toAnswer,
} from '../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let other: TestWorkspace;
let owner: TestMember;

beforeAll(async () => {
  gateway = await createGatewayHarness();
  [workspace, other] = await Promise.all([gateway.addWorkspace({ slug: 'harbour' }), gateway.addWorkspace()]);
  owner = workspace.owner;
  await gateway
    .owner(workspace)
    .run(sql`update app.subscription set status = 'active' where tenant_id = ${workspace.tenantId}`);
});
// Each test begins with full buckets: the limits have tests of their own.
beforeEach(() => gateway.clock.move(15_000));
afterAll(() => gateway?.close());

type Row = Answer['body'];
const get = (path: string, as = owner, query?: Record<string, string>) =>
  gateway.call('GET', path, { as, ...(query ? { query } : {}) });
const post = (path: string, body: object, as = owner) => gateway.call('POST', path, { as, body });
const put = (path: string, body?: object, as = owner) =>
  gateway.call('PUT', path, { as, ...(body ? { body } : {}) });
const remove = (path: string, as = owner) => gateway.call('DELETE', path, { as });

/** What clients, activities and projects have in common. */
const kinds = [
  { path: 'Clients', id: 'clientID', name: 'clientName', archived: 'Clients/GetArchivedClients' },
  {
    path: 'Activities',
    id: 'activityID',
    name: 'activityName',
    archived: 'Activities/GetArchivedActivities',
  },
  { path: 'Projects', id: 'projectID', name: 'projectName', archived: 'Projects/GetArchivedProjects' },
];

describe.each(kinds)('$path', ({ path, id, name, archived }) => {
  test('are added, changed with their version, and a stale change gets the current row', async () => {
    const made = await post(path, { [name]: ' First ' });
    expect([made.status, made.body[name], made.body.version]).toEqual([201, 'First', 1]);
    const url = `${path}/${made.body[id]}`;
    expect((await put(url, { [name]: 'Second', version: 1 })).body).toMatchObject({
      [name]: 'Second',
      version: 2,
    });
    const stale = await put(url, { [name]: 'Third', version: 1 });
    expect([stale.status, stale.body.current]).toEqual([
      409,
      expect.objectContaining({ [name]: 'Second', version: 2 }),
    ]);
    expect((await get(url)).body[name]).toBe('Second');
  });

  test('archived ones leave the list, come back, and names in use are refused', async () => {
    const label = `Keep ${newId()}`;
    const made = await post(path, { [name]: label });
    const url = `${path}/${made.body[id]}`;
    expect((await remove(url)).body.isArchived).toBe(true);
    const isListed = async (list: string) =>
      (await get(list)).body.some((row: Row) => row[id] === made.body[id]);
    expect([await isListed(path), await isListed(archived)]).toEqual([false, true]);
    expect((await post(path, { [name]: label })).status).toBe(201);
    expect((await put(`${url}/Restore`)).body.errors[0].code).toBe('name_taken');
    await put(url, { [name]: `${label} old`, version: 2 });
    expect((await put(`${url}/Restore`)).body.isArchived).toBe(false);
    expect((await post(path, { [name]: label })).body.errors[0].code).toBe('name_taken');
  });

  test('the unused go to the trash, are followed by deletedSince, come back within 30 days', async () => {
    const made = await post(path, { [name]: `Bin ${newId()}` });
    const url = `${path}/${made.body[id]}`;
    const since = gateway.clock.now().toISOString();
    expect((await remove(`${url}?hard=true`)).body.deletedAt).not.toBeNull();
    expect((await get(path)).body.some((row: Row) => row[id] === made.body[id])).toBe(false);
    const gone = await get(path, owner, { deletedSince: since });
    expect(gone.body.map((row: Row) => row[id])).toEqual([made.body[id]]);
    expect((await get('Trash')).body.some((row: Row) => row.id === made.body[id])).toBe(true);
    gateway.clock.move(31 * 24 * 60 * 60_000);
    expect((await put(`${url}/Restore`)).status).toBe(410);
    gateway.clock.move(-31 * 24 * 60 * 60_000);
    expect((await put(`${url}/Restore`)).body.deletedAt).toBeNull();
  });

  test('updatedSince names what changed, and nothing else', async () => {
    const before = await post(path, { [name]: `Old ${newId()}` });
    gateway.clock.move(10);
    const since = gateway.clock.now().toISOString();
    const made = await post(path, { [name]: `New ${newId()}` });
    const changed = (await get(path, owner, { updatedSince: since })).body.map((row: Row) => row[id]);
    expect(changed).toContain(made.body[id]);
    expect(changed).not.toContain(before.body[id]);
  });

  test('page by page and by cursor, in both directions, each row comes once', async () => {
    for (const letter of ['a', 'B', 'c', 'D', 'e']) await post(path, { [name]: `Page ${letter}` });
    const search = { q: 'page ', size: '2' };
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await get(path, owner, { ...search, sort: '-name', ...(cursor ? { cursor } : {}) });
      names.push(...page.body.map((row: Row) => row[name]));
      cursor = page.headers['x-next-cursor'] as string | undefined;
    } while (cursor);
    expect(names).toEqual(['Page e', 'Page D', 'Page c', 'Page B', 'Page a']);
    const second = await get(path, owner, { ...search, sort: 'name', page: '2' });
    expect([second.body.map((row: Row) => row[name]), second.headers['x-total-count']]).toEqual([
      ['Page c', 'Page D'],
      '5',
    ]);
    expect((await get(path, owner, { cursor: 'nonsense' })).status).toBe(400);
    expect((await get(path, owner, { size: '201' })).status).toBe(400);
  });

  test('an unchanged list answers 304', async () => {
    const first = await get(path);
    const again = await gateway.call('GET', path, {
      as: owner,
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('a search takes wildcards as letters', async () => {
    await post(path, { [name]: '100% wool_' });
    expect((await get(path, owner, { q: '0% w' })).body).toHaveLength(1);
    expect((await get(path, owner, { q: 'l_' })).body).toHaveLength(1);
    expect((await get(path, owner, { q: '1%l' })).body).toHaveLength(0);
  });

  test("another workspace's are missing, whatever is done to them", async () => {
    const foreign = await post(path, { [name]: `Foreign ${newId()}` }, other.owner);
    const url = `${path}/${foreign.body[id]}`;
    const unknown = `${path}/${newId()}`;
    for (const [mine, theirs] of [
      [await get(unknown), await get(url)],
      [await put(unknown, { version: 1 }), await put(url, { version: 1 })],
      [await remove(unknown), await remove(url)],
      [await put(`${unknown}/Restore`), await put(`${url}/Restore`)],
    ] as [Answer, Answer][]) {
      expect([theirs.status, { ...theirs.body, requestId: '' }]).toEqual([
        404,
        { ...mine.body, requestId: '' },
      ]);
    }
    expect((await get(url, other.owner)).body).toEqual(foreign.body);
  });
});

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
    const listed = await get('TimeSheet/Entries', owner, { projectID: project.body.projectID });
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
    const week = { teamMemberID: owner.teamMemberID, weekEndDate: '2026-10-11' };
    const version = async () =>
      (await get(`TimeSheet/GetByWeek/${week.teamMemberID}/${week.weekEndDate}`)).body.week.version;
    for (const step of ['Submit', 'Approve']) {
      const done = await post(`TimeSheet/${step}`, { items: [{ ...week, version: await version() }] });
      expect(done.body.results[0].status).toBe(200);
    }
    expect((await post(`Activities/${a.body.activityID}/Merge`, { from: activityID })).status).toBe(200);
    const listed = await get('TimeSheet/Entries', owner, place);
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
    const place = await gateway.addWorkspace();
    const person = await gateway.addMember(place);
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
});

describe('projects', () => {
  test('members see public ones and their own, and never amounts', async () => {
    const member = await gateway.addMember(workspace);
    const hidden = (
      await post('Projects', { projectName: `Hidden ${newId()}`, visibility: 'members', hourlyRate: 9000 })
    ).body;
    expect(hidden.memberIDs).toEqual([owner.teamMemberID]);
    expect((await get(`Projects/${hidden.projectID}`, member)).status).toBe(404);
    expect(
      (await post('TimeSheet', { projectID: hidden.projectID, workDate: '2026-11-16', hours: 1 }, member))
        .body.errors[0].code,
    ).toBe('reference_invalid');
    await put(`Projects/${hidden.projectID}`, {
      memberIDs: [owner.teamMemberID, member.teamMemberID],
      version: 1,
    });
    expect((await get(`Projects/${hidden.projectID}`, member)).body).toMatchObject({ hourlyRate: null });
    expect((await get(`Projects/${hidden.projectID}`)).body).toMatchObject({ hourlyRate: 9000 });
  });

  test('an editor writes projects, but not their rates', async () => {
    const editor = await gateway.addMember(workspace, { role: 'editor' });
    expect((await post('Projects', { projectName: `E ${newId()}`, hourlyRate: 1 }, editor)).status).toBe(403);
    expect((await post('Projects', { projectName: `E ${newId()}` }, editor)).status).toBe(201);
  });

  test.each(['clientID', 'projectTypeID', 'managerID'])(
    '%s of another workspace is refused like an unknown one',
    async (field) => {
      const foreign = {
        clientID: (await post('Clients', { clientName: newId() }, other.owner)).body.clientID,
        projectTypeID: Object.values(other.typeIDs)[0],
        managerID: other.owner.teamMemberID,
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

  test('the summary adds up and forecasts; a monthly budget counts this month', async () => {
    const person = await gateway.addMember(workspace);
    const project = (
      await post('Projects', { projectName: `Budget ${newId()}`, budgetKind: 'hours', budgetHours: 10 })
    ).body;
    const today = gateway.clock.now().toISOString().slice(0, 10);
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

  test('search filters by client, over budget and inactive days', async () => {
    const client = (await post('Clients', { clientName: `Filter ${newId()}` })).body.clientID;
    const [a, b] = [
      await post('Projects', { projectName: 'Over', clientID: client, budgetKind: 'hours', budgetHours: 1 }),
      await post('Projects', { projectName: 'Under', clientID: client }),
    ];
    await post('TimeSheet', {
      projectID: a.body.projectID,
      workDate: gateway.clock.now().toISOString().slice(0, 10),
      hours: 2,
    });
    const search = async (body: object) =>
      (await post('Projects/SearchAllProjects', { clientID: client, ...body })).body.items.map(
        (row: Row) => row.projectID,
      );
    expect(await search({})).toEqual([a.body.projectID, b.body.projectID]);
    expect(await search({ overBudget: true })).toEqual([a.body.projectID]);
    expect(await search({ inactiveDays: 60 })).toEqual([b.body.projectID]);
    expect(await search({ archived: true })).toEqual([]);
  });

  test('the picker offers favourites and recent rows first, and finds by any part', async () => {
    const place = await gateway.addWorkspace();
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
});

describe('team', () => {
  test('GetTeam takes the own teamMemberID or the tenant id; members see themselves and whom they approve', async () => {
    const lead = await gateway.addMember(workspace);
    const led = await gateway.addMember(workspace, { approverID: lead.teamMemberID });
    const ids = async (as: TestMember, id = as.teamMemberID) =>
      (await get(`TeamMember/GetTeam/${id}`, as)).body.map((row: Row) => row.id);
    expect((await ids(lead)).sort()).toEqual([lead.teamMemberID, led.teamMemberID].sort());
    expect(await ids(led)).toEqual([led.teamMemberID]);
    expect((await ids(owner, workspace.publicId)).length).toBeGreaterThan(2);
    expect((await get(`TeamMember/GetTeam/${other.publicId}`)).status).toBe(404);
    expect((await get(`TeamMember/${led.userUuid}`, lead)).body.id).toBe(led.teamMemberID);
    expect((await get(`TeamMember/${other.owner.teamMemberID}`)).status).toBe(404);
  });

  test('everybody changes the own name, nobody the own role or flags', async () => {
    const member = await gateway.addMember(workspace);
    const url = `TeamMember/${member.teamMemberID}`;
    expect(
      (await put(url, { firstName: 'Mia', timeZone: 'Europe/Zurich', version: 1 }, member)).body.firstName,
    ).toBe('Mia');
    for (const body of [{ role: 'admin' }, { createEditTime: true }, { approverID: null }]) {
      expect((await put(url, { ...body, version: 2 }, member)).status).toBe(403);
    }
    expect((await put(url, { createEditTime: true, version: 2 })).body.createEditTime).toBe(true);
    expect((await put(url, { timeZone: 'Mars/Olympus', version: 3 }, member)).status).toBe(400);
  });

  test('cost rates are for owner and admin', async () => {
    const member = await gateway.addMember(workspace);
    const rate = (kind: string, amount: number) =>
      post('Rates', { teamMemberID: member.teamMemberID, kind, amount, effectiveFrom: '2026-01-01' });
    expect([
      (await rate('bill', 9000)).status,
      (await rate('cost', 4000)).status,
      (await rate('cost', 4500)).status,
    ]).toEqual([201, 201, 201]);
    const listed = (await get('Rates', owner, { teamMemberID: member.teamMemberID })).body;
    expect(listed.map((row: Row) => [row.kind, row.amount, row.currency])).toEqual([
      ['bill', 9000, 'USD'],
      ['cost', 4500, 'USD'],
    ]);
    const settings = (await get('Workspace/Settings')).body;
    await put('Workspace/Settings', { editorsSeeBillRates: true, version: settings.version });
    const editor = await gateway.addMember(workspace, { role: 'editor' });
    const seen = (await get('Rates', editor, { teamMemberID: member.teamMemberID })).body;
    expect(seen.map((row: Row) => row.kind)).toEqual(['bill']);
    expect(
      (
        await post('Rates', {
          teamMemberID: other.owner.teamMemberID,
          kind: 'bill',
          amount: 1,
          effectiveFrom: '2026-01-01',
        })
      ).body.errors[0].code,
    ).toBe('reference_invalid');
  });
});

describe('entries in the trash', () => {
  test('come back into an open week, not into a closed one', async () => {
    const member = await gateway.addMember(workspace);
    const project = (await post('Projects', { projectName: newId() })).body.projectID;
    const entry = (await post('TimeSheet', { projectID: project, workDate: '2026-11-16', hours: 2 }, member))
      .body;
    await remove(`TimeSheet/${entry.timesheetID}`, member);
    expect((await get('Trash', member)).body).toMatchObject([
      { entity: 'entry', id: entry.timesheetID, minutes: 120 },
    ]);
    const url = `Trash/Entries/${entry.timesheetID}/Restore`;
    expect((await put(url, undefined, other.owner)).status).toBe(404);
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

describe('for programs', () => {
  test('the calendar feed is an address that is its own key', async () => {
    const member = await gateway.addMember(workspace);
    const project = (await post('Projects', { projectName: 'Feed; with, signs' })).body.projectID;
    const today = gateway.clock.now().toISOString().slice(0, 10);
    await post(
      'TimeSheet',
      { projectID: project, workDate: today, hours: 2, comment: `${'Long '.repeat(30)}end` },
      member,
    );
    const url = new URL(
      (await post('Calendar', {}, member)).body?.url ??
        (await gateway.call('POST', 'Calendar', { as: member })).body.url,
    );
    expect(url.host).toBe('harbour.stint.localhost:3000');
    const read = async (path: string) =>
      gateway.call('GET', path.replace('/api/', ''), { headers: { host: url.host } });
    const feed = await read(url.pathname);
    expect([feed.status, feed.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(feed.text).toContain(`DTSTART;VALUE=DATE:${today.replaceAll('-', '')}\r\n`);
    expect(feed.text).toContain('SUMMARY:2:00 Feed\\; with\\, signs');
    expect(feed.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    // The last character of base64url has unused bits, so one further in front is changed.
    const other = url.pathname.replace(
      /(.)(.{9}\.ics)$/,
      (_, sign: string, rest: string) => `${sign === 'a' ? 'b' : 'a'}${rest}`,
    );
    expect((await read(other)).status).toBe(404);
    await remove('Calendar', member);
    expect((await read(url.pathname)).status).toBe(404);
  });

  test('the document names every call, the reference page is readable and has no script', async () => {
    const document = await gateway.call('GET', 'openapi.json');
    expect(document.body.paths['/api/TimeSheet/GetByWeek/{teamMemberID}/{weekEndDate}'].get.summary).toMatch(
      /week/,
    );
    const page = await gateway.call('GET', 'reference');
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.text).toContain('PUT /api/TimeSheet/SaveWeek');
    expect(page.text).not.toContain('<script');
    expect(page.headers['content-security-policy']).toMatch(/style-src 'sha256-/);
  });

  test('the audit names who did what, and cannot be read by members', async () => {
    const client = await post('Clients', { clientName: `Audited ${newId()}` });
    const { body } = await get('Audit', owner, { entity: 'client', entityID: client.body.clientID });
    expect(body).toMatchObject([
      { action: 'created', actorID: owner.userUuid, actorName: 'Olive Owner', actorKind: 'member' },
    ]);
    const { count } = await gateway.owner(workspace).one<{ count: number }>(sql`
      select count(*) as count from app.audit_event where tenant_id = ${workspace.tenantId} and entity_id = ${client.body.clientID}`);
    expect(count).toBe(1);
  });
});

describe('webhooks hear of changes', () => {
  test('only where one listens, without money, in the transaction of the change', async () => {
    const place = await gateway.addWorkspace();
    const heard = () =>
      gateway.owner(place).rows<{ event: string; payload: string }>(sql`
        select payload->'data'->>'event' as event, payload::text as payload from graphile_worker._private_jobs
        where payload->>'tenantId' = ${place.tenantId} order by id`);
    await post('Clients', { clientName: 'Unheard' }, place.owner);
    expect(await heard()).toEqual([]);
    await gateway.owner(place).run(sql`
      insert into app.webhook (tenant_id, id, url, secret, events, created_at, updated_at)
      values (${place.tenantId}, ${newId()}, 'https://example.com/', 'x', ${['client.changed', 'entry.saved', 'entry.deleted']}, now(), now())`);
    await post('Clients', { clientName: 'Heard', defaultRate: 12_345 }, place.owner);
    const project = (await post('Projects', { projectName: 'P' }, place.owner)).body.projectID;
    const entry = (
      await post('TimeSheet', { projectID: project, workDate: '2026-11-16', minutes: 5 }, place.owner)
    ).body;
    await post('TimeSheet', { projectID: project, workDate: '2026-11-16', hours: '99:00' }, place.owner);
    await remove(`TimeSheet/${entry.timesheetID}`, place.owner);
    const events = await heard();
    expect(events.map(({ event }) => event)).toEqual(['client.changed', 'entry.saved', 'entry.deleted']);
    expect(events[0]?.payload).toContain('Heard');
    expect(events[0]?.payload).not.toContain('12345');
  });
});

describe('security 14: Idempotency-Key', () => {
  test('the same request twice at once makes one thing and gets one answer, in every process', async () => {
    const peer = await gateway.startPeer();
    const headers = { ...(await gateway.headersOf(owner)), 'idempotency-key': newId() };
    const body = { clientName: `Once ${newId()}` };
    const send = async (app = gateway.app) =>
      toAnswer(await app.inject({ method: 'POST', url: '/api/Clients', headers, payload: body }));
    const answers = await Promise.all([send(), send(peer.app), send(), send(peer.app)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.body.clientID)).size).toBe(1);
    const { count } = await gateway.owner(workspace).one<{ count: number }>(sql`
      select count(*) as count from app.client where tenant_id = ${workspace.tenantId} and name = ${body.clientName}`);
    expect(count).toBe(1);
    await peer.close();
  });

  test('a refused request leaves no trace: the same key may be tried again', async () => {
    const headers = { 'idempotency-key': newId() };
    const taken = `Taken ${newId()}`;
    const first = (await post('Clients', { clientName: taken })).body;
    const again = () => gateway.call('POST', 'Clients', { as: owner, body: { clientName: taken }, headers });
    expect((await again()).status).toBe(409);
    await remove(`Clients/${first.clientID}`);
    expect((await again()).status).toBe(201);
  });
});
