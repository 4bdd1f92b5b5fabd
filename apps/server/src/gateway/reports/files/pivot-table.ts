import type { DateRange } from '@stint/domain/time/date-range.ts';
import {
  bucketOf,
  bucketsOf,
  type PivotCell,
  type PivotFigure,
  pivotOf,
} from '@stint/domain/time/report-pivot.ts';
import type { Answer } from '../../shared/answer.ts';
import { type LineForm, labelOf, once } from './line-table.ts';
import type { Table, TableColumn } from './table.ts';
import { words } from './words.ts';

type Report = Answer<'POST /Reports/Query'>;

/** A report whose columns were asked for first: a row for each line of the last level, and beside each figure what it is rounded to. */
export function pivotTable(report: Report, range: DateRange, { language, isRounded }: LineForm): Table {
  const { groups, report: name, rounded, total } = words[language];
  const bucket = bucketOf(range);
  const buckets = bucketsOf(range, bucket);
  const { rows, columns } = pivotOf(report.lines, buckets);
  const label = labelOf(report, language);
  const groupBy = report.groupBy.slice(1);
  const ofRow = (level: number, key: string | null) => label(level + 1, key);
  const leaves = rows
    .filter(({ keys }) => keys.length === groupBy.length)
    .toSorted((one, other) => other.minutes - one.minutes || (namesOf(one) < namesOf(other) ? -1 : 1));
  function namesOf({ keys }: { keys: readonly (string | null)[] }): string {
    return keys.map((key, level) => ofRow(level, key)).join('\n');
  }
  const figures: readonly PivotFigure[] = isRounded ? ['minutes', 'roundedMinutes'] : ['minutes'];
  const hours = (head: string): TableColumn[] =>
    figures.map((figure) => ({
      head: figure === 'minutes' ? head : `${head} (${rounded})`,
      kind: 'hours',
      width: 12,
    }));
  const values = (cells: readonly PivotCell[]) =>
    cells.flatMap((cell) => figures.map((figure) => cell[figure]));
  return {
    name,
    columns: [
      ...groupBy.map((group): TableColumn => ({ head: groups[group], kind: 'text', width: 24 })),
      ...buckets.flatMap((day) => hours(bucket === 'week' ? `${groups.week} ${day}` : day)),
      ...hours(total),
    ],
    rows: once(
      leaves.map((row) => [
        ...row.keys.map((key, level) => ofRow(level, key)),
        ...values([...row.cells, row]),
      ]),
    ),
    totals: () => [total, ...groupBy.slice(1).map(() => null), ...values([...columns, report.totals])],
  };
}
