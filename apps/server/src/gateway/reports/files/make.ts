import type { ReportFile } from '@stint/domain/api/gateway/report-files.ts';
import { pivotGroups } from '@stint/domain/time/report-pivot.ts';
import { plainDateAt } from '@stint/domain/time/zone.ts';
import { type Writer, writerOf } from '@stint/domain/workspace/writer.ts';
import type { Transaction } from '../../../platform/database.ts';
import type { FontFile } from '../../../platform/font-file.ts';
import { sql } from '../../../platform/sql.ts';
import { readLogo } from '../../logo/logo.ts';
import type { LongWork } from '../../long-work/run.ts';
import { formatsOf, type WithFormats } from '../../shared/formats.ts';
import { fieldError } from '../../shared/sql-json.ts';
import { peopleReport } from '../people.ts';
import { runReport } from '../query.ts';
import { chartGroups, chartOf } from './chart-of.ts';
import { csvOf } from './csv.ts';
import { countEntries, type EntryRow, moneyOf, readEntryRows } from './entry-rows.ts';
import { entryTable } from './entry-table.ts';
import { lineOutline, lineTable } from './line-table.ts';
import { tablePdf } from './pdf/table.ts';
import { timesheetPdf } from './pdf/timesheet.ts';
import { peopleTable } from './people-table.ts';
import { pivotTable } from './pivot-table.ts';
import { harvestOf, togglOf } from './shaped.ts';
import type { Table } from './table.ts';
import { calendarOf, jsonOf } from './texts.ts';
import { readWeeks } from './weeks.ts';
import { words } from './words.ts';
import { xlsxOf } from './xlsx.ts';

const timeoutMs = 10 * 60_000;

/** Paper beyond this is read by nobody, and is laid out in memory. */
const MOST_ON_PAPER = 20_000;

type Bytes = AsyncIterable<string | Uint8Array>;

/** The operator's font for letters that those of Stint do not have. */
type Fonts = { fallback: FontFile | null };

type Source = {
  tx: Transaction;
  work: LongWork;
  file: ReportFile;
  workspace: { name: string; timeZone: string } & WithFormats;
  writer: Writer;
  /** Of what is printed. */
  logo: Buffer | null;
  fallback: FontFile | null;
  rows: AsyncIterable<EntryRow[]>;
};

/** Writes what was asked for into a file, as everything was at one moment, for who asked and as far as they may see. */
export async function makeReportFile(work: LongWork, { fallback }: Fonts): Promise<void> {
  const { database, tenantId, actor } = work;
  const file = work.request as ReportFile;
  const target = await work.openFile();
  const reader = { tenantId, actor };
  const { entries, minutes } = await database.withTenant(
    tenantId,
    async (tx) => {
      await tx.run(sql`set transaction isolation level repeatable read, read only`);
      const workspace = await tx.one<Source['workspace']>(
        sql`select t.name, t.time_zone as "timeZone", ${formatsOf} as formats from app.tenant t where t.tenant_id = ${tenantId}`,
      );
      const which = whichOf(file, actor.teamMemberID);
      const counts = await countEntries(tx, reader, which);
      if (file.form === 'pdf' && file.of !== 'lines' && counts.entries > MOST_ON_PAPER) {
        const message = `A PDF holds at most ${MOST_ON_PAPER} entries, and this one would have ${counts.entries}. Choose a shorter range, a filter, or Excel.`;
        throw fieldError('validation_failed', 'form', message);
      }
      const writer = writerOf(workspace.formats, file.language ?? 'en');
      const logo = file.form === 'pdf' ? await readLogo(tx, tenantId) : null;
      const rows = counted(readEntryRows(tx, reader, which), (done) => work.step(done, counts.entries));
      for await (const piece of bytesOf({
        tx,
        work,
        file: { ...file, ...which },
        workspace,
        writer,
        logo,
        fallback,
        rows,
      }))
        await target.write(typeof piece === 'string' ? Buffer.from(piece) : piece);
      return counts;
    },
    { attempts: 1, statementTimeoutMs: timeoutMs },
  );
  const sizeBytes = await target.end();
  await work.finish({ rows: entries, result: { entries, minutes }, sizeBytes });
}

/** Which entries it is about: those of a timesheet are one person's, whatever else was said. */
function whichOf(file: ReportFile, me: string) {
  const { of, from, to, filters = [], withMoney } = file;
  const person = { field: 'person' as const, is: 'is' as const, values: [file.teamMemberID ?? me] };
  return { from, to, filters: of === 'timesheet' ? [person] : filters, withMoney };
}

async function* counted(
  rows: AsyncIterable<EntryRow[]>,
  note: (done: number) => Promise<void>,
): AsyncGenerator<EntryRow[]> {
  let done = 0;
  for await (const some of rows) {
    yield some;
    done += some.length;
    await note(done);
  }
}

