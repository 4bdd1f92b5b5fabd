import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer, TestWorkspace } from '../../testing/gateway-harness.ts';
import { beginImport, linesOfTime, whileImporting } from '../../testing/import-turns.ts';
import { importFile, settledImport } from '../../testing/uploads.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { findDifferences } from '../total-checks/check.ts';

/** Each file is read in a thread of its own, which a busy machine takes its time to start. */
vi.setConfig({ testTimeout: 300_000 });

const desk = openGatewayDesk();
beforeAll(() => desk.gateway.service.startWorkers());

const none = { days: 0, weeks: [], spans: [] };
const lineOf = (day: string, rest: string, who = 'ada@example.test') =>
  `${day},${who},Acme,Website,Design,${rest}`;
const LOGO = lineOf('2026-02-02', '09:00,1:00,Logo');
const [sunday, later] = ['2026-02-08', '2026-03-04'];

const take = (place: TestWorkspace, bytes: Uint8Array, choices: object = {}) =>
  importFile(desk.gateway, place.owner, bytes, choices);

const differences = (place: TestWorkspace) => findDifferences(desk.gateway.owner(place), place.tenantId);

/** A workspace whose first import made a placeholder, with an hour in the week, and the person who they are. */
async function openPlace() {
  const { gateway } = desk;
  const place = await gateway.addWorkspace();
  const person = await gateway.addMember(place);
  const first = await take(place, linesOfTime(LOGO));
  const ghost = await gateway
    .owner(place)
    .one<{ id: string }>(
      sql`select id from app.team_member where tenant_id = ${place.tenantId} and status = 'placeholder'`,
    );
  return { place, person, ghost: ghost.id, first };
}

type Place = Awaited<ReturnType<typeof openPlace>>;

async function minutesOf({ place }: Place, teamMemberID: string): Promise<number> {
  const { body } = await desk.get(`TimeSheet/GetByWeek/${teamMemberID}/${sunday}`, place.owner);
  return body.week.totalMinutes;
}

/** Whom or what the names of files stand for. */
const namesOf = (place: TestWorkspace, kind: string) =>
  desk.gateway
    .owner(place)
    .rows<{ name: string; id: string }>(
      sql`select name, target_id as id from app.import_name where tenant_id = ${place.tenantId} and kind = ${kind} order by name`,
    );

/** An import that made its plan, then waits behind a merge that moves the placeholder to the person. */
async function importBehindMerge(
  { place, person, ghost }: Place,
  bytes: Uint8Array,
  choices: object = {},
): Promise<Answer['body']> {
  const database = desk.gateway.owner(place);
  let importID = '';
  let merged: Promise<Answer> | undefined;
  // Rates are what a merge moves last.
  await database.transaction(async (rates) => {
    await rates.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await rates.run(sql`lock table app.member_rate in share mode`);
    await database.transaction(async (known) => {
      await known.run(sql`set local idle_in_transaction_session_timeout = 0`);
      await known.run(sql`lock table app.import_line in access exclusive mode`);
      importID = await beginImport(desk, place.owner, bytes, choices);
      await untilWaiting(database, 1);
      merged = desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner);
      await untilWaiting(database, 2);
    });
    await untilWaiting(database, 2);
  });
  expect((await merged)?.status).toBe(200);
  return settledImport(desk.gateway, place.owner, importID);
}

