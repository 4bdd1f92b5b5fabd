import { resolveRange } from '@stint/domain/time/date-range.ts';
import { isDateGroup } from '@stint/domain/time/report.ts';
import { bucketOf, bucketsOf, pivotGroups } from '@stint/domain/time/report-pivot.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type Report, reportQuery } from '../../entities/report.ts';
import { useApp } from '../../lib/app-context.ts';
import { today } from '../../lib/today.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { chartData, partIndexOf } from './chart-data.ts';
import { entriesOfLine, partsOf, rangeOf } from './line-filters.ts';
import { text } from './messages.ts';
import { ReportChart } from './report-chart.tsx';
import { type ReportColumn, summaryColumns } from './report-columns.ts';
import { ReportPivot } from './report-pivot.tsx';
import { ReportTable } from './report-table.tsx';
import type { ReportView } from './report-view.ts';
import { labelOf } from './report-words.ts';
import styles from './reports-page.module.css';
import { YearChart } from './year-chart.tsx';

type LinesProps = {
  view: ReportView;
  change: (change: Partial<ReportView>) => void;
  report: Report;
};

const PROFIT_COLUMNS: readonly ReportColumn[] = ['hours', 'amounts', 'costs', 'profit', 'margin'];

/** The report as it is chosen: lines under each other, or a column for each day. */
export function Lines(props: LinesProps) {
  const { view, report, change } = props;
  const [marked, setMarked] = useState<Marked>(null);
  if (view.kind === 'pivot') return <Columns {...props} />;
  if (view.kind === 'profitability' && !report.totals.costs)
    return <EmptyState title={text.notYours} text={text.notYoursText} />;
  const columns =
    view.kind === 'profitability' ? PROFIT_COLUMNS : summaryColumns(report.totals, view.rounding !== null);
  return (
    <>
      <ChartChoice chart={view.chart} onChart={(chart) => change({ chart })} />
      {view.chart === 'year' ? (
        <YearChart
          year={report.to.slice(0, 4)}
          filters={view.filters}
          onDay={(date) => change({ range: { kind: 'custom', from: date, to: date }, chart: 'time' })}
        />
      ) : (
        <OverTime view={view} marked={marked} onMark={setMarked} onRange={(range) => change({ range })} />
      )}
      <Table change={change} report={report} columns={columns} marked={marked} onMark={setMarked} />
      <TagNote report={report} />
    </>
  );
}

/** What is pointed at, in the chart or in the table: something of the group that the chart is stacked by. */
type Marked = { key: string | null } | null;
type Marking = { marked: Marked; onMark: (marked: Marked) => void };

/** At which level of the lines the parts of the chart stand; below 0 where it has none. */
function partLevel(groupBy: Report['groupBy']): number {
  return groupBy.findIndex((group) => !isDateGroup(group));
}

type ChartChoiceProps = { chart: ReportView['chart']; onChart: (chart: ReportView['chart']) => void };

function ChartChoice({ chart, onChart }: ChartChoiceProps) {
  return (
    <div className={styles.charts} role="group" aria-label={text.chart}>
      {(['time', 'year'] as const).map((one) => (
        <Button key={one} variant="quiet" aria-pressed={one === chart} onClick={() => onChart(one)}>
          {text.charts[one]}
        </Button>
      ))}
    </div>
  );
}

type TableProps = Omit<LinesProps, 'view'> & Marking & { columns: readonly ReportColumn[] };

function Table({ change, report, columns, marked, onMark }: TableProps) {
  const label = useLabels(report);
  const level = partLevel(report.groupBy);
  const showEntries = useShowEntries(change, report);
  if (report.groupBy.length === 0) return <Button onClick={() => showEntries([])}>{text.entries}</Button>;
  return (
    <ReportTable
      report={report}
      columns={columns}
      labelOf={label}
      onEntries={showEntries}
      isMarked={(keys) => marked !== null && keys.length > level && keys[level] === marked.key}
      onMark={(keys) =>
        onMark(keys && level >= 0 && keys.length > level ? { key: keys[level] ?? null } : null)
      }
    />
  );
}