function bytesOf(source: Source): Bytes {
  const { file } = source;
  if (file.of === 'timesheet') return timesheetOf(source);
  if (file.of === 'lines') return linesOf(source);
  if (file.of === 'pivot') return columnsOf(source);
  if (file.of === 'people') return peopleOf(source);
  const { work, rows, workspace } = source;
  switch (file.form) {
    case 'json':
      return jsonOf(rows, { question: file, about: file.about ?? null, now: work.clock.now() });
    case 'ics':
      return calendarOf(rows, workspace.name);
    case 'toggl':
      return togglOf(rows);
    case 'harvest':
      return harvestOf(rows);
    default:
      return tableOf(source, entriesOf(source));
  }
}

function entriesOf({ work, file, rows }: Source): Table {
  const money = moneyOf(work, file);
  const { language = 'en', form } = file;
  const columns = file.columns ?? (form === 'pdf' ? paperColumns : undefined);
  return entryTable(rows, { language, columns, ...money, hasClock: form !== 'csv' });
}

const paperColumns = [
  'date',
  'person',
  'client',
  'project',
  'activity',
  'comment',
  'hours',
  'amount',
  'currency',
] as const;

/** A table in the form that was asked for. */
async function* tableOf(source: Source, table: Table): Bytes {
  const { file } = source;
  const { delimiter = ',', decimal = '.', bom = true, form } = file;
  if (form === 'xlsx') yield* xlsxOf(table);
  else if (form === 'pdf')
    yield await tablePdf(table, {
      ...paperOf(source),
      title: words[paperOf(source).language].entries,
      chart: null,
    });
  else yield* csvOf(table, { delimiter, decimal, bom });
}

async function* linesOf(source: Source): Bytes {
  const { tx, work, file, writer } = source;
  const { language = 'en', groupBy = [], rounding } = file;
  const { from, to, filters, withMoney } = file;
  const question = { from, to, ...(filters ? { filters } : {}), groupBy, ...(rounding ? { rounding } : {}) };
  const report = await runReport(tx, work, { ...question, withMoney: withMoney === true });
  const form = { language, isRounded: isRounding(file) };
  if (file.form !== 'pdf') {
    yield* tableOf(source, lineTable(report, form));
    return;
  }
  const overTime = await runReport(tx, work, { ...question, groupBy: chartGroups(file, groupBy) });
  yield await tablePdf(lineOutline(report, { ...form, writer }), {
    ...paperOf(source),
    title: words[language].report,
    chart: chartOf(overTime, { language, writer }),
  });
}

/** The same with a column for each day, week or month. */
async function* columnsOf(source: Source): Bytes {
  const { tx, work, file } = source;
  const { language = 'en', groupBy = [], rounding, from, to, filters } = file;
  const report = await runReport(tx, work, {
    from,
    to,
    groupBy: pivotGroups(groupBy, { from, to }),
    ...(filters ? { filters } : {}),
    ...(rounding ? { rounding } : {}),
  });
  yield* tableOf(source, pivotTable(report, { from, to }, { language, isRounded: isRounding(file) }));
}

async function* peopleOf(source: Source): Bytes {
  const { tx, work, file, workspace } = source;
  const { tenantId, actor, clock } = work;
  const reader = { tenantId, actor, now: clock.now(), timeZone: workspace.timeZone };
  yield* tableOf(source, peopleTable(await peopleReport(tx, reader, file), file.language ?? 'en'));
}

function isRounding({ rounding }: ReportFile): boolean {
  return rounding !== undefined && rounding.scope !== 'none';
}

async function* timesheetOf(source: Source): Bytes {
  const { tx, work, file, rows } = source;
  const { tenantId } = work;
  const teamMemberID = file.teamMemberID ?? work.actor.teamMemberID;
  const { person } = await tx.one<{ person: string }>(sql`
    select btrim(first_name || ' ' || last_name) as person from app.team_member where tenant_id = ${tenantId} and id = ${teamMemberID}`);
  const { from, to } = file;
  const weeks = await readWeeks(tx, tenantId, { teamMemberID, from, to });
  const { about: _about, ...paper } = paperOf(source);
  yield await timesheetPdf(rows, {
    ...paper,
    person,
    from,
    to,
    weeks,
  });
}

function paperOf({ work, file, workspace, writer, logo, fallback }: Source) {
  const { from, to, about, language = 'en', paper = 'A4' } = file;
  return {
    workspace: workspace.name,
    logo,
    fallback,
    about: [words[language].until(writer.date(from), writer.date(to)), ...(about ? [about] : [])],
    paper,
    language,
    writer,
    madeOn: writer.date(plainDateAt(work.clock.now(), workspace.timeZone)),
  };
}
