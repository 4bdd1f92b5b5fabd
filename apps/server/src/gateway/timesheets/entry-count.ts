import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import { contains } from '../shared/list.ts';
import { changedDays, isHeld } from '../totals/spans.ts';
import type { EntryQuery } from './queries.ts';
import { type Found, openEntries } from './with-word.ts';

/** A list of entries: what is asked, where its word was found, and whether it is of everybody's. */
type Asked = { tenantId: string; query: EntryQuery; found: Found | null; isOfAll: boolean };

/** The number of entries of a list as a statement, where something else than a look at each tells it. */
export function countedElsewhere({ tenantId, query, found, isOfAll }: Asked): Sql | undefined {
  if (found) return found.count === null ? undefined : countBesides(tenantId, found, query);
  return isOfAll && isKnownByDays(query) ? countOfDays(tenantId, query) : undefined;
}

function countBesides(tenantId: string, found: Found, { from, to, q = '' }: EntryQuery): Sql {
  return sql`select ${found.count}::int + count(*)::int as count from ${openEntries(tenantId, found, contains(q))}
    and (${from ?? null}::date is null or o.work_on >= ${from ?? null}) and (${to ?? null}::date is null or o.work_on <= ${to ?? null})`;
}

/** What a question may name for the sums of days to know the number of its entries. */
const knownByDays = ['from', 'to', 'isBillable', 'page', 'size', 'sort', 'cursor', 'total'];

function isKnownByDays(query: EntryQuery): boolean {
  return Object.entries(query).every(([name, value]) => value === undefined || knownByDays.includes(name));
}

/** Of each day the number is kept with the sums of spans (decision 045); of the days that these do not hold entries are counted. */
function countOfDays(tenantId: string, { from, to, isBillable }: EntryQuery): Sql {
  const asked = (row: string, day: string) => {
    const conditions = [
      from !== undefined && sql`${raw(`${row}.${day}`)} >= ${from}`,
      to !== undefined && sql`${raw(`${row}.${day}`)} <= ${to}`,
      isBillable !== undefined && sql`${raw(`${row}.is_billable`)} = ${isBillable}`,
    ];
    return join(
      [sql`${raw(row)}.tenant_id = ${tenantId}`, ...conditions.filter((one) => one !== false)],
      ' and ',
    );
  };
  return sql`
    select coalesce((select sum(s.entries) from app.span_total s
        where ${asked('s', 'from_on')} and s.about = 'day' and ${isHeld(tenantId, sql`s.week_end_on`)}), 0)::int
      + (select count(*) from app.timesheet_entry e
        where ${asked('e', 'work_on')} and e.deleted_at is null and e.work_on = any(${changedDays(tenantId)}))::int as count`;
}
