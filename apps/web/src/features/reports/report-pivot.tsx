import { type ReportGroup, reportTree } from '@stint/domain/time/report.ts';
import { type Bucket, type PivotRow, pivotOf } from '@stint/domain/time/report-pivot.ts';
import { useMemo } from 'react';
import type { Report } from '../../entities/report.ts';
import { text } from './messages.ts';
import { bucketName, shortBucket } from './report-chart.tsx';
import styles from './report-pivot.module.css';
import { hoursWords } from './report-words.ts';

type Keys = readonly (string | null)[];

export type ReportPivotProps = {
  /** Grouped by the columns first. */
  report: Pick<Report, 'groupBy' | 'lines' | 'totals'>;
  buckets: readonly string[];
  labelOf: (level: number, key: string | null) => string;
  fullDate: (date: string | null) => string;
  onEntries?: (keys: Keys) => void;
};

/** Rows by person, project or the like, with a column for each day, week or month. */
export function ReportPivot({ report, buckets, labelOf, fullDate, onEntries }: ReportPivotProps) {
  const bucket = report.groupBy[0] as Bucket;
  const isNested = report.groupBy.length > 2;
  const { rows, columns } = useMemo(() => withOrder(report, buckets, labelOf), [report, buckets, labelOf]);
  const nameOf = (keys: Keys) => labelOf(keys.length, keys.at(-1) ?? null);
  const cell = (minutes: number, keys: Keys, name: string) =>
    minutes > 0 && onEntries ? (
      <button type="button" title={text.entriesOf(name)} onClick={() => onEntries(keys)}>
        {hoursWords(minutes)}
      </button>
    ) : (
      hoursWords(minutes)
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
    <section className={styles.scroll} tabIndex={0} aria-label={text.kinds.pivot}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              {report.groupBy
                .slice(1)
                .map((group) => text.groups[group])
                .join(' › ')}
            </th>
            {buckets.map((name) => (
              <th scope="col" key={name} title={bucketName(bucket, name, fullDate)}>
                {shortBucket(bucket, name)}
              </th>
            ))}
            <th scope="col">{text.total}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ keys, cells, minutes }) => (
            <tr key={JSON.stringify(keys)} data-level={isNested ? keys.length - 1 : undefined}>
              <th
                scope="row"
                title={nameOf(keys)}
                style={{ paddingInlineStart: 12 + (keys.length - 1) * 24 }}
              >
                {nameOf(keys)}
              </th>
              {cells.map((some, at) => (
                <td key={buckets[at]}>
                  {cell(some, [buckets[at] ?? null, ...keys], `${nameOf(keys)}, ${buckets[at]}`)}
                </td>
              ))}
              <td className={styles.sum}>{cell(minutes, [null, ...keys], nameOf(keys))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            {columns.map((some, at) => (
              <td key={buckets[at]}>{cell(some, [buckets[at] ?? null], String(buckets[at]))}</td>
            ))}
            <td>{hoursWords(report.totals.minutes)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Rows in the order of every report: most time first, each below its own. */
function withOrder(
  { groupBy, lines }: ReportPivotProps['report'],
  buckets: readonly string[],
  labelOf: ReportPivotProps['labelOf'],
): { rows: PivotRow[]; columns: number[] } {
  const { rows, columns } = pivotOf(lines, buckets);
  const groups = groupBy.slice(1) as ReportGroup[];
  const unused = { entries: 0, roundedMinutes: 0, billableMinutes: 0 };
  const tree = reportTree(
    rows.map((row) => ({ ...row, ...unused })),
    groups,
    (level, key) => labelOf(level + 1, key),
  );
  type Branch = (typeof tree)[number];
  const flat = (branches: readonly Branch[]): PivotRow[] =>
    branches.flatMap((branch) => [branch, ...flat(branch.children)]);
  return { rows: flat(tree), columns };
}
