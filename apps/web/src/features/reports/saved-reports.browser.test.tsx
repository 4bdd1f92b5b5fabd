import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '../../ui/page.fixture.tsx';
import { ReportsPage } from './reports-page.tsx';
import '../../styles/base.css';

const figures = {
  entries: 0,
  minutes: 0,
  roundedMinutes: 0,
  billableMinutes: 0,
  amounts: null,
  unpricedMinutes: null,
};
const saved = {
  reportID: '0196e78e-8800-74b9-a9be-79cb0bb7fab1',
  name: 'Harbour by month',
  definition: {
    kind: 'summary' as const,
    range: 'lastMonth',
    groupBy: ['client' as const],
    filters: [],
    rounding: null,
    withMoney: false,
  },
  ownerID: 'm1',
  ownerName: 'Ada Lovelace',
  isShared: true,
  isPinned: false,
  link: null,
  version: 3,
};

test('on a phone the buttons stay in one line with the title, also when reports are saved', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(414, 896));
  const { screen } = await openPage(ReportsPage, {
    answers: {
      'POST /Reports/Query': { lines: [], totals: figures, labels: [] },
      'GET /Clients': [],
      'GET /Projects': [],
      'GET /ProjectTypeMaster': [],
      'GET /Activities': [],
      'GET /Tags': [],
      'GET /TeamMember/GetTeam/:id': [],
      'GET /Reports': [saved],
    },
  });
  await expect.element(screen.getByRole('button', { name: '1 saved report' })).toBeVisible();
  await document.fonts.ready;
  const edges = (element: Element) => element.getBoundingClientRect();
  const title = edges(screen.getByRole('heading', { name: 'Reports', level: 1 }).element());
  for (const name of ['Save report', 'Export']) {
    const { top, bottom } = edges(screen.getByRole('button', { name, exact: true }).element());
    // Beside the title, not below it.
    expect(top).toBeLessThan(title.bottom);
    expect(bottom).toBeGreaterThan(title.top);
  }
});
