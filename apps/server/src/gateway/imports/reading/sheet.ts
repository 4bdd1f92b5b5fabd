import { AppError } from '@stint/domain/errors.ts';
import { formatSeconds } from '@stint/domain/time/clock.ts';
import type { SourceRow } from '@stint/domain/time/import/evidence.ts';
import type { LineProblem } from '@stint/domain/time/import/line.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import readSheets from 'read-excel-file/universal';
import type { Archive } from './archive.ts';
import { MOST_COLUMNS, type Source, tooManyColumns } from './source.ts';

/**
 * The first sheet of an XLSX file that holds anything. What a formula gave when the file was saved is its value.
 * @throws AppError `file_invalid`
 */
export async function sheetSource(bytes: Uint8Array, archive: Archive): Promise<Source & { sheet: string }> {
  const sheets = await readSheets(bytes.slice().buffer).catch((cause: unknown) => {
    throw new AppError('file_invalid', {
      message:
        'This XLSX file is damaged or cut off. Open it in its program and save it again, or save it as CSV.',
      cause,
    });
  });
  const found = sheets.find(({ data }) => data.length > 0) ?? sheets[0];
  if (!found) throw new AppError('file_invalid', { message: 'This XLSX file has no sheet.' });
  const rows: SourceRow[] = found.data.map((cells, index) => ({
    line: index + 1,
    cells: cells.map(cellText),
  }));
  const wide = rows.find(({ cells }) => cells.length > MOST_COLUMNS);
  if (wide) throw tooManyColumns(wide.line, wide.cells.length);
  return {
    sheet: found.sheet,
    endsInside: false,
    problems: formulasWithoutValue(archive),
    each(visit) {
      for (const row of rows) if (!visit(row)) return;
    },
  };
}

/** Day 0 of table programs: a duration is a moment of that day or of those after it. */
const ZERO = Date.UTC(1899, 11, 30);
const FIRST_REAL_DATE = Date.UTC(1905, 0, 1);

/** A cell as it would stand in a CSV file: dates in ISO form, durations and times as h:mm:ss. */
function cellText(value: unknown): string {
  if (!(value instanceof Date)) return String(value ?? '');
  const at = value.getTime();
  if (at < FIRST_REAL_DATE) return formatSeconds(Math.round((at - ZERO) / 1000));
  const iso = value.toISOString();
  return at % DAY_MS === 0 ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ');
}

/** A formula that was never worked out, as scripts write them, would be read as an empty cell. */
function formulasWithoutValue(archive: Archive): LineProblem[] {
  const [sheet] = archive
    .names()
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort();
  if (!sheet) return [];
  const found = archive
    .text(sheet)
    .matchAll(/<c r="([A-Z]{1,3})(\d+)"[^>]*>\s*<f[^>]*(?:\/>|>([^<]*)<\/f>)\s*<\/c>/g);
  return [...found].slice(0, 1000).map(([, column = '', line, formula = '']) => ({
    line: Number(line),
    code: 'no_value',
    column,
    value: `=${formula}`.slice(0, 200),
  }));
}
