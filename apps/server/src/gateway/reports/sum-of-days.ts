import { daysBetween } from '@stint/domain/time/plain-date.ts';
import type { ReportGroup } from '@stint/domain/time/report.ts';
import type { RoundingRule } from '@stint/domain/time/rounding.ts';
import { scopeOf } from '@stint/domain/workspace/permissions.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import { groupings, type Money } from './groupings.ts';
import { isRounding } from './rounded.ts';
import { daysOfRoundedEntries, daysTellRounded, roundedTogether } from './rounded-days.ts';
import { daysAsRows, isShort, type TimeColumn, timeRows } from './time-rows.ts';
import {
  allOf,
  entriesWith,
  type Ground,
  type LookedAt,
  type Question,
  tablesLookedAt,
  whichDays,
  whichEntries,
  whichOfPage,
} from './which-entries.ts';

type DayGroup = Exclude<ReportGroup, 'tag'>;

/** Adding up a quarter costs no more than looking first how much it would be. */
const LONG_RANGE_DAYS = 92;

/**
 * A group: the columns of a total that decide it, and the column that it is, of the total itself or of another table: `p` is
 * the project, `w` the week.
 */
type Group = {
  by: readonly TimeColumn[];
  column: string;
  table?: LookedAt;
  text?: (column: string) => string;
};

const groups: Record<DayGroup, Group> = {
  client: { by: ['project_id'], column: 'client_id', table: 'p' },
  project: { by: ['project_id'], column: 'project_id' },
  projectType: { by: ['project_id'], column: 'project_type_id', table: 'p' },
  activity: { by: ['activity_id'], column: 'activity_id' },
  person: { by: ['team_member_id'], column: 'team_member_id' },
  billable: { by: ['is_billable'], column: 'is_billable' },
  status: { by: ['team_member_id', 'week_end_on'], column: 'status', table: 'w' },
  day: { by: ['work_on'], column: 'work_on' },
  week: { by: ['week_end_on'], column: 'week_end_on' },
  month: { by: ['month_on'], column: 'month_on', text: (column) => `to_char(${column}, 'YYYY-MM')` },
};

const textOf = ({ column, text }: Group, alias: string) =>
  text ? text(`${alias}.${column}`) : `${alias}.${column}::text`;
const groupsOf = ({ groupBy }: Question) => groupBy.map((group) => groups[group as DayGroup]);
const decidedBy = (asked: readonly Group[]) => [...new Set(asked.flatMap(({ by }) => by))];

/** Whether a report asks for what the totals of days do not tell: some rounding, tags or comments. */
export function needsEntries(question: Question): boolean {
  const { rounding, groupBy } = question;
  const rounds = isRounding(rounding) && !daysTellRounded(rounding, groupBy);
  return rounds || groupBy.includes('tag') || looksAtEntries(question);
}

/**
 * Whether a report of everybody adds up many days of which no span tells the sum: where two subjects cross, or time is
 * rounded. Packed weeks tell it.
 */
export function isOfManyDays(ground: Ground, question: Question): boolean {
  if (needsEntries(question) || isShort(question) || scopeOf(ground.actor, 'report.see') !== 'all')
    return false;
  const asked = groupsOf(question);
  return isRounding(question.rounding) || timeRows(ground, question, decidedBy(asked)).isOfDays;
}

/**
 * How many lines some of the days make already: of a question that has far too many, this tells it without adding up all.
 * Null where only a few lines can be, where the range is short, or where what is asked for is in the sums of spans.
 */
export function linesOfSomeDays(ground: Ground, question: Question, rows: number): Sql | null {
  const { tenantId } = ground;
  const groupBy = question.groupBy.filter((group): group is DayGroup => group !== 'tag');
  if (groupBy.length < 2 || looksAtEntries(question)) return null;
  if (daysBetween(question.from, question.to) < LONG_RANGE_DAYS) return null;
  const asked = groupBy.map((group) => groups[group]);
  const by = decidedBy(asked);
  const { folded, from, isOfDays } = timeRows(ground, question, by);
  if (!isOfDays && !isRounding(question.rounding) && !needsEntries(question)) return null;
  const texts = asked.map((group) => textOf(group, group.table ?? 's'));
  return sql`
    with ${folded} source as (
      select ${raw(by.map((column) => `e.${column}`).join(', '))} from ${from} e ${joined(tenantId, 'e', tablesLookedAt(ground, question.filters))}
      where ${allOf(whichDays(ground, question))} limit ${rows}
    )
    select count(*) as lines from (
      select distinct ${raw(texts.join(', '))} from source s ${joined(tenantId, 's', tablesOf(asked))}) x`;
}

