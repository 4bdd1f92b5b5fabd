import { marginPercent, profitOf } from '@stint/domain/time/report-money.ts';
import type { ReportFigures } from '../../entities/report.ts';
import { oneDecimal } from '../../lib/one-decimal.ts';
import { text } from './messages.ts';
import { hoursWords, moneyWords, shareWords } from './report-words.ts';

type Column = { title: string; cell: (figures: ReportFigures, totals: ReportFigures) => string };

export type ReportColumn =
  | 'hours'
  | 'rounded'
  | 'share'
  | 'billable'
  | 'amounts'
  | 'costs'
  | 'profit'
  | 'margin';

/** Everything a line of a report can say. */
export const reportColumns: Record<ReportColumn, Column> = {
  hours: { title: text.hours, cell: ({ minutes }) => hoursWords(minutes) },
  rounded: { title: text.roundedHours, cell: ({ roundedMinutes }) => hoursWords(roundedMinutes) },
  share: { title: text.share, cell: ({ minutes }, totals) => shareWords(minutes, totals.minutes) },
  billable: {
    title: text.billableShare,
    cell: ({ billableMinutes, minutes }) => shareWords(billableMinutes, minutes),
  },
  amounts: { title: text.amount, cell: ({ amounts }) => moneyWords(amounts) },
  costs: { title: text.cost, cell: ({ costs }) => moneyWords(costs) },
  profit: {
    title: text.profit,
    cell: ({ amounts, costs }) => moneyWords(profitOf(amounts ?? [], costs ?? [])),
  },
  margin: {
    title: text.margin,
    cell: ({ amounts, costs }) => {
      const percent = marginPercent(amounts ?? [], costs ?? []);
      return percent === null ? '–' : `${oneDecimal(percent)} %`;
    },
  },
};

/** What the lines of a summary say: money as far as it was asked for and may be seen. */
export function summaryColumns(totals: ReportFigures, isRounded: boolean): ReportColumn[] {
  return [
    'hours',
    ...(isRounded ? (['rounded'] as const) : []),
    'share',
    'billable',
    ...(totals.amounts ? (['amounts'] as const) : []),
    ...(totals.costs ? (['costs'] as const) : []),
  ];
}
