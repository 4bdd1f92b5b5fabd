import { addDays } from '@stint/domain/time/plain-date.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '../../platform/database.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import type { TestMember } from '../../testing/gateway-harness.ts';
import { foldChanged } from '../total-checks/check.ts';
import { noId, noteWeeks } from '../totals/spans.ts';
import { countWorkspace } from '../totals/weeks.ts';
import { findComments } from './find-comments.ts';

// A word of comments is looked for in the texts of packed weeks where these hold, and entry by entry where not: either way the list,
// its pages and its total are those of the entries.

const desk = openGatewayDesk();
const lastSunday = '2026-11-15';
const [people, weeks, piecesOfDay] = [5, 6, 48];
/** One in so many entries says something else than all others. */
const rare = [
  '50 % of it',
  'a_b',
  'axb',
  'back\\slash',
  'Übersicht ß',
  'sync',
  'x',
  '😀 done',
  'no sync\nat all',
];

/** Who sees the time of some people, and who sees that of one and all of a project besides. */
let seen: Record<'owner' | 'lead' | 'manager', { by: TestMember; which: (me: string) => Sql }>;
let [activityID, clientID]: [string, string] = ['', ''];

beforeAll(async () => {
  const { workspace, gateway } = desk;
  const { tenantId } = workspace;
  const db = gateway.owner(workspace);
  ({ clientID } = (await desk.post('Clients', { clientName: 'Port of Rotterdam' })).body);
  const [{ projectID }, other] = [
    (await desk.post('Projects', { projectName: 'Harbour', clientID })).body,
    (await desk.post('Projects', { projectName: 'Lighthouse' })).body,
  ];
  ({ activityID } = (await desk.post('Activities', { activityName: 'Design' })).body);
  await db.run(sql`insert into app.team_member (tenant_id, id, first_name, status, role_updated_at, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), 'Ada ' || n, 'active', now(), '2026-01-01', now() from generate_series(1, ${people - 1}::int) n`);
  await db.run(sql`insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at, version)
    select ${tenantId}, m.id, ${lastSunday}::date - 7 * ago, now(), 1
    from app.team_member m cross join generate_series(0, ${weeks - 1}::int) ago where m.tenant_id = ${tenantId}`);
  await db.run(sql`insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, activity_id, minutes, is_billable, comment, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), m.id, ${lastSunday}::date - 7 * ago, ${lastSunday}::date - 7 * ago - 6 + day, case when piece % 2 = 0 then ${projectID} else ${other.projectID} end::uuid,
      case when piece % 12 = 1 then ${activityID}::uuid end, 60, piece % 3 = 0,
      case when piece = 1 then (${rare}::text[])[1 + (ago * 7 + day) % ${rare.length}::int] when piece < 4 then '' else 'Weekly SYNC ' || piece % 5 end,
      now(), now() + piece * interval '1 second'
    from app.team_member m cross join generate_series(0, ${weeks - 1}::int) ago cross join generate_series(0, 4) day
      cross join generate_series(1, ${piecesOfDay}::int) piece where m.tenant_id = ${tenantId}`);
  await db.transaction((tx) => countWorkspace(tx, tenantId));
  await pack();
  const [lead, manager] = [
    await gateway.addMember(workspace, { role: 'member' }),
    await gateway.addMember(workspace, { role: 'editor' }),
  ];
  await db.run(sql`update app.team_member set approver_id = case when first_name in ('Ada 1', 'Ada 2') then ${lead.teamMemberID}
      when first_name = 'Ada 3' then ${manager.teamMemberID} end::uuid where tenant_id = ${tenantId} and first_name like 'Ada%'`);
  await db.run(
    sql`update app.project set manager_id = ${manager.teamMemberID} where tenant_id = ${tenantId} and id = ${projectID}`,
  );
  const approves = (me: string) =>
    sql`e.team_member_id in (select m.id from app.team_member m where m.tenant_id = ${tenantId} and m.approver_id = ${me})`;
  seen = {
    owner: { by: desk.owner, which: () => sql`true` },
    lead: { by: lead, which: approves },
    manager: { by: manager, which: (me) => sql`(${approves(me)} or e.project_id = ${projectID})` },
  };
}, 120_000);

const pack = () => foldChanged(desk.gateway.databases.us.database, desk.workspace.tenantId);

