import { expect, onTestFinished, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer } from '../../testing/gateway-harness.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { countUncounted, findDifferences } from '../total-checks/check.ts';

const desk = openGatewayDesk();
const [monday, sunday, nextSunday] = ['2026-11-02', '2026-11-08', '2026-11-15'];

/** A placeholder with ten minutes in an entry of the week, and the person who they are. */
async function openPlace() {
  const { gateway } = desk;
  const place = await gateway.addWorkspace();
  const person = await gateway.addMember(place);
  const projectID = (await desk.post('Projects', { projectName: 'Harbour' }, place.owner)).body.projectID;
  const ghost = (await desk.post('TeamMember/Placeholders', { firstName: 'Gus' }, place.owner)).body.id;
  const body = { teamMemberID: ghost, projectID, workDate: monday, minutes: 10 };
  const { timesheetID, version } = (await desk.post('TimeSheet', body, place.owner)).body;
  return { place, person, projectID, ghost, entry: { timesheetID, version } };
}

type Place = Awaited<ReturnType<typeof openPlace>>;

/** A merge that meets a save for one of the two. */
async function meeting(whose: 'placeholder' | 'person') {
  const { place, person, projectID, ghost } = await openPlace();
  const add = (teamMemberID: string, minutes: number) =>
    desk.post('TimeSheet', { teamMemberID, projectID, workDate: monday, minutes }, place.owner);
  const database = desk.gateway.owner(place);
  let answers: Promise<Answer>[] = [];
  // Whoever commits a change waits for this: the save has stored and counted all by then, and the merge comes upon it uncommitted.
  await database.transaction(async (tx) => {
    await tx.run(sql`lock table app.change in share mode`);
    answers = [add(whose === 'placeholder' ? ghost : person.teamMemberID, 20)];
    await untilWaiting(database, 1);
    answers.push(desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner));
    await untilWaiting(database, 2);
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  const week = async (teamMemberID: string) => {
    const { body } = await desk.get(`TimeSheet/GetByWeek/${teamMemberID}/${sunday}`, place.owner);
    return [body.week.totalMinutes, body.entries.length];
  };
  return {
    statuses,
    weeks: { person: await week(person.teamMemberID), placeholder: await week(ghost) },
    differences: await findDifferences(database, place.tenantId),
  };
}

const none = { days: 0, weeks: [], spans: [] };

test('an entry that is saved for the placeholder while it is merged goes along', async () => {
  expect(await meeting('placeholder')).toEqual({
    statuses: [201, 200],
    weeks: { person: [30, 2], placeholder: [0, 0] },
    differences: none,
  });
});

test('a week that the person begins while a placeholder with time in it is merged forbids the merge', async () => {
  expect(await meeting('person')).toEqual({
    statuses: [201, 422],
    weeks: { person: [20, 1], placeholder: [10, 1] },
    differences: none,
  });
});

/** Asks for something that waits for a merge which is under way, and answers when both have ended. */
async function askBehindMerge<Asked>(
  { place, person, ghost }: Place,
  ask: () => Promise<Asked>,
): Promise<Asked | undefined> {
  const database = desk.gateway.owner(place);
  let merge: Promise<Answer> | undefined;
  let answer: Promise<Asked> | undefined;
  await database.transaction(async (tx) => {
    // Rates are what a merge moves last.
    await tx.run(sql`lock table app.member_rate in share mode`);
    merge = desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner);
    await untilWaiting(database, 1);
    answer = ask();
    await untilWaiting(database, 2);
  });
  const [merged, asked] = await Promise.all([merge, answer]);
  expect(merged?.status).toBe(200);
  expect(await findDifferences(database, place.tenantId)).toEqual(none);
  return asked;
}

/** Minutes of the week of the person, and entries that the placeholder has anywhere. */
async function left({ place, person, ghost }: Place): Promise<[minutes: number, entries: number]> {
  const { body } = await desk.get(`TimeSheet/GetByWeek/${person.teamMemberID}/${sunday}`, place.owner);
  const { count } = await desk.gateway.owner(place).one<{ count: number }>(sql`
    select count(*) as count from app.timesheet_entry where tenant_id = ${place.tenantId} and team_member_id = ${ghost}`);
  return [body.week.totalMinutes, count];
}

