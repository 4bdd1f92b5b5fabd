import { csvLine } from '../lib/csv.ts';

type Cell<Item> = (item: Item) => string | number;
/** A column as far as a table for spreadsheets shows it. */
type CsvColumn<Item> = { header: string; text?: Cell<Item>; sortValue?: Cell<Item> };

/** A list as it is shown, as a table for spreadsheets. */
export function listCsv<Item>(columns: readonly CsvColumn<Item>[], items: readonly Item[]): string {
  const kept = columns.flatMap(({ header, sortValue, text = sortValue }) => (text ? [{ header, text }] : []));
  const lines = items.map((item) => csvLine(kept.map(({ text }) => text(item))));
  // Spreadsheets take a text for UTF-8 when it begins with this mark.
  return `\uFEFF${csvLine(kept.map(({ header }) => header))}${lines.join('')}`;
}
