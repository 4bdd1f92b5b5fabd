import { beforeAll, expect, test } from 'vitest';
import type { Transaction } from '../../../platform/database.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import { openGatewayDesk } from '../../../testing/gateway-desk.ts';
import type { TestMember } from '../../../testing/gateway-harness.ts';
import { foldChanged } from '../../total-checks/check.ts';
import { noteWeeks } from '../../totals/spans.ts';
import { reading, runReport } from '../query.ts';

// What is beyond the bytes of packed weeks (decision 056) is read as before, and says the same.

const desk = openGatewayDesk();
const range = { from: '2026-01-01', to: '2026-12-31' };
/** More projects than two bytes tell apart, and than a report has lines, but no week with all of them. */
const PROJECTS = 66_000;
const weeks = ['2026-10-11', '2026-10-18', '2026-10-25'] as const;
const ofMemberOnly = weeks[2];
let member: TestMember;

const run = (statement: Sql) => desk.gateway.owner(desk.workspace).run(statement);
const fold = () => foldChanged(desk.gateway.databases.us.database, desk.workspace.tenantId);

/** An entry of a minute for each of the projects with these numbers, on the Monday of a week. */
async function addEntries(person: TestMember, week: string, [first, last]: readonly [number, number]) {
  const { tenantId } = desk.workspace;
  const me = person.teamMemberID;
  await run(sql`
    insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at, version, counted_version)
    values (${tenantId}, ${me}, ${week}, now(), 1, 1)`);
  await run(sql`
    insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, minutes, is_billable, created_at, updated_at)
    select ${tenantId}, gen_random_uuid(), ${me}, ${week}::date, ${week}::date - 6, md5('p' || n)::uuid, 1, true, now(), now()
    from generate_series(${first}::int, ${last}::int) n`);
  await run(sql`
    insert into app.day_total (tenant_id, team_member_id, week_end_on, work_on, project_id, is_billable, entries, minutes,
      bill_rate_minor, bill_currency, bill_minor)
    select ${tenantId}, ${me}, ${week}::date, ${week}::date - 6, md5('p' || n)::uuid, true, 1, 1, 6000, 'EUR', 100
    from generate_series(${first}::int, ${last}::int) n`);
  await run(noteWeeks(tenantId, [week]));
}

beforeAll(async () => {
  const { workspace, owner, gateway } = desk;
  member = await gateway.addMember(workspace);
  const [type] = Object.values(workspace.typeIDs);
  await run(sql`
    insert into app.project (tenant_id, id, name, project_type_id, created_at, updated_at)
    select ${workspace.tenantId}, md5('p' || n)::uuid, 'P' || n, ${type}::uuid, now(), now() from generate_series(1, ${PROJECTS}::int) n`);
  await addEntries(owner, weeks[0], [1, PROJECTS / 2]);
  await addEntries(owner, weeks[1], [PROJECTS / 2 + 1, PROJECTS]);
  await addEntries(member, ofMemberOnly, [1, 40]);
  await fold();
});

async function ask(groupBy: string[], more: object = {}) {
  desk.gateway.clock.move(1000);
  const { status, body } = await desk.post('Reports/Query', { ...range, groupBy, withMoney: true, ...more });
  if (status !== 200) return { status, field: body.errors[0].field, lines: {} };
  const inOrder = (of: { currency: string }[]) => of.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
  const lines: [string, object][] = body.lines.map((line: { keys: unknown[]; amounts: []; costs: [] }) => [
    JSON.stringify(line.keys),
    { ...line, amounts: inOrder(line.amounts), costs: inOrder(line.costs) },
  ]);
  return { status, minutes: body.totals.minutes, lines: Object.fromEntries(lines) };
}
/** The weeks whose bytes say it all. */
async function fitting(): Promise<string[]> {
  const { tenantId } = desk.workspace;
  const rows = await desk.gateway.owner(desk.workspace).rows<{ week: string }>(sql`
    select p.week_end_on::text as week from app.packed_week p where p.tenant_id = ${tenantId} and p.fits order by 1`);
  return rows.map(({ week }) => week);
}
const ofMember = () => ({ filters: [{ field: 'person', is: 'is', values: [member.teamMemberID] }] });

test('with all weeks packed a report of more lines than anybody reads is refused', async () => {
  expect(await ask(['project', 'activity'])).toMatchObject({ status: 400, field: 'groupBy' });
  expect(await ask(['project', 'person'], { withMoney: false })).toMatchObject({
    status: 400,
    field: 'groupBy',
  });
});

test('weeks of many entries are read one after the other, so that others have their turn', async () => {
  const { tenantId } = desk.workspace;
  const actor = { teamMemberID: desk.owner.teamMemberID, role: 'owner' as const };
  const reads: string[] = [];
  const report = await desk.gateway.databases.us.database.withTenant(
    tenantId,
    (tx) => {
      const watched: Transaction = {
        ...tx,
        copied: (statement, room) => {
          reads.push(statement.text);
          return tx.copied(statement, room);
        },
      };
      return runReport(watched, { tenantId, actor }, { ...range, groupBy: ['activity', 'person'] });
    },
    reading,
  );
  expect([report.totals.entries, reads.length]).toEqual([PROJECTS + 40, 2]);
});

test('a report of few lines among more projects than are told apart is read from days', async () => {
  const { status, minutes, lines } = await ask(['project', 'activity'], ofMember());
  expect([status, minutes, Object.keys(lines).length]).toEqual([200, 40, 80]);
});

test('more pairs of currencies than are told apart are read from days', async () => {
  const { tenantId } = desk.workspace;
  await run(sql`
    update app.day_total d set cost_currency = 'C' || chr(65 + x.n / 26) || chr(65 + x.n % 26), cost_rate_minor = 60, cost_minor = 1
    from (select n, md5('p' || n)::uuid as id from generate_series(1, 40) n) x
    where d.tenant_id = ${tenantId} and d.team_member_id = ${member.teamMemberID} and d.project_id = x.id`);
  await run(noteWeeks(tenantId, [ofMemberOnly]));
  const unpacked = await ask(['activity', 'person'], ofMember());
  await fold();
  expect(Object.values(unpacked.lines).map((line) => (line as { costs: [] }).costs.length)).toEqual([40, 40]);
  expect(await fitting()).toEqual(weeks);
  expect(await ask(['activity', 'person'], ofMember())).toEqual(unpacked);
  await run(sql`
    update app.day_total d set cost_currency = null, cost_rate_minor = null, cost_minor = null
    where d.tenant_id = ${tenantId} and d.team_member_id = ${member.teamMemberID}`);
  await run(noteWeeks(tenantId, [ofMemberOnly]));
  await fold();
});

test('a week with an entry that is worth more than four bytes tell is read from its days', async () => {
  const { tenantId } = desk.workspace;
  const dear = 2 ** 32;
  expect(await fitting()).toEqual(weeks);
  await run(sql`
    update app.day_total d set bill_rate_minor = ${60 * dear}::bigint, bill_minor = ${dear}::bigint
    where d.tenant_id = ${tenantId} and d.team_member_id = ${member.teamMemberID} and d.project_id = md5('p1')::uuid`);
  await run(noteWeeks(tenantId, [ofMemberOnly]));
  await fold();
  expect(await fitting()).toEqual(weeks.slice(0, 2));
  const { lines } = await ask(['client', 'person'], ofMember());
  const amount = [{ currency: 'EUR', amount: dear + 39 * 100 }];
  expect(Object.values(lines).map((line) => (line as { amounts: [] }).amounts)).toEqual([amount, amount]);
});
