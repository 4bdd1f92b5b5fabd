import { type ReportGroup, reportTree } from '@stint/domain/time/report.ts';
import {
  type Bucket,
  type Pivot,
  type PivotCell,
  type PivotFigure,
  type PivotRow,
  pivotOf,
} from '@stint/domain/time/report-pivot.ts';
import { useMemo } from 'react';
import type { Report } from '../../entities/report.ts';
import { text } from './messages.ts';
import { bucketName, shortBucket } from './report-chart.tsx';
import styles from './report-pivot.module.css';
import { hoursWords } from './report-words.ts';
import { figureName } from './use-figure-focus.ts';

type Keys = readonly (string | null)[];

export type ReportPivotProps = {
  /** Grouped by the columns first. */
  report: Pick<Report, 'groupBy' | 'lines' | 'totals'>;
  buckets: readonly string[];
  /** As recorded, rounded, or one above the other. */
  figures: readonly PivotFigure[];
  labelOf: (level: number, key: string | null) => string;
  fullDate: (date: string | null) => string;
  onEntries?: (keys: Keys) => void;
};

/** Rows by person, project or the like, with a column for each day, week or month. */
export function ReportPivot({ report, buckets, figures, labelOf, fullDate, onEntries }: ReportPivotProps) {
  const bucket = report.groupBy[0] as Bucket;
  const isNested = report.groupBy.length > 2;
  const { rows, columns } = useMemo(() => withOrder(report, buckets, labelOf), [report, buckets, labelOf]);
  const nameOf = (keys: Keys) => labelOf(keys.length, keys.at(-1) ?? null);
  const said = (time: PivotCell) => <Figures time={time} figures={figures} />;
  const cell = (time: PivotCell, keys: Keys, name: string) =>
    time.minutes > 0 && onEntries ? (
      <button
        type="button"
        title={text.entriesOf(name)}
        data-figure={figureName(keys)}
        onClick={() => onEntries(keys)}
      >
        {said(time)}
      </button>
    ) : (
      said(time)
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
          {rows.map(({ keys, cells, ...sum }) => (
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
              <td className={styles.sum}>{cell(sum, [null, ...keys], nameOf(keys))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            {columns.map((some, at) => (
              <td key={buckets[at]}>{cell(some, [buckets[at] ?? null], String(buckets[at]))}</td>
            ))}
            <td>{said(report.totals)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** What was recorded stands above what it is rounded to; which is which is said to those who cannot see it. */
function Figures({ time, figures }: { time: PivotCell; figures: readonly PivotFigure[] }) {
  if (figures.length === 1) return hoursWords(time[figures[0] ?? 'minutes']);
  return figures.map((figure) => (
    <span key={figure} className={styles[figure]} title={titles[figure]}>
      {hoursWords(time[figure])}
      {figure === 'roundedMinutes' ? <span className="visually-hidden"> {text.roundedHours}</span> : null}
    </span>
  ));
}

const titles: Record<PivotFigure, string> = { minutes: text.hours, roundedMinutes: text.roundedHours };

/** Rows in the order of every report: most time first, each below its own. */
function withOrder(
  { groupBy, lines }: ReportPivotProps['report'],
  buckets: readonly string[],
  labelOf: ReportPivotProps['labelOf'],
): Pivot {
  const { rows, columns } = pivotOf(lines, buckets);
  const groups = groupBy.slice(1) as ReportGroup[];
  const unused = { entries: 0, billableMinutes: 0 };
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