describe('an import that waits behind a merge of people', () => {
  test.each([
    ['a week of theirs', '2026-02-03'],
    ['a week that nobody has begun', later],
  ])('is refused where it would write to who is merged away, in %s', async (_what, day) => {
    const opened = await openPlace();
    const { place, person, ghost } = opened;
    const ended = await importBehindMerge(opened, linesOfTime(lineOf(day, ',0:30,Call')));
    expect(ended).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^"ada" was archived, merged or deleted while this import waited/),
    });
    expect([await minutesOf(opened, person.teamMemberID), await minutesOf(opened, ghost)]).toEqual([60, 0]);
    const { count } = await desk.gateway
      .owner(place)
      .one<{ count: number }>(
        sql`select count(*) as count from app.timesheet_entry where tenant_id = ${place.tenantId}`,
      );
    expect(count).toBe(1);
    expect(await differences(place)).toEqual(none);
    const chosen = { people: [{ key: 'ada@example.test', teamMemberID: person.teamMemberID }] };
    expect((await take(place, linesOfTime(lineOf(day, ',0:30,Call')), chosen)).counts).toMatchObject({
      created: 1,
    });
    expect(await differences(place)).toEqual(none);
  });

  test('changes lines where their entries are by then', async () => {
    const opened = await openPlace();
    const { place, person } = opened;
    const people = [{ key: 'ada@example.test', teamMemberID: place.owner.teamMemberID }];
    const choices = { people, takeChanged: true };
    const ended = await importBehindMerge(opened, linesOfTime(LOGO.replace('1:00', '1:15')), choices);
    expect(ended).toMatchObject({ status: 'done', counts: { changed: 1, created: 0 } });
    expect(await minutesOf(opened, person.teamMemberID)).toBe(75);
    expect(await differences(place)).toEqual(none);
  });
});

test('what an import is about to write goes along with who is merged meanwhile', async () => {
  const opened = await openPlace();
  const { place, person, ghost } = opened;
  const database = desk.gateway.owner(place);
  let importID = '';
  let merged: Promise<Answer> | undefined;
  await database.transaction(async (tx) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.run(sql`lock table app.import_line in exclusive mode`);
    importID = await beginImport(desk, place.owner, linesOfTime(lineOf('2026-02-03', ',0:30,Call')));
    await untilWaiting(database, 1);
    merged = desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner);
    await untilWaiting(database, 2);
  });
  expect((await merged)?.status).toBe(200);
  expect(await settledImport(desk.gateway, place.owner, importID)).toMatchObject({ status: 'done' });
  expect([await minutesOf(opened, person.teamMemberID), await minutesOf(opened, ghost)]).toEqual([90, 0]);
  expect(await differences(place)).toEqual(none);
});

test('a name of which all lines are known goes along with who is merged meanwhile', async () => {
  const opened = await openPlace();
  const { place, person, ghost } = opened;
  const people = [{ key: 'bob@example.test', teamMemberID: place.owner.teamMemberID }];
  const bytes = linesOfTime(LOGO, lineOf('2026-02-10', ',0:30,Call', 'bob@example.test'));
  const { ended, answer } = await whileImporting(
    desk,
    { place, bytes, choices: { people } },
    { table: 'import_line', mode: 'exclusive' },
    () => desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner),
  );
  expect([ended.status, answer?.status]).toEqual(['done', 200]);
  expect(await namesOf(place, 'person')).toEqual([
    { name: 'ada@example.test', id: person.teamMemberID },
    { name: 'bob@example.test', id: place.owner.teamMemberID },
  ]);
});

test('an import and a merge of a person whose name is in the file do not wait for each other in a circle', async () => {
  const opened = await openPlace();
  const { place, person, ghost } = opened;
  const bytes = linesOfTime(LOGO, lineOf('2026-02-10', ',0:30,Call', 'bob@example.test'));
  const { ended, answer, retried } = await whileImporting(
    desk,
    { place, bytes, choices: { closeBefore: '2026-03-01' } },
    { table: 'week_transition', mode: 'share' },
    () => desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner),
  );
  expect([ended.status, answer?.status, retried]).toEqual(['done', 200, 0]);
});

