import type { Transaction } from '../../platform/database.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import { amountOfEntry, once, pricesOf, sumOfAmounts } from './price.ts';
import { keyOf, noteDays, noteWeeks } from './spans.ts';

/** Which days are counted: conditions on the columns that entries and totals share, for a table of that alias. */
export type Days = (alias: Sql) => Sql;

/** The rate by which approved time is priced anew as well, where an owner agreed to it; else it keeps its amounts. */
export type Anew = { kind: 'bill' | 'cost'; rateId: string } | null;

/** Columns of a total that its key does not hold. */
const figures = [
  'entries',
  'minutes',
  'bill_rate_minor',
  'bill_currency',
  'bill_minor',
  'is_other_currency',
  'cost_rate_minor',
  'cost_currency',
  'cost_minor',
] as const;

/** What a total is about; with the workspace this is its key. */
const key = ['team_member_id', 'week_end_on', 'work_on', 'project_id', 'activity_id', 'is_billable'] as const;

const listed = (names: readonly string[], alias: string) =>
  raw(names.map((name) => `${alias}.${name}`).join(', '));
/** The key of an alias, without the workspace. */
export const dayColumns = (alias: string) => listed(key, alias);
const allFigures = raw(figures.join(', '));
const assigned = raw(figures.map((name) => `${name} = excluded.${name}`).join(', '));
/** The figures of an alias, in the order of `figures`. */
export const figuresOf = (alias: string) => listed(figures, alias);

/**
 * Counts days anew, after what was written to their entries and in the same transaction: here and in `countDaysOfWeeks` alone
 * totals are written. Whoever counts shares a lock with all who count, and excludes only who changes prices; it comes after
 * the locks of weeks and of what entries refer to, in every transaction, so that none waits for another in a circle.
 */
export async function countDays(tx: Transaction, tenantId: string, days: Days): Promise<void> {
  await Promise.all([
    tx.run(sql`select 1 from app.tenant t where t.tenant_id = ${tenantId} for key share of t`),
    tx.run(noteDays(tenantId, days)),
    tx.run(removal(tenantId, days)),
    tx.run(count(tenantId, days)),
  ]);
}

/** Whole weeks: their note takes the same lock. `canEmpty` where a day may have lost its last entry. */
export async function countDaysOfWeeks(
  tx: Transaction,
  tenantId: string,
  days: Days,
  { weekEndDates, canEmpty }: { weekEndDates: readonly string[]; canEmpty: boolean },
): Promise<void> {
  await Promise.all([
    tx.run(noteWeeks(tenantId, weekEndDates)),
    canEmpty ? tx.run(removal(tenantId, days)) : 0,
    tx.run(countOfWeeks(tenantId, days)),
  ]);
}

/**
 * Counts days anew after a change of what they are priced by. Nobody counts meanwhile, so that no day is left at the
 * former price; what was approved keeps its own unless it is named.
 */
export async function repriceDays(
  tx: Transaction,
  tenantId: string,
  days: Days,
  anew: Anew = null,
): Promise<void> {
  await Promise.all([
    tx.run(sql`select 1 from app.tenant t where t.tenant_id = ${tenantId} for update of t`),
    tx.run(noteDays(tenantId, days)),
    tx.run(removal(tenantId, days)),
    tx.run(count(tenantId, days, anew)),
  ]);
}

/** Days that have no entry any more. */
function removal(tenantId: string, days: Days): Sql {
  return sql`
    delete from app.day_total d where d.tenant_id = ${tenantId} and ${days(sql`d`)} and not exists (
      select from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.team_member_id = d.team_member_id and e.work_on = d.work_on
        and e.deleted_at is null and e.project_id = d.project_id and e.activity_id is not distinct from d.activity_id
        and e.is_billable = d.is_billable)`;
}

