import { expect, test } from 'vitest';
import { type ReportView, readReportView, reportSearchOf } from './report-view.ts';

const one = '0196e78e-8800-74b9-a9be-79cb0bb7faee';
const other = '0196e78e-8800-74b9-a9be-79cb0bb7faef';
const start = readReportView({});

const views: Record<string, Partial<ReportView>> = {
  'what everybody begins with': {},
  'another range': { range: { kind: 'lastMonth' } },
  'dates of one’s own': { range: { kind: 'custom', from: '2026-01-01', to: '2026-02-03' } },
  'the last so many days': { range: { kind: 'rolling', days: 90 } },
  'no groups': { groupBy: [] },
  'three groups': { groupBy: ['person', 'week', 'tag'] },
  'rounding, money, entries': {
    rounding: { stepMinutes: 15, direction: 'nearest', scope: 'dayProject' },
    withMoney: true,
    show: 'entries',
  },
  'every kind of filter': {
    filters: [
      { field: 'project', is: 'isNot', values: [one, other] },
      { field: 'client', is: 'isEmpty' },
      { field: 'status', is: 'is', values: ['open', 'pending'] },
      { field: 'billable', is: 'is', value: false },
      { field: 'comment', is: 'contains', text: 'a.b; c=%d 🛠' },
    ],
  },
};

test.each(Object.entries(views))('%s comes back from the address as it was', (_name, changed) => {
  const view = { ...start, ...changed };
  expect(readReportView(reportSearchOf(view))).toEqual(view);
});

test('the address of what everybody begins with is empty', () => {
  expect(reportSearchOf(start)).toEqual({});
});

test.each([
  { range: 'someday' },
  { by: 'colour.size' },
  { where: 'project.is.x;status.is.done;colour.is.red;billable.is.maybe;client.is.' },
  { round: '0.up.entry' },
  { round: '15.sideways.entry' },
  { money: 'yes' },
  { show: 'everything' },
])('%j makes no sense and changes nothing but itself', (search) => {
  const view = readReportView(search);
  expect({ ...view, groupBy: start.groupBy }).toEqual(start);
});