test.each<[what: string, ask: (place: Place) => Promise<Answer>]>([
  [
    'an entry of a week of theirs',
    ({ place, ghost, projectID }) =>
      desk.post('TimeSheet', { teamMemberID: ghost, projectID, workDate: monday, minutes: 10 }, place.owner),
  ],
  [
    'an entry of a week that nobody has begun',
    ({ place, ghost, projectID }) =>
      desk.post(
        'TimeSheet',
        { teamMemberID: ghost, projectID, workDate: '2026-11-16', minutes: 10 },
        place.owner,
      ),
  ],
  [
    'a week that is saved',
    ({ place, ghost, projectID }) =>
      desk.put(
        'TimeSheet/SaveWeek',
        {
          teamMemberID: ghost,
          weekEndDate: sunday,
          upserts: [{ projectID, workDate: monday, minutes: 10 }],
        },
        place.owner,
      ),
  ],
  [
    'a copy of a week',
    ({ place, ghost }) =>
      desk.post(
        'TimeSheet/CopyWeek',
        { teamMemberID: ghost, from: sunday, to: nextSunday, include: 'hours' },
        place.owner,
      ),
  ],
  [
    'a change of an entry',
    ({ place, entry: { timesheetID, version } }) =>
      desk.put(`TimeSheet/${timesheetID}`, { version, minutes: 20 }, place.owner),
  ],
  [
    'a move of an entry to another week',
    ({ place, entry: { timesheetID, version } }) =>
      desk.put(`TimeSheet/${timesheetID}`, { version, workDate: '2026-11-09' }, place.owner),
  ],
  [
    'a change of entries of a list',
    ({ place, entry }) => desk.put('Reports/Entries', { upserts: [{ ...entry, minutes: 20 }] }, place.owner),
  ],
  [
    'the removal of an entry',
    ({ place, entry: { timesheetID } }) => desk.remove(`TimeSheet/${timesheetID}`, place.owner),
  ],
])('for the placeholder %s, which waits for the merge, is refused', async (_what, ask) => {
  const opened = await openPlace();
  const answer = await askBehindMerge(opened, () => ask(opened));
  expect([answer?.status, answer?.body.error?.type]).toEqual([422, 'state_conflict']);
  expect(await left(opened)).toEqual([10, 0]);
});

test.each<[step: string, before: string[], status: string]>([
  ['Approve', [], 'pending'],
  ['Undo', ['Approve'], 'approved'],
])(
  'a step of the placeholder’s week that waits for the merge changes nothing: %s',
  async (step, before, status) => {
    const opened = await openPlace();
    const { place, person, ghost } = opened;
    const database = desk.gateway.owner(place);
    const versionOf = async () =>
      (await desk.get(`TimeSheet/GetByWeek/${ghost}/${sunday}`, place.owner)).body.week.version;
    const take = async (which: string) =>
      desk.post(
        `TimeSheet/${which}`,
        { items: [{ teamMemberID: ghost, weekEndDate: sunday, version: await versionOf() }] },
        place.owner,
      );
    // Who never signs in hands nothing in.
    await database.run(
      sql`update app.timesheet_week set status = 'pending' where tenant_id = ${place.tenantId}`,
    );
    for (const each of before) await take(each);
    const version = await versionOf();
    const answer = await askBehindMerge(opened, () =>
      desk.post(
        `TimeSheet/${step}`,
        { items: [{ teamMemberID: ghost, weekEndDate: sunday, version }] },
        place.owner,
      ),
    );
    expect(answer?.body.results[0].status).toBe(409);
    const { body } = await desk.get(`TimeSheet/GetByWeek/${person.teamMemberID}/${sunday}`, place.owner);
    expect(body.week.status).toBe(status);
    expect(await left(opened)).toEqual([10, 0]);
  },
);

test('an entry that is brought back from the trash behind the merge is one of the person', async () => {
  const opened = await openPlace();
  const { place, entry } = opened;
  await desk.remove(`TimeSheet/${entry.timesheetID}`, place.owner);
  const answer = await askBehindMerge(opened, () =>
    desk.put(`Trash/Entries/${entry.timesheetID}/Restore`, undefined, place.owner),
  );
  expect(answer?.status).toBe(200);
  expect(await left(opened)).toEqual([10, 0]);
});

test('a week that a process of the version before wrote is counted where it is after the merge', async () => {
  const opened = await openPlace();
  const { tenantId } = opened.place;
  const { database, owner } = desk.gateway.databases.us;
  await owner.run(
    sql`update app.timesheet_week set version = version + 1 where tenant_id = ${tenantId} and team_member_id = ${opened.ghost}`,
  );
  expect(await askBehindMerge(opened, () => countUncounted(database, tenantId))).toBe(1);
  expect(await left(opened)).toEqual([10, 0]);
});

