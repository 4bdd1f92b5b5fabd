import { can } from '@stint/domain/workspace/permissions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { raw, type Sql, sql } from '../../../platform/sql.ts';
import { knownEmail } from '../../timesheets/see.ts';
import { entryTables } from '../../timesheets/week-json.ts';
import { amountOfEntry } from '../../totals/price.ts';
import { pricesOfDays } from '../sum-of-entries.ts';
import {
  allOf,
  entriesWith,
  type ReportReader,
  tablesLookedAt,
  type WhichEntries,
  whichOfPage,
} from '../which-entries.ts';

/** An entry as files tell of it. */
export type EntryRow = {
  id: string;
  version: number;
  updatedAt: Date;
  teamMemberID: string;
  workDate: string;
  firstName: string;
  lastName: string;
  /** Null as well for who may not see addresses. */
  email: string | null;
  client: string | null;
  project: string;
  activity: string | null;
  tags: string[];
  comment: string;
  startedAt: Date | null;
  endedAt: Date | null;
  /** `YYYY-MM-DD HH:MM:SS` on the clock of the entry's owner. */
  localStart: string | null;
  localEnd: string | null;
  minutes: number;
  isBillable: boolean;
  status: string;
  /** Minor units; null where not asked for, not the reader's to see, or without a rate. */
  amount: number | null;
  currency: string | null;
  cost: number | null;
  costCurrency: string | null;
};

export type EntryQuestion = WhichEntries & { withMoney?: boolean | undefined };

/** Rows fetched at once: the memory that a file takes, however long it is. */
const ROWS = 5000;

/** Whether amounts and costs are in it: asked for, and the reader's to see. */
export function moneyOf({ actor }: ReportReader, { withMoney }: EntryQuestion) {
  return {
    isPriced: withMoney === true && can(actor, 'rate.seeBill'),
    isCosted: withMoney === true && can(actor, 'rate.seeCost'),
  };
}

/** How many entries there are, and their minutes. */
export function countEntries(
  tx: Queryable,
  reader: ReportReader,
  which: WhichEntries,
): Promise<{ entries: number; minutes: number }> {
  return tx.one(
    sql`select count(*) as entries, coalesce(sum(e.minutes), 0)::bigint as minutes
      from ${entriesWith(tablesLookedAt(reader, which.filters))} where ${allOf(whichOfPage(reader, which))}`,
    { unnamed: true },
  );
}

/** All entries as they are at the moment of the transaction, oldest first, some at a time. */
export async function* readEntryRows(
  tx: Queryable,
  reader: ReportReader,
  question: EntryQuestion,
): AsyncGenerator<EntryRow[]> {
  await tx.run(
    sql`declare report_entries no scroll cursor for ${entrySelect(reader, question)}
    where ${allOf(whichOfPage(reader, question))} order by e.work_on, e.id`,
    { unnamed: true },
  );
  const fetch = () =>
    tx.rows<EntryRow>(sql`fetch ${raw(String(ROWS))} from report_entries`, { unnamed: true });
  for (let reading = fetch(); ; ) {
    const rows = await reading;
    const isLast = rows.length < ROWS;
    if (!isLast) {
      reading = fetch();
      // It is waited for after what is worked on now; a failure is told then.
      reading.catch(() => {});
    }
    if (rows.length > 0) yield rows;
    if (isLast) break;
  }
  await tx.run(sql`close report_entries`, { unnamed: true });
}

/** The rows of entries, up to their conditions. */
function entrySelect(reader: ReportReader, question: EntryQuestion): Sql {
  const { tenantId, actor } = reader;
  const { isPriced, isCosted } = moneyOf(reader, question);
  const local = (column: string) =>
    raw(`to_char(${column} at time zone coalesce(m.time_zone, z.time_zone), 'YYYY-MM-DD HH24:MI:SS')`);
  return sql`
    select e.id, e.version, e.updated_at as "updatedAt", e.team_member_id as "teamMemberID", e.work_on as "workDate",
      m.first_name as "firstName", m.last_name as "lastName", ${knownEmail(actor)} as email, c.name as client,
      p.name as project, a.name as activity, e.comment, e.minutes, e.is_billable as "isBillable", w.status,
      case when (select exists (select from app.entry_tag u where u.tenant_id = ${tenantId}))
        then array(select g.name from app.entry_tag l join app.tag g on g.tenant_id = ${tenantId} and g.id = l.tag_id
          where l.tenant_id = ${tenantId} and l.entry_id = e.id order by g.name) else '{}'::text[] end as tags,
      e.started_at as "startedAt", e.ended_at as "endedAt",
      ${local('e.started_at')} as "localStart", ${local('e.ended_at')} as "localEnd",
      ${isPriced ? sql`${amountOfEntry(sql`e.minutes`, sql`k.bill_rate_minor`)} as amount, k.bill_currency as currency` : sql`null::bigint as amount, null as currency`},
      ${isCosted ? sql`${amountOfEntry(sql`e.minutes`, sql`k.cost_rate_minor`)} as cost, k.cost_currency as "costCurrency"` : sql`null::bigint as cost, null as "costCurrency"`}
    from ${entryTables} join app.team_member m on m.tenant_id = ${tenantId} and m.id = e.team_member_id
      join app.tenant z on z.tenant_id = ${tenantId}
      ${isPriced || isCosted ? pricesOfDays(reader, question) : sql``}`;
}
