import { type DateRange, rangeDays } from './date-range.ts';
import { addDays, addMonths } from './plain-date.ts';
import { isDateGroup, type ReportGroup } from './report.ts';
import { weekEndOf } from './week.ts';

const MOST_DAYS = 31;
const MOST_WEEKS = 26;
const MOST_ROW_GROUPS = 2;

/** What a column stands for. */
export type Bucket = Extract<ReportGroup, 'day' | 'week' | 'month'>;

/** Days of a month, weeks of half a year, then months. */
export function bucketOf(range: DateRange): Bucket {
  const days = rangeDays(range);
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_WEEKS * 7 ? 'week' : 'month';
}

/** Every column of a range, also those without time. */
export function bucketsOf({ from, to }: DateRange, bucket: Bucket): string[] {
  const names: string[] = [];
  if (bucket === 'month') {
    for (let at = `${from.slice(0, 7)}-01`; at <= to; at = addMonths(at, 1)) names.push(at.slice(0, 7));
    return names;
  }
  const step = bucket === 'week' ? 7 : 1;
  const first = bucket === 'week' ? weekEndOf(from) : from;
  const last = bucket === 'week' ? weekEndOf(to) : to;
  for (let at = first; at <= last; at = addDays(at, step)) names.push(at);
  return names;
}

/** What a table with a column for each day asks for: the columns first, so that their sums are lines of the report. */
export function pivotGroups(groupBy: readonly ReportGroup[], range: DateRange): ReportGroup[] {
  const rows = groupBy.filter((group) => !isDateGroup(group)).slice(0, MOST_ROW_GROUPS);
  return [bucketOf(range), ...(rows.length > 0 ? rows : (['person'] as const))];
}

/** Time of a row in a column: as recorded, and by the rounding that was asked for. */
export interface PivotCell {
  minutes: number;
  roundedMinutes: number;
}

/** Which of its figures a cell shows. */
export type PivotFigure = keyof PivotCell;

interface PivotLine extends PivotCell {
  /** The column, then the groups of the row. */
  keys: readonly (string | null)[];
}

/** A row with its time, also of each column. */
export interface PivotRow extends PivotCell {
  /** The groups of the row, without the column. */
  keys: readonly (string | null)[];
  cells: PivotCell[];
}

export interface Pivot {
  rows: PivotRow[];
  /** Of each column: its own line, since an entry with two tags stands in two rows. */
  columns: PivotCell[];
}

const nothing: PivotCell = { minutes: 0, roundedMinutes: 0 };

/** Lines of `pivotGroups` as rows with a cell for each column; a day is in one column, so the cells of a row add up to it. */
export function pivotOf(lines: readonly PivotLine[], buckets: readonly string[]): Pivot {
  const place = new Map(buckets.map((name, at) => [name, at]));
  const rows = new Map<string, PivotRow>();
  const columns = buckets.map(() => nothing);
  for (const { keys: all, minutes, roundedMinutes } of lines) {
    const [bucket, ...keys] = all;
    const at = place.get(bucket ?? '');
    if (at === undefined) continue;
    if (keys.length === 0) {
      columns[at] = { minutes, roundedMinutes };
      continue;
    }
    const id = JSON.stringify(keys);
    const row = rows.get(id) ?? { keys, cells: buckets.map(() => nothing), ...nothing };
    rows.set(id, row);
    row.cells[at] = { minutes, roundedMinutes };
    row.minutes += minutes;
    row.roundedMinutes += roundedMinutes;
  }
  return { rows: [...rows.values()], columns };
}
