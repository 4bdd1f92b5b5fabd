import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { createTimeStore, TimeStoreContext } from '../features/timesheets/time-store.ts';
import { useApp } from '../lib/app-context.ts';
import type { WorkspaceStart } from '../lib/gateway.ts';
import { invalidate } from '../lib/invalidate.ts';
import { openPage, Refusal, startOf } from '../ui/page.fixture.tsx';
import { Banners } from './banners.tsx';

const start = {
  ...startOf(),
  subscription: { isActive: true, trialEndsAt: null },
} as unknown as WorkspaceStart;
const week = { teamMemberID: 'm1', weekEndDate: '2026-11-22' };
const edit = {
  timesheetID: '0196e78e-8800-74b9-a9be-79cb0bb7fab1',
  version: null,
  projectID: '0196e78e-8800-74b9-a9be-79cb0bb7fab2',
  activityID: null,
  projectName: 'Pier',
  clientName: null,
  activityName: null,
  workDate: '2026-11-20',
  minutes: 60,
  comment: '',
  isDeleted: false,
};

/** What is typed, and what the feed tells, without the rest of the workspace. */
function Page() {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const [store] = useState(() => createTimeStore(session, queryClient));
  useEffect(() => store.begin(), [store]);
  return (
    <TimeStoreContext value={store}>
      <Banners />
      <button type="button" onClick={() => store.queue.put(week, [edit])}>
        An hour
      </button>
      <button type="button" onClick={() => void invalidate(queryClient, 'subscription')}>
        Paid
      </button>
    </TimeStoreContext>
  );
}

afterEach(() => localStorage.clear());

test('a subscription that has ended is said on every page, with the way to pay', async () => {
  const { screen } = await openPage(Page, {
    start,
    answers: { 'GET /Subscription/GetSubscriptionActiveStatus': { isActive: false } },
  });
  await expect.element(screen.getByText(/subscription of this workspace is not active/)).toBeVisible();
  await expect.element(screen.getByRole('link')).toHaveAttribute('href', '/billing');
});

test('an owner sees on every page from when on old time is removed, with the way there', async () => {
  const { screen } = await openPage(Page, {
    start: { ...start, retentionBeginsAt: '2027-01-15T12:00:00.000Z' } as WorkspaceStart,
    answers: { 'GET /Subscription/GetSubscriptionActiveStatus': { isActive: true } },
  });
  await expect.element(screen.getByText(/2027-01-15/)).toBeVisible();
  await expect.element(screen.getByRole('link')).toHaveAttribute('href', '/settings/data');
});

test('what was refused while it had ended is stored as soon as it is paid, without being typed again', async () => {
  let isActive = true;
  let isStored = false;
  const { screen, asked } = await openPage(Page, {
    start,
    answers: {
      'GET /Subscription/GetSubscriptionActiveStatus': () => ({ isActive }),
      'PUT /TimeSheet/SaveWeek': () => {
        if (!isActive) return new Refusal(402, 'subscription_inactive', 'The subscription has ended.');
        isStored = true;
        return { week, entries: [], locked: [], expectedMinutes: [] } as never;
      },
    },
  });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  isActive = false;
  await screen.getByRole('button', { name: 'An hour' }).click();
  await expect.element(screen.getByText(/subscription of this workspace is not active/)).toBeVisible();
  expect(isStored).toBe(false);
  isActive = true;
  await screen.getByRole('button', { name: 'Paid' }).click();
  await expect.poll(() => isStored).toBe(true);
  await expect
    .element(screen.getByText(/subscription of this workspace is not active/))
    .not.toBeInTheDocument();
});
