import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';

type Entry = Record<string, unknown>;

const desk = openGatewayDesk();
const weekEnd = '2026-11-22';
const [monday, tuesday] = ['2026-11-16', '2026-11-17'];
let member: TestMember;
let projectID: string;

beforeAll(async () => {
  projectID = (await desk.post('Projects', { projectName: 'Harbour' })).body.projectID;
});
beforeEach(async () => {
  member = await desk.gateway.addMember(desk.workspace);
});

const week = () => desk.get(`TimeSheet/GetByWeek/${member.teamMemberID}/${weekEnd}`, member);
const save = (upserts: object[], more: object = {}, as = member) =>
  desk.put(
    'TimeSheet/SaveWeek',
    { teamMemberID: member.teamMemberID, weekEndDate: weekEnd, upserts, ...more },
    as,
  );
const cell = (fields: object = {}) => ({
  projectID,
  activityID: activityID(),
  workDate: monday,
  hours: '7:30',
  ...fields,
});
const activityID = () => desk.workspace.activityIDs['General'];
const seen = (believed: object[] = [], fields: object = {}) => ({
  cells: [{ projectID, activityID: activityID(), workDate: monday, believed, ...fields }],
});
const minutesOf = async () => (await week()).body.entries.map((entry: Entry) => entry['minutes']).sort();

test('two tabs that fill the same one meet: the second is refused and gets the cell as it is', async () => {
  await save([cell({ hours: '2:00' })], seen());
  const second = await save([cell({ hours: '3:00' })], seen());
  expect([second.status, second.body.errors[0].code]).toEqual([409, 'version_conflict']);
  expect(second.body.current).toMatchObject([{ minutes: 120, version: 1, workDate: monday }]);
  expect(await minutesOf()).toEqual([120]);
});

test('an equal result is no conflict, and adds nothing: of another tab, or of a save whose answer was lost', async () => {
  const timesheetID = newId();
  const mine = cell({ hours: '2:00', timesheetID });
  for (const [upsert, version] of [
    [mine, 1],
    [mine, 1],
    [cell({ hours: '2:00', timesheetID: newId() }), 1],
  ] as const) {
    const { status, body } = await save([upsert], seen());
    expect([status, body.week.version, body.entries.length]).toEqual([200, version, 1]);
  }
  const changed = cell({ hours: '4:00', timesheetID, version: 1 });
  for (const time of [1, 2])
    expect([time, (await save([changed], seen([{ timesheetID, version: 1 }]))).status]).toEqual([time, 200]);
  expect(await minutesOf()).toEqual([240]);
});

test('both keeps two entries: who knows of the other adds one', async () => {
  const [first] = (await save([cell({ hours: '2:00' })], seen())).body.entries;
  const known = [{ timesheetID: first.timesheetID, version: first.version }];
  expect((await save([cell({ hours: '3:00' })], seen(known))).status).toBe(200);
  expect(await minutesOf()).toEqual([120, 180]);
});

test('a change or removal of the entry one knows is refused where another one came beside it', async () => {
  const [first] = (await save([cell({ hours: '2:00' })])).body.entries;
  const known = [{ timesheetID: first.timesheetID, version: first.version }];
  await save([cell({ hours: '1:00' })]);
  const change = await save(
    [cell({ timesheetID: first.timesheetID, version: 1, hours: '5:00' })],
    seen(known),
  );
  const removal = await save([], { ...seen(known), deletes: known });
  expect([change.status, removal.status]).toEqual([409, 409]);
  expect(change.body.current).toHaveLength(2);
  expect(await minutesOf()).toEqual([120, 60]);
});

test('one conflict keeps the whole call from being stored; other cells and days are not compared', async () => {
  await save([cell({ hours: '2:00' })]);
  const both = await save([cell({ hours: '3:00' }), cell({ workDate: tuesday })], seen());
  expect(both.status).toBe(409);
  expect((await save([cell({ workDate: tuesday })], seen([], { workDate: tuesday }))).status).toBe(200);
  expect(await minutesOf()).toEqual([120, 450]);
});

test('what a cell holds is told to nobody who may not write there', async () => {
  await save([cell({ hours: '2:00' })]);
  const stranger = await desk.gateway.addMember(desk.workspace);
  const asked = await save([], seen(), stranger);
  expect([asked.status, asked.body.current]).toEqual([403, undefined]);
  const outside = await save([], seen(), desk.other.owner);
  expect(outside.status).toBe(404);
});

test('a day that does not exist is named', async () => {
  const { status, body } = await save([], seen([], { workDate: '2026-02-30' }));
  expect([status, body.errors[0].field]).toEqual([400, 'cells.0.workDate']);
});
