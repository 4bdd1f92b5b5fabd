import { AppError } from '@stint/domain/errors.ts';
import type { SourceRow } from '@stint/domain/time/import/evidence.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { requireNarrowRows } from './narrow-rows.ts';
import { eachPlainRow } from './plain-csv.ts';
import { MOST_COLUMNS, type Source, tooManyColumns } from './source.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;

export type Separator = (typeof SEPARATORS)[number];

/** A text whose cells are parted by a separator. */
export function csvSource(text: string, chosen?: Separator): Source & { separator: Separator } {
  const separator = chosen ?? sniffSeparator(text);
  const isPlain = eachPlainRow(text, separator, isNarrow);
  if (!isPlain) requireNarrowRows(text, separator);
  const each = isPlain ? eachPlainRow : eachRow;
  return {
    separator,
    each(visit) {
      each(text, separator, visit);
    },
    endsInside: !/[\r\n]\s*$/.test(text),
  };
}

function isNarrow({ line, cells }: SourceRow): boolean {
  if (cells.length > MOST_COLUMNS) throw tooManyColumns(line, cells.length);
  return true;
}

/** The separator that stands most often in the first lines, outside of quotes. */
function sniffSeparator(text: string): Separator {
  const head = text.slice(0, 20_000).replace(/"(?:[^"]|"")*"/g, '');
  const lines = head.split(/\r?\n/, 5).join('\n');
  const counts = SEPARATORS.map((separator) => ({ separator, count: lines.split(separator).length }));
  counts.sort((a, b) => b.count - a.count);
  return counts[0]?.separator ?? ',';
}

/**
 * Rows one after the other, never all in memory, of texts that are written in whatever way.
 * @throws AppError `file_invalid` where a quotation mark is never closed, or a row has too many cells
 */
function eachRow(text: string, separator: Separator, visit: (row: SourceRow) => boolean): void {
  let isOver = false;
  let lastLine = 0;
  try {
    parse(text, {
      delimiter: separator,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: 1024 * 1024,
      on_record(cells: string[], { lines }) {
        if (isOver) return null;
        const line = lines - cells.reduce((sum, cell) => sum + (cell.split('\n').length - 1), 0);
        isNarrow({ line, cells });
        lastLine = lines;
        if (!visit({ line, cells })) isOver = true;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? `Line ${lastLine + 1}: a quotation mark that opens here is never closed. The file is cut off, or has one mark too many.`
        : `Line ${lastLine + 1}: this line cannot be read (${error.message.slice(0, 120)}).`;
    throw new AppError('file_invalid', { message, cause: error });
  }
}
