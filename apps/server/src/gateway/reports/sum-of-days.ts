import { daysBetween } from '@stint/domain/time/plain-date.ts';
import type { ReportGroup } from '@stint/domain/time/report.ts';
import { scopeOf } from '@stint/domain/workspace/permissions.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import { groupings, type Money } from './groupings.ts';
import { type TimeColumn, timeRows } from './time-rows.ts';
import { allOf, type Question, type ReportReader, whichDays } from './which-entries.ts';

type DayGroup = Exclude<ReportGroup, 'tag'>;

/** Adding up a quarter costs no more than looking first how much it would be. */
const LONG_RANGE_DAYS = 92;

/**
 * Of each group: the columns of a total that decide it, by which the totals are added up first, and its text then, when
 * few rows are left of many. `p` is the project, `w` the week.
 */
const groups: Record<DayGroup, { by: readonly TimeColumn[]; text: string; table?: 'p' | 'w' }> = {
  client: { by: ['project_id'], text: 'p.client_id::text', table: 'p' },
  project: { by: ['project_id'], text: 's.project_id::text' },
  projectType: { by: ['project_id'], text: 'p.project_type_id::text', table: 'p' },
  activity: { by: ['activity_id'], text: 's.activity_id::text' },
  person: { by: ['team_member_id'], text: 's.team_member_id::text' },
  billable: { by: ['is_billable'], text: 's.is_billable::text' },
  status: { by: ['team_member_id', 'week_end_on'], text: 'w.status', table: 'w' },
  day: { by: ['work_on'], text: 's.work_on::text' },
  week: { by: ['week_end_on'], text: 's.week_end_on::text' },
  month: { by: ['month_on'], text: "to_char(s.month_on, 'YYYY-MM')" },
};

/** Whether a report asks for what the totals of days do not tell: rounding, tags or comments. */
export function needsEntries(question: Question): boolean {
  const { rounding, groupBy } = question;
  const rounds = rounding !== undefined && rounding.scope !== 'none' && rounding.stepMinutes > 1;
  return rounds || groupBy.includes('tag') || looksAtEntries(question);
}

/**
 * How many lines some of the days make already: of a question that has far too many, this tells it without adding up all.
 * Null where only a few lines can be, where the range is short, or where what is asked for is in the sums of spans.
 */
export function linesOfSomeDays(context: ReportReader, question: Question, rows: number): Sql | null {
  const { tenantId } = context;
  const groupBy = question.groupBy.filter((group): group is DayGroup => group !== 'tag');
  if (groupBy.length < 2 || looksAtEntries(question)) return null;
  if (daysBetween(question.from, question.to) < LONG_RANGE_DAYS) return null;
  const asked = groupBy.map((group) => groups[group]);
  const by = [...new Set(asked.flatMap((group) => group.by))];
  const { folded, from, isOfDays } = timeRows(context, question, by);
  if (!isOfDays && !needsEntries(question)) return null;
  return sql`
    with ${folded} source as (
      select ${raw(by.map((column) => `e.${column}`).join(', '))} from ${from} e ${joins(context, question)}
      where ${allOf(whichDays(context, question))} limit ${rows}
    )
    select count(*) as lines from (
      select distinct ${raw(asked.map(({ text }) => text).join(', '))} from source s ${joinsOf(tenantId, asked)}) x`;
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
const billed: readonly Figure[] = [
  { name: 'amount', from: 'e.bill_minor' },
  { name: 'unpriced', from: 'e.unpriced_minutes' },
];
const cost: readonly Figure[] = [
  { name: 'cost', from: 'e.cost_minor' },
  { name: 'uncosted', from: 'e.uncosted_minutes' },
];

/** A report from the totals of days. */
export function sumOfDays(context: ReportReader, question: Question, money: Money): Sql {
  const { tenantId } = context;
  const { isPriced, isCosted } = money;
  const asked = question.groupBy.map((group) => groups[group as DayGroup]);
  const { names, level, array, sets } = groupings(asked.length, money);
  const figures = [...time, ...(isPriced ? billed : []), ...(isCosted ? cost : [])];
  const currencies = [
    ...(isPriced ? ['e.bill_currency as currency'] : []),
    ...(isCosted ? ['e.cost_currency as cost_currency'] : []),
  ];
  const by = [...new Set(asked.flatMap((group) => group.by))];
  const keys = [...by.map((column) => `e.${column}`), ...currencies];
  const sums = figures.map(({ name, from }) => `sum(${from}) as ${name}`);
  const texts = asked.map(({ text }, at) => `${text} as ${names[at]}`);
  const rest = [...currencies.map((column) => column.split(' as ')[1]), ...figures.map(({ name }) => name)];
  const sum = (what: string) =>
    raw(figures.some(({ name }) => name === what) ? `coalesce(sum(s.${what}), 0)::bigint` : '0::bigint');
  const rows = timeRows(context, question, by);
  const groupBy = keys.length > 0 ? `group by ${keys.map((key) => key.split(' as ')[0]).join(', ')}` : '';
  return sql`
    with ${rows.folded} source as (
      select ${raw([...keys, ...sums].join(', '))} from ${rows.from} e ${joins(context, question)}
      where ${allOf(whichDays(context, question))} ${raw(groupBy)}
    ), named as (
      select ${raw([...texts, ...rest.map((name) => `s.${name}`)].join(', '))} from source s ${joinsOf(tenantId, asked)}
    )
    select ${level} as level, ${array} as keys, ${sum('entries')} as entries, ${sum('minutes')} as minutes,
      ${sum('minutes')} as "roundedMinutes", ${sum('billable')} as "billableMinutes",
      ${raw(isPriced ? 'currency' : 'null')} as currency, ${sum('amount')} as amount, ${sum('unpriced')} as "unpricedMinutes",
      ${raw(isCosted ? 'cost_currency' : 'null')} as "costCurrency", ${sum('cost')} as cost, ${sum('uncosted')} as "uncostedMinutes"
    from named s group by grouping sets (${sets})`;
}

const ofProject = (tenantId: string, alias: string) =>
  sql`join app.project p on p.tenant_id = ${tenantId} and p.id = ${raw(alias)}.project_id`;
const ofWeek = (tenantId: string, alias: string) =>
  sql`join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = ${raw(alias)}.team_member_id and w.week_end_on = ${raw(alias)}.week_end_on`;

/** What the conditions look at besides the totals themselves. */
function joins({ tenantId, actor }: ReportReader, { filters = [] }: Question): Sql {
  const fields = new Set(filters.map(({ field }) => field));
  const looksAtProject =
    fields.has('client') || fields.has('projectType') || scopeOf(actor, 'report.see') === 'managed';
  return sql`${looksAtProject ? ofProject(tenantId, 'e') : sql``} ${fields.has('status') ? ofWeek(tenantId, 'e') : sql``}`;
}

/** What the texts of groups look at. */
function joinsOf(tenantId: string, asked: readonly { table?: 'p' | 'w' }[]): Sql {
  const tables = new Set(asked.map(({ table }) => table));
  return sql`${tables.has('p') ? ofProject(tenantId, 's') : sql``} ${tables.has('w') ? ofWeek(tenantId, 's') : sql``}`;
}
