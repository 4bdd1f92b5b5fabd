import { monthOf, type RangeChoice } from '@stint/domain/time/date-range.ts';
import { isDateGroup, type ReportGroup } from '@stint/domain/time/report.ts';
import { weekStartOf } from '@stint/domain/time/week.ts';
import type { ReportFilter, ReportQuestion } from '../../entities/report.ts';
import type { LinePart } from './report-view.ts';

type Which = { from: string; to: string; filters: readonly ReportFilter[] };

/** The entries of one line: those of the whole report, narrowed by each of its keys. */
export function entriesOfLine(which: Which, parts: readonly LinePart[]): Which {
  return parts.reduce<Which>((narrowed, { group, key }) => narrow(narrowed, group, key), which);
}

/** The groups of a line by its keys; the sum of a row says nothing of its column. */
export function partsOf(groupBy: readonly ReportGroup[], keys: readonly (string | null)[]): LinePart[] {
  return keys.flatMap((key, level) => {
    const group = groupBy[level];
    return group === undefined || (key === null && isDateGroup(group)) ? [] : [{ group, key }];
  });
}

/** The same dates as a choice of the address. */
export function rangeOf({ from, to }: Pick<ReportQuestion, 'from' | 'to'>): RangeChoice {
  return { kind: 'custom', from, to };
}

function narrow(which: Which, group: ReportGroup, key: string | null): Which {
  const filter = (one: ReportFilter): Which => ({ ...which, filters: [...which.filters, one] });
  switch (group) {
    case 'day':
      return key === null ? which : between(which, key, key);
    case 'week':
      return key === null ? which : between(which, weekStartOf(key), key);
    case 'month': {
      if (key === null) return which;
      const { from, to } = monthOf(`${key}-01`);
      return between(which, from, to);
    }
    case 'billable':
      return filter({ field: 'billable', is: 'is', value: key === 'true' });
    case 'status':
      return filter({ field: 'status', is: 'is', values: [key as 'open'] });
    default:
      return filter(
        key === null ? { field: group, is: 'isEmpty' } : { field: group, is: 'is', values: [key] },
      );
  }
}

function between({ from, to, filters }: Which, first: string, last: string): Which {
  return { from: first > from ? first : from, to: last < to ? last : to, filters };
}
