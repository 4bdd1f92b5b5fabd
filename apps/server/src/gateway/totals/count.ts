import type { Transaction } from '../../platform/database.ts';
import { inParts, join, raw, type Sql, sql } from '../../platform/sql.ts';
import { amountOfEntry, once, pricesOf, sumOfAmounts } from './price.ts';
import { keyOf, noId, noteDays, noteWeeks } from './spans.ts';

/** Which days are counted: conditions on the columns that entries and totals share, for a table of that alias. */
export type Days = (alias: Sql) => Sql;

/** The rate by which approved time is priced anew as well, where an owner agreed to it; else it keeps its amounts. Null: every rate. */
export type Anew = { kind: 'bill' | 'cost'; rateId: string | null } | null;

/** `open`: of weeks that are not approved, as who holds them saw. There is no price of before then, and none is looked for. */
type Pricing = Anew | 'open';

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

/** A day as it was counted. */
type Counted = Record<(typeof key | typeof figures)[number], unknown>;

const listed = (names: readonly string[], alias: string) =>
  raw(names.map((name) => `${alias}.${name}`).join(', '));
/** The key of an alias, without the workspace. */
export const dayColumns = (alias: string) => listed(key, alias);
const allFigures = raw(figures.join(', '));
const assigned = raw(figures.map((name) => `${name} = excluded.${name}`).join(', '));
/** The figures of an alias, in the order of `figures`. */
export const figuresOf = (alias: string) => listed(figures, alias);

/**
 * Counts days anew, after what was written to their entries and in the same transaction: here and in the two below alone
 * totals are made. Whoever counts shares a lock with all who count, and excludes only who changes prices; it comes after
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

/**
 * Days of weeks of many people, as an import has them: so many that they are counted where they lie. To bring them here and back as
 * values costs more than all of the counting.
 */
export async function countManyDays(
  tx: Transaction,
  tenantId: string,
  days: Days,
  { weekEndDates, canEmpty, areOpen }: OfWeeks,
): Promise<void> {
  await Promise.all([
    tx.run(noteWeeks(tenantId, weekEndDates)),
    canEmpty ? tx.run(removal(tenantId, days)) : 0,
    tx.run(count(tenantId, days, areOpen ? 'open' : null)),
  ]);
}

/** `canEmpty` where a day may have lost its last entry; `areOpen` where the caller saw that none of the weeks is approved. */
type OfWeeks = { weekEndDates: readonly string[]; canEmpty: boolean; areOpen: boolean };

/** Which total of a person's day it is. */
export type TotalPlace = {
  workOn: string;
  projectId: string;
  activityId: string | null;
  isBillable: boolean;
};

const keyOfPlace = ({ workOn, projectId, activityId, isBillable }: TotalPlace) =>
  `${workOn}/${projectId}/${activityId}/${isBillable}`;

/**
 * Days whose totals are there, since entries changed and none came or went. They keep their prices: who changes one counts anew
 * what it bears on, before the note or after this transaction. So no price is looked for, and no figures have to come here.
 * @param totals which of them changed
 * @returns whether each of these was there; otherwise the days are still to be counted
 */
export async function countStandingDays(
  tx: Transaction,
  tenantId: string,
  days: Days,
  { weekEndDates, totals }: { weekEndDates: readonly string[]; totals: readonly TotalPlace[] },
): Promise<boolean> {
  const amount = (rate: Sql) => amountOfDay(sql`s`, rate);
  const [, counted] = await Promise.all([
    tx.run(noteWeeks(tenantId, weekEndDates)),
    tx.rows<TotalPlace>(sql`
    update app.day_total d set entries = s.entries, minutes = s.minutes, bill_minor = ${amount(sql`d.bill_rate_minor`)},
      cost_minor = ${amount(sql`d.cost_rate_minor`)}
    from (${groupedEntries(tenantId, days)}) s
    where d.tenant_id = ${tenantId} and d.team_member_id = s.team_member_id and d.week_end_on = s.week_end_on and d.work_on = s.work_on
      and d.project_id = s.project_id and d.activity_key = s.activity_key and d.is_billable = s.is_billable
    returning d.work_on as "workOn", d.project_id as "projectId", d.activity_id as "activityId", d.is_billable as "isBillable"`),
  ]);
  const there = new Set(counted.map(keyOfPlace));
  return totals.every((total) => there.has(keyOfPlace(total)));
}

/**
 * Days of some weeks: the note of these takes the same lock. What was counted comes here and goes back as rows of values, which
 * Citus sends to one server; an insert of the select it would plan once per shard (decision 030). Nobody waits for their answer but
 * the commit, with which they leave in one write.
 */