test.each([
  ['before', 'tag', 'share', ',0:30,Call,review'],
  ['after', 'import_line', 'exclusive', ',0:30,Call'],
])(
  'what an import is about to write goes along with an activity that is merged %s it stores its lines',
  async (_when, table, mode, rest) => {
    const opened = await openPlace();
    const { place } = opened;
    const [design] = await namesOf(place, 'activity');
    const drawing = (await desk.post('Activities', { activityName: 'Drawing' }, place.owner)).body.activityID;
    const { ended, answer, retried } = await whileImporting(
      desk,
      { place, bytes: linesOfTime(lineOf('2026-02-03', rest)) },
      { table, mode },
      () => desk.post(`Activities/${drawing}/Merge`, { from: design?.id }, place.owner),
    );
    expect([ended.status, answer?.status, retried]).toEqual(['done', 200, 0]);
    const used = await desk.gateway
      .owner(place)
      .rows(
        sql`select e.activity_id as id, sum(e.minutes)::int as minutes from app.timesheet_entry e where e.tenant_id = ${place.tenantId} group by 1`,
      );
    expect(used).toEqual([{ id: drawing, minutes: 90 }]);
    expect(await namesOf(place, 'activity')).toEqual([{ name: 'Design', id: drawing }]);
    expect(await differences(place)).toEqual(none);
  },
);

/** An import that is taken back while a merge has moved the entries and not ended. */
async function undoBehindMerge({ place, person, ghost }: Place, importID: string): Promise<Answer['body']> {
  const database = desk.gateway.owner(place);
  let merged: Promise<Answer> | undefined;
  await database.transaction(async (tx) => {
    await tx.run(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.run(sql`lock table app.member_rate in share mode`);
    merged = desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner);
    await untilWaiting(database, 1);
    expect((await desk.remove(`Imports/${importID}`, place.owner)).status).toBe(202);
    await untilWaiting(database, 2);
  });
  expect((await merged)?.status).toBe(200);
  return settledImport(desk.gateway, place.owner, importID);
}

test('an import that is taken back behind a merge is taken from the person too', async () => {
  const opened = await openPlace();
  const { place, person, first } = opened;
  expect(await undoBehindMerge(opened, first.importID)).toMatchObject({ status: 'undone' });
  expect(await minutesOf(opened, person.teamMemberID)).toBe(0);
  expect(await differences(place)).toEqual(none);
});

test('a week that an import closed and that has no entry of it any more is opened where it is after the merge', async () => {
  const opened = await openPlace();
  const { place, person } = opened;
  const database = desk.gateway.owner(place);
  const closed = await take(place, linesOfTime(lineOf('2026-02-11', ',0:30,Call')), {
    closeBefore: '2026-03-01',
  });
  await database.run(
    sql`delete from app.timesheet_entry where tenant_id = ${place.tenantId} and import_id = ${closed.importID}`,
  );
  const ended = await undoBehindMerge(opened, closed.importID);
  expect(ended).toMatchObject({ status: 'undone' });
  const { body } = await desk.get(`TimeSheet/GetByWeek/${person.teamMemberID}/2026-02-15`, place.owner);
  expect([body.week.status, body.week.totalMinutes]).toEqual(['open', 0]);
  expect(await differences(place)).toEqual(none);
});

describe('behind a merge', () => {
  const merge = async ({ place, person, ghost }: Place) => {
    const { status } = await desk.post(
      `TeamMember/${person.teamMemberID}/Merge`,
      { from: ghost },
      place.owner,
    );
    expect(status).toBe(200);
  };

  test('a further file of the same person is theirs', async () => {
    const opened = await openPlace();
    const { place, person } = opened;
    await merge(opened);
    const { counts } = await take(place, linesOfTime(LOGO, lineOf('2026-02-03', ',0:30,Call')));
    expect(counts).toMatchObject({ known: 1, created: 1 });
    expect(await minutesOf(opened, person.teamMemberID)).toBe(90);
  });

  test('a further file of the same activity is of the one that it was merged with', async () => {
    const { place } = await openPlace();
    const activities = (await desk.get('Activities', place.owner)).body as {
      activityID: string;
      activityName: string;
    }[];
    const [design, drawing] = [
      activities.find(({ activityName }) => activityName === 'Design')?.activityID,
      (await desk.post('Activities', { activityName: 'Drawing' }, place.owner)).body.activityID,
    ];
    await desk.post(`Activities/${drawing}/Merge`, { from: design }, place.owner);
    await take(place, linesOfTime(lineOf('2026-02-03', ',0:30,Call')));
    const used = await desk.gateway
      .owner(place)
      .rows(
        sql`select distinct activity_id as id from app.timesheet_entry where tenant_id = ${place.tenantId}`,
      );
    expect(used).toEqual([{ id: drawing }]);
  });

  test('the weeks that an import closed are opened again with it', async () => {
    const opened = await openPlace();
    const { place, person } = opened;
    const closed = await take(place, linesOfTime(lineOf('2026-02-11', ',0:30,Call')), {
      closeBefore: '2026-03-01',
    });
    await merge(opened);
    expect((await desk.remove(`Imports/${closed.importID}`, place.owner)).status).toBe(202);
    expect(await settledImport(desk.gateway, place.owner, closed.importID)).toMatchObject({
      status: 'undone',
    });
    const { body } = await desk.get(`TimeSheet/GetByWeek/${person.teamMemberID}/2026-02-15`, place.owner);
    expect([body.week.status, body.week.totalMinutes]).toEqual(['open', 0]);
    expect(await differences(place)).toEqual(none);
  });
});

