import { expect, test } from 'vitest';
import { type Answers, openPage, Refusal, startOf } from '../../../ui/page.fixture.tsx';
import { ProgramsPage } from './programs-page.tsx';

const hook = {
  webhookID: 'w1',
  url: 'https://example.com/hook',
  events: ['project.changed' as const],
  isActive: true,
  lastDeliveredAt: null,
  failuresInARow: 2,
  disabledReason: null,
  version: 1,
};
const answers = {
  'GET /Tokens': [
    {
      tokenID: 't1',
      name: 'Invoices',
      scopes: ['read'],
      expiresAt: '2027-01-01T00:00:00.000Z',
      lastUsedAt: null,
      revokedAt: null,
    },
  ],
  'GET /Calendar': { isActive: false, createdAt: null, lastUsedAt: null },
  'GET /Webhooks': [hook],
} satisfies Answers;

test('a token is shown once, and ended', async () => {
  const { screen, asked } = await openPage(ProgramsPage, {
    answers: { ...answers, 'POST /Tokens': { token: 'stint_secret' }, 'DELETE /Tokens/:id': {} },
  });
  await expect.element(screen.getByText(/last used never/)).toBeVisible();
  await screen.getByRole('button', { name: 'Make a token' }).click();
  await expect.element(screen.getByText('Enter what the token is for.')).toBeVisible();
  expect(asked.some(({ key }) => key === 'POST /Tokens')).toBe(false);
  await screen.getByLabelText('What it is for').fill('Export');
  await screen.getByRole('button', { name: 'Make a token' }).click();
  await expect.element(screen.getByText('stint_secret')).toBeVisible();
  await screen.getByRole('button', { name: 'End the token Invoices' }).click();
  await expect.element(screen.getByText('The token Invoices is ended.')).toBeVisible();
});

test('the calendar has an address that is shown once', async () => {
  const { screen } = await openPage(ProgramsPage, {
    answers: { ...answers, 'POST /Calendar': { url: 'https://example.com/secret.ics' } },
  });
  await screen.getByRole('button', { name: 'Make an address' }).click();
  await expect.element(screen.getByText('https://example.com/secret.ics')).toBeVisible();
});

test('what was sent to a webhook is read and sent again', async () => {
  const { screen, asked } = await openPage(ProgramsPage, {
    answers: {
      ...answers,
      'GET /Webhooks/:id/Deliveries': {
        items: [
          {
            deliveryID: 'd1',
            event: 'project.changed',
            status: 'failed',
            attempts: 3,
            httpStatus: 500,
            error: null,
            createdAt: '2026-11-20T10:00:00.000Z',
            payload: { id: 'p1' },
          },
        ],
        nextCursor: null,
      },
      'POST /Webhooks/Deliveries/:id/Replay': {},
    },
  });
  await screen.getByRole('button', { name: /^Deliveries to/ }).click();
  await expect.element(screen.getByText('Failed')).toBeVisible();
  await screen.getByRole('button', { name: 'Send again' }).click();
  await expect.element(screen.getByText('It is sent again.')).toBeVisible();
  expect(asked.some(({ key }) => key === 'POST /Webhooks/Deliveries/:id/Replay')).toBe(true);
});

test('a refused webhook keeps its address and says why', async () => {
  const { screen } = await openPage(ProgramsPage, {
    answers: {
      ...answers,
      'POST /Webhooks': new Refusal(400, 'validation_failed', 'This address is not public.'),
    },
  });
  await screen.getByRole('button', { name: 'Add webhook' }).click();
  await expect.element(screen.getByText(/begins with https/)).toBeVisible();
  await screen.getByLabelText('Address').fill('https://10.0.0.1/hook');
  await screen.getByLabelText('budget.alert').click();
  await screen.getByRole('button', { name: 'Add webhook' }).click();
  await expect.element(screen.getByText('This address is not public.')).toBeVisible();
  await expect.element(screen.getByLabelText('Address')).toHaveValue('https://10.0.0.1/hook');
});

test('a member has tokens and a calendar of their own, and no webhooks', async () => {
  const { screen } = await openPage(ProgramsPage, { answers, start: startOf({ role: 'member' }) });
  await expect.element(screen.getByRole('heading', { name: 'Access tokens' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Webhooks' })).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('Those of everybody')).not.toBeInTheDocument();
});
