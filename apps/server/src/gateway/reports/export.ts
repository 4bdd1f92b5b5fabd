import type { Database } from '../../platform/database.ts';
import { csvOf as tableCsv } from './files/csv.ts';
import { pageEntryLines } from './files/entry-pages.ts';
import { entryTable } from './files/entry-table.ts';
import type { ReportReader, WhichEntries } from './which-entries.ts';

export type CsvForm = { delimiter: ',' | ';'; decimal: '.' | ',' };

/** The entries as CSV, oldest first, in a stream that takes the memory of one page. */
export function csvOf(
  { database, ...reader }: ReportReader & { database: Database },
  which: WhichEntries,
  form: CsvForm,
): AsyncGenerator<string> {
  const lines = pageEntryLines(database, reader, which);
  const table = entryTable(lines, { language: 'en', isPriced: false, isCosted: false, hasClock: false });
  return tableCsv(table, { ...form, bom: true });
}
