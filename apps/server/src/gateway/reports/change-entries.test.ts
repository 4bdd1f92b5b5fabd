import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';

type Entry = { timesheetID: string; version: number; workDate: string; isBillable: boolean; minutes: number };

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let owner: TestMember;
let member: TestMember;
let projects: [string, string];
let entries: Entry[];

// biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is asserted, not typed
async function call(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, as = owner): Promise<any> {
  const answer = await gateway.call(method, path, { as, body });
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
}

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  member = await gateway.addMember(workspace);
  projects = [
    (await call('POST', 'Projects', { projectName: 'Mole' })).projectID,
    (await call('POST', 'Projects', { projectName: 'Pier' })).projectID,
  ];
});
afterAll(() => gateway?.close());

const all = (changes: object, some = entries) =>
  some.map(({ timesheetID, version }) => ({ timesheetID, version, ...changes }));
const change = (upserts: object[], as = owner) =>
  gateway.call('PUT', 'Reports/Entries', { as, body: { upserts } });
const stored = () =>
  gateway.owner(workspace).rows<{ projectID: string; isBillable: boolean; version: number }>(sql`
    select project_id as "projectID", is_billable as "isBillable", version from app.timesheet_entry
    where tenant_id = ${workspace.tenantId} and id = any(${entries.map(({ timesheetID }) => timesheetID)}::uuid[])`);

describe('entries of several people and weeks', () => {
  /** One entry of each of two people in two weeks. */
  beforeEach(async () => {
    gateway.clock.move(60_000);
    entries = [];
    for (const [as, workDate] of [
      [owner, '2026-10-06'],
      [member, '2026-10-14'],
    ] as const)
      entries.push(
        await call(
          'POST',
          'TimeSheet',
          { projectID: projects[0], workDate, minutes: 60, isBillable: true },
          as,
        ),
      );
  });

  test('are changed at once, and taken back with what they were', async () => {
    const [, pier] = projects;
    const { status, body } = await change(all({ projectID: pier, isBillable: false }));
    expect([status, body.map((entry: Entry) => entry.isBillable)]).toEqual([200, [false, false]]);
    expect(await stored()).toEqual(Array(2).fill({ projectID: pier, isBillable: false, version: 2 }));
    await call('PUT', 'Reports/Entries', {
      upserts: all({ projectID: projects[0], isBillable: true }, body),
    });
    expect(await stored()).toEqual(Array(2).fill({ projectID: projects[0], isBillable: true, version: 3 }));
  });

  test('move to another day, also of another week', async () => {
    const { body } = await change(all({ workDate: '2026-10-26' }));
    expect(body.map((entry: Entry) => entry.workDate)).toEqual(['2026-10-26', '2026-10-26']);
  });

  test('are all left as they are where one has changed meanwhile, is locked, or is nobody’s to change', async () => {
    const before = await stored();
    const [first, second] = entries as [Entry, Entry];
    const stale = [...all({ isBillable: false }, [first]), { ...all({}, [second])[0], version: 9 }];
    expect((await change(stale)).status).toBe(409);
    expect((await change(all({ isBillable: false }), member)).status).toBe(404);
    const stranger = (await gateway.addWorkspace()).owner;
    expect((await change(all({ isBillable: false }), stranger)).status).toBe(404);
    const week = { teamMemberID: member.teamMemberID, weekEndDate: '2026-10-18' };
    const sheet = await gateway.call('GET', `TimeSheet/GetByWeek/${week.teamMemberID}/${week.weekEndDate}`, {
      as: member,
    });
    await call(
      'POST',
      'TimeSheet/Submit',
      { items: [{ ...week, version: sheet.body.week.version }] },
      member,
    );
    const locked = await change(all({ isBillable: false }));
    expect([locked.status, locked.body.error.type]).toEqual([422, 'week_locked']);
    expect(await stored()).toEqual(before);
  });
});

describe('people in a range', () => {
  const people = async (as = owner, range = { from: '2026-10-05', to: '2026-10-16' }) =>
    call('POST', 'Reports/People', range, as);

  test('have what they recorded against what is expected, and the days without any', async () => {
    await gateway.call('PUT', 'Workspace/Holidays', {
      as: owner,
      body: { year: 2026, holidays: [{ date: '2026-10-15', name: 'Regatta' }] },
    });
    const idle = await gateway.addMember(workspace);
    const rows = await people();
    const of = (one: TestMember) =>
      rows.find(({ teamMemberID }: { teamMemberID: string }) => teamMemberID === one.teamMemberID);
    expect(of(owner)).toMatchObject({
      expectedMinutes: 9 * 480,
      missingDays: 8,
      lastWorkDate: expect.any(String),
    });
    expect(of(owner).minutes).toBe(of(owner).billableMinutes);
    expect(of(idle)).toMatchObject({
      minutes: 0,
      expectedMinutes: 9 * 480,
      missingDays: 9,
      lastWorkDate: null,
    });
  });

  test('are told to nobody who may not see their whole time', async () => {
    const ids = (rows: { teamMemberID: string }[]) => rows.map(({ teamMemberID }) => teamMemberID);
    expect(ids(await people(member))).toEqual([member.teamMemberID]);
    const stranger = (await gateway.addWorkspace()).owner;
    expect(ids(await people(stranger))).toEqual([stranger.teamMemberID]);
  });

  test('are expected to do nothing in days that are to come', async () => {
    const rows = await people(owner, { from: '2199-01-01', to: '2199-12-31' });
    expect(rows[0]).toMatchObject({ expectedMinutes: 0, missingDays: 0 });
  });
});
