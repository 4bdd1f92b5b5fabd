import type { Report } from '../../entities/report.ts';

/** Colours that are told apart; what comes after is one part. */
const MOST_PARTS = 6;

type ChartPart = { key: string | null; isOther: boolean; minutes: number };
export type ChartColumn = { bucket: string; parts: number[]; total: number };
export type ChartData = { parts: ChartPart[]; columns: ChartColumn[]; highest: number };

/** Stacked columns of a report by bucket and one more group; the parts with the most time first, the same in every column. */
export function chartData(report: Pick<Report, 'lines' | 'groupBy'>, buckets: readonly string[]): ChartData {
  const hasParts = report.groupBy.length > 1;
  const sums = new Map<string | null, number>();
  const cells = new Map<string, Map<string | null, number>>();
  for (const { keys, minutes } of report.lines) {
    if (keys.length !== report.groupBy.length) continue;
    const [bucket, part = null] = keys;
    if (bucket == null) continue;
    sums.set(part, (sums.get(part) ?? 0) + minutes);
    const cell = cells.get(bucket) ?? new Map<string | null, number>();
    cell.set(part, (cell.get(part) ?? 0) + minutes);
    cells.set(bucket, cell);
  }
  const order = [...sums].sort((a, b) => b[1] - a[1]).map(([key]) => key);
  const isCut = order.length > MOST_PARTS;
  const own = isCut ? order.slice(0, MOST_PARTS - 1) : order;
  const sumOf = (keys: readonly (string | null)[]) =>
    keys.reduce((sum, key) => sum + (sums.get(key) ?? 0), 0);
  const parts: ChartPart[] = own.map((key) => ({ key, isOther: false, minutes: sumOf([key]) }));
  if (isCut) parts.push({ key: null, isOther: true, minutes: sumOf(order.slice(own.length)) });
  if (!hasParts && parts.length === 0) parts.push({ key: null, isOther: false, minutes: 0 });
  const columns = buckets.map((bucket) => {
    const cell = cells.get(bucket) ?? new Map<string | null, number>();
    const total = [...cell.values()].reduce((sum, minutes) => sum + minutes, 0);
    const named = own.map((key) => cell.get(key) ?? 0);
    const rest = total - named.reduce((sum, minutes) => sum + minutes, 0);
    return { bucket, parts: isCut ? [...named, rest] : named, total };
  });
  return { parts, columns, highest: Math.max(0, ...columns.map(({ total }) => total)) };
}

/** Which part of a chart something of its group belongs to; null where it is in none. */
export function partIndexOf(parts: readonly ChartPart[], key: string | null): number | null {
  const own = parts.findIndex((part) => !part.isOther && part.key === key);
  const index = own < 0 ? parts.findIndex(({ isOther }) => isOther) : own;
  return index < 0 ? null : index;
}
