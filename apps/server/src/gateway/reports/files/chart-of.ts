import type { DateRange } from '@stint/domain/time/date-range.ts';
import { isDateGroup, type ReportGroup } from '@stint/domain/time/report.ts';
import { type Bucket, bucketOf, bucketsOf } from '@stint/domain/time/report-pivot.ts';
import type { Writer } from '@stint/domain/workspace/writer.ts';
import type { Answer } from '../../shared/answer.ts';
import { labelOf } from './line-table.ts';
import { type Chart, MOST_PARTS } from './pdf/chart.ts';
import { type FileLanguage, words } from './words.ts';

/** What a chart of a report asks for: its time, by the first group that is no date. */
export function chartGroups(range: DateRange, groupBy: readonly ReportGroup[]): ReportGroup[] {
  const part = groupBy.find((group) => !isDateGroup(group));
  return [bucketOf(range), ...(part ? [part] : [])];
}

type ChartForm = { language: FileLanguage; writer: Writer };

/** A report by time as columns; the parts with the most time first, all others together. */
export function chartOf(report: Answer<'POST /Reports/Query'>, { language, writer }: ChartForm): Chart {
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
    hours: writer.hours,
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
