import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { provisionTenant } from '../../gateway/workspace-lifecycle/provision.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { templates } from '../../testing/templates.ts';
import { createRandom } from '../sample/random.ts';
import { fillHarbourStudio } from './fill.ts';
import { makeHours } from './hours.ts';
import { people } from './people.ts';
import { makeWeeks } from './weeks.ts';

const today = '2026-11-21';
const span = { from: '2025-05-19', to: '2026-11-20' };
let app: TestDatabase;
const tenantId = newId();

beforeAll(async () => {
  app = await createTestDatabase('app');
  const users = new Map(people.map(({ key }) => [key, newId()]));
  await provisionTenant(app.database, {
    tenantId,
    publicId: 'harbour1',
    name: 'Harbour Studio',
    slug: 'harbour-studio',
    regionCode: 'us',
    timeZone: 'UTC',
    owner: {
      userId: String(users.get('olivia')),
      email: 'olivia@harbour-studio.example',
      name: 'Olivia Hart',
    },
    now: new Date(`${today}T08:00:00Z`),
  });
  const { database } = await app.owner.one<{ database: string }>(sql`select current_database() as database`);
  const { host, port } = inject('testServer');
  await fillHarbourStudio(
    { host, port, user: templates.app.owner, database },
    { seed: 'stint', today, tenantId, users },
  );
});
afterAll(() => app.drop());

test('twelve people, four clients, fourteen projects, eighteen months', async () => {
  const facts = await app.owner.one(sql`select
    (select count(*) from app.team_member where tenant_id = ${tenantId} and status = 'active') as people,
    (select count(*) from app.client where tenant_id = ${tenantId}) as clients,
    (select count(*) from app.project where tenant_id = ${tenantId}) as projects,
    (select count(distinct project_id) from app.timesheet_entry where tenant_id = ${tenantId}) as used,
    (select max(work_on) - min(work_on) from app.timesheet_entry where tenant_id = ${tenantId}) as days`);
  expect(facts).toEqual({ people: 12, clients: 4, projects: 14, used: 14, days: 550 });
});

test('one week is disapproved, with a reason and marked lines that are in it', async () => {
  const weeks = await app.owner.rows<{
    reason: string;
    lines: { timesheetID: string }[];
    member: string;
    end: string;
  }>(sql`
    select reason, lines, team_member_id as member, week_end_on as end from app.timesheet_week
    where tenant_id = ${tenantId} and status = 'disapproved'`);
  expect(weeks).toHaveLength(1);
  expect(weeks[0]?.reason).toContain('swapped');
  expect(weeks[0]?.lines).toHaveLength(2);
  for (const { timesheetID } of weeks[0]?.lines ?? []) {
    const entry = await app.owner.rows(sql`select 1 as one from app.timesheet_entry
      where tenant_id = ${tenantId} and id = ${timesheetID} and team_member_id = ${weeks[0]?.member} and week_end_on = ${weeks[0]?.end}`);
    expect(entry).toHaveLength(1);
  }
});

test('weeks add up, nobody decided the own week, and no day has more than 24 hours', async () => {
  const wrong = await app.owner.one(sql`select
    (select count(*) from (select w.team_member_id from app.timesheet_week w
      left join app.timesheet_entry e on e.tenant_id = w.tenant_id and e.team_member_id = w.team_member_id and e.week_end_on = w.week_end_on
      where w.tenant_id = ${tenantId} group by w.team_member_id, w.week_end_on, w.total_minutes, w.billable_minutes
      having w.total_minutes <> coalesce(sum(e.minutes), 0)
        or w.billable_minutes <> coalesce(sum(e.minutes) filter (where e.is_billable), 0)) x) as sums,
    (select count(*) from app.timesheet_week where tenant_id = ${tenantId} and decided_by = submitted_by) as self,
    (select count(*) from (select 1 from app.timesheet_entry where tenant_id = ${tenantId}
      group by team_member_id, work_on having sum(minutes) > 1440) d) as days`);
  expect(wrong).toEqual({ sums: 0, self: 0, days: 0 });
});

test('there are sick days, comments, late submissions, weeks that wait and weeks nobody handed in', async () => {
  const facts = await app.owner.one<Record<string, number>>(sql`select
    (select count(*) from app.timesheet_entry e join app.activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
      where e.tenant_id = ${tenantId} and a.name = 'Sick leave') as sick,
    (select count(*) from app.timesheet_entry where tenant_id = ${tenantId} and comment <> '') as comments,
    (select count(*) from app.timesheet_week where tenant_id = ${tenantId} and submitted_at > week_end_on + interval '2 days') as late,
    (select count(*) from app.timesheet_week where tenant_id = ${tenantId} and status = 'pending') as pending,
    (select count(*) from app.timesheet_week where tenant_id = ${tenantId} and status = 'open' and week_end_on = '2026-11-15') as missing,
    (select count(*) from app.week_transition where tenant_id = ${tenantId} and action = 'disapprove') as "sentBack"`);
  expect(facts['sick']).toBeGreaterThan(40);
  expect(facts['comments']).toBeGreaterThan(5000);
  expect(facts['late']).toBeGreaterThan(15);
  expect(facts).toMatchObject({ pending: 10, missing: 2 });
  expect(facts['sentBack']).toBeGreaterThan(3);
});

test('the same seed and day make the same story, another seed another one', () => {
  const make = (seed: string) => {
    const random = createRandom(seed);
    return makeWeeks(random, makeHours(random, span), today);
  };
  expect(make('stint')).toEqual(make('stint'));
  expect(make('stint')).not.toEqual(make('other'));
});
