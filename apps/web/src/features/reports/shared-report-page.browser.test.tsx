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