test('a copy of a week that was read before the merge is not written behind it', async () => {
  const opened = await openPlace();
  const { place, person, ghost, entry } = opened;
  const database = desk.gateway.owner(place);
  const tag = (await desk.post('Tags', { tagName: 'Review' }, place.owner)).body.tagID;
  await desk.put(`TimeSheet/${entry.timesheetID}`, { version: entry.version, tags: [tag] }, place.owner);
  // Who reads a tag waits, with all else of the same statement as it was before.
  await database.run(sql`create function app.wait_with_tag() returns boolean language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(1); return true; end'`);
  await database.run(
    sql`create policy waiting on app.tag as restrictive for select using (app.wait_with_tag())`,
  );
  onTestFinished(() => database.run(sql`drop policy waiting on app.tag`).then(() => {}));
  let copy: Promise<Answer> | undefined;
  await database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(1)`);
    const body = { teamMemberID: ghost, from: sunday, to: nextSunday, include: 'hours' };
    copy = desk.post('TimeSheet/CopyWeek', body, place.owner);
    await untilWaiting(database, 1);
    const merge = desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner);
    expect((await merge).status).toBe(200);
  });
  const { status, body } = (await copy) as Answer;
  expect([status, body.error?.type]).toEqual([422, 'state_conflict']);
  expect(await left(opened)).toEqual([10, 0]);
});

test('what the person saves and what is brought back, both behind the merge, are counted together', async () => {
  const opened = await openPlace();
  const { place, person, projectID, ghost, entry } = opened;
  const database = desk.gateway.owner(place);
  await desk.remove(`TimeSheet/${entry.timesheetID}`, place.owner);
  const body = { teamMemberID: person.teamMemberID, projectID, workDate: monday, minutes: 20 };
  let answers: Promise<Answer>[] = [];
  let audit: Promise<void> | undefined;
  await database.transaction(async (tx) => {
    await tx.run(sql`lock table app.change in share mode`);
    answers = [desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner)];
    await untilWaiting(database, 1);
    // The merge has told what it did, and those behind it cannot: who holds the week by then goes on holding it.
    audit = database.transaction(async (held) => {
      await held.run(sql`lock table app.audit_event in share mode`);
      await untilWaiting(database, 2);
    });
    await untilWaiting(database, 2);
    answers.push(desk.post('TimeSheet', body, place.owner));
    await untilWaiting(database, 3);
    answers.push(desk.put(`Trash/Entries/${entry.timesheetID}/Restore`, undefined, place.owner));
    await untilWaiting(database, 4);
  });
  await audit;
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 201, 200]);
  expect(await left(opened)).toEqual([30, 0]);
  expect(await findDifferences(database, place.tenantId)).toEqual(none);
});

test('a merge is tried again where it and a save of several weeks wait for each other', async () => {
  const { place, person, ghost } = await openPlace();
  const database = desk.gateway.owner(place);
  let merge: Promise<Answer> | undefined;
  const saving = database.transaction(
    async (tx) => {
      const weeks = sql`app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at)`;
      await tx.run(sql`update app.timesheet_week set updated_at = now() where tenant_id = ${place.tenantId}`);
      merge = desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner);
      await untilWaiting(database, 1);
      // The first week of the placeholder is held here, and the placeholder there.
      await tx.run(sql`insert into ${weeks} values (${place.tenantId}, ${ghost}, '2026-11-15', now())`);
    },
    { attempts: 1 },
  );
  // PostgreSQL ends whichever of the two it finds first; the merge has to arrive in either case.
  await Promise.allSettled([saving]);
  expect((await merge)?.status).toBe(200);
  expect(await findDifferences(database, place.tenantId)).toEqual(none);
});

test('a rate that is given to the placeholder while they are merged is refused, or goes along', async () => {
  const opened = await openPlace();
  const { place, person, ghost } = opened;
  const give = (kind: 'bill' | 'cost') =>
    desk.post(
      'Rates',
      { teamMemberID: ghost, kind, amount: 5000, effectiveFrom: '2026-01-01', believed: null },
      place.owner,
    );
  expect((await give('cost')).status).toBe(201);
  const refused = await askBehindMerge(opened, () => give('bill'));
  expect([refused?.status, refused?.body.errors?.[0].code]).toEqual([422, 'state_conflict']);
  const rates = await desk.gateway
    .owner(place)
    .rows(
      sql`select r.team_member_id as "teamMemberID", r.kind from app.member_rate r where r.tenant_id = ${place.tenantId}`,
    );
  expect(rates).toEqual([{ teamMemberID: person.teamMemberID, kind: 'cost' }]);
});