/** Whether a filter looks at what the totals of days do not tell. */
function looksAtEntries({ filters = [] }: Question): boolean {
  return filters.some(({ field }) => field === 'tag' || field === 'comment');
}

/** A figure of a line: its name, and how it is added up from rows of time `e`. */
type Figure = { name: string; from: string };

const time: readonly Figure[] = [
  { name: 'entries', from: 'e.entries' },
  { name: 'minutes', from: 'e.minutes' },
  { name: 'billable', from: 'case when e.is_billable then e.minutes else 0 end' },
];
const rounded: readonly Figure[] = [{ name: 'rounded', from: 'e.rounded' }];
const billed: readonly Figure[] = [
  { name: 'amount', from: 'e.bill_minor' },
  { name: 'unpriced', from: 'e.unpriced_minutes' },
];
const cost: readonly Figure[] = [
  { name: 'cost', from: 'e.cost_minor' },
  { name: 'uncosted', from: 'e.uncosted_minutes' },
];

const noMoney: Money = { isPriced: false, isCosted: false };

/** Rows of time `e` to add up. */
type Rows = {
  /** What goes before, and what follows `from`. */
  folded: Sql;
  from: Sql;
  /** Those of `e` that they are. */
  where: Sql;
  /** What the conditions look at besides. */
  tables: ReadonlySet<LookedAt>;
  isOfDays: boolean;
};

/**
 * A report from the totals of days, in one statement or, where time is rounded, in two: what is recorded, by sums of spans
 * where these tell it, and the rounded minutes alone, day by day. What lines of both have belongs together.
 */
export function sumsOfDays(ground: Ground, question: Question, money: Money): Sql[] {
  const { isPriced, isCosted } = money;
  const { rounding } = question;
  const asked = groupsOf(question);
  const which = {
    where: allOf(whichDays(ground, question)),
    tables: tablesLookedAt(ground, question.filters),
  };
  const rows = { ...timeRows(ground, question, decidedBy(asked)), ...which };
  const figures = [...time, ...(isPriced ? billed : []), ...(isCosted ? cost : [])];
  if (!isRounding(rounding)) return [added(ground, asked, rows, { figures, money, rounded: 'minutes' })];
  const alone = roundedRows(ground, rounding, which);
  return [
    added(ground, asked, rows, { figures, money, rounded: null }),
    added(ground, asked, alone, { figures: rounded, money: noMoney, rounded: 'rounded' }),
  ];
}

/**
 * The minutes that make what is recorded a total that is rounded as one (`isMinuteEach`), by its groups: a minute more for
 * each of the longest entries, of equally long ones for those with the lowest ids; or a minute less, for those with the highest.
 */
export function minuteEach(ground: Ground, question: Question, more: number): Sql {
  const tables = tablesLookedAt(ground, question.filters);
  const which = tables.has('w') ? whichEntries : whichOfPage;
  const from = sql`(
      select e.team_member_id, e.project_id, e.activity_id, e.is_billable, e.work_on, e.week_end_on, e.work_on as month_on,
        ${Math.sign(more)}::int as rounded
      from ${entriesWith(tables)} where ${allOf(which(ground, question))}
      order by e.minutes desc, e.id ${raw(more > 0 ? 'asc' : 'desc')} limit ${Math.abs(more)})`;
  const rows = { folded: sql``, from, where: sql`true`, tables: new Set<LookedAt>(), isOfDays: true };
  return added(ground, groupsOf(question), rows, { figures: rounded, money: noMoney, rounded: 'rounded' });
}

/** Rows with `rounded` minutes to add up: of days, or of what a person did on a project in one. */
function roundedRows(ground: Ground, rule: RoundingRule, which: Pick<Rows, 'where' | 'tables'>): Rows {
  const { tenantId } = ground;
  const days = sql`(${daysAsRows(ground)})`;
  const rows = { ...which, folded: sql``, isOfDays: true };
  if (rule.scope === 'entry') return { ...rows, from: daysOfRoundedEntries(tenantId, days, rule) };
  const from = sql`(
      select e.team_member_id, e.work_on, e.project_id, max(e.week_end_on) as week_end_on, e.work_on as month_on,
        ${roundedTogether(rule)} as rounded
      from ${days} e ${joined(tenantId, 'e', which.tables)} where ${which.where} group by e.work_on, e.team_member_id, e.project_id)`;
  return { ...rows, from, where: sql`true`, tables: new Set<LookedAt>() };
}

