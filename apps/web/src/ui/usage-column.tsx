import { Link } from '@tanstack/react-router';
import { type ReportPlace, reportAddress } from '../lib/report-address.ts';
import type { Column } from './list-page.tsx';

type UsageColumn<Item> = Pick<Column<Item>, 'id' | 'header' | 'isMinor'> & {
  /** How much of this year; null until it is known. */
  figure: (item: Item) => number | null;
  format: (figure: number) => string;
  /** The report behind it. */
  report: (item: Item) => Omit<ReportPlace, 'range'>;
};

/** How much something was used this year, with the report behind it. */
export function usageColumn<Item>({ figure, format, report, ...column }: UsageColumn<Item>): Column<Item> {
  return {
    ...column,
    isNumber: true,
    cell: (item) => {
      const known = figure(item);
      return known === null ? null : (
        <Link to="/reports" search={reportAddress({ range: { kind: 'thisYear' }, ...report(item) }) as never}>
          {format(known)}
        </Link>
      );
    },
    sortValue: (item) => figure(item) ?? 0,
    text: (item) => {
      const known = figure(item);
      return known === null ? '' : format(known);
    },
  };
}
