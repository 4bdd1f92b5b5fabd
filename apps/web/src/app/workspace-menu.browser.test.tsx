import { expect, test } from 'vitest';
import { openPage, startOf } from '../ui/page.fixture.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

const DAY = 24 * 60 * 60_000;

function open(role: string, subscription: { status: string; trialEndsAt: string | null }) {
  return openPage(WorkspaceMenu, {
    answers: {},
    start: { ...startOf({ role }), subscription: { isActive: true, ...subscription } },
  });
}

test('the days that are left of a trial stand below the name; the owner finds the way to pay', async () => {
  const trialEndsAt = new Date(Date.now() + 9 * DAY - 60_000).toISOString();
  const { screen } = await open('owner', { status: 'trial', trialEndsAt });
  await expect.element(screen.getByText('Trial: 9 days left')).toBeVisible();
  await screen.getByText('Acme', { exact: true }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Billing' })).toBeVisible();
});

test('where a subscription runs the address stands there; who is no owner is not led to the bill', async () => {
  const { screen } = await open('member', { status: 'active', trialEndsAt: null });
  await expect.element(screen.getByText('acme', { exact: true })).toBeVisible();
  await screen.getByText('Acme', { exact: true }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Switch workspace' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'Billing' })).not.toBeInTheDocument();
});
