import { expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { Answer } from '../../testing/gateway-harness.ts';
import { untilWaiting } from '../../testing/waiting.ts';
import { findDifferences } from '../total-checks/check.ts';

const desk = openGatewayDesk();
const [monday, sunday] = ['2026-11-02', '2026-11-08'];

/** A placeholder with ten minutes in the week, a person to become, and a merge that meets a save for one of them. */
async function meeting(whose: 'placeholder' | 'person') {
  const { gateway } = desk;
  const place = await gateway.addWorkspace();
  const person = await gateway.addMember(place);
  const projectID = (await desk.post('Projects', { projectName: 'Harbour' }, place.owner)).body.projectID;
  const ghost = (await desk.post('TeamMember/Placeholders', { firstName: 'Gus' }, place.owner)).body.id;
  const add = (teamMemberID: string, minutes: number) =>
    desk.post('TimeSheet', { teamMemberID, projectID, workDate: monday, minutes }, place.owner);
  await add(ghost, 10);
  const database = gateway.owner(place);
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

test.each([
  ['a week of theirs', monday],
  ['a week that nobody has begun', '2026-11-16'],
])(
  'what is saved for the placeholder in %s, and waits for the merge, is refused',
  async (_what, workDate) => {
    const { gateway } = desk;
    const place = await gateway.addWorkspace();
    const person = await gateway.addMember(place);
    const projectID = (await desk.post('Projects', { projectName: 'Harbour' }, place.owner)).body.projectID;
    const ghost = (await desk.post('TeamMember/Placeholders', { firstName: 'Gus' }, place.owner)).body.id;
    const add = (day: string) =>
      desk.post('TimeSheet', { teamMemberID: ghost, projectID, workDate: day, minutes: 10 }, place.owner);
    await add(monday);
    const database = gateway.owner(place);
    let answers: Promise<Answer>[] = [];
    await database.transaction(async (tx) => {
      await tx.run(sql`lock table app.change in share mode`);
      answers = [desk.post(`TeamMember/${person.teamMemberID}/Merge`, { from: ghost }, place.owner)];
      await untilWaiting(database, 1);
      answers.push(add(workDate));
      await untilWaiting(database, 2);
    });
    const [merged, saved] = await Promise.all(answers);
    expect([merged?.status, saved?.status, saved?.body.error?.type]).toEqual([200, 422, 'state_conflict']);
    const { count } = await database.one<{ count: number }>(sql`
    select count(*) as count from app.timesheet_entry where tenant_id = ${place.tenantId} and team_member_id = ${ghost}`);
    expect(count).toBe(0);
    expect(await findDifferences(database, place.tenantId)).toEqual(none);
  },
);

test('a merge is tried again where it and a save of several weeks wait for each other', async () => {
  const { gateway } = desk;
  const place = await gateway.addWorkspace();
  const person = await gateway.addMember(place);
  const projectID = (await desk.post('Projects', { projectName: 'Harbour' }, place.owner)).body.projectID;
  const ghost = (await desk.post('TeamMember/Placeholders', { firstName: 'Gus' }, place.owner)).body.id;
  const entry = { teamMemberID: ghost, projectID, workDate: monday, minutes: 10 };
  await desk.post('TimeSheet', entry, place.owner);
  const database = gateway.owner(place);
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
