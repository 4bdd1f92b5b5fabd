import type { ReportGroup } from '@stint/domain/time/report.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import { amountOfEntry } from '../totals/price.ts';
import { dayTotals } from '../totals/rows.ts';
import { groupings, type Money } from './groupings.ts';
import { roundedMinutes } from './rounded.ts';
import {
  allOf,
  entriesWith,
  type Ground,
  type LookedAt,
  type Question,
  tablesLookedAt,
  type WhichEntries,
  whichEntries,
  whichOfPage,
} from './which-entries.ts';

type EntryGroup = Exclude<ReportGroup, 'tag'>;

/** The group of an entry `e` as text; that of a tag comes with the tags. */
const keys: Record<EntryGroup, string> = {
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

/** What else it stands in. */
const standsIn: Partial<Record<ReportGroup, LookedAt>> = { client: 'p', projectType: 'p', status: 'w' };

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

/** A report from its entries: what rounding, tags and comments ask for. Each is priced as its day is. */
export function sumOfEntries(ground: Ground, question: Question, money: Money): Sql {
  const { tenantId, isAllCounted } = ground;
  const { isPriced, isCosted } = money;
  const { groupBy } = question;
  const { names, level, array, sets } = groupings(groupBy.length, money);
  const ofEntry = groupBy.flatMap((group, at) =>
    group === 'tag' ? [] : [{ name: names[at] as string, expression: keys[group] }],
  );
  const columns = [...counted, ...ofEntry.map(({ name }) => name)];
  const tag = groupBy.indexOf('tag');
  const sum = (what: string) => {
    const all = `coalesce(sum(${what}), 0)`;
    if (tag < 0) return raw(`${all}::bigint`);
    const once = `coalesce(sum(${what}) filter (where is_first), 0)`;
    return raw(`(case when grouping(k${tag}) = 0 then ${all} else ${once} end)::bigint`);
  };
  const ofMoney = [
    isPriced
      ? sql`k.bill_currency as currency, ${amountOfEntry(sql`e.minutes`, sql`k.bill_rate_minor`)} as amount,
          e.is_billable and k.bill_rate_minor is null as is_unpriced`
      : sql`null::text as currency, 0::bigint as amount, false as is_unpriced`,
    isCosted
      ? sql`k.cost_currency, ${amountOfEntry(sql`e.minutes`, sql`k.cost_rate_minor`)} as cost, k.cost_rate_minor is null as is_uncosted`
      : sql`null::text as cost_currency, 0::bigint as cost, false as is_uncosted`,
  ] as const;
  const tables = new Set([
    ...tablesLookedAt(ground, question.filters),
    ...groupBy.flatMap((group) => standsIn[group] ?? []),
  ]);
  const which = tables.has('w') ? whichEntries : whichOfPage;
  return sql`
    with source as (
      select e.id, e.team_member_id, e.project_id, e.work_on, e.minutes, e.is_billable, ${ofMoney[0]}, ${ofMoney[1]}
        ${raw(ofEntry.map(({ name, expression }) => `, ${expression} as ${name}`).join(''))}
      from ${entriesWith(tables)} ${isPriced || isCosted ? pricesOfDays({ tenantId, isAllCounted }, question) : sql``}
      where ${allOf(which(ground, question))}
    ), rounded as (${roundedMinutes(question.rounding, columns)}
    ), line as (${lineRows(tenantId, [...columns, 'rounded'], names[tag])})
    select ${level} as level, ${array} as keys,
      ${sum('1')} as entries, ${sum('minutes')} as minutes, ${sum('rounded')} as "roundedMinutes",
      ${sum('case when is_billable then minutes else 0 end')} as "billableMinutes",
      ${raw(isPriced ? 'currency' : 'null')} as currency, ${sum('amount')} as amount,
      ${sum('case when is_unpriced then minutes else 0 end')} as "unpricedMinutes",
      ${raw(isCosted ? 'cost_currency' : 'null')} as "costCurrency", ${sum('cost')} as cost,
      ${sum('case when is_uncosted then minutes else 0 end')} as "uncostedMinutes"
    from line group by grouping sets (${sets})`;
}

/** The totals of the days of entries `e`, as `k`: what they are priced at. */
export function pricesOfDays(
  { tenantId, isAllCounted }: Pick<Ground, 'tenantId'> & Partial<Ground>,
  { from, to }: WhichEntries,
): Sql {
  return sql`join ${dayTotals(tenantId, isAllCounted)} k on k.work_on between ${from} and ${to} and k.team_member_id = e.team_member_id
    and k.week_end_on = e.week_end_on and k.work_on = e.work_on and k.project_id = e.project_id
    and k.activity_id is not distinct from e.activity_id and k.is_billable = e.is_billable`;
}

/** Where a tag is a group, a row for each tag of an entry: the first stands for the entry where tags do not matter. */
function lineRows(tenantId: string, columns: readonly string[], tag: string | undefined): Sql {
  const all = raw(columns.map((name) => `r.${name}`).join(', '));
  if (tag === undefined) return sql`select ${all} from rounded r`;
  return sql`select ${all}, g.tag_id::text as ${raw(tag)}, row_number() over (partition by r.id order by g.tag_id) = 1 as is_first
    from rounded r left join app.entry_tag g on g.tenant_id = ${tenantId} and g.entry_id = r.id`;
}
