import { expect, onTestFinished, test } from 'vitest';
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
  seatsPaid: null,
  price: { amount: 950, currency: 'EUR', interval: 'month' as const },
  isConfirming: false,
  owners: [{ name: 'Ada', email: 'ada@example.com' }],
  canManage: true,
};
const answers = {
  'GET /Subscription': subscription,
  'GET /Subscription/Invoices': [],
  'POST /Content': { data: {} },
};
const active = {
  ...subscription,
  status: 'active' as const,
  provider: 'stripe' as const,
  trialEndsAt: null,
  currentPeriodEndsAt: '2026-12-15T00:00:00.000Z',
  seatsPaid: 2,
};
const invoice = {
  id: 'in_1',
  number: 'S-0001',
  createdAt: '2026-11-15T00:00:00.000Z',
  amount: 1900,
  currency: 'EUR',
  status: 'paid',
  url: 'https://invoice.example/in_1',
};

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

test('what a seat costs, how many there are and what is charged next stand there, with the invoices', async () => {
  const { screen } = await openPage(BillingPage, {
    answers: {
      ...answers,
      'GET /Subscription': active,
      'GET /Subscription/Invoices': [invoice],
    },
  });
  await expect.element(screen.getByText('€9.50 a seat and month')).toBeVisible();
  await expect.element(screen.getByText('About €28.50 on 2026-12-15')).toBeVisible();
  await expect.element(screen.getByText(/settled with it/)).toBeVisible();
  await expect.element(screen.getByText('3, 2 of them paid so far')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Open the invoice S-0001' }))
    .toHaveAttribute('href', 'https://invoice.example/in_1');
  await expect.element(screen.getByText('Paid', { exact: true })).toBeVisible();
});

test('fewer people than seats that are paid are told as they are', async () => {
  const { screen } = await openPage(BillingPage, {
    answers: { ...answers, 'GET /Subscription': { ...active, seatsUsed: 2, seatsPaid: 3 } },
  });
  await expect.element(screen.getByText('About €19.00 on 2026-12-15')).toBeVisible();
  await expect.element(screen.getByText('2', { exact: true })).toBeVisible();
  expect(screen.getByText(/paid so far/).elements()).toEqual([]);
});

test('the invoice of a first payment is there once the payment is confirmed', async () => {
  const before = location.href;
  onTestFinished(() => history.replaceState(null, '', before));
  const back = new URL(before);
  back.searchParams.set('checkout', 'done');
  history.replaceState(null, '', back);
  let isPaid = false;
  const { screen } = await openPage(BillingPage, {
    answers: {
      ...answers,
      'GET /Subscription': () =>
        isPaid ? active : { ...subscription, provider: 'stripe' as const, isConfirming: true },
      'GET /Subscription/Invoices': () => (isPaid ? [invoice] : []),
    },
  });
  await expect.element(screen.getByText(/We are confirming your payment/)).toBeVisible();
  await expect.element(screen.getByText(/There is no invoice yet/)).toBeVisible();
  isPaid = true;
  await expect.element(screen.getByRole('link', { name: 'Open the invoice S-0001' })).toBeVisible();
});

test('invoices that cannot be had leave the rest of the page', async () => {
  const { screen } = await openPage(BillingPage, {
    answers: {
      ...answers,
      'GET /Subscription': active,
      'GET /Subscription/Invoices': inTurn(
        new Refusal(403, 'forbidden', 'Only an owner sees the invoices.'),
        [],
      ),
    },
  });
  await expect.element(screen.getByText('About €28.50 on 2026-12-15')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/There is no invoice yet/)).toBeVisible();
});

test('a lapsed subscription says what still works and what is paused', async () => {
  const { screen } = await openPage(BillingPage, {
    answers: {
      ...answers,
      'GET /Subscription': {
        ...active,
        status: 'inactive',
        isActive: false,
        currentPeriodEndsAt: null,
        seatsPaid: null,
      },
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'What still works' })).toBeVisible();
  await expect.element(screen.getByText(/Exporting: CSV/)).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'What is paused' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Subscribe' })).toBeVisible();
});

test('a payment that failed is mended where the card is kept, not by buying again', async () => {
  const { screen, asked } = await openPage(BillingPage, {
    answers: {
      ...answers,
      'GET /Subscription': { ...active, status: 'past_due', graceEndsAt: '2026-12-20T00:00:00.000Z' },
      'POST /Subscription/Portal': new Refusal(502, 'upstream_failed', 'Please try again in a moment.'),
    },
  });
  await screen.getByRole('button', { name: 'Change the card' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  expect(asked.map(({ key }) => key)).toContain('POST /Subscription/Portal');
});
