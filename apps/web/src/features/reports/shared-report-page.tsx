import { parseRangeChoice } from '@stint/domain/time/date-range.ts';
import { bucketOf, bucketsOf, type PivotFigure } from '@stint/domain/time/report-pivot.ts';
import { useEffect } from 'react';
import { readSharedReport, type SharedReport } from '../../entities/saved-report.ts';
import { ApiError } from '../../lib/api-error.ts';
import { describeError } from '../../lib/describe-error.ts';
import { ownWays, writeAs } from '../../lib/formats.ts';
import { formatHours } from '../../lib/hours.ts';
import type { SitePageProps } from '../../lib/site-page.ts';
import { fullDate } from '../../lib/today.ts';
import { useLoad } from '../../lib/use-async.ts';
import { common } from '../../messages/common.ts';
import { site } from '../../messages/site.ts';
import { Button } from '../../ui/button.tsx';
import figures from '../../ui/figures.module.css';
import { SiteCard, SiteLayout } from '../../ui/site-layout.tsx';
import { FullScreenSpinner } from '../../ui/spinner.tsx';
import { text } from './messages.ts';
import type { ReportColumn } from './report-columns.ts';
import { ReportPivot } from './report-pivot.tsx';
import { ReportTable } from './report-table.tsx';
import { labelOf, moneyWords, rangeWords, shareWords } from './report-words.ts';
import styles from './shared-report-page.module.css';

const dateWords = (date: string | null): string => (date ? fullDate(date, ownWays().date) : '–');

/** `/share/{token}`: a report as its link shows it, for somebody who need not have an account. */
export function SharedReportPage({ session }: SitePageProps) {
  const token = location.pathname.replace(/^\/share\/?/, '');
  const shared = useLoad(async () => {
    const report = await readSharedReport(session.call, token);
    // A process of the release before, which may still answer while a new one starts, does not send them.
    if (report.formats) writeAs(report.formats);
    return report;
  });
  if (shared.status === 'loading') return <FullScreenSpinner label={site.loading} />;
  if (shared.status === 'done') return <Shown report={shared.value} />;
  const isEnded = shared.error instanceof ApiError && shared.error.status >= 400 && shared.error.status < 500;
  return (
    <SiteLayout>
      {isEnded ? (
        <SiteCard title={text.shared.ended} text={text.shared.endedText} />
      ) : (
        <SiteCard title={describeError(shared.error)}>
          <Button onClick={shared.reload}>{common.tryAgain}</Button>
        </SiteCard>
      )}
    </SiteLayout>
  );
}

function Shown({ report }: { report: SharedReport }) {
  const { name, workspace, logo, range, from, to, totals } = report;
  const title = `${name} · ${workspace}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const choice = parseRangeChoice(range);
  const dates = `${dateWords(from)} – ${dateWords(to)}`;
  const words = choice && choice.kind !== 'custom' ? `${rangeWords(choice, dateWords)} (${dates})` : dates;
  return (
    <SiteLayout width="wide" aside={<Button onClick={() => print()}>{text.shared.print}</Button>}>
      <article className={styles.report}>
        <header>
          {logo ? <img className={styles.logo} src={logo} alt="" /> : null}
          <p className={styles.of}>{text.shared.of(workspace)}</p>
          <h1>{name}</h1>
          <p className={styles.of}>{words}</p>
        </header>
        <dl className={figures.figures}>
          <Figure title={text.hours} value={totals.minutes === null ? null : formatHours(totals.minutes)} />
          <Figure
            title={text.roundedHours}
            value={totals.roundedMinutes === null ? null : formatHours(totals.roundedMinutes)}
          />
          <Figure
            title={text.billableShare}
            value={
              totals.billableMinutes === null || totals.minutes === null
                ? null
                : shareWords(totals.billableMinutes, totals.minutes)
            }
          />
          <Figure title={text.amount} value={totals.amounts && moneyWords(totals.amounts)} />
        </dl>
        {report.lines.length > 0 ? <Lines report={report} /> : <p>{text.shared.nothing}</p>}
      </article>
    </SiteLayout>
  );
}

function Figure({ title, value }: { title: string; value: string | null }) {
  return value === null ? null : (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const shown: Record<SharedReport['columns'][number], readonly ReportColumn[]> = {
  hours: ['hours', 'share'],
  rounded: ['rounded'],
  billable: ['billable'],
  amounts: ['amounts'],
};

/** What a cell of a table with a column for each day can say of it. */
const cellFigures: Partial<Record<SharedReport['columns'][number], PivotFigure>> = {
  hours: 'minutes',
  rounded: 'roundedMinutes',
};

function Lines({ report }: { report: SharedReport }) {
  const { kind, from, to, groupBy, columns, labels } = report;
  const label = (level: number, key: string | null) => {
    const group = groupBy[level];
    return group === undefined ? '' : labelOf(group, key, labels[level] ?? {}, dateWords);
  };
  const lines = report.lines.map((line) => ({ ...line, ...whole(line) }));
  const answer = { groupBy, lines, totals: whole(report.totals) };
  const range = { from, to };
  const figures = columns.flatMap((column) => cellFigures[column] ?? []);
  if (kind === 'pivot' && figures.length > 0)
    return (
      <ReportPivot
        report={answer}
        buckets={bucketsOf(range, bucketOf(range))}
        figures={figures}
        labelOf={label}
        fullDate={dateWords}
      />
    );
  // A share of billable time is told by hours and billable hours: without the first there is nothing to divide.
  const own = columns.flatMap((column) => shown[column]);
  const told = columns.includes('hours') ? own : own.filter((column) => column !== 'billable');
  return <ReportTable report={answer} columns={told} labelOf={label} />;
}

/** What is not shown counts as nothing; rows stand in the order of what is. */
function whole({ minutes, roundedMinutes, billableMinutes, amounts }: SharedReport['totals']) {
  return {
    entries: 0,
    minutes: minutes ?? roundedMinutes ?? 0,
    roundedMinutes: roundedMinutes ?? 0,
    billableMinutes: billableMinutes ?? 0,
    amounts,
    unpricedMinutes: null,
    costs: null,
    uncostedMinutes: null,
  };
}
