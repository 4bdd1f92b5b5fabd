import { resolveRange } from '@stint/domain/time/date-range.ts';
import { isGrouped } from '@stint/domain/time/report.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
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
import { EntriesOf } from './entries-of.tsx';
import { ExportButton } from './export-button.tsx';
import { text } from './messages.ts';
import { Budgets } from './report-budgets.tsx';
import { ReportControls } from './report-controls.tsx';
import { ReportFilters } from './report-filters.tsx';
import { Lines } from './report-lines.tsx';
import { NoTime, Utilisation } from './report-people.tsx';
import { ReportTotals } from './report-totals.tsx';
import { type ReportSearch, type ReportView, readReportView, reportSearchOf } from './report-view.ts';
import { rangeWords, sentenceOf } from './report-words.ts';
import styles from './reports-page.module.css';
import { SavedBar, SavedReports, SaveReport } from './saved-bar.tsx';
import { useFigureFocus } from './use-figure-focus.ts';

/** `/reports`: one question in the address; chart and table answer it, every figure leads to its entries. */
export function ReportsPage() {
  const { session } = useApp();
  const fullDate = useFullDate();
  const { view, opened, change } = useReportView();
  const { from, to } = resolveRange(view.range, today());
  const which = { from, to, filters: [...view.filters] };
  const { groupBy, rounding } = view;
  const hasLines = isGrouped(view.kind);
  const withMoney = view.kind === 'profitability' || (view.kind === 'summary' && view.withMoney);
  const question = { ...which, groupBy: [...groupBy], ...(rounding ? { rounding } : {}), withMoney };
  const {
    data: report,
    error,
    refetch,
  } = useQuery({
    ...reportQuery(session.call, question),
    enabled: hasLines,
  });
  const isList = view.show === 'entries';
  const page = useFigureFocus(isList, view.at);
  return (
    <div ref={page} className={styles.page}>
      <PageHeader
        title={pageTitles.reports}
        action={
          <>
            <SaveReport view={view} />
            <ExportButton kind={view.kind} view={{ ...question, about: sentenceOf(view, fullDate) }} />
          </>
        }
      >
        <p className={styles.sentence}>{sentenceOf(view, fullDate)}</p>
        <SavedReports view={view} />
      </PageHeader>
      <SavedBar view={view} opened={opened} />
      <ReportControls view={view} onChange={change} />
      {hasLines ? (
        <ReportFilters filters={view.filters} onFilters={(filters) => change({ filters })} />
      ) : (
        <OtherKind view={view} range={{ from, to }} change={change} />
      )}
      {hasLines && error && !report ? (
        <EmptyState
          title={describeError(error)}
          action={<Button onClick={() => void refetch()}>{common.tryAgain}</Button>}
        />
      ) : null}
      {hasLines && !report && !error ? <SkeletonRows count={8} label={text.loading} /> : null}
      {hasLines && report?.totals.entries === 0 ? (
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
      {hasLines && report && report.totals.entries > 0 ? (
        <>
          {isList && view.at.length > 0 ? null : (
            <ReportTotals totals={report.totals} isRounded={rounding !== null} />
          )}
          {isList ? (
            <EntriesOf view={view} report={report} onBack={() => change({ show: 'lines', at: [] })} />
          ) : (
            <Lines view={view} change={change} report={report} />
          )}
        </>
      ) : null}
    </div>
  );
}

type OtherKindProps = {
  view: ReportView;
  range: { from: string; to: string };
  change: (change: Partial<ReportView>) => void;
};

/** Reports about people and budgets; a person leads to a summary of their time. */
function OtherKind({ view, range, change }: OtherKindProps) {
  const showPerson = (id: string) =>
    change({
      kind: 'summary',
      groupBy: ['project', 'activity'],
      filters: [{ field: 'person', is: 'is', values: [id] }],
      saved: null,
    });
  if (view.kind === 'budget') return <Budgets />;
  if (view.kind === 'noTime') return <NoTime range={range} onPerson={showPerson} />;
  return <Utilisation range={range} onPerson={showPerson} />;
}

/** What the address asks for, and how to ask for something else: back goes back. */
function useReportView() {
  const search = useSearch({ strict: false }) as ReportSearch;
  const navigate = useNavigate();
  const view = useMemo(() => readReportView(search), [search]);
  const change = (changed: Partial<ReportView>) =>
    void navigate({
      to: '/reports',
      search: reportSearchOf({ ...view, ...changed }),
      // Back from entries the figure has the focus, and is to be seen.
      resetScroll: changed.show !== 'lines',
    });
  return { view, opened: search.open, change };
}
