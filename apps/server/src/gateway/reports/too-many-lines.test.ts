import { expect, test } from 'vitest';
import type { Transaction } from '../../platform/database.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { openGatewayDesk } from '../../testing/gateway-desk.ts';
import { runReport } from './query.ts';

const desk = openGatewayDesk();
const range = { from: '2026-01-01', to: '2026-12-31' };

/** A week in which 150 projects and 140 activities meet once each. */
async function addCrossings(): Promise<void> {
  const { workspace, owner, gateway } = desk;
  const { tenantId } = workspace;
  const me = owner.teamMemberID;
  const id = (at: string) => sql`md5(${at} || n::text)::uuid`;
  await gateway.owner(workspace).run(sql`
    insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at, version, counted_version)
    values (${tenantId}, ${me}, '2026-10-11', now(), 1, 1)`);
  await gateway.owner(workspace).run(sql`
    with p as (select ${id('p')} as id from generate_series(1, 150) n), a as (select ${id('a')} as id from generate_series(1, 140) n)
    insert into app.day_total (tenant_id, team_member_id, week_end_on, work_on, project_id, activity_id, activity_key, is_billable, entries, minutes)
    select ${tenantId}, ${me}, '2026-10-11', '2026-10-05', p.id, a.id, a.id, true, 1, 5 from p cross join a`);
}

/** A week in which 150 projects meet 40 activities on every day, billable or not, and each of these costs another currency. */
async function addCurrencies(): Promise<void> {
  const { workspace, owner, gateway } = desk;
  const { tenantId } = workspace;
  const me = owner.teamMemberID;
  const id = (at: string) => sql`md5(${at} || n::text)::uuid`;
  await gateway.owner(workspace).run(sql`
    insert into app.timesheet_week (tenant_id, team_member_id, week_end_on, updated_at, version, counted_version)
    values (${tenantId}, ${me}, '2025-10-12', now(), 1, 1)`);
  await gateway.owner(workspace).run(sql`
    with p as (select ${id('p')} as id from generate_series(1, 150) n), a as (select ${id('a')} as id from generate_series(1, 40) n),
      c as (select n % 7 as day, n < 7 as is_billable, 'C' || chr(65 + n) || 'X' as currency from generate_series(0, 13) n)
    insert into app.day_total (tenant_id, team_member_id, week_end_on, work_on, project_id, activity_id, activity_key, is_billable,
      entries, minutes, cost_rate_minor, cost_currency, cost_minor)
    select ${tenantId}, ${me}, '2025-10-12', '2025-10-06'::date + c.day, p.id, a.id, a.id, c.is_billable, 1, 5, 60, c.currency, 5
    from p cross join a cross join c`);
}

async function ask(groupBy: ('project' | 'activity')[]): Promise<{ error: unknown; statements: string[] }> {
  const { database } = desk.gateway.databases.us;
  const { tenantId } = desk.workspace;
  const actor = { teamMemberID: desk.owner.teamMemberID, role: 'owner' as const };
  const statements: string[] = [];
  const error = await database.withTenant(tenantId, (tx) => {
    const note = (statement: Sql) => statements.push(statement.text);
    const watched: Transaction = {
      ...tx,
      rows: (statement, options) => {
        note(statement);
        return tx.rows(statement, options);
      },
      one: (statement, options) => {
        note(statement);
        return tx.one(statement, options);
      },
    };
    return runReport(watched, { tenantId, actor }, { ...range, groupBy }).then(
      () => null,
      (refused: unknown) => refused,
    );
  });
  return { error, statements };
}

test('a report of more lines than anybody reads is refused by some of its days, before all are added up', async () => {
  await addCrossings();
  const { error, statements } = await ask(['project', 'activity']);
  expect(error).toMatchObject({ code: 'validation_failed' });
  expect(statements.at(-1)).toContain('limit');
  expect(statements.join()).not.toContain('grouping sets');
  const { totals } = (await desk.post('Reports/Query', { ...range, groupBy: ['project'] })).body;
  expect(totals.minutes).toBe(150 * 140 * 5);
  const answer = await desk.post('Reports/Query', { ...range, groupBy: ['project', 'activity'] });
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'groupBy']);
  expect(answer.body.message ?? answer.text).toMatch(/more than 20000 lines. Choose fewer groups/);
});

test('a report of more amounts than anybody reads is refused, and never a part of it told', async () => {
  await addCurrencies();
  const week = { from: '2025-10-06', to: '2025-10-12', withMoney: true };
  const { status, body } = await desk.post('Reports/Query', { ...week, groupBy: ['project', 'activity'] });
  expect([status, body.errors?.[0].field]).toEqual([400, 'groupBy']);
  expect(body.errors[0].message).toMatch(/more than 80000 amounts.* or leave out the amounts/);
  const whole = { entries: 150 * 40 * 14, minutes: 150 * 40 * 14 * 5 };
  const fewer = await desk.post('Reports/Query', { ...week, groupBy: ['project'] });
  expect(fewer.body.totals).toMatchObject(whole);
  const without = { ...week, withMoney: false, groupBy: ['project', 'activity'] };
  expect((await desk.post('Reports/Query', without)).body.totals).toMatchObject(whole);
});
