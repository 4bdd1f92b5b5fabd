import { expect, test } from 'vitest';
import { reportAddress } from '../../lib/report-address.ts';
import { readReportView } from './report-view.ts';

const id = '01a203bd-21b8-7645-b6e8-5bd91c766fe2';

test('a figure of another page leads to the report behind it', () => {
  const address = reportAddress({
    range: { kind: 'custom', from: '2026-01-01', to: '2026-11-30' },
    by: ['person', 'activity'],
    only: { field: 'project', id },
    billable: true,
    withMoney: true,
    entries: true,
  });
  expect(readReportView(address)).toMatchObject({
    range: { kind: 'custom', from: '2026-01-01', to: '2026-11-30' },
    groupBy: ['person', 'activity'],
    filters: [
      { field: 'project', is: 'is', values: [id] },
      { field: 'billable', is: 'is', value: true },
    ],
    withMoney: true,
    show: 'entries',
  });
});

test('a figure without groups leads to a report without groups', () => {
  expect(readReportView(reportAddress({ range: { kind: 'thisWeek' }, by: [] }))).toMatchObject({
    range: { kind: 'thisWeek' },
    groupBy: [],
    filters: [],
    show: 'lines',
  });
});