const words = ['sync', 'Weekly sync 3', ...rare, '  X ', 'nobody wrote this', '\u001f'];
const manners: Record<string, Record<string, string>> = {
  'the first page': { page: '1', size: '20' },
  'a later page': { page: '7', size: '20' },
  'a page behind the last': { page: '900', size: '200' },
  'the oldest first': { sort: 'workDate', page: '2', size: '50' },
  'the last changed first': { sort: '-updatedAt', size: '50' },
  'days that cut weeks': { from: '2026-10-14', to: '2026-11-04', size: '60' },
  'one day': { from: '2026-11-04', to: '2026-11-04', size: '60' },
  'a page far down': { page: '14', size: '200' },
  'what is billed': { isBillable: 'true', size: '60' },
  'what is not billed': { isBillable: 'false', page: '3', size: '60' },
  'what is not billed, far down': { isBillable: 'false', page: '16', size: '200' },
  'an activity': { activityID: 'design', size: '60' },
  'an activity of days that cut weeks': {
    activityID: 'design',
    from: '2026-10-14',
    sort: 'workDate',
    size: '60',
  },
  'the zeros that stand for no activity': { activityID: noId, size: '60' },
  'a client': { clientID: 'harbour', size: '60' },
  'a client, what is billed, the last changed first': {
    clientID: 'harbour',
    isBillable: 'true',
    sort: '-updatedAt',
    size: '60',
  },
  'those of some people': { as: 'lead', size: '60' },
  'those of some people, the last changed first': { as: 'lead', sort: '-updatedAt', size: '60' },
  'what somebody manages': { as: 'manager', size: '60' },
  'what somebody manages, the last changed first': {
    as: 'manager',
    sort: '-updatedAt',
    page: '2',
    size: '60',
  },
  'what somebody manages, not billed, the oldest first': {
    as: 'manager',
    isBillable: 'false',
    sort: 'workDate',
    size: '60',
  },
};

/** Lists, and what the entries say that they are. */
async function compared(
  q: string,
  manner: Record<string, string>,
): Promise<[said: object, expected: object]> {
  const { gateway, workspace } = desk;
  const { as = 'owner', ...asked } = manner;
  if (asked.activityID === 'design') asked.activityID = activityID;
  if (asked.clientID) asked.clientID = clientID;
  const { from = '2000-01-01', to = '2100-01-01', isBillable, sort = '-workDate', page = '1', size } = asked;
  const { by, which } = seen[as as keyof typeof seen];
  gateway.clock.move(1000);
  const answer = await desk.get('TimeSheet/Entries', by, { q, ...asked });
  if (answer.status !== 200) throw new Error(answer.text);
  const word = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await gateway.owner(workspace).rows<{ id: string; workDate: string; updatedAt: string }>(sql`
    select e.id, e.work_on::text as "workDate", e.updated_at as "updatedAt" from app.timesheet_entry e
    where e.tenant_id = ${workspace.tenantId} and e.deleted_at is null and lower(e.comment) like lower(${word})
      and e.work_on between ${from} and ${to} and (${isBillable ?? null}::boolean is null or e.is_billable = ${isBillable ?? null})
      and (${asked.clientID ?? null}::uuid is null or e.project_id in (select p.id from app.project p where p.tenant_id = ${workspace.tenantId} and p.client_id = ${asked.clientID ?? null}))
      and (${asked.activityID ?? null}::uuid is null or e.activity_id = ${asked.activityID ?? null}) and ${which(by.teamMemberID)}
    order by case when ${sort} like '%workDate' then e.work_on::timestamptz else e.updated_at end, e.id`);
  const ids = rows.map(({ id }) => id);
  if (sort.startsWith('-')) ids.reverse();
  const first = (Number(page) - 1) * Number(size);
  return [
    {
      total: answer.headers['x-total-count'],
      ids: answer.body.map((row: { timesheetID: string }) => row.timesheetID),
    },
    { total: String(ids.length), ids: ids.slice(first, first + Number(size)) },
  ];
}

const questions = words.flatMap((q) => Object.keys(manners).map((manner) => ({ q, manner })));

/** What there is much of, some, and what comes and goes in these tests. */
const some = questions.filter(({ q }) => ['sync', 'a_b', 'nobody wrote this'].includes(q));

async function theyAgree(): Promise<void> {
  for (const { q, manner } of some) {
    const [said, expected] = await compared(q, manners[manner] as Record<string, string>);
    expect({ q, manner, ...said }).toEqual({ q, manner, ...expected });
  }
}

