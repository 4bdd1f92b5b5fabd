import type { Database } from '../../../platform/database.ts';
import { raw, type Sql, sql } from '../../../platform/sql.ts';
import { knownEmail } from '../../timesheets/see.ts';
import {
  allOf,
  entriesWith,
  type ReportReader,
  tablesLookedAt,
  type WhichEntries,
  whichOfPage,
} from '../which-entries.ts';
import { type EntryRow, entrySelect } from './entry-rows.ts';

/** What a table of entries without money and clocks tells of one. */
export type EntryLine = Omit<EntryRow, 'id' | 'version' | 'updatedAt' | 'teamMemberID'>;

/** Entries read at once: so many that planning and looking for their names is little beside reading them. */
const ROWS = 10_000;

/** Of these so many are one text: what is made of it holds up others for some milliseconds, and takes little memory. */
const LINES = 1000;

/** As long as any report may take: a page that comes late must not cut a download off in its middle. */
const PAGE_TIMEOUT_MS = 30_000;

/** Where an entry stands in the order of all. */
type Place = { workDate: string; id: string };

/**
 * Some lines as one text, all their values one after the other: where a row is an object of its own, the driver's part is most of the
 * work. Every value is followed by a separator, but the last. With the place of the last line.
 */
type Packed = Place & { packed: string; count: number };

const between = '\u001f';
const VALUES = 13;

/** All entries page by page, each as it is when it is read: no connection is held while somebody downloads slowly. */
export async function* pageEntryLines(
  database: Database,
  reader: ReportReader,
  which: WhichEntries,
): AsyncGenerator<EntryLine[]> {
  const read = <Row>(statement: Sql) =>
    database.withTenant(reader.tenantId, (tx) => tx.rows<Row>(statement, { unnamed: true }), {
      readOnly: true,
      statementTimeoutMs: PAGE_TIMEOUT_MS,
    });
  const readPage = (after: Place | null) => read<Packed>(packedPage(reader, which, after));
  let before: Place | null = null;
  for (let reading = readPage(null); ; ) {
    const page: Packed[] = await reading;
    const isLast = page.reduce((sum, { count }) => sum + count, 0) < ROWS;
    if (!isLast) {
      reading = readPage(page.at(-1) ?? null);
      // It is waited for after what is worked on now; a failure is told then.
      reading.catch(() => {});
    }
    for (const some of page) {
      yield linesOf(some) ?? (await read<EntryRow>(wholeRows(reader, which, { before, last: some })));
      before = some;
    }
    if (isLast) return;
  }
}

const isAfter = ({ workDate, id }: Place) => sql`(e.work_on, e.id) > (${workDate}::date, ${id}::uuid)`;

/** The same lines as rows, where a text of a person holds the separator. */
function wholeRows(
  reader: ReportReader,
  which: WhichEntries,
  { before, last }: { before: Place | null; last: Place },
): Sql {
  const these = [...(before ? [isAfter(before)] : []), sql`not ${isAfter(last)}`];
  const where = allOf([...whichOfPage(reader, which), ...these]);
  return sql`${entrySelect(reader, which)} where ${where} order by e.work_on, e.id`;
}

const milliseconds = (column: string) =>
  raw(`coalesce(floor(extract(epoch from ${column}) * 1000)::bigint::text, '')`);

/**
 * The entries of a page with their names. These are looked for once for each project and person of the page, not entry by
 * entry: under row security no plan remembers what an outer join found.
 */
function packedPage(reader: ReportReader, which: WhichEntries, after: Place | null): Sql {
  const { tenantId, actor } = reader;
  const where = allOf([...whichOfPage(reader, which), ...(after ? [isAfter(after)] : [])]);
  return sql`
    with page as materialized (
      select e.id, e.work_on, e.team_member_id, e.project_id, e.activity_id, e.minutes, e.is_billable, e.comment, e.started_at,
        e.ended_at, w.status, row_number() over (order by e.work_on, e.id) as n
      from ${entriesWith(new Set([...tablesLookedAt(reader, which.filters), 'w']))}
      where ${where} order by e.work_on, e.id limit ${ROWS}
    ), project as materialized (
      select p.id, p.name, coalesce(c.name, '') as client
      from app.project p left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
      where p.tenant_id = ${tenantId} and p.id in (select x.project_id from page x)
    ), activity as materialized (
      select a.id, a.name from app.activity a where a.tenant_id = ${tenantId} and a.id in (select x.activity_id from page x)
    ), person as materialized (
      select m.id, m.first_name, m.last_name, coalesce(${knownEmail(actor)}, '') as email
      from app.team_member m where m.tenant_id = ${tenantId} and m.id in (select x.team_member_id from page x)
    ), line as (
      select e.n, concat_ws(E'\\x1f', e.work_on, m.first_name, m.last_name, m.email, p.client, p.name, coalesce(a.name, ''),
        case when (select exists (select from app.entry_tag u where u.tenant_id = ${tenantId}))
          then array_to_json(array(select g.name from app.entry_tag l join app.tag g on g.tenant_id = ${tenantId} and g.id = l.tag_id
            where l.tenant_id = ${tenantId} and l.entry_id = e.id order by g.name))::text else '[]' end,
        e.comment, ${milliseconds('e.started_at')}, ${milliseconds('e.ended_at')}, e.minutes || case when e.is_billable then '+' else '' end, e.status) as packed
      from page e join project p on p.id = e.project_id join person m on m.id = e.team_member_id
        left join activity a on a.id = e.activity_id
    ), piece as (
      select string_agg(l.packed, E'\\x1f' order by l.n) as packed, count(*) as count, max(l.n) as n
      from line l group by (l.n - 1) / ${LINES}::int
    )
    select s.packed, s.count, x.work_on as "workDate", x.id from piece s join page x on x.n = s.n order by s.n`;
}

/** Null where a text of a person holds the separator. */
function linesOf({ packed, count }: Packed): EntryLine[] | null {
  const values = packed.split(between);
  if (values.length !== count * VALUES) return null;
  return Array.from({ length: count }, (_, line) => lineOf(values, line * VALUES));
}

/** In the order of `packedPage`. */
function lineOf(values: readonly string[], at: number): EntryLine {
  const value = (place: number) => values[at + place] as string;
  return {
    workDate: value(0),
    firstName: value(1),
    lastName: value(2),
    email: value(3) || null,
    client: value(4) || null,
    project: value(5),
    activity: value(6) || null,
    tags: value(7) === '[]' ? [] : JSON.parse(value(7)),
    comment: value(8),
    startedAt: instant(value(9)),
    endedAt: instant(value(10)),
    localStart: null,
    localEnd: null,
    minutes: Number.parseInt(value(11), 10),
    isBillable: value(11).endsWith('+'),
    status: value(12),
    amount: null,
    currency: null,
    cost: null,
    costCurrency: null,
  };
}

function instant(milliseconds: string): Date | null {
  return milliseconds === '' ? null : new Date(Number(milliseconds));
}
