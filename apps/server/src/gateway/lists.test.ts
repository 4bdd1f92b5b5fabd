import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../testing/gateway-harness.ts';

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let owner: TestMember;
let lead: TestMember;

/** The longest names, of letters that take several bytes; equal but for case, accent or the end. */
const names = [
  `${'ü'.repeat(199)}a`,
  `${'Ü'.repeat(199)}b`,
  '東'.repeat(200),
  'Zebra',
  'zebra 2',
  'Äther',
  ' a b',
];

const madeProjects: string[] = [];

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  lead = await gateway.addMember(workspace, { role: 'editor' });
  const clientIDs: string[] = [];
  for (const [index, name] of names.entries()) {
    const code = index % 3 === 0 ? null : `C${index % 2}`;
    clientIDs.push((await post('Clients', { clientName: name, code })).clientID);
    await post('Activities', { activityName: name, code, sortOrder: index % 2 });
  }
  const people = await Promise.all(
    ['ü'.repeat(200), 'Ann', 'ann'].map((firstName) =>
      post('TeamMember/Placeholders', { firstName, lastName: '東'.repeat(200) }),
    ),
  );
  for (const [index, name] of names.entries()) {
    const project = await post('Projects', {
      projectName: name,
      code: index % 2 === 0 ? 'P' : null,
      clientID: index % 3 === 0 ? null : clientIDs[index % 2],
      projectTypeID: Object.values(workspace.typeIDs)[index % 2],
      managerID: index % 2 === 0 ? lead.teamMemberID : owner.teamMemberID,
      memberIDs: index === 1 ? [lead.teamMemberID] : [],
    });
    madeProjects.push(project.projectID);
    for (const [place, workDate] of ['2026-11-09', '2026-11-16', '2026-11-17'].entries()) {
      await post('TimeSheet', {
        projectID: project.projectID,
        activityID: place === 0 ? null : Object.values(workspace.activityIDs)[place],
        teamMemberID: index % 2 === 0 ? owner.teamMemberID : people[0].id,
        workDate,
        minutes: 10 + index,
        isBillable: place !== 1,
        comment: index === 2 ? '50 % of it' : 'none',
      });
    }
  }
});
beforeEach(() => gateway.clock.move(60_000));
afterAll(() => gateway?.close());

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is asserted, not typed
type Row = any;

