import { resolveRange } from '@stint/domain/time/date-range.ts';
import { useQuery } from '@tanstack/react-query';
import { type Report, reportQuery } from '../../entities/report.ts';
import { useApp } from '../../lib/app-context.ts';
import { today } from '../../lib/today.ts';
import { useFullDate } from '../../lib/use-full-date.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { entriesOfLine } from './line-filters.ts';
import { text } from './messages.ts';
import { ReportEntries } from './report-entries.tsx';
import { ReportTotals } from './report-totals.tsx';
import type { LinePart, ReportView } from './report-view.ts';
import { labelOf } from './report-words.ts';
import styles from './reports-page.module.css';

type EntriesOfProps = { view: ReportView; report: Report; onBack: () => void };

/** The entries behind a figure, with its name and sums, and the way back to where it stands. */
export function EntriesOf({ view, report, onBack }: EntriesOfProps) {
  const { session } = useApp();
  const fullDate = useFullDate();
  const whole = { ...resolveRange(view.range, today()), filters: view.filters };
  const which = entriesOfLine(whole, view.at);
  const isPart = view.at.length > 0;
  const part = useQuery({
    ...reportQuery(session.call, {
      ...which,
      filters: [...which.filters],
      groupBy: [],
      ...(view.rounding ? { rounding: view.rounding } : {}),
    }),
    enabled: isPart,
  });
  const totals = isPart ? part.data?.totals : report.totals;
  const nameOf = ({ group, key }: LinePart) =>
    labelOf(group, key, report.labels[report.groupBy.indexOf(group)] ?? {}, fullDate);
  const name = text.entry.of(view.at.map(nameOf).join(' › '));
  return (
    <section className={styles.entries} aria-label={isPart ? name : text.entries} tabIndex={-1} data-entries>
      <Button icon="left" onClick={onBack}>
        {text.backToLines}
      </Button>
      {isPart ? <h2>{name}</h2> : null}
      {isPart && totals ? <ReportTotals totals={totals} isRounded={view.rounding !== null} /> : null}
      {totals ? (
        <ReportEntries key={JSON.stringify(which)} which={which} total={totals.entries} />
      ) : (
        <SkeletonRows count={8} label={text.loading} />
      )}
    </section>
  );
}
