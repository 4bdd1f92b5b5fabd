import { resolveRange } from '@stint/domain/time/date-range.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { reportQuery } from '../../entities/report.ts';
import { useApp } from '../../lib/app-context.ts';
import { describeError } from '../../lib/describe-error.ts';
import { today } from '../../lib/today.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { common, pageTitles } from '../../messages/common.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { bucketOf, bucketsOf, chartData } from './chart-data.ts';
import { ExportButton } from './export-button.tsx';
import { entriesOfLine, rangeOf } from './line-filters.ts';
import { text } from './messages.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportControls } from './report-controls.tsx';
import { ReportEntries } from './report-entries.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportTable } from './report-table.tsx';
import { ReportTotals } from './report-totals.tsx';
import { type ReportSearch, type ReportView, readReportView, reportSearchOf } from './report-view.ts';
import { labelOf, rangeWords, sentenceOf } from './report-words.ts';
import styles from './reports-page.module.css';

/** `/reports`: one question in the address; chart and table answer it, every figure leads to its entries. */
export function ReportsPage() {
  const { session } = useApp();
  const fullDate = useFullDate();
  const { view, change } = useReportView();
  const { from, to } = resolveRange(view.range, today());
  const which = { from, to, filters: [...view.filters] };
  const { groupBy, rounding, withMoney } = view;
  const question = { ...which, groupBy: [...groupBy], ...(rounding ? { rounding } : {}), withMoney };
  const { data: report, error, refetch } = useQuery(reportQuery(session.call, question));
  const isList = view.show === 'entries';
  return (
    <div className={styles.page}>
      <PageHeader title={pageTitles.reports} action={<ExportButton {...which} />}>
        <p className={styles.sentence}>{sentenceOf(view, fullDate)}</p>
      </PageHeader>
      <ReportControls view={view} onChange={change} />
      <ReportFilters filters={view.filters} onFilters={(filters) => change({ filters })} />
      {error && !report ? (
        <EmptyState
          title={describeError(error)}
          action={<Button onClick={() => void refetch()}>{common.tryAgain}</Button>}
        />
      ) : null}
      {!report && !error ? <SkeletonRows count={8} label={text.loading} /> : null}
      {report && report.totals.entries === 0 ? (
        <EmptyState
          title={text.nothing}
          text={
            view.filters.length > 0
              ? text.nothingFiltered
              : text.nothingText(rangeWords(view.range, fullDate))
          }
          action={
            view.filters.length > 0 ? (
              <Button onClick={() => change({ filters: [] })}>{text.clearFilters}</Button>
            ) : undefined
          }
        />
      ) : null}
      {report && report.totals.entries > 0 ? (
        <>
          <ReportTotals totals={report.totals} isRounded={rounding !== null} />
          {isList ? (
            <>
              <Button icon="left" onClick={() => change({ show: 'lines' })}>
                {text.backToLines}
              </Button>
              <ReportEntries key={JSON.stringify(which)} which={which} total={report.totals.entries} />
            </>
          ) : (
            <Lines view={view} change={change} report={report} />
          )}
        </>
      ) : null}
    </div>
  );
}

type LinesProps = {
  view: ReportView;
  change: (change: Partial<ReportView>) => void;
  report: NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof reportQuery>['queryFn']>>>>;
};

function Lines({ view, change, report }: LinesProps) {
  const fullDate = useFullDate();
  const label = useCallback(
    (level: number, key: string | null) => {
      const group = report.groupBy[level];
      return group === undefined ? '' : labelOf(group, key, report.labels[level] ?? {}, fullDate);
    },
    [report, fullDate],
  );
  const showEntries = (keys: readonly (string | null)[]) => {
    const which = { from: report.from, to: report.to, filters: view.filters };
    const narrowed = entriesOfLine(which, report.groupBy, keys);
    const isWhole = narrowed.from === which.from && narrowed.to === which.to;
    change({
      show: 'entries',
      filters: narrowed.filters,
      ...(isWhole ? {} : { range: rangeOf(narrowed) }),
    });
  };
  return (
    <>
      <OverTime view={view} onRange={(range) => change({ range })} />
      {report.groupBy.length > 0 ? (
        <ReportTable
          report={report}
          isRounded={view.rounding !== null}
          labelOf={label}
          onEntries={showEntries}
        />
      ) : (
        <Button onClick={() => showEntries([])}>{text.entries}</Button>
      )}
      {report.groupBy.includes('tag') ? <p className={styles.note}>{text.twice}</p> : null}
    </>
  );
}

/** The same time as columns, stacked by the first group that is no date. */
function OverTime({ view, onRange }: { view: ReportView; onRange: (range: ReportView['range']) => void }) {
  const { session } = useApp();
  const fullDate = useFullDate();
  const range = resolveRange(view.range, today());
  const bucket = bucketOf(range);
  const part = view.groupBy.find((group) => group !== 'day' && group !== 'week' && group !== 'month');
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
    onRange(rangeOf(entriesOfLine(whole, [bucket], [key])));
  };
  return (
    <ReportChart data={data} bucket={bucket} fullDate={fullDate} partName={partName} onBucket={showBucket} />
  );
}

/** What the address asks for, and how to ask for something else: back goes back. */
function useReportView() {
  const search = useSearch({ strict: false }) as ReportSearch;
  const navigate = useNavigate();
  const view = useMemo(() => readReportView(search), [search]);
  const change = (changed: Partial<ReportView>) =>
    void navigate({ to: '/reports', search: reportSearchOf({ ...view, ...changed }) });
  return { view, change };
}