/** @param what.rounded the figure that the rounded minutes are; null where they are in another statement */
function added(
  { tenantId }: Ground,
  asked: readonly Group[],
  { folded, from, where, tables, isOfDays }: Rows,
  what: { figures: readonly Figure[]; money: Money; rounded: 'minutes' | 'rounded' | null },
): Sql {
  const { figures, money } = what;
  const { isPriced, isCosted } = money;
  const { names, level, array, sets } = groupings(asked.length, money);
  const { first, after } = placesOf(asked, isOfDays);
  const currencies = [
    ...(isPriced ? ['e.bill_currency as currency'] : []),
    ...(isCosted ? ['e.cost_currency as cost_currency'] : []),
  ];
  const by = [
    ...first.map(({ table, column }) => `${table}.${column}`),
    ...decidedBy(asked.filter((group) => !first.includes(group))).map((column) => `e.${column}`),
  ];
  const keys = [...new Set(by), ...currencies];
  const sums = figures.map(({ name, from: of }) => `sum(${of}) as ${name}`);
  const texts = asked.map(
    (group, at) =>
      `${textOf(group, after.includes(group) ? (group.table as LookedAt) : 's')} as ${names[at]}`,
  );
  const rest = [...currencies.map((column) => column.split(' as ')[1]), ...figures.map(({ name }) => name)];
  const sum = (named: string | null) =>
    raw(figures.some(({ name }) => name === named) ? `coalesce(sum(s.${named}), 0)::bigint` : '0::bigint');
  const groupBy = keys.length > 0 ? `group by ${keys.map((key) => key.split(' as ')[0]).join(', ')}` : '';
  return sql`
    with ${folded} source as (
      select ${raw([...keys, ...sums].join(', '))}
      from ${from} e ${joined(tenantId, 'e', new Set([...tables, ...tablesOf(first)]))}
      where ${where} ${raw(groupBy)}
    ), named as (
      select ${raw([...texts, ...rest.map((name) => `s.${name}`)].join(', '))}
      from source s ${joined(tenantId, 's', tablesOf(after))}
    )
    select ${level} as level, ${array} as keys, ${sum('entries')} as entries, ${sum('minutes')} as minutes,
      ${sum(what.rounded)} as "roundedMinutes", ${sum('billable')} as "billableMinutes",
      ${raw(isPriced ? 'currency' : 'null')} as currency, ${sum('amount')} as amount, ${sum('unpriced')} as "unpricedMinutes",
      ${raw(isCosted ? 'cost_currency' : 'null')} as "costCurrency", ${sum('cost')} as cost, ${sum('uncosted')} as "uncostedMinutes"
    from named s group by grouping sets (${sets})`;
}

/**
 * Which groups of other tables are looked up before days are added up, and which after. Where two subjects cross, before: a
 * person's types of projects are few, and their projects would be a group each. After, where the totals are added up by
 * what decides the group anyway.
 */
function placesOf(asked: readonly Group[], isOfDays: boolean): { first: Group[]; after: Group[] } {
  const others = asked.filter(({ table }) => table !== undefined);
  const own = new Set(asked.filter(({ table }) => table === undefined).flatMap(({ by }) => by));
  const crosses = isOfDays && decidedBy(asked).length > 1;
  const isFirst = ({ by }: Group) => crosses && !by.every((column) => own.has(column));
  return { first: others.filter(isFirst), after: others.filter((group) => !isFirst(group)) };
}

const tablesOf = (asked: readonly Group[]) => new Set(asked.flatMap(({ table }) => table ?? []));

/** Tables beside rows of time. */
function joined(tenantId: string, alias: 'e' | 's', tables: ReadonlySet<LookedAt>): Sql {
  const of = raw(alias);
  const project = sql`join app.project p on p.tenant_id = ${tenantId} and p.id = ${of}.project_id`;
  const week = sql`join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = ${of}.team_member_id and w.week_end_on = ${of}.week_end_on`;
  return sql`${tables.has('p') ? project : sql``} ${tables.has('w') ? week : sql``}`;
}
