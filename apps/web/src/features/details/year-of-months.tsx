import { resolveRange } from '@stint/domain/time/date-range.ts';
import { addMonths } from '@stint/domain/time/plain-date.ts';
import { useQuery } from '@tanstack/react-query';
import { reportQuery } from '../../entities/report.ts';
import { useApp } from '../../lib/app-context.ts';
import { today } from '../../lib/today.ts';
import { MonthChart } from '../../ui/month-chart.tsx';
import { QueryCard } from '../../ui/query-card.tsx';
import { ReportLink } from '../../ui/report-link.tsx';
import { text } from './messages.ts';
import { monthsOf } from './months.ts';

/** Twelve months of one client's, one activity's or one person's time, this one the last; with the way to the report behind it. */
export function YearOfMonths({ only }: { only: { field: 'client' | 'activity' | 'person'; id: string } }) {
  const from = `${addMonths(today(), -11).slice(0, 7)}-01`;
  const range = { from, to: resolveRange({ kind: 'thisMonth' }, today()).to };
  const report = useQuery(
    reportQuery(useApp().session.call, {
      ...range,
      groupBy: ['month'],
      filters: [{ field: only.field, is: 'is', values: [only.id] }],
    }),
  );
  return (
    <QueryCard
      title={text.byMonth}
      query={report}
      more={
        <ReportLink
          place={{ range: { kind: 'custom', ...range }, by: ['month', 'project'], only }}
          of={text.byMonth}
        />
      }
      isEmpty={({ totals }) => totals.minutes === 0}
      empty={text.nothing}
    >
      {(data) => <MonthChart label={text.byMonth} months={monthsOf(data, range)} />}
    </QueryCard>
  );
}
