import { FIRST_FORMATS } from '@stint/domain/workspace/formats.ts';
import { expect, test } from 'vitest';
import { openSitePage } from '../../ui/page.fixture.tsx';
import { SharedReportPage } from './shared-report-page.tsx';

test('a process of the release before does not say how the workspace writes: the report is shown all the same', async () => {
  const totals = { minutes: 450, roundedMinutes: null, billableMinutes: null, amounts: null };
  const { screen } = await openSitePage(SharedReportPage, {
    'GET /SharedReport/:token': {
      name: 'Harbour by month',
      workspace: 'Acme',
      logo: null,
      kind: 'summary',
      range: 'lastMonth',
      from: '2026-10-01',
      to: '2026-10-31',
      groupBy: ['client'],
      columns: ['hours'],
      labels: [],
      lines: [],
      totals,
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Harbour by month' })).toBeVisible();
  await expect.element(screen.getByText('7:30')).toBeVisible();
});

test('a table by date whose link shows rounded hours alone has these in every cell, most of them first', async () => {
  const line = (keys: (string | null)[], roundedMinutes: number) => ({
    keys,
    minutes: null,
    roundedMinutes,
    billableMinutes: null,
    amounts: null,
  });
  const { screen } = await openSitePage(SharedReportPage, {
    'GET /SharedReport/:token': {
      name: 'A week',
      workspace: 'Acme',
      logo: null,
      formats: FIRST_FORMATS,
      kind: 'pivot',
      range: '2026-10-05~2026-10-07',
      from: '2026-10-05',
      to: '2026-10-07',
      groupBy: ['day', 'client'],
      columns: ['rounded'],
      labels: [{}, { a: 'Acorn', z: 'Zenith' }],
      lines: [
        line(['2026-10-05'], 60),
        line(['2026-10-05', 'a'], 15),
        line(['2026-10-05', 'z'], 45),
        line(['2026-10-06'], 105),
        line(['2026-10-06', 'z'], 105),
      ],
      totals: line([], 165),
    },
  });
  const cells = () =>
    screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map(({ children }) => Array.from(children, ({ textContent }) => textContent));
  await expect.poll(cells).toEqual([
    ['Zenith', '0:45', '1:45', '–', '2:30'],
    ['Acorn', '0:15', '–', '–', '0:15'],
    ['Total', '1:00', '1:45', '–', '2:45'],
  ]);
});
