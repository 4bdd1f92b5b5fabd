import { type Copied, dateOfDays, newRoom, type Room } from '../../../platform/copied.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { raw, type Sql, sql } from '../../../platform/sql.ts';
import {
  allOf,
  entriesWith,
  type ReportReader,
  tablesLookedAt,
  type WhichEntries,
  whichOfPage,
} from '../which-entries.ts';
import { EntryNames, type NamedIds, type NamesOfPage } from './entry-names.ts';
import type { EntryRow } from './entry-rows.ts';

/** What a table of entries without money and clocks tells of one. */
export type EntryLine = Omit<EntryRow, 'id' | 'version' | 'updatedAt' | 'teamMemberID'>;

/** Entries read at once: so many that planning and looking for their names is little beside reading them. */
const ROWS = 10_000;

/** Of these so many are told at once: what is made of them holds up others for some milliseconds, and takes little memory. */
const LINES = 200;

/** As long as any report may take: a page that comes late must not cut a download off in its middle. */
const PAGE_TIMEOUT_MS = 30_000;

/** Bytes of an id. */
const ID = 16;

/** Where an entry stands in the order of all; the id without its dashes. */
type Place = { workDate: string; id: string };

/** Entries that were read at once, and where the last of them stands. */
type Page = { count: number; last: Place; copied: Copied; names: NamesOfPage };

/**
 * Memory of a page. A file has two, for the page that is told and the one that is read meanwhile: of new memory for each page
 * a hundred MiB would lie about before it is collected.
 */
type PageRoom = { copied: Room; ids: NamedIds };

const newPageRoom = (): PageRoom => ({
  copied: newRoom(),
  ids: {
    people: Buffer.alloc(ROWS * ID),
    projects: Buffer.alloc(ROWS * ID),
    activities: Buffer.alloc(ROWS * ID),
    weeks: new Int32Array(ROWS),
  },
});

/**
 * All entries page by page, each as it is when it is read: no connection is held while somebody downloads slowly. What entries
 * name has one name in all of the file, that of when it was first met.
 */
export async function* pageEntryLines(
  database: Database,
  reader: ReportReader,
  which: WhichEntries,
): AsyncGenerator<EntryLine[]> {
  const names = new EntryNames(reader);
  // One moment: what an entry names is there when it is looked up.
  const how = { readOnly: true, isOneMoment: true, statementTimeoutMs: PAGE_TIMEOUT_MS } as const;
  let [room, other] = [newPageRoom(), newPageRoom()];
  const readPage = (after: Place | null) => {
    [room, other] = [other, room];
    return database.withTenant(
      reader.tenantId,
      (tx) => pageOf(tx, names, pageSql(reader, which, after), room),
      how,
    );
  };
  for (let page = await readPage(null); page; ) {
    const next: Promise<Page | null> = page.count < ROWS ? Promise.resolve(null) : readPage(page.last);
    // It is waited for after what is worked on now; a failure is told then.
    next.catch(() => {});
    yield* linesOf(page);
    page = await next;
  }
}

/** The entries of a page, with the ids of what they name: to put names beside each costs PostgreSQL three times as much. */
function pageSql(reader: ReportReader, which: WhichEntries, after: Place | null): Sql {
  const { tenantId } = reader;
  const isAfter = after ? [sql`(e.work_on, e.id) > (${after.workDate}::date, ${after.id}::uuid)`] : [];
  return sql`
    select e.work_on, e.id, e.team_member_id, e.week_end_on, e.project_id, e.activity_id, e.minutes::int, e.is_billable, e.comment,
      e.started_at, e.ended_at, case when (select exists (select from app.entry_tag u where u.tenant_id = ${tenantId}))
        then array_to_json(array(select g.name from app.entry_tag l join app.tag g on g.tenant_id = ${tenantId} and g.id = l.tag_id
          where l.tenant_id = ${tenantId} and l.entry_id = e.id order by g.name))::text end
    from ${entriesWith(tablesLookedAt(reader, which.filters))}
    where ${allOf([...whichOfPage(reader, which), ...isAfter])} order by e.work_on, e.id limit ${raw(String(ROWS))}`;
}

/** @returns null where there is no entry */
async function pageOf(
  tx: Transaction,
  names: EntryNames,
  statement: Sql,
  room: PageRoom,
): Promise<Page | null> {
  const copied = await tx.copied(statement, room.copied);
  const { people, projects, activities, weeks } = room.ids;
  // What an entry does not name is zeros.
  for (const list of [people, projects, activities]) list.fill(0);
  let count = 0;
  let [workDate, id] = [0, ''];
  for (; copied.nextRow(); count++) {
    workDate = copied.int();
    copied.nextField();
    if (count === ROWS - 1) id = copied.bytes.toString('hex', copied.start, copied.start + ID);
    copied.copyTo(people, count * ID);
    weeks[count] = copied.int();
    copied.copyTo(projects, count * ID);
    copied.copyTo(activities, count * ID);
  }
  if (count === 0) return null;
  copied.rewind();
  const of = (list: Buffer) => list.subarray(0, count * ID);
  const ids = {
    people: of(people),
    projects: of(projects),
    activities: of(activities),
    weeks: weeks.subarray(0, count),
  };
  return { count, last: { workDate: dateOfDays(workDate), id }, copied, names: await names.ofPage(tx, ids) };
}

/** A page from its beginning, some lines at a time. */
function* linesOf({ count, copied, names }: Page): Generator<EntryLine[]> {
  for (let from = 0; from < count; from += LINES) {
    const length = Math.min(LINES, count - from);
    yield Array.from({ length }, (_, at) => lineOf(copied, names, from + at));
  }
}

/** In the order of `pageSql`. */
function lineOf(copied: Copied, names: NamesOfPage, entry: number): EntryLine {
  copied.nextRow();
  const workDate = dateOfDays(copied.int());
  // Its ids are known.
  for (let field = 0; field < 5; field++) copied.nextField();
  const minutes = copied.int();
  const isBillable = copied.nextField() && copied.bytes[copied.start] === 1;
  const comment = copied.text() ?? '';
  const [startedAt, endedAt, tags] = [copied.instant(), copied.instant(), copied.text()];
  const { firstName, lastName, email } = names.person(entry);
  const { project, client } = names.project(entry);
  return {
    workDate,
    firstName,
    lastName,
    email,
    client,
    project,
    activity: names.activity(entry).activity,
    tags: tags ? JSON.parse(tags) : [],
    comment,
    startedAt,
    endedAt,
    localStart: null,
    localEnd: null,
    minutes,
    isBillable,
    status: names.status(entry),
    amount: null,
    currency: null,
    cost: null,
    costCurrency: null,
  };
}
