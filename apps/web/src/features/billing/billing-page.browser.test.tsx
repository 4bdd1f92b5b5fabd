import { expect, test } from 'vitest';
import { inTurn, later, openPage, Refusal } from '../../ui/page.fixture.tsx';
import { BillingPage } from './billing-page.tsx';

const subscription = {
  status: 'trial' as const,
  isActive: true,
  provider: 'simulated' as const,
  trialEndsAt: '2026-12-01T00:00:00.000Z',
  currentPeriodEndsAt: null,
  graceEndsAt: null,
  cancelAtPeriodEnd: false,
  seatsUsed: 3,
  isConfirming: false,
  owners: [{ name: 'Ada', email: 'ada@example.com' }],
  canManage: true,
};
const answers = { 'GET /Subscription': subscription, 'POST /Content': { data: {} } };

test('the subscription is loading, then there', async () => {
  const state = later<typeof subscription>();
  const { screen } = await openPage(BillingPage, {
    answers: { ...answers, 'GET /Subscription': () => state.answer },
  });
  await expect.element(screen.getByText('Loading…')).toBeInTheDocument();
  state.give(subscription);
  await expect.element(screen.getByText('The trial ends on 2026-12-01.')).toBeVisible();
});

test('a subscription that cannot be had says why and can be asked for again', async () => {
  const { screen } = await openPage(BillingPage, {
    answers: {
      ...answers,
      'GET /Subscription': inTurn(new Refusal(403, 'forbidden', 'Not for you.'), subscription),
    },
  });
  await expect.element(screen.getByText('Not for you.')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Trial', { exact: true })).toBeVisible();
});

test('what a simulated payment changes is shown at once; a refused one says why', async () => {
  let isRefused = true;
  const { screen } = await openPage(BillingPage, {
    answers: {
      ...answers,
      'POST /Subscription/Simulate': () =>
        isRefused
          ? new Refusal(403, 'forbidden', 'Only an owner pays.')
          : { ...subscription, status: 'past_due', trialEndsAt: null },
    },
  });
  const pay = screen.getByRole('button', { name: 'Simulate a payment' });
  await pay.click();
  await expect.element(screen.getByText('Only an owner pays.')).toBeVisible();
  isRefused = false;
  await pay.click();
  await expect.element(screen.getByText('Payment is due')).toBeVisible();
});

test('who may not manage it learns whom to ask', async () => {
  const { screen } = await openPage(BillingPage, {
    answers: { ...answers, 'GET /Subscription': { ...subscription, canManage: false } },
  });
  await expect.element(screen.getByRole('link', { name: 'ada@example.com' })).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});