describe('a word in comments', () => {
  test.each(questions)('$q, $manner', async ({ q, manner }) => {
    const [said, expected] = await compared(q, manners[manner] as Record<string, string>);
    expect(said).toEqual(expected);
  });

  test('is that of more entries than are looked up one by one, or the pages of so many are not tried', async () => {
    const { headers } = await desk.get('TimeSheet/Entries', desk.owner, { q: 'sync', size: '1' });
    expect(Number(headers['x-total-count'])).toBeGreaterThan(3000);
  });

  test('is followed by a cursor to its end', async () => {
    const found: string[] = [];
    for (let query: Record<string, string> = { q: 'a_b', size: '10' }; ; ) {
      const { body, headers } = await desk.get('TimeSheet/Entries', desk.owner, query);
      found.push(...body.map((row: { timesheetID: string }) => row.timesheetID));
      if (!headers['x-next-cursor']) break;
      query = { q: 'a_b', size: '10', cursor: String(headers['x-next-cursor']) };
    }
    const [, expected] = await compared('a_b', { size: '200' });
    expect({ total: String(found.length), ids: found }).toEqual(expected);
  });

  test('is found at once where an entry came, changed or went after its week was packed', async () => {
    const [one, two] = (await desk.get('TimeSheet/Entries', desk.owner, { q: 'weekly sync 1', size: '2' }))
      .body;
    const { projectID, teamMemberID } = one;
    const added = {
      projectID,
      teamMemberID,
      workDate: '2026-10-07',
      minutes: 5,
      comment: 'One more sync, a_b',
    };
    expect((await desk.post('TimeSheet', added)).status).toBe(201);
    expect(
      (await desk.put(`TimeSheet/${one.timesheetID}`, { comment: 'Nobody wrote this', version: one.version }))
        .status,
    ).toBe(200);
    expect((await desk.remove(`TimeSheet/${two.timesheetID}`)).status).toBeLessThan(300);
    await theyAgree();
    await pack();
    await theyAgree();
  });

  test('is found where weeks that are not packed have most of what has it', async () => {
    await pack();
    const { gateway, workspace } = desk;
    const oldest = [2, 3, 4, 5].map((ago) => addDays(lastSunday, -7 * ago));
    await gateway.owner(workspace).run(noteWeeks(workspace.tenantId, oldest));
    await theyAgree();
    expect(await pack()).toBe(oldest.length);
  });

  test('is found where no week is packed, or without its comments, as a process of the version before leaves it', async () => {
    const db = desk.gateway.owner(desk.workspace);
    const { tenantId } = desk.workspace;
    await db.run(sql`update app.packed_week set comments = null, comment_ends = null, comment_lasts = null, commented = null,
        commented_times = null, commented_people = null, commented_projects = null, commented_activities = null
      where tenant_id = ${tenantId} and week_end_on > '2026-10-18'`);
    await theyAgree();
    await db.run(sql`delete from app.packed_week where tenant_id = ${tenantId}`);
    await theyAgree();
    expect(await pack()).toBe(weeks);
    await theyAgree();
  });

  test('is that of the entries where the bytes of a week that does not fit say something else', async () => {
    const { gateway, workspace } = desk;
    const { tenantId } = workspace;
    await gateway.owner(workspace).run(sql`
      update app.packed_week set fits = false, comments = convert_to(repeat('x', octet_length(comments)), 'UTF8')
      where tenant_id = ${tenantId} and week_end_on = ${lastSunday}`);
    await theyAgree();
    await gateway.owner(workspace).run(noteWeeks(tenantId, [lastSunday]));
    expect(await pack()).toBe(1);
  });

  test('of another workspace is not found', async () => {
    const { headers, body } = await desk.get('TimeSheet/Entries', desk.other.owner, { q: 'sync' });
    expect([headers['x-total-count'], body]).toEqual(['0', []]);
  });

  test('of weeks that were packed without saying whose comments they are is found, and they are packed anew', async () => {
    const { gateway, workspace } = desk;
    await gateway
      .owner(workspace)
      .run(sql`update app.packed_week set commented_times = null where tenant_id = ${workspace.tenantId}`);
    await theyAgree();
    expect(await pack()).toBe(weeks);
  });

  test('of others is found by nobody who may not see their time', async () => {
    const member = await desk.gateway.addMember(desk.workspace, { role: 'editor' });
    const { headers, body } = await desk.get('TimeSheet/Entries', member, { q: 'a_b' });
    expect([headers['x-total-count'], body]).toEqual(['0', []]);
  });

  test('with a cursor is looked for in no more texts than it takes to know that it is a common one', async () => {
    const { gateway, workspace } = desk;
    const { tenantId } = workspace;
    const later = addDays(lastSunday, 7);
    // More bytes than are read at once, of a week behind all others.
    await gateway.owner(workspace).run(sql`
      insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at, version) values (${tenantId}, ${desk.owner.teamMemberID}, ${later}, now(), 1)`);
    await gateway.owner(workspace).run(sql`
      insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, comment, created_at, updated_at)
      select ${tenantId}, gen_random_uuid(), ${desk.owner.teamMemberID}, ${later}, ${later}, p.id, 0, true, n || repeat(' long', 390), now(), now()
      from generate_series(1, 4500) n cross join (select p.id from app.project p where p.tenant_id = ${tenantId} limit 1) p`);
    await gateway.owner(workspace).transaction((tx) => countWorkspace(tx, tenantId));
    await pack();
    const reads = async (q: string) => {
      let texts = 0;
      await gateway.databases.us.database.withTenant(
        tenantId,
        (tx) => {
          const copied: Transaction['copied'] = (statement) => {
            if (statement.text.includes('p.comments')) texts += 1;
            return tx.copied(statement);
          };
          const actor = { teamMemberID: desk.owner.teamMemberID, role: 'owner' as const };
          return findComments({ ...tx, copied }, { tenantId, actor }, { q, cursor: 'of a page', size: 20 });
        },
        { readOnly: true, isOneMoment: true },
      );
      return texts;
    };
    expect([await reads('sync'), await reads('a_b')]).toEqual([1, 2]);
  });
});
