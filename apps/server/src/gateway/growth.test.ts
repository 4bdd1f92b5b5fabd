import { addDays } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { sql } from '../platform/sql.ts';
import { type BlockCounter, createBlockCounter } from '../testing/blocks.ts';
import {
  type Answer,
  createGatewayHarness,
  type GatewayHarness,
  type TestMember,
  type TestWorkspace,
} from '../testing/gateway-harness.ts';
import { countWorkspace } from './totals/weeks.ts';

const weekEndDate = weekEndOf(new Date().toISOString().slice(0, 10));
const monday = addDays(weekEndDate, -6);
const lastWeekEnd = addDays(weekEndDate, -7);
const weeksOfYear = 52;

/** Trees are a level deeper, pages filled otherwise, a join made in another way; reading all of the history is tenfold. */
const allowedGrowth = 2;

/** What another plan for the same few rows costs, each looked up by itself. The entries of the ten years fill over a thousand. */
const allowedBlocks = 160;

/** PostgreSQL decides after five calls whether it keeps a plan. */
const timesPrepared = 6;

type Measured = { call: string; blocks: number };

let gateway: GatewayHarness;
let counter: BlockCounter;
let workspace: TestWorkspace;
let owner: TestMember;
let manager: TestMember;
let people: TestMember[];
let projects: string[];
let young: Measured[];
let old: Measured[];
let fresh = 0;
/** Of the table of entries, in the end. */
let entryBlocks: number;

/** What people do all day, as whom, and what a colleague with ten years of time must not feel. */
const calls: Record<string, () => Promise<Answer>> = {
  'read a week': () => get(`TimeSheet/GetByWeek/${people[3]?.teamMemberID}/${weekEndDate}`),
  'read the year strip': () => get(`TimeSheet/Year/${people[3]?.teamMemberID}/${weekEndDate.slice(0, 4)}`),
  'save a cell': () => save(1),
  'save sixty cells': () => save(60),
  'copy a week': () =>
    send('POST', 'TimeSheet/CopyWeek', {
      teamMemberID: me().teamMemberID,
      from: lastWeekEnd,
      to: freshWeek(),
      include: 'hours',
    }),
  'the picker': () => get('Projects/Picker'),
  'the picker, typed': () => get('Projects/Picker', { q: 'har' }),
  'entries of a week': () => get('TimeSheet/Entries', { from: monday, to: weekEndDate }),
  'a report of a week': () =>
    send(
      'POST',
      'Reports/Query',
      { from: monday, to: weekEndDate, groupBy: ['project', 'person', 'day'], withMoney: true },
      owner,
    ),
  'missing days': () => get('TimeSheet/Missing', { from: addDays(monday, -7), to: weekEndDate }, owner),
  'the inbox of an owner': () => get('TimeSheet/GetPendingTimesheets', {}, owner),
  'the inbox of a manager': () => get('TimeSheet/GetPendingTimesheets', {}, manager),
  'weeks not handed in': () =>
    get('TimeSheet/Weeks', { status: 'open', from: addDays(weekEndDate, -14), to: weekEndDate }, owner),
  'weeks approved': () =>
    get('TimeSheet/Weeks', { status: 'approved', from: addDays(weekEndDate, -21), to: weekEndDate }, owner),
  'the difference of a week': () =>
    get(`TimeSheet/Difference/${people[1]?.teamMemberID}/${lastWeekEnd}`, {}, owner),
  'the history of a week': () =>
    get(`TimeSheet/History/${people[2]?.teamMemberID}/${lastWeekEnd}`, {}, owner),
  'submit and withdraw': async () => {
    await decide('Submit', me(), weekEndDate, me());
    return decide('Withdraw', me(), weekEndDate, me());
  },
  'a manager approves, an owner reopens': async () => {
    await decide('Approve', people[1] as TestMember, lastWeekEnd, manager);
    await decide('Reopen', people[1] as TestMember, lastWeekEnd, owner);
    return decide('Submit', people[1] as TestMember, lastWeekEnd, people[1] as TestMember);
  },
  'the team': () => get(`TeamMember/GetTeam/${workspace.publicId}`, {}, owner),
  'one person': () => get(`TeamMember/${me().teamMemberID}`, {}, owner),
  'the timer': () => get('Timer'),
  'the overview of the timer': () => get('Timer/Overview'),
  'disapproved weeks': () => get(`TimeSheet/GetDisapproveTimesheets/${people[3]?.teamMemberID}`),
  activities: () => get('Activities'),
  clients: () => get('Clients'),
};

beforeAll(async () => {
  gateway = await createGatewayHarness();
  workspace = await gateway.addWorkspace();
  owner = workspace.owner;
  manager = await gateway.addMember(workspace, { role: 'editor' });
  people = [];
  for (let index = 0; index < 4; index++) {
    people.push(await gateway.addMember(workspace, { approverID: owner.teamMemberID }));
  }
  projects = [];
  for (const name of ['Harbour', 'Lighthouse', 'Mole']) {
    projects.push(await addProject(owner, name, manager));
  }
  const db = gateway.owner(workspace);
  const { name } = await db.one<{ name: string }>(sql`select current_database() as name`);
  counter = await createBlockCounter(name);
  // The table is large from the start, so that only this workspace's own years differ.
  const around = await gateway.addWorkspace();
  const neighbours = [around.owner, await gateway.addMember(around), await gateway.addMember(around)];
  await work(around, neighbours, [await addProject(around.owner, 'Around')], [0, weeksOfYear * 10]);
  await work(workspace, people, projects, [0, weeksOfYear]);
  young = await measure();
  await work(workspace, people, projects, [weeksOfYear + 1, weeksOfYear * 10]);
  old = await measure();
  const size = await db.one<{ blocks: number }>(sql`
    select (pg_relation_size('app.timesheet_entry') / current_setting('block_size')::int)::int as blocks`);
  entryBlocks = size.blocks;
}, 400_000);
afterAll(async () => {
  await counter.close();
  await gateway.close();
});

