import type { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteInput } from '@stint/domain/api/route.ts';
import { scopeOf } from '@stint/domain/workspace/permissions.ts';
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

/** The same where totals of days are read. */
export type Ground = ReportReader & {
  /** Whether every week was found counted, in the transaction that reads them. */
  isAllCounted: boolean;
  /** The only days to be read, where the others were added up from packed weeks. */
  openDays?: readonly string[];
};

/** Conditions on the rows of `entryTables`: living ones of the range that the caller may see, and the filters. */
export function whichEntries(context: ReportReader, which: WhichEntries): Sql[] {
  return [
    ...whichOfPage(context, which),
    // Said of the weeks as well, or all that there ever were would be read to find these.
    sql`w.week_end_on between ${which.from}::date and ${which.to}::date + 6`,
  ];
}

/**
 * The same for rows in the order of their days, and where no week is looked at. Not said of the weeks: that the one follows from the other is unknown to
 * the planner, which then expects a fiftieth of the rows and reads and sorts the whole range for each page.
 */
export function whichOfPage(context: ReportReader, which: WhichEntries): Sql[] {
  return [sql`e.tenant_id = ${context.tenantId}`, sql`e.deleted_at is null`, ...whichDays(context, which)];
}

/** Entries `e` with those of their tables that are looked at: each has its project and its week, joined only where needed. */
export function entriesWith(tables: ReadonlySet<LookedAt>): Sql {
  const project = sql`join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id`;
  const week = sql`join app.timesheet_week w on w.tenant_id = e.tenant_id and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on`;
  return sql`app.timesheet_entry e ${tables.has('p') ? project : sql``} ${tables.has('w') ? week : sql``}`;
}

/** What is looked at besides the rows themselves: the project `p`, the week `w`. */
export type LookedAt = 'p' | 'w';

/** What rights and filters look at. */
export function tablesLookedAt(
  { actor }: ReportReader,
  filters: WhichEntries['filters'] = [],
): Set<LookedAt> {
  const fields = new Set(filters.map(({ field }) => field));
  const looksAtProject =
    fields.has('client') || fields.has('projectType') || scopeOf(actor, 'report.see') === 'managed';
  return new Set([
    ...(looksAtProject ? ['p' as const] : []),
    ...(fields.has('status') ? ['w' as const] : []),
  ]);
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
