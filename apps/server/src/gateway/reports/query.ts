import type { ReportGroup } from '@stint/domain/time/report.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../platform/database.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import { moneyColumns, pricedEntry } from '../projects/budget-price.ts';
import type { Answer } from '../shared/answer.ts';
import { fieldError } from '../shared/sql-json.ts';
import { entryTables } from '../timesheets/week-json.ts';
import { labelsOf } from './labels.ts';
import { roundedMinutes } from './rounded.ts';
import { allOf, type Question, type ReportReader, whichEntries } from './which-entries.ts';

type Report = Answer<'POST /Reports/Query'>;
type Line = Report['lines'][number];

/** More lines are no report that somebody reads, and would fill a page's memory. */
const MOST_LINES = 20_000;

/** The group of an entry `e` as text; that of a tag comes with the tags. */
const keys: Record<Exclude<ReportGroup, 'tag'>, string> = {
  client: 'p.client_id::text',
  project: 'e.project_id::text',
  projectType: 'p.project_type_id::text',
  activity: 'e.activity_id::text',
  person: 'e.team_member_id::text',
  billable: 'e.is_billable::text',
  status: 'w.status',
  day: 'e.work_on::text',
  week: 'e.week_end_on::text',
  month: "to_char(e.work_on, 'YYYY-MM')",
};

/** What is counted of each entry, and what rounding looks at. */
const counted = [
  'id',
  'team_member_id',
  'project_id',
  'work_on',
  'minutes',
  'is_billable',
  'currency',
  'amount',
  'is_unpriced',
  'cost_currency',
  'cost',
  'is_uncosted',
];

type Money = { isPriced: boolean; isCosted: boolean };

/** A line in one pair of currencies. */
type Row = {
  level: number;
  keys: (string | null)[];
  entries: number;
  minutes: number;
  roundedMinutes: number;
  billableMinutes: number;
  currency: string | null;
  amount: number;
  unpricedMinutes: number;
  costCurrency: string | null;
  cost: number;
  uncostedMinutes: number;
};

/**
 * Time of a range by its groups, with a line for every level. An entry with several tags stands under each of them and
 * counts once in what lies above.
 * @throws AppError `validation_failed` for more lines than anybody reads
 */
export async function runReport(tx: Queryable, context: ReportReader, question: Question): Promise<Report> {
  const { tenantId, actor } = context;
  const money: Money = {
    isPriced: question.withMoney === true && can(actor, 'rate.seeBill'),
    isCosted: question.withMoney === true && can(actor, 'rate.seeCost'),
  };
  const rows = await tx.rows<Row>(statement(context, question, money), { unnamed: true });
  const lines = toLines(rows, money);
  if (lines.length > MOST_LINES) {
    const message = `This report would have more than ${MOST_LINES} lines. Choose fewer groups, a shorter range or a filter.`;
    throw fieldError('validation_failed', 'groupBy', message);
  }
  const totals = lines.find((line) => line.keys.length === 0) ?? { keys: [], ...figuresOf(noTime, money) };
  const { keys: _none, ...figures } = totals;
  return {
    from: question.from,
    to: question.to,
    groupBy: [...question.groupBy],
    lines: lines.filter((line) => line.keys.length > 0),
    totals: figures,
    labels: await labelsOf(tx, tenantId, question.groupBy, lines),
  };
}