/** The same question with its columns first. */
function Columns({ view, change, report: { from, to } }: LinesProps) {
  const { session } = useApp();
  const fullDate = useFullDate();
  const range = { from, to };
  const groupBy = pivotGroups(view.groupBy, range);
  const { filters, rounding } = view;
  const { data: report } = useQuery(
    reportQuery(session.call, {
      ...range,
      filters: [...filters],
      groupBy,
      ...(rounding ? { rounding } : {}),
    }),
  );
  const buckets = useMemo(() => bucketsOf({ from, to }, bucketOf({ from, to })), [from, to]);
  return report?.groupBy.join() === groupBy.join() ? (
    <PivotOf
      change={change}
      report={report}
      buckets={buckets}
      fullDate={fullDate}
      isRounded={rounding !== null}
    />
  ) : (
    <SkeletonRows count={8} label={text.loading} />
  );
}

type PivotOfProps = Omit<LinesProps, 'view'> & {
  buckets: string[];
  fullDate: (date: string | null) => string;
  isRounded: boolean;
};

function PivotOf({ change, report, buckets, fullDate, isRounded }: PivotOfProps) {
  const label = useLabels(report);
  const showEntries = useShowEntries(change, report);
  return (
    <>
      <ReportPivot
        report={report}
        buckets={buckets}
        figures={isRounded ? ['minutes', 'roundedMinutes'] : ['minutes']}
        labelOf={label}
        fullDate={fullDate}
        onEntries={showEntries}
      />
      {isRounded ? <p className={styles.note}>{text.aboveAndBelow}</p> : null}
      <TagNote report={report} />
    </>
  );
}

function TagNote({ report }: { report: Report }) {
  return report.groupBy.includes('tag') ? <p className={styles.note}>{text.twice}</p> : null;
}

function useLabels(report: Report) {
  const fullDate = useFullDate();
  return useCallback(
    (level: number, key: string | null) => {
      const group = report.groupBy[level];
      return group === undefined ? '' : labelOf(group, key, report.labels[level] ?? {}, fullDate);
    },
    [report, fullDate],
  );
}

/** Leads from a figure to its entries; the report itself stays as it is, so that one comes back to the same place. */
function useShowEntries(change: LinesProps['change'], report: Report) {
  return (keys: readonly (string | null)[]) => change({ show: 'entries', at: partsOf(report.groupBy, keys) });
}

/** The same time as columns, stacked by the first group that is no date. */
type OverTimeProps = Marking & { view: ReportView; onRange: (range: ReportView['range']) => void };

function OverTime({ view, marked, onMark, onRange }: OverTimeProps) {
  const { session } = useApp();
  const fullDate = useFullDate();
  const range = resolveRange(view.range, today());
  const bucket = bucketOf(range);
  const part = view.groupBy.find((group) => !isDateGroup(group));
  const groupBy = part ? [bucket, part] : [bucket];
  const { data: report } = useQuery(
    reportQuery(session.call, { ...range, filters: [...view.filters], groupBy }),
  );
  const data = useMemo(
    () => (report ? chartData(report, bucketsOf({ from: report.from, to: report.to }, bucket)) : null),
    [report, bucket],
  );
  if (!report || !data) return <div className={styles.noChart} />;
  const partName = (index: number) => {
    const one = data.parts[index];
    if (!one || one.isOther) return text.other;
    return part ? labelOf(part, one.key, report.labels[1] ?? {}, fullDate) : text.hours;
  };
  const showBucket = (key: string) => {
    const whole = { from: report.from, to: report.to, filters: [] };
    onRange(rangeOf(entriesOfLine(whole, partsOf([bucket], [key]))));
  };
  return (
    <ReportChart
      data={data}
      bucket={bucket}
      fullDate={fullDate}
      partName={partName}
      onBucket={showBucket}
      marked={marked && part ? partIndexOf(data.parts, marked.key) : null}
      onMark={(index) => {
        const one = index === null ? undefined : data.parts[index];
        onMark(one && !one.isOther ? { key: one.key } : null);
      }}
    />
  );
}
