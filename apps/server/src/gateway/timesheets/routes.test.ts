import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import {
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../../testing/gateway-harness.ts';

type Entry = Record<string, unknown>;

let gateway: GatewayHarness;
let workspace: TestWorkspace;
let other: TestWorkspace;
let member: TestMember;
let projectID: string;
let otherProjectID: string;

const weekEndDate = '2026-11-22';
const [monday, tuesday] = ['2026-11-16', '2026-11-17'];

beforeAll(async () => {
  gateway = await createGatewayHarness();
  [workspace, other] = [await gateway.addWorkspace(), await gateway.addWorkspace()];
  projectID = await addProject(workspace, 'Harbour');
  otherProjectID = await addProject(other, 'Elsewhere');
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  member = await gateway.addMember(workspace);
});

async function addProject(place: TestWorkspace, projectName: string, fields: object = {}): Promise<string> {
  const made = await gateway.call('POST', 'Projects', {
    as: place.owner,
    body: { projectName: `${projectName} ${newId().slice(-6)}`, ...fields },
  });
  expect(made.status).toBe(201);
  return made.body.projectID;
}

const week = (as = member, id = member.teamMemberID, end = weekEndDate, headers = {}) =>
  gateway.call('GET', `TimeSheet/GetByWeek/${id}/${end}`, { as, headers });
const save = (upserts: object[], more: object = {}, as = member) =>
  gateway.call('PUT', 'TimeSheet/SaveWeek', {
    as,
    body: { teamMemberID: member.teamMemberID, weekEndDate, upserts, ...more },
  });
const cell = (fields: object = {}) => ({
  projectID,
  activityID: workspace.activityIDs['General'],
  workDate: monday,
  hours: '7:30',
  ...fields,
});

describe('reading a week', () => {
  test('an untouched week is open, empty and version 0, with the expected minutes of the workspace', async () => {
    const { status, body } = await week();
    expect(status).toBe(200);
    expect(body.week).toMatchObject({ status: 'open', version: 0, totalMinutes: 0, weekEndDate });
    expect(body).toMatchObject({
      entries: [],
      expectedMinutes: [480, 480, 480, 480, 480, 0, 0],
      locked: Array(7).fill(null),
    });
  });

  test('names are joined, hours and minutes agree, totals are counted', async () => {
    await save([cell({ comment: ' Kick-off ' }), cell({ workDate: tuesday, hours: 1.5, isBillable: false })]);
    const { body } = await week();
    expect(body.week).toMatchObject({ totalMinutes: 540, billableMinutes: 450, version: 1 });
    expect(body.entries[0]).toMatchObject({
      minutes: 450,
      hours: 7.5,
      comment: 'Kick-off',
      activityName: 'General',
      clientName: null,
      workDate: monday,
      version: 1,
    });
    expect(body.entries[0].projectName).toMatch(/^Harbour/);
  });

  test('an unchanged week answers 304, a renamed project and a saved cell do not', async () => {
    const mine = await addProject(workspace, 'Renamed');
    await save([cell({ projectID: mine })]);
    const first = await week();
    const etag = String(first.headers.etag);
    const again = await week(member, member.teamMemberID, weekEndDate, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    const renamed = await gateway.call('PUT', `Projects/${mine}`, {
      as: workspace.owner,
      body: { projectName: `Z ${newId()}`, version: 1 },
    });
    expect(renamed.status).toBe(200);
    expect((await week(member, member.teamMemberID, weekEndDate, { 'if-none-match': etag })).status).toBe(
      200,
    );
  });

  test.each([
    ['2026-11-21', 'week_end_invalid'],
    ['2026-02-30', 'date_invalid'],
  ])('%s is no week', async (end, code) => {
    const { status, body } = await week(member, member.teamMemberID, end);
    expect([status, body.errors[0].code]).toEqual([400, code]);
  });

  test("another person's week, another workspace's person and nobody are the same 404", async () => {
    const colleague = await gateway.addMember(workspace);
    const answers = await Promise.all(
      [colleague.teamMemberID, other.owner.teamMemberID, newId()].map((id) => week(member, id)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const bodies = answers.map(({ body }) => ({ ...body, requestId: '' }));
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  test('an approver and an owner see it', async () => {
    const boss = await gateway.addMember(workspace);
    const led = await gateway.addMember(workspace, { approverID: boss.teamMemberID });
    expect((await week(boss, led.teamMemberID)).status).toBe(200);
    expect((await week(workspace.owner, led.teamMemberID)).status).toBe(200);
  });
});

describe('saving a week', () => {
  test('adds, changes and removes in one call, and answers the week', async () => {
    const first = await save([cell(), cell({ workDate: tuesday })]);
    const [a, b] = first.body.entries;
    const second = await save(
      [
        { ...cell({ timesheetID: a.timesheetID, version: a.version, hours: '2:00' }) },
        cell({ workDate: '2026-11-18', minutes: 20, hours: undefined }),
      ],
      {
        deletes: [{ timesheetID: b.timesheetID, version: b.version }],
      },
    );
    expect(second.status).toBe(200);
    expect(second.body.entries.map((entry: Entry) => [entry.workDate, entry.minutes, entry.version])).toEqual(
      [
        [monday, 120, 2],
        ['2026-11-18', 20, 1],
      ],
    );
    expect(second.body.week).toMatchObject({ totalMinutes: 140, version: 2 });
    expect((await week()).text).toBe(second.text);
  });

  test('is all or nothing: one bad cell and nothing is stored', async () => {
    const bad = await save([cell(), cell({ hours: '25:61' })]);
    expect([bad.status, bad.body.errors[0]]).toEqual([
      400,
      expect.objectContaining({ code: 'hours_invalid', field: 'upserts.1.hours' }),
    ]);
    expect((await week()).body).toMatchObject({ entries: [], week: { version: 0 } });
  });

  test.each([
    ['a day outside the week', { workDate: '2026-11-23' }, 'date_invalid'],
    ['a date that does not exist', { workDate: '2026-11-31' }, 'date_invalid'],
    ['no duration', { hours: undefined }, 'hours_invalid'],
    ['more than a day', { hours: '24:01' }, 'hours_invalid'],
    ['an unknown project', { projectID: newId() }, 'reference_invalid'],
    ['an unknown activity', { activityID: newId() }, 'reference_invalid'],
    ['an unknown tag', { tags: [newId()] }, 'reference_invalid'],
    ['half a span', { startedAt: '2026-11-16T08:00:00Z' }, 'date_invalid'],
  ])('%s is refused', async (_name, fields, code) => {
    const { status, body } = await save([cell(fields)]);
    expect([status, body.errors[0].code]).toEqual([400, code]);
  });

  test('a project of another workspace inside a body is refused like an unknown one', async () => {
    const foreign = await save([cell({ projectID: otherProjectID, activityID: null })]);
    const unknown = await save([cell({ projectID: newId(), activityID: null })]);
    expect([foreign.status, { ...foreign.body, requestId: '' }]).toEqual([
      400,
      { ...unknown.body, requestId: '' },
    ]);
  });

  test('an archived project takes no new time, but its cells can still be corrected', async () => {
    const old = await addProject(workspace, 'Old');
    const made = await save([cell({ projectID: old })]);
    await gateway.call('DELETE', `Projects/${old}`, { as: workspace.owner });
    expect((await save([cell({ projectID: old, workDate: tuesday })])).body.errors[0].code).toBe(
      'reference_invalid',
    );
    const [entry] = made.body.entries;
    expect(
      (
        await save([
          {
            timesheetID: entry.timesheetID,
            version: 1,
            projectID: old,
            workDate: monday,
            hours: '1:00',
            activityID: entry.activityID,
          },
        ])
      ).status,
    ).toBe(200);
  });

  test('two tabs: the second stale save answers 409 with the current row and changes nothing', async () => {
    const [entry] = (await save([cell()])).body.entries;
    const change = (hours: string) => save([cell({ timesheetID: entry.timesheetID, version: 1, hours })]);
    const answers = await Promise.all([change('1:00'), change('2:00')]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const [won, lost] = answers[0]?.status === 200 ? answers : [...answers].reverse();
    expect(lost?.body.current).toMatchObject([
      { timesheetID: entry.timesheetID, version: 2, minutes: won?.body.entries[0].minutes },
    ]);
    expect((await week()).body.entries).toHaveLength(1);
  });

  test('the same Idempotency-Key twice at once stores once; another body with it is refused', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = { teamMemberID: member.teamMemberID, weekEndDate, upserts: [cell()] };
    const send = (given: object = body) =>
      gateway.call('PUT', 'TimeSheet/SaveWeek', { as: member, body: given, headers });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await week()).body.entries).toHaveLength(1);
    expect((await send({ ...body, upserts: [] })).body.errors[0].code).toBe('idempotency_mismatch');
  });

  test('a day over 24:00 is saved', async () => {
    const { status, body } = await save([
      cell({ hours: '20:00' }),
      cell({ hours: '5:00', comment: 'again' }),
    ]);
    expect([status, body.week.totalMinutes]).toEqual([200, 1500]);
  });

  test('behind the lock date nothing changes, except by an owner with a reason', async () => {
    const locked = await gateway.addWorkspace();
    const project = await addProject(locked, 'Locked');
    const settings = await gateway.call('GET', 'Workspace/Settings', { as: locked.owner });
    const set = await gateway.call('PUT', 'Workspace/Settings', {
      as: locked.owner,
      body: { lockDate: tuesday, version: settings.body.version },
    });
    expect(set.status).toBe(200);
    const person = await gateway.addMember(locked);
    const send = (as: TestMember, workDate: string, more: object = {}) =>
      gateway.call('PUT', 'TimeSheet/SaveWeek', {
        as,
        body: {
          teamMemberID: person.teamMemberID,
          weekEndDate,
          upserts: [{ projectID: project, workDate, hours: 1 }],
          ...more,
        },
      });
    expect((await send(person, tuesday)).body.errors[0].code).toBe('week_locked');
    expect((await send(person, '2026-11-18')).status).toBe(200);
    expect((await send(locked.owner, tuesday)).body.errors[0].code).toBe('reason_required');
    expect((await send(locked.owner, tuesday, { reason: 'Forgotten day' })).status).toBe(200);
    const read = await gateway.call('GET', `TimeSheet/GetByWeek/${person.teamMemberID}/${weekEndDate}`, {
      as: person,
    });
    expect(read.body.locked).toEqual(['lockDate', 'lockDate', null, null, null, null, null]);
    const copy = (to: string) =>
      gateway.call('POST', 'TimeSheet/CopyWeek', {
        as: person,
        body: { from: weekEndDate, to, include: 'hours' },
      });
    const intoLocked = await copy('2026-11-15');
    expect([intoLocked.body.entries, intoLocked.body.skipped]).toMatchObject([[], [{ reason: 'dayLocked' }]]);
    expect((await copy('2026-11-29')).body.skipped).toEqual([]);
  });

  test('only those who may write time of others can', async () => {
    const editor = await gateway.addMember(workspace, { role: 'editor', createEditTime: true });
    const managed = await addProject(workspace, 'Managed', { managerID: editor.teamMemberID });
    expect((await save([cell()], {}, editor)).status).toBe(403);
    expect((await save([cell({ projectID: managed })], {}, editor)).status).toBe(200);
    const colleague = await gateway.addMember(workspace);
    expect((await save([cell()], {}, colleague)).status).toBe(403);
    expect((await save([cell()], {}, workspace.owner)).status).toBe(200);
  });
});

test('what somebody sent whole is saved also when they hang up before the answer', async () => {
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  const body = JSON.stringify({ teamMemberID: member.teamMemberID, weekEndDate, upserts: [cell()] });
  const headers = {
    ...(await gateway.headersOf(member)),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect((gateway.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`PUT /api/TimeSheet/SaveWeek HTTP/1.1\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
  await expect.poll(async () => (await week()).body.week.totalMinutes, { timeout: 10_000 }).toBe(450);
});

describe('single entries', () => {
  test('are added, moved to another week, removed', async () => {
    const made = await gateway.call('POST', 'TimeSheet', { as: member, body: cell() });
    expect([made.status, made.body.version]).toEqual([201, 1]);
    const moved = await gateway.call('PUT', `TimeSheet/${made.body.timesheetID}`, {
      as: member,
      body: { version: 1, workDate: '2026-11-23' },
    });
    expect(moved.body).toMatchObject({ weekEndDate: '2026-11-29', version: 2, minutes: 450 });
    expect((await week()).body.week).toMatchObject({ totalMinutes: 0, version: 2 });
    expect((await week(member, member.teamMemberID, '2026-11-29')).body.week.totalMinutes).toBe(450);
    const removed = await gateway.call('DELETE', `TimeSheet/${made.body.timesheetID}`, { as: member });
    expect(removed.body.deletedAt).not.toBeNull();
    expect((await week(member, member.teamMemberID, '2026-11-29')).body.entries).toEqual([]);
  });

  test("another workspace's entry is missing, and stays as it is", async () => {
    const made = await gateway.call('POST', 'TimeSheet', {
      as: other.owner,
      body: { projectID: otherProjectID, workDate: monday, minutes: 60 },
    });
    const id = made.body.timesheetID;
    const attempts = await Promise.all([
      gateway.call('PUT', `TimeSheet/${id}`, { as: workspace.owner, body: { version: 1, minutes: 1 } }),
      gateway.call('DELETE', `TimeSheet/${id}`, { as: workspace.owner }),
      save([cell({ timesheetID: id, version: 1 })]),
      save([], { deletes: [{ timesheetID: id, version: 1 }] }),
    ]);
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const row = await gateway
      .owner(other)
      .one(sql`select minutes, version, deleted_at from app.timesheet_entry where id = ${id}`);
    expect(row).toEqual({ minutes: 60, version: 1, deleted_at: null });
  });
});

describe('copying a week', () => {
  test.each([
    ['rows', 0, ''],
    ['hours', 450, ''],
    ['comments', 450, 'Plan'],
  ])('with %s', async (include, minutes, comment) => {
    const old = await addProject(workspace, 'Gone');
    await save([cell({ comment: 'Plan' }), cell({ projectID: old, workDate: tuesday })]);
    await gateway.call('DELETE', `Projects/${old}`, { as: workspace.owner });
    const copied = await gateway.call('POST', 'TimeSheet/CopyWeek', {
      as: member,
      body: { from: weekEndDate, to: '2026-11-29', include },
    });
    expect(copied.status).toBe(200);
    expect(copied.body.entries).toMatchObject([{ workDate: '2026-11-23', minutes, comment }]);
    expect(copied.body.skipped).toMatchObject([{ projectID: old, reason: 'projectArchived' }]);
    const again = await gateway.call('POST', 'TimeSheet/CopyWeek', {
      as: member,
      body: { from: weekEndDate, to: '2026-11-29', include },
    });
    expect(again.body.skipped.map((row: Entry) => row.reason).sort()).toEqual([
      'alreadyThere',
      'projectArchived',
    ]);
    expect(again.body.entries).toHaveLength(1);
  });
});

test('missing days are working days without time, in the past only', async () => {
  await save([cell()]);
  const { body } = await gateway.call('GET', 'TimeSheet/Missing', {
    as: member,
    query: { from: monday, to: '2026-11-22' },
  });
  expect(body.every((row: Entry) => row.teamMemberID === member.teamMemberID)).toBe(true);
});