async function post(path: string, body: object): Promise<Row> {
  gateway.clock.move(1000);
  const answer = await gateway.call('POST', path, { as: owner, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}
async function get(path: string, query: Record<string, string> = {}, as = owner) {
  gateway.clock.move(1000);
  const answer = await gateway.call('GET', path, { as, query });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer;
}

const lists: [path: () => string, id: string, sorts: string[]][] = [
  [() => 'Clients', 'clientID', ['name', 'code', 'updatedAt', 'createdAt']],
  [() => 'Activities', 'activityID', ['order', 'name', 'code', 'updatedAt', 'createdAt']],
  [() => 'Projects', 'projectID', ['name', 'client', 'code', 'updatedAt', 'createdAt']],
  [() => `TeamMember/GetTeam/${workspace.publicId}`, 'id', ['name', 'role', 'updatedAt', 'createdAt']],
  [() => 'TimeSheet/Entries', 'timesheetID', ['workDate', 'updatedAt']],
];
const sorted = lists.flatMap(([path, id, sorts]) =>
  sorts.flatMap((sort) => [sort, `-${sort}`].map((way) => ({ path, id, way }))),
);

describe('a list read by cursor has each row once, in the order of the whole list', () => {
  test.each(sorted)('of rows with $id by $way', async ({ path, id, way }) => {
    const whole = (await get(path(), { sort: way })).body.map((row: Row) => row[id]);
    const reverse = way.startsWith('-') ? way.slice(1) : `-${way}`;
    expect((await get(path(), { sort: reverse })).body.map((row: Row) => row[id])).toEqual(
      whole.toReversed(),
    );
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await get(path(), { size: '2', ...(cursor ? { cursor } : { sort: way }) });
      read.push(...page.body.map((row: Row) => row[id]));
      cursor = page.headers['x-next-cursor'] as string | undefined;
    } while (cursor);
    expect(whole.length).toBeGreaterThan(4);
    expect(read).toEqual(whole);
  });

  test.each(sorted)('and by number the same: $id by $way', async ({ path, id, way }) => {
    const whole = (await get(path(), { sort: way })).body.map((row: Row) => row[id]);
    const second = await get(path(), { sort: way, page: '2', size: '3' });
    expect(second.body.map((row: Row) => row[id])).toEqual(whole.slice(3, 6));
    expect(second.headers['x-total-count']).toBe(String(whole.length));
  });

  test.each(lists)('%s takes no other order', async (path) => {
    for (const sort of ['nonsense', 'minutes', "name'", '--name', '']) {
      expect((await gateway.call('GET', path(), { as: owner, query: { sort } })).status).toBe(400);
    }
  });
});

describe('projects are filtered', () => {
  const filters: [name: string, query: () => Record<string, unknown>, keeps: (project: Row) => boolean][] = [
    [
      'by type',
      () => ({ projectTypeID: Object.values(workspace.typeIDs)[1] }),
      (row) => row.projectTypeID === Object.values(workspace.typeIDs)[1],
    ],
    [
      'by their ids, one of them unknown',
      () => ({ ids: [madeProjects[0], madeProjects[3], lead.teamMemberID].join() }),
      (row) => row.projectID === madeProjects[0] || row.projectID === madeProjects[3],
    ],
    ['by manager', () => ({ managerID: lead.teamMemberID }), (row) => row.managerID === lead.teamMemberID],
    [
      'by text in name, code or client',
      () => ({ q: 'ZEBRA' }),
      (row) => /zebra/i.test(`${row.projectName} ${row.clientName}`),
    ],
    ['by activity in the last days', () => ({ inactiveDays: 3650 }), () => false],
  ];

  test.each(filters)('%s, as GET and as POST', async (_name, query, keeps) => {
    const all = (await get('Projects')).body;
    const expected = all.filter(keeps).map((row: Row) => row.projectID);
    const text = Object.fromEntries(Object.entries(query()).map(([key, value]) => [key, String(value)]));
    expect((await get('Projects', text)).body.map((row: Row) => row.projectID)).toEqual(expected);
    const body = query();
    const found = await gateway.call('POST', 'Projects/SearchAllProjects', { as: owner, body });
    expect(found.body.items.map((row: Row) => row.projectID)).toEqual(expected);
    expect(found.body.total).toBe(expected.length);
  });

  test('by activity in the last days: a project without time counts as well', async () => {
    const all: Row[] = (await get('Projects')).body;
    const daysSince = (date: string) => Math.round((Date.now() - Date.parse(date)) / (24 * 60 * 60_000));
    for (const inactiveDays of [1, 4, daysSince('2026-11-17') + 2]) {
      const ids = (await get('Projects', { inactiveDays: String(inactiveDays) })).body.map(
        (row: Row) => row.projectID,
      );
      const cutoff = new Date(Date.now() - inactiveDays * 24 * 60 * 60_000).toISOString().slice(0, 10);
      const idle = all.filter(({ lastWorkDate }) => lastWorkDate === null || lastWorkDate <= cutoff);
      expect(ids).toEqual(idle.map(({ projectID }) => projectID));
    }
  });

  test('by whose they are: managed, or with me as a member', async () => {
    const all = (await get('Projects', {}, lead)).body;
    const mine = (await get('Projects', { mine: 'true' }, lead)).body;
    const isMine = ({ managerID, memberIDs }: Row) =>
      managerID === lead.teamMemberID || memberIDs.includes(lead.teamMemberID);
    expect(mine).toEqual(all.filter(isMine));
    expect(mine.length).toBeLessThan(all.length);
  });
});

describe('entries are filtered', () => {
  const filters: [
    name: string,
    query: (all: Row[]) => Record<string, string>,
    keeps: (entry: Row, query: Record<string, string>) => boolean,
  ][] = [
    ['by days', () => ({ from: '2026-11-10', to: '2026-11-16' }), (row) => row.workDate === '2026-11-16'],
    [
      'by person',
      () => ({ teamMemberID: owner.teamMemberID }),
      (row) => row.teamMemberID === owner.teamMemberID,
    ],
    [
      'by project',
      (all) => ({ projectID: all[0].projectID }),
      (row, { projectID }) => row.projectID === projectID,
    ],
    [
      'by activity',
      (all) => ({ activityID: all.find((row) => row.activityID).activityID }),
      (row, { activityID }) => row.activityID === activityID,
    ],
    ['by billable', () => ({ isBillable: 'false' }), (row) => !row.isBillable],
    ['by text, signs as letters', () => ({ q: '0 % OF' }), (row) => row.comment === '50 % of it'],
  ];

  test.each(filters)('%s', async (_name, query, keeps) => {
    const all: Row[] = (await get('TimeSheet/Entries')).body;
    const asked = query(all);
    const expected = all.filter((row) => keeps(row, asked));
    expect([expected.length > 0, expected.length < all.length]).toEqual([true, true]);
    const found = await get('TimeSheet/Entries', asked);
    expect(found.body).toEqual(expected);
    expect(found.headers['x-total-count']).toBe(String(expected.length));
  });

  test('by client', async () => {
    const client = (await get('Projects')).body.find((row: Row) => row.clientID);
    const found = (await get('TimeSheet/Entries', { clientID: client.clientID })).body;
    expect(new Set(found.map((row: Row) => row.clientName))).toEqual(new Set([client.clientName]));
  });
});

describe('a follower of changes', () => {
  test('hears of entries that were added, changed and removed, and of nothing else', async () => {
    const [kept, changed, removed] = (await get('TimeSheet/Entries', { teamMemberID: owner.teamMemberID }))
      .body;
    const since = gateway.clock.now().toISOString();
    await gateway.call('PUT', `TimeSheet/${changed.timesheetID}`, {
      as: owner,
      body: { minutes: 5, version: changed.version },
    });
    await gateway.call('DELETE', `TimeSheet/${removed.timesheetID}`, { as: owner });
    const ids = async (query: Record<string, string>) =>
      (await get('TimeSheet/Entries', query)).body.map((row: Row) => row.timesheetID);
    expect(await ids({ updatedSince: since })).toEqual([changed.timesheetID]);
    expect(await ids({ deletedSince: since })).toEqual([removed.timesheetID]);
    expect(new Set(await ids({ updatedSince: since, deletedSince: since }))).toEqual(
      new Set([changed.timesheetID, removed.timesheetID]),
    );
    expect(await ids({})).toContain(kept.timesheetID);
  });

  test('hears of people who changed, and of archived ones as removed', async () => {
    const path = `TeamMember/GetTeam/${workspace.publicId}`;
    const [changed, archived] = [await gateway.addMember(workspace), await gateway.addMember(workspace)];
    const since = gateway.clock.now().toISOString();
    await gateway.call('PUT', `TeamMember/${changed.teamMemberID}`, {
      as: owner,
      body: { lastName: newId(), version: 1 },
    });
    await gateway.call('DELETE', `TeamMember/${archived.teamMemberID}`, { as: owner });
    const ids = async (query: Record<string, string>) =>
      (await get(path, query)).body.map((row: Row) => row.id);
    expect(await ids({ updatedSince: since })).toEqual([changed.teamMemberID]);
    expect(await ids({ deletedSince: since })).toEqual([archived.teamMemberID]);
    expect(new Set(await ids({ updatedSince: since, deletedSince: since }))).toEqual(
      new Set([changed.teamMemberID, archived.teamMemberID]),
    );
  });
});

test("the weeks of a year are one's own, or of people whose time one sees; another workspace's person is missing", async () => {
  const member = await gateway.addMember(workspace, { approverID: lead.teamMemberID });
  const other = await gateway.addWorkspace();
  const status = async (id: string, as: TestMember) =>
    (await gateway.call('GET', `TimeSheet/Year/${id}/2026`, { as })).status;
  expect(await status(member.teamMemberID, member)).toBe(200);
  expect(await status(member.teamMemberID, lead)).toBe(200);
  expect(await status(owner.teamMemberID, member)).toBe(404);
  expect(await status(member.teamMemberID, other.owner)).toBe(404);
  const weeks = (await get(`TimeSheet/Year/${owner.teamMemberID}/2026`)).body;
  expect(weeks.map((week: Row) => [week.weekEndDate, week.status])).toEqual([
    ['2026-11-15', 'open'],
    ['2026-11-22', 'open'],
  ]);
});