describe('ten years of time', () => {
  test('cost a call no more than one year', () => {
    const grown = old.flatMap(({ call, blocks }, index) => {
      const before = young[index]?.blocks ?? 0;
      return blocks > before * allowedGrowth + allowedBlocks
        ? [`${call}: ${before} blocks became ${blocks}`]
        : [];
    });
    expect(young.every(({ blocks }) => blocks > 0)).toBe(true);
    expect(grown).toEqual([]);
    expect(entryBlocks).toBeGreaterThan(1000);
  });
});

describe('a statement that is called again and again', () => {
  test('is planned once', async () => {
    const prepared = await preparedStatements();
    const often = prepared.filter(({ plans }) => plans > timesPrepared);
    expect(often.length).toBeGreaterThan(10);
    expect(often.filter(({ generic }) => generic === 0).map(({ statement }) => statement)).toEqual([]);
  });
});

type Prepared = { statement: string; plans: number; generic: number };

/** What the connections that are idle have prepared, and how often each was planned. */
async function preparedStatements(): Promise<Prepared[]> {
  const { pool } = gateway.databases.us.database;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const answers = await Promise.all(
    clients.map((client) =>
      client.query<Prepared>(`select statement, (custom_plans + generic_plans)::int as plans, generic_plans::int as generic
        from pg_prepared_statements`),
    ),
  );
  for (const client of clients) client.release();
  return answers.flatMap(({ rows }) => rows);
}

/** What each call reads once its statements are prepared and planned for good. */
async function measure(): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [call, run] of Object.entries(calls)) {
    // The buckets of the limits fill up again.
    gateway.clock.move(60_000);
    for (let times = 0; times <= timesPrepared; times++) {
      const { status, text } = await run();
      if (status !== 200) throw new Error(`${call}: ${status} ${text}`);
    }
    measured.push({ call, blocks: await counter.blocksOf(run) });
  }
  return measured;
}

/** Five entries on each working day of everybody, from so many weeks ago to so many; the newest weeks wait. */
async function work(
  { tenantId, regionCode }: TestWorkspace,
  members: TestMember[],
  on: string[],
  [fromWeeksAgo, toWeeksAgo]: [number, number],
): Promise<void> {
  const db = gateway.owner({ regionCode });
  const ids = members.map(({ teamMemberID }) => teamMemberID);
  await db.run(sql`
    insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, status, total_minutes, billable_minutes, updated_at, version, counted_version)
    select ${tenantId}, m.id, ${weekEndDate}::date - 7 * ago, case when ago = 0 then 'open' when ago <= 2 then 'pending' else 'approved' end,
      1500, 1500, now(), 1, 1
    from unnest(${ids}::uuid[]) m(id) cross join generate_series(${fromWeeksAgo}::int, ${toWeeksAgo}::int) ago`);
  await db.run(sql`
    insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), m.id, ${weekEndDate}::date - 7 * ago, ${monday}::date - 7 * ago + day,
      (${on}::uuid[])[1 + nth % cardinality(${on}::uuid[])], 60, true, now(), now()
    from unnest(${ids}::uuid[]) m(id) cross join generate_series(${fromWeeksAgo}::int, ${toWeeksAgo}::int) ago
      cross join generate_series(0, 4) day cross join generate_series(1, 5) nth`);
  await db.transaction((tx) => countWorkspace(tx, tenantId));
  await db.run(sql`vacuum analyze app.timesheet_entry, app.timesheet_week, app.day_total`);
}

async function addProject(as: TestMember, projectName: string, managedBy = as): Promise<string> {
  const { body } = await send('POST', 'Projects', { projectName, managerID: managedBy.teamMemberID }, as);
  return body.projectID;
}

function me(): TestMember {
  return people[0] as TestMember;
}

/** Reads as somebody who writes nothing here. */
function get(
  path: string,
  query: Record<string, string> = {},
  as = people[3] as TestMember,
): Promise<Answer> {
  return gateway.call('GET', path, { as, query });
}

function send(method: 'POST' | 'PUT', path: string, body: unknown, as = me()): Promise<Answer> {
  return gateway.call(method, path, { as, body });
}

/** A week that nobody has touched, so that every round finds what the last one found. */
function freshWeek(): string {
  fresh += 1;
  return addDays(weekEndDate, 7 * fresh);
}

function save(entries: number): Promise<Answer> {
  const ends = freshWeek();
  const upserts = Array.from({ length: entries }, (_, index) => ({
    timesheetID: newId(),
    projectID: projects[0],
    activityID: null,
    workDate: addDays(ends, -(index % 5)),
    minutes: 5,
  }));
  const body = { teamMemberID: me().teamMemberID, weekEndDate: ends, upserts, deletes: [] };
  return send('PUT', 'TimeSheet/SaveWeek', body);
}

async function decide(step: string, member: TestMember, ends: string, as: TestMember): Promise<Answer> {
  const { teamMemberID } = member;
  const read = await get(`TimeSheet/GetByWeek/${teamMemberID}/${ends}`, {}, owner);
  const answer = await send(
    'POST',
    `TimeSheet/${step}`,
    {
      items: [{ teamMemberID, weekEndDate: ends, version: read.body.week.version }],
      ...(step === 'Reopen' ? { reason: 'Once more' } : {}),
    },
    as,
  );
  const refused = answer.body.items?.find((item: { ok?: boolean; error?: unknown }) => item.error);
  if (refused) throw new Error(`${step}: ${JSON.stringify(refused)}`);
  return answer;
}
