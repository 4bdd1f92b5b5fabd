import { stringify } from 'csv-stringify/sync';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { knownEmail } from '../timesheets/see.ts';
import { entryTables } from '../timesheets/week-json.ts';
import { allOf, type WhichEntries, whichEntries } from './which-entries.ts';

/** Entries fetched at once: the memory that an export takes, however long it is. */
const PAGE = 2000;

type Row = {
  id: string;
  workDate: string;
  person: string;
  email: string | null;
  client: string | null;
  project: string;
  activity: string | null;
  tags: string | null;
  comment: string;
  start: string | null;
  end: string | null;
  minutes: number;
  isBillable: boolean;
  status: string;
};

const HEAD = [
  'Date',
  'Person',
  'Email',
  'Client',
  'Project',
  'Activity',
  'Tags',
  'Comment',
  'Start',
  'End',
  'Hours',
  'Minutes',
  'Billable',
  'Status',
];

export type CsvForm = { delimiter: ',' | ';'; decimal: '.' | ',' };

/**
 * The entries as CSV, oldest first, page by page: a table program takes no cell for a formula (a mark stands before it),
 * and reads the letters as UTF-8.
 */
export async function* csvOf(
  { database, tenantId, ...context }: MemberContext,
  which: WhichEntries,
  { delimiter, decimal }: CsvForm,
): AsyncGenerator<string> {
  const options = { delimiter, escape_formulas: true, record_delimiter: 'windows' } as const;
  yield `\u{feff}${stringify([HEAD], options)}`;
  let after: Pick<Row, 'workDate' | 'id'> | null = null;
  do {
    const rows: Row[] = await database.withTenant(
      tenantId,
      (tx) => tx.rows<Row>(page({ database, tenantId, ...context }, which, after), { unnamed: true }),
      { readOnly: true },
    );
    if (rows.length > 0)
      yield stringify(
        rows.map((row) => cells(row, decimal)),
        options,
      );
    after = rows.length === PAGE ? (rows.at(-1) ?? null) : null;
  } while (after !== null);
}

function cells(row: Row, decimal: string): (string | number | null)[] {
  const { workDate, person, email, client, project, activity, tags, comment, start, end, minutes } = row;
  const hours = (minutes / 60)
    .toFixed(4)
    .replace(/\.?0+$/, '')
    .replace('.', decimal);
  const billable = row.isBillable ? 'yes' : 'no';
  return [
    workDate,
    person,
    email,
    client,
    project,
    activity,
    tags,
    comment,
    start,
    end,
    hours,
    minutes,
    billable,
    row.status,
  ];
}

function page(context: MemberContext, which: WhichEntries, after: Pick<Row, 'workDate' | 'id'> | null) {
  const { tenantId } = context;
  const conditions = whichEntries(context, which);
  if (after) conditions.push(sql`(e.work_on, e.id) > (${after.workDate}::date, ${after.id}::uuid)`);
  return sql`
    select e.id, e.work_on as "workDate", btrim(m.first_name || ' ' || m.last_name) as person, ${knownEmail(context.actor)} as email, c.name as client,
      p.name as project, a.name as activity, e.comment, e.minutes, e.is_billable as "isBillable", w.status,
      (select string_agg(t.name, ', ' order by t.name) from app.entry_tag g join app.tag t on t.tenant_id = ${tenantId} and t.id = g.tag_id
        where g.tenant_id = ${tenantId} and g.entry_id = e.id) as tags,
      to_char(e.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as start,
      to_char(e.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as "end"
    from ${entryTables} join app.team_member m on m.tenant_id = ${tenantId} and m.id = e.team_member_id
    where ${allOf(conditions)} order by e.work_on, e.id limit ${PAGE}`;
}
