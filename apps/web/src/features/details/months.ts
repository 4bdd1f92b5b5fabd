import { addMonths } from '@stint/domain/time/plain-date.ts';
import type { Report } from '../../entities/report.ts';
import type { Month } from '../../ui/month-chart.tsx';

/** Every month of a range, also those without time, with what a report by month says of it. */
export function monthsOf(
  { lines }: Pick<Report, 'lines'>,
  { from, to }: { from: string; to: string },
): Month[] {
  const known = new Map(lines.map((line) => [line.keys[0], line]));
  const months: Month[] = [];
  let totalMinutes = 0;
  for (let month = `${from.slice(0, 7)}-01`; month <= to; month = addMonths(month, 1)) {
    const { minutes = 0, billableMinutes = 0 } = known.get(month.slice(0, 7)) ?? {};
    totalMinutes += minutes;
    months.push({ month, minutes, billableMinutes, totalMinutes });
  }
  return months;
}
