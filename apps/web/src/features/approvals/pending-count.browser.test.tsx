import { expect, onTestFinished, test, vi } from 'vitest';
import { openPage } from '../../ui/page.fixture.tsx';
import { PendingCount } from './pending-count.tsx';

test('how many weeks wait is asked for by itself, without the weeks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { screen, asked } = await openPage(PendingCount, {
    answers: {
      'GET /TimeSheet/GetPendingTimesheets': () =>
        Response.json([{ teamMemberID: 'm2' }], { headers: { 'x-total-count': '215' } }),
    },
  });
  vi.advanceTimersByTime(2_000);
  vi.useRealTimers();
  await expect.element(screen.getByText('215 weeks waiting')).toBeInTheDocument();
  expect(asked.map(({ key, query }) => [key, query])).toEqual([
    ['GET /TimeSheet/GetPendingTimesheets', { size: '1' }],
  ]);
});