function statement(context: ReportReader, question: Question, { isPriced, isCosted }: Money): Sql {
  const { tenantId } = context;
  const { groupBy } = question;
  const names = groupBy.map((_group, level) => `k${level}`);
  const ofEntry = groupBy.flatMap((group, level) =>
    group === 'tag' ? [] : [{ name: names[level] as string, expression: keys[group] }],
  );
  const columns = [...counted, ...ofEntry.map(({ name }) => name)];
  const currencies = [...(isPriced ? ['currency'] : []), ...(isCosted ? ['cost_currency'] : [])];
  const tag = groupBy.indexOf('tag');
  const sum = (what: string) => {
    const all = `coalesce(sum(${what}), 0)`;
    if (tag < 0) return raw(`${all}::bigint`);
    const once = `coalesce(sum(${what}) filter (where is_first), 0)`;
    return raw(`(case when grouping(k${tag}) = 0 then ${all} else ${once} end)::bigint`);
  };
  const level = names.length === 0 ? '0' : names.map((name) => `(1 - grouping(${name}))`).join(' + ');
  const sets = [...names.map((_name, at) => names.slice(0, names.length - at)), []].map(
    (set) => `(${[...set, ...currencies].join(', ')})`,
  );
  const tables = sql`${entryTables} ${isPriced ? priced(tenantId) : sql``} ${isCosted ? costed(tenantId) : sql``}`;
  return sql`
    with source as (
      select e.id, e.team_member_id, e.project_id, e.work_on, e.minutes, e.is_billable,
        ${isPriced ? sql`x.currency, v.amount, v.is_unpriced` : sql`null::text as currency, 0::bigint as amount, false as is_unpriced`},
        ${isCosted ? sql`k.currency as cost_currency, (e.minutes::bigint * k.amount_minor * 2 + 60) / 120 as cost, k.currency is null as is_uncosted` : sql`null::text as cost_currency, 0::bigint as cost, false as is_uncosted`}
        ${raw(ofEntry.map(({ name, expression }) => `, ${expression} as ${name}`).join(''))}
      from ${tables} where ${allOf(whichEntries(context, question))}
    ), rounded as (${roundedMinutes(question.rounding, columns)}
    ), line as (${lineRows(tenantId, [...columns, 'rounded'], names[tag])})
    select ${raw(level)} as level, ${names.length === 0 ? raw('array[]::text[]') : raw(`array[${names.join(', ')}]`)} as keys,
      ${sum('1')} as entries, ${sum('minutes')} as minutes, ${sum('rounded')} as "roundedMinutes",
      ${sum('case when is_billable then minutes else 0 end')} as "billableMinutes",
      ${raw(isPriced ? 'currency' : 'null')} as currency, ${sum('amount')} as amount,
      ${sum('case when is_unpriced then minutes else 0 end')} as "unpricedMinutes",
      ${raw(isCosted ? 'cost_currency' : 'null')} as "costCurrency", ${sum('cost')} as cost,
      ${sum('case when is_uncosted then minutes else 0 end')} as "uncostedMinutes"
    from line group by grouping sets (${raw([...new Set(sets)].join(', '))}) limit ${MOST_LINES * 4}`;
}

/** The bill rate of each entry, whatever budget its project has. */
function priced(tenantId: string): Sql {
  return sql`join app.tenant t on t.tenant_id = ${tenantId}
    cross join lateral (select p.id, ${moneyColumns}) x ${pricedEntry(tenantId, sql`true`)}`;
}

/** The cost rate of each entry's person on that day: the project's before the general one, each in its own currency. */
function costed(tenantId: string): Sql {
  return sql`left join lateral (
      select r.amount_minor, r.currency from app.member_rate r
      where r.tenant_id = ${tenantId} and r.team_member_id = e.team_member_id and r.kind = 'cost'
        and (r.project_id = e.project_id or r.project_id is null) and r.effective_from <= e.work_on
      order by r.project_id is null, r.effective_from desc limit 1
    ) k on true`;
}

/** Where a tag is a group, a row for each tag of an entry: the first stands for the entry where tags do not matter. */
function lineRows(tenantId: string, columns: readonly string[], tag: string | undefined): Sql {
  const all = raw(columns.map((name) => `r.${name}`).join(', '));
  if (tag === undefined) return sql`select ${all} from rounded r`;
  return sql`select ${all}, g.tag_id::text as ${raw(tag)}, row_number() over (partition by r.id order by g.tag_id) = 1 as is_first
    from rounded r left join app.entry_tag g on g.tenant_id = ${tenantId} and g.entry_id = r.id`;
}

const noTime = { entries: 0, minutes: 0, roundedMinutes: 0, billableMinutes: 0 };

type Figures = Omit<Line, 'keys'>;

function figuresOf(time: typeof noTime, { isPriced, isCosted }: Money): Figures {
  return {
    ...time,
    amounts: isPriced ? [] : null,
    unpricedMinutes: isPriced ? 0 : null,
    costs: isCosted ? [] : null,
    uncostedMinutes: isCosted ? 0 : null,
  };
}

/** Puts the currencies of a line together. */
function toLines(rows: readonly Row[], money: Money): Line[] {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const own = row.keys.slice(0, row.level);
    const id = JSON.stringify(own);
    const line = lines.get(id) ?? { keys: own, ...figuresOf(noTime, money) };
    lines.set(id, line);
    line.entries += row.entries;
    line.minutes += row.minutes;
    line.roundedMinutes += row.roundedMinutes;
    line.billableMinutes += row.billableMinutes;
    addAmount(line.amounts, row.currency, row.amount);
    addAmount(line.costs, row.costCurrency, row.cost);
    if (line.unpricedMinutes !== null) line.unpricedMinutes += row.unpricedMinutes;
    if (line.uncostedMinutes !== null) line.uncostedMinutes += row.uncostedMinutes;
  }
  return [...lines.values()];
}

function addAmount(amounts: Line['amounts'], currency: string | null, amount: number): void {
  if (amounts === null || currency === null || amount === 0) return;
  const known = amounts.find((each) => each.currency === currency);
  if (known) known.amount += amount;
  else amounts.push({ currency, amount });
}
