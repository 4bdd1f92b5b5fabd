import type { RangeChoice } from '@stint/domain/time/date-range.ts';
import { isGrouped, type ReportGroup } from '@stint/domain/time/report.ts';
import { weekLabel } from '@stint/domain/time/week.ts';
import { formatHours } from '../../lib/hours.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneDecimal } from '../../lib/one-decimal.ts';
import { text } from './messages.ts';
import type { ReportView } from './report-view.ts';

type FullDate = (date: string | null) => string;

/** The range as people say it. */
export function rangeWords(range: RangeChoice, fullDate: FullDate): string {
  if (range.kind === 'rolling') return text.rolling(range.days);
  if (range.kind === 'custom') return text.between(fullDate(range.from), fullDate(range.to));
  return text.ranges[range.kind];
}

/** Range and grouping as one sentence: "This month, by client, project · 2 filters". */
export function sentenceOf(
  { kind, range, groupBy, filters, rounding }: ReportView,
  fullDate: FullDate,
): string {
  const groups = text.by(groupBy.map((group) => text.groups[group]));
  const more = [
    ...(filters.length > 0 ? [text.filtered(filters.length)] : []),
    ...(rounding ? [text.rounded(rounding.stepMinutes, rounding.direction, rounding.scope)] : []),
  ];
  if (kind === 'budget') return text.kinds.budget;
  if (!isGrouped(kind)) return `${text.kinds[kind]}, ${rangeWords(range, fullDate)}`;
  const first = kind === 'summary' ? [] : [text.kinds[kind]];
  return [...first, `${rangeWords(range, fullDate)}, ${groups}`, ...more].join(' · ');
}

/** What a key of a line stands for. */
export function labelOf(
  group: ReportGroup,
  key: string | null,
  labels: Readonly<Record<string, string>>,
  fullDate: FullDate,
): string {
  const none: Partial<Record<ReportGroup, string>> = text.none;
  if (key === null) return none[group] ?? text.empty;
  if (group === 'day') return fullDate(key);
  if (group === 'week') return weekLabel(key);
  if (group === 'month') return key;
  if (group === 'billable') return key === 'true' ? text.billable : text.nonBillable;
  if (group === 'status') return text.statuses[key as keyof typeof text.statuses] ?? key;
  return labels[key] ?? text.gone;
}

/** Amounts of each currency, as the workspace writes numbers. */
export function moneyWords(amounts: readonly { currency: string; amount: number }[] | null): string {
  if (!amounts || amounts.length === 0) return '–';
  return amounts.map(({ currency, amount }) => formatMoney(amount, currency)).join(' + ');
}

/** A share in percent with one decimal. */
export function shareWords(part: number, whole: number): string {
  return whole > 0 ? `${oneDecimal((part / whole) * 100)} %` : '–';
}

/** Hours of a line; nothing is a dash. */
export function hoursWords(minutes: number): string {
  return minutes === 0 ? '–' : formatHours(minutes);
}