export async function countDaysOfWeeks(
  tx: Transaction,
  tenantId: string,
  days: Days,
  { weekEndDates, canEmpty, areOpen }: OfWeeks,
): Promise<void> {
  const [, , counted] = await Promise.all([
    tx.run(noteWeeks(tenantId, weekEndDates)),
    canEmpty ? tx.run(removal(tenantId, days)) : 0,
    tx.rows<Counted>(countedDays(tenantId, days, areOpen ? 'open' : null)),
  ]);
  for (const part of inParts(counted)) tx.withCommit(tx.run(storingRows(tenantId, part)));
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
export function countedDays(tenantId: string, days: Days, pricing: Pricing = null): Sql {
  const { spared, before, bill, cost } = pricing === 'open' ? atPricesOfNow : keptPrices(tenantId, pricing);
  const amount = (rate: Sql) => amountOfDay(sql`g`, rate);
  const rateId = pricing === 'open' ? undefined : (pricing?.rateId ?? undefined);
  return sql`
    select ${dayColumns('g')}, g.entries, g.minutes,
      z.bill_rate as bill_rate_minor, z.bill_currency, ${amount(sql`z.bill_rate`)} as bill_minor, z.is_other_currency,
      z.cost_rate as cost_rate_minor, z.cost_currency, ${amount(sql`z.cost_rate`)} as cost_minor
    from (${groupedEntries(tenantId, days)}) g
    join app.tenant t on t.tenant_id = ${tenantId}
    join app.project p on p.tenant_id = ${tenantId} and p.id = g.project_id
    left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
    ${before}
    ${pricesOf(tenantId, spared, rateId)}
    cross join lateral (select ${bill(sql`k.bill_rate_minor`, sql`v.bill_rate`)} as bill_rate,
      ${bill(sql`k.bill_currency`, sql`case when v.bill_rate is not null then v.bill_currency end`)} as bill_currency,
      ${bill(sql`k.is_other_currency`, sql`v.is_other_currency`)} as is_other_currency,
      ${cost(sql`k.cost_rate_minor`, sql`v.cost_rate`)} as cost_rate,
      ${cost(sql`k.cost_currency`, sql`v.cost_currency`)} as cost_currency ${once}) z`;
}

/**
 * The days of entries, and the minutes of each of their entries. The activity as a key has it is made here: under row security
 * `coalesce` in a condition keeps that from being one of an index.
 */
function groupedEntries(tenantId: string, days: Days): Sql {
  return sql`select ${dayColumns('e')}, ${keyOf(sql`e.activity_id`)} as activity_key, count(*)::int as entries, sum(e.minutes)::int as minutes, array_agg(e.minutes) as parts
      from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.deleted_at is null and ${days(sql`e`)}
      group by ${dayColumns('e')}`;
}

/** What a day of those comes to at a rate. */
function amountOfDay(day: Sql, rate: Sql): Sql {
  return sql`case when ${day}.entries = 1 then ${amountOfEntry(sql`${day}.minutes`, rate)}
    else ${sumOfAmounts(sql`${day}.parts`, rate)} end`;
}

/** Which prices of before stay: whose search is spared, the tables that hold them, and the choice of each figure. */
type Choice = {
  spared: { bill: Sql; cost: Sql };
  before: Sql;
  bill(before: Sql, now: Sql): Sql;
  cost(before: Sql, now: Sql): Sql;
};

const priceOfNow = (_before: Sql, price: Sql): Sql => price;
const atPricesOfNow: Choice = {
  spared: { bill: sql`false`, cost: sql`false` },
  before: sql``,
  bill: priceOfNow,
  cost: priceOfNow,
};

/** An approved week keeps its prices, beside what is priced anew. */
function keptPrices(tenantId: string, anew: Anew): Choice {
  const isApproved = sql`(k.entries is not null)`;
  const unless = (kind: 'bill' | 'cost', condition: Sql) => (anew?.kind === kind ? condition : isApproved);
  // Anew only where that rate decides: what else changed since the approval is nothing that an owner was shown.
  const byRate = (isOfRate: Sql) =>
    anew?.rateId === null ? sql`false` : sql`(k.entries is not null and not ${isOfRate})`;
  const choice = (isKept: Sql) => (before: Sql, price: Sql) =>
    sql`case when ${isKept} then ${before} else ${price} end`;
  return {
    spared: { bill: unless('bill', sql`false`), cost: unless('cost', sql`false`) },
    before: sql`join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = g.team_member_id
      and w.week_end_on = g.week_end_on
    left join app.day_total k on w.status = 'approved' and k.tenant_id = ${tenantId} and k.team_member_id = g.team_member_id
      and k.week_end_on = g.week_end_on and k.work_on = g.work_on and k.project_id = g.project_id
      and k.activity_key = ${keyOf(sql`g.activity_id`)} and k.is_billable = g.is_billable`,
    bill: choice(unless('bill', byRate(sql`v.is_bill_of_rate`))),
    cost: choice(unless('cost', byRate(sql`v.is_cost_of_rate`))),
  };
}

function count(tenantId: string, days: Days, pricing: Pricing = null): Sql {
  return storing(sql`
    select ${tenantId}::uuid, ${dayColumns('s')}, ${keyOf(sql`s.activity_id`)}, ${figuresOf('s')}
    from (${countedDays(tenantId, days, pricing)}) s`);
}

function storingRows(tenantId: string, counted: readonly Counted[]): Sql {
  const rows = counted.map((day) => {
    const values = [
      ...key.map((name) => day[name]),
      day.activity_id ?? noId,
      ...figures.map((name) => day[name]),
    ];
    return sql`(${tenantId}, ${join(values)})`;
  });
  return storing(sql`values ${join(rows)}`);
}

/** @param counted rows: the workspace, the key, the activity as the key has it, and the figures */
function storing(counted: Sql): Sql {
  return sql`
    insert into app.day_total as x (tenant_id, ${raw(key.join(', '))}, activity_key, ${allFigures})
    ${counted}
    on conflict (tenant_id, team_member_id, week_end_on, work_on, project_id, activity_key, is_billable) do update set ${assigned}
      where (${figuresOf('x')}) is distinct from (${figuresOf('excluded')})`;
}