/** The days as their entries are, at the prices of now, or those of before where the week is approved. */
export function countedDays(tenantId: string, days: Days, anew: Anew = null): Sql {
  const isApproved = sql`(k.entries is not null)`;
  const unless = (kind: 'bill' | 'cost', condition: Sql) => (anew?.kind === kind ? condition : isApproved);
  const spared = { bill: unless('bill', sql`false`), cost: unless('cost', sql`false`) };
  // Anew only where that rate decides: what else changed since the approval is nothing that an owner was shown.
  const kept = {
    bill: unless('bill', sql`(k.entries is not null and not v.is_bill_of_rate)`),
    cost: unless('cost', sql`(k.entries is not null and not v.is_cost_of_rate)`),
  };
  const billOf = (before: Sql, now: Sql) => sql`case when ${kept.bill} then ${before} else ${now} end`;
  const costOf = (before: Sql, now: Sql) => sql`case when ${kept.cost} then ${before} else ${now} end`;
  const amount = (rate: Sql) => sql`case when g.entries = 1 then ${amountOfEntry(sql`g.minutes`, rate)}
    else ${sumOfAmounts(sql`g.parts`, rate)} end`;
  return sql`
    select ${dayColumns('g')}, g.entries, g.minutes,
      z.bill_rate as bill_rate_minor, z.bill_currency, ${amount(sql`z.bill_rate`)} as bill_minor, z.is_other_currency,
      z.cost_rate as cost_rate_minor, z.cost_currency, ${amount(sql`z.cost_rate`)} as cost_minor
    from (select ${dayColumns('e')}, count(*)::int as entries, sum(e.minutes)::int as minutes, array_agg(e.minutes) as parts
      from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.deleted_at is null and ${days(sql`e`)}
      group by ${dayColumns('e')}) g
    join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = g.team_member_id and w.week_end_on = g.week_end_on
    join app.tenant t on t.tenant_id = ${tenantId}
    join app.project p on p.tenant_id = ${tenantId} and p.id = g.project_id
    left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
    left join app.day_total k on w.status = 'approved' and k.tenant_id = ${tenantId} and k.team_member_id = g.team_member_id
      and k.week_end_on = g.week_end_on and k.work_on = g.work_on and k.project_id = g.project_id
      and k.activity_key = ${keyOf(sql`g.activity_id`)} and k.is_billable = g.is_billable
    ${pricesOf(tenantId, spared, anew?.rateId)}
    cross join lateral (select ${billOf(sql`k.bill_rate_minor`, sql`v.bill_rate`)} as bill_rate,
      ${billOf(sql`k.bill_currency`, sql`case when v.bill_rate is not null then v.bill_currency end`)} as bill_currency,
      ${billOf(sql`k.is_other_currency`, sql`v.is_other_currency`)} as is_other_currency,
      ${costOf(sql`k.cost_rate_minor`, sql`v.cost_rate`)} as cost_rate,
      ${costOf(sql`k.cost_currency`, sql`v.cost_currency`)} as cost_currency ${once}) z`;
}

/** Of any days: as the value, since a table more makes the plan for a whole workspace a slow one. */
function count(tenantId: string, days: Days, anew: Anew = null): Sql {
  return storing(sql`${tenantId}::uuid`, sql`(${countedDays(tenantId, days, anew)}) s`);
}

/** Of some weeks, with the workspace from its row: one task for Citus (decision 030). */
function countOfWeeks(tenantId: string, days: Days): Sql {
  return storing(
    sql`i.tenant_id`,
    sql`app.tenant i cross join (${countedDays(tenantId, days)}) s where i.tenant_id = ${tenantId}`,
  );
}

function storing(tenant: Sql, counted: Sql): Sql {
  return sql`
    insert into app.day_total as x (tenant_id, ${raw(key.join(', '))}, activity_key, ${allFigures})
    select ${tenant}, ${dayColumns('s')}, ${keyOf(sql`s.activity_id`)}, ${figuresOf('s')}
    from ${counted}
    on conflict (tenant_id, team_member_id, week_end_on, work_on, project_id, activity_key, is_billable) do update set ${assigned}
      where (${figuresOf('x')}) is distinct from (${figuresOf('excluded')})`;
}
