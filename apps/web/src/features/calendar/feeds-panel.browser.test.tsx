import { expect, test } from 'vitest';
import { openPage } from '../../ui/page.fixture.tsx';
import { FeedsPanel } from './feeds-panel.tsx';

test('a calendar of which not all events are shown says how many are left out', async () => {
  const feed = { host: 'example.com', isFetching: false, fetchedAt: '2026-11-20T08:00:00Z', problem: null };
  const { screen } = await openPage(() => <FeedsPanel onClose={() => {}} />, {
    answers: {
      'GET /EventFeeds': [
        { ...feed, eventFeedID: 'f1', name: 'Busy', eventsLeftOut: 12 },
        { ...feed, eventFeedID: 'f2', name: 'Quiet', eventsLeftOut: 0 },
      ],
    },
  });
  const toldOf = (name: string) =>
    screen.getByRole('listitem').filter({ hasText: name }).getByRole('status').element().textContent;
  await expect.element(screen.getByText('Busy')).toBeVisible();
  expect(toldOf('Busy')).toMatch(/^Read .*\. 12 events far from today are not shown: there are too many\.$/);
  expect(toldOf('Quiet')).toMatch(/^Read [^.]*$/);
});
