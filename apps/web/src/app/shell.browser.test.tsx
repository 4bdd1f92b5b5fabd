import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createTimeStore, TimeStoreContext } from '../features/timesheets/time-store.ts';
import { useApp } from '../lib/app-context.ts';
import type { WorkspaceStart } from '../lib/gateway.ts';
import { openPage, startOf } from '../ui/page.fixture.tsx';
import { Shell } from './shell.tsx';

const coming = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock(import('./help/help-dialog.tsx'), async (original) => {
  await coming.promise;
  return original();
});
vi.mock(import('./keys-dialog.tsx'), async (original) => {
  await coming.promise;
  return original();
});
vi.mock(import('./palette.tsx'), async (original) => {
  await coming.promise;
  return original();
});

const start = {
  ...startOf(),
  subscription: { status: 'active', isActive: true, trialEndsAt: null },
} as unknown as WorkspaceStart;

function Page() {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const [store] = useState(() => createTimeStore(session, queryClient));
  return (
    <TimeStoreContext value={store}>
      <Shell />
    </TimeStoreContext>
  );
}

test('what stands in for a dialog that is being fetched bears the name of that dialog', async () => {
  // As wide as shows all of the top line.
  await page.viewport(1200, 800);
  onTestFinished(() => page.viewport(414, 896));
  onTestFinished(() => coming.resolve());
  const { screen } = await openPage(Page, {
    start,
    answers: {
      'GET /Subscription/GetSubscriptionActiveStatus': { isActive: true },
      'GET /TimeSheet/GetPendingTimesheets': [],
      'GET /Timer/Overview': { timer: null, drafts: [], last: null, schedule: [] },
    },
  });
  const help = screen.getByRole('button', { name: 'Help' });
  for (const [opening, name] of [
    [() => help.click(), 'Help'],
    [() => userEvent.keyboard('?'), 'Keyboard shortcuts'],
    [() => userEvent.keyboard('{Control>}k{/Control}'), 'Go to or do'],
  ] as const) {
    await opening();
    await expect.element(screen.getByRole('textbox', { name })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(help).toHaveFocus();
  }
});
