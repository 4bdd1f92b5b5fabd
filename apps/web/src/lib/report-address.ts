import { formatRangeChoice, type RangeChoice } from '@stint/domain/time/date-range.ts';
import type { ReportGroup } from '@stint/domain/time/report.ts';

/** The report that a figure elsewhere leads to. */
export type ReportPlace = {
  range: RangeChoice;
  by: readonly ReportGroup[];
  /** Only time of one thing. */
  only?: { field: 'client' | 'project' | 'person' | 'activity'; id: string };
  /** Only billable time, or only the other. */
  billable?: boolean;
  withMoney?: boolean;
  /** The entries instead of the lines. */
  entries?: boolean;
};

/** What the address of `/reports` holds for it; the reports' own test reads it. */
export function reportAddress(place: ReportPlace): Record<string, string> {
  const { only, billable } = place;
  const where = [
    ...(only ? [`${only.field}.is.${only.id}`] : []),
    ...(billable === undefined ? [] : [`billable.is.${billable}`]),
  ];
  return {
    range: formatRangeChoice(place.range),
    by: place.by.join('.') || 'none',
    ...(where.length > 0 ? { where: where.join(';') } : {}),
    ...(place.withMoney ? { money: '1' } : {}),
    ...(place.entries ? { show: 'entries' } : {}),
  };
}