test('the time of an approved week keeps its price where a file changes a line that is in it by now', async () => {
  const { place, ghost } = await openPlace();
  const database = desk.gateway.owner(place);
  await database.run(sql`insert into app.member_rate (tenant_id, id, team_member_id, kind, amount_minor, currency, effective_from, created_at)
    values (${place.tenantId}, gen_random_uuid(), ${ghost}, 'cost', 1000, 'USD', '2020-01-01', now())`);
  const { body } = await desk.get(`TimeSheet/GetByWeek/${ghost}/${sunday}`, place.owner);
  const [{ timesheetID, version }] = body.entries;
  const moved = await desk.put(`TimeSheet/${timesheetID}`, { version, workDate: '2026-01-06' }, place.owner);
  expect(moved.status).toBe(200);
  await database.run(sql`update app.timesheet_week set status = 'approved'
    where tenant_id = ${place.tenantId} and week_end_on = '2026-01-11'`);
  await database.run(sql`update app.member_rate set amount_minor = 5000 where tenant_id = ${place.tenantId}`);
  const { counts } = await take(place, linesOfTime(LOGO.replace('1:00', '1:15')), { takeChanged: true });
  expect(counts).toMatchObject({ changed: 1 });
  const days = await database.rows(
    sql`select d.work_on as "day", d.minutes, d.cost_rate_minor as "rate" from app.day_total d where d.tenant_id = ${place.tenantId}`,
  );
  expect(days).toEqual([{ day: '2026-01-06', minutes: 60, rate: 1000 }]);
});

test('time that was moved behind the lock date stays where a file changes its line', async () => {
  const { place, ghost } = await openPlace();
  const { body } = await desk.get(`TimeSheet/GetByWeek/${ghost}/${sunday}`, place.owner);
  const [{ timesheetID, version }] = body.entries;
  await desk.put(`TimeSheet/${timesheetID}`, { version, workDate: '2026-01-06' }, place.owner);
  const settings = (await desk.get('Workspace/Settings', place.owner)).body;
  await desk.put('Workspace/Settings', { version: settings.version, lockDate: '2026-01-31' }, place.owner);
  await take(place, linesOfTime(LOGO.replace('1:00', '1:15')), { takeChanged: true });
  const listed = (await desk.get('TimeSheet/Entries', place.owner)).body;
  expect(listed).toMatchObject([{ timesheetID, workDate: '2026-01-06', minutes: 60 }]);
});

test('a day whose last entry a process of the version before took away has no total behind an import', async () => {
  const { place } = await openPlace();
  const database = desk.gateway.owner(place);
  await database.run(
    sql`update app.timesheet_entry set deleted_at = now() where tenant_id = ${place.tenantId}`,
  );
  await database.run(sql`update app.timesheet_week set version = version + 1, total_minutes = 0, billable_minutes = 0
    where tenant_id = ${place.tenantId}`);
  await take(place, linesOfTime(lineOf('2026-02-03', ',0:30,Call')));
  expect(await differences(place)).toEqual(none);
});
