import type { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteInput } from '@stint/domain/api/route.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { contains } from '../shared/list.ts';
import { entryScope } from '../timesheets/see.ts';

/** What a report asks for, and which entries it is about. */
export type Question = RouteInput<(typeof gatewayRoutes)['POST /Reports/Query']>['body'];
export type WhichEntries = Pick<Question, 'from' | 'to' | 'filters'>;
type Filter = NonNullable<Question['filters']>[number];
type Reference = Extract<Filter, { values: readonly string[] }>['field'];

/** What a filter of ids looks at; a tag is no column, an entry has several. */
const columns: Record<Exclude<Reference, 'tag' | 'status'>, string> = {
  client: 'p.client_id',
  project: 'e.project_id',
  projectType: 'p.project_type_id',
  activity: 'e.activity_id',
  person: 'e.team_member_id',
};

/** Whose eyes a report is made for. */
export type ReportReader = Pick<MemberContext, 'tenantId' | 'actor'>;

/** Conditions on the rows of `entryTables`: living ones of the range that the caller may see, and the filters. */
export function whichEntries(context: ReportReader, which: WhichEntries): Sql[] {
  return [
    sql`e.tenant_id = ${context.tenantId}`,
    sql`e.deleted_at is null`,
    // Said of the weeks as well, or all that there ever were would be read to find these.
    sql`w.week_end_on between ${which.from}::date and ${which.to}::date + 6`,
    ...whichDays(context, which),
  ];
}

/** The same on the totals of days, where nothing is asked that only entries tell. */
export function whichDays({ tenantId, actor }: ReportReader, { from, to, filters }: WhichEntries): Sql[] {
  return [
    sql`e.work_on between ${from} and ${to}`,
    entryScope(actor, 'report.see', tenantId),
    ...(filters ?? []).map((filter) => condition(tenantId, filter)),
  ];
}

function condition(tenantId: string, filter: Filter): Sql {
  if (filter.field === 'billable') return sql`e.is_billable = ${filter.value}`;
  if (filter.field === 'comment') return sql`lower(e.comment) like ${contains(filter.text)}`;
  if (filter.field === 'status') return negated(filter.is, sql`w.status = any(${[...filter.values]})`);
  if (filter.field === 'tag') {
    const marked = (more: Sql) =>
      sql`exists (select from app.entry_tag g where g.tenant_id = ${tenantId} and g.entry_id = e.id ${more})`;
    if (!('values' in filter)) return negated(filter.is, sql`not ${marked(sql``)}`);
    return negated(filter.is, marked(sql`and g.tag_id = any(${[...filter.values]}::uuid[])`));
  }
  const column = raw(columns[filter.field]);
  if (!('values' in filter)) return negated(filter.is, sql`${column} is null`);
  return negated(filter.is, sql`coalesce(${column} = any(${[...filter.values]}::uuid[]), false)`);
}

function negated(is: string, holds: Sql): Sql {
  return is === 'isNot' || is === 'isNotEmpty' ? sql`not (${holds})` : holds;
}

/** All conditions at once. */
export function allOf(conditions: readonly Sql[]): Sql {
  return join([...conditions], ' and ');
}
