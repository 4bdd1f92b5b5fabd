import { addDays, addMonths } from '@stint/domain/time/plain-date.ts';
import type { ReportGroup } from '@stint/domain/time/report.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import type { Answer } from '../../shared/answer.ts';
import { labelOf } from './line-table.ts';
import { type Chart, MOST_PARTS } from './pdf/chart.ts';
import { type FileLanguage, words } from './words.ts';

type Bucket = Extract<ReportGroup, 'day' | 'week' | 'month'>;
type Range = { from: string; to: string };

const dayMs = 24 * 60 * 60_000;

/** Days of a month, weeks of half a year, then months. */
function bucketOf({ from, to }: Range): Bucket {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days <= 31) return 'day';
  return days <= 182 ? 'week' : 'month';
}

function bucketsOf({ from, to }: Range, bucket: Bucket): string[] {
  const names: string[] = [];
  if (bucket === 'month') {
    for (let at = `${from.slice(0, 7)}-01`; at <= to; at = addMonths(at, 1)) names.push(at.slice(0, 7));
    return names;
  }
  const [first, last] = bucket === 'week' ? [weekEndOf(from), weekEndOf(to)] : [from, to];
  for (let at = first; at <= last; at = addDays(at, bucket === 'week' ? 7 : 1)) names.push(at);
  return names;
}

/** What a chart of a report asks for: its time, by the first group that is no date. */
export function chartGroups(range: Range, groupBy: readonly ReportGroup[]): ReportGroup[] {
  const part = groupBy.find((group) => !['day', 'week', 'month'].includes(group));
  return [bucketOf(range), ...(part ? [part] : [])];
}

/** A report by time as columns; the parts with the most time first, all others together. */
export function chartOf(report: Answer<'POST /Reports/Query'>, language: FileLanguage): Chart {
  const say = words[language];
  const bucket = report.groupBy[0] as Bucket;
  const sums = new Map<string | null, number>();
  const cells = new Map<string, number>();
  for (const { keys, minutes } of report.lines) {
    if (keys.length !== report.groupBy.length) continue;
    const part = keys[1] ?? null;
    sums.set(part, (sums.get(part) ?? 0) + minutes);
    const cell = JSON.stringify([keys[0], part]);
    cells.set(cell, (cells.get(cell) ?? 0) + minutes);
  }
  const order = [...sums].sort((one, other) => other[1] - one[1]).map(([key]) => key);
  const own = order.length > MOST_PARTS ? order.slice(0, MOST_PARTS - 1) : order;
  const others = order.slice(own.length);
  const label = labelOf(report, language);
  const at = (name: string, part: string | null) => cells.get(JSON.stringify([name, part])) ?? 0;
  return {
    title: say.over,
    parts: [...own.map((key) => label(1, key)), ...(others.length > 0 ? [say.other] : [])],
    bars: bucketsOf(report, bucket).map((name) => ({
      label: bucket === 'month' ? name : name.slice(5),
      minutes: [
        ...own.map((part) => at(name, part)),
        ...(others.length > 0 ? [others.reduce((sum, part) => sum + at(name, part), 0)] : []),
      ],
    })),
  };
}
