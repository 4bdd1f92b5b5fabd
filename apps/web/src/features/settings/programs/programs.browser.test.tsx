import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
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
  expect(asked.some(({ key }) => key === 'DELETE /Tokens/:id')).toBe(false);
  await screen.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect.element(screen.getByText('The token Invoices is ended.')).toBeVisible();
});

test('tokens of everybody say whose they are', async () => {
  const team = [{ id: 'm2', firstName: 'Grace', lastName: 'Hopper' }];
  const theirs = answers['GET /Tokens'].map((token) => ({ ...token, teamMemberID: 'm2' }));
  const { screen } = await openPage(ProgramsPage, {
    answers: { ...answers, 'GET /Tokens': theirs, 'GET /TeamMember/GetTeam/:id': team },
  });
  await expect.element(screen.getByText('Invoices')).toBeVisible();
  await expect.element(screen.getByText(/Grace Hopper/)).not.toBeInTheDocument();
  await screen.getByLabelText('Those of everybody').click();
  await expect.element(screen.getByText(/^Grace Hopper · Read/)).toBeVisible();
});

test('a token and a webhook whose answer was lost are asked for under the same key', async () => {
  const lost = () => new Refusal(500, 'internal', 'Something broke.');
  const { screen, asked } = await openPage(ProgramsPage, {
    answers: { ...answers, 'POST /Tokens': lost, 'POST /Webhooks': lost },
  });
  const keysOf = (route: string) =>
    asked.flatMap(({ key, idempotencyKey }) => (key === route ? [idempotencyKey] : []));
  await screen.getByLabelText('What it is for').fill('Export');
  await screen.getByLabelText('Address').fill('https://example.com/new');
  await screen.getByLabelText('budget.alert').click();
  for (const [route, button] of [
    ['POST /Tokens', 'Make a token'],
    ['POST /Webhooks', 'Add webhook'],
  ] as const)
    for (const times of [1, 2]) {
      await screen.getByRole('button', { name: button }).click();
      await expect.poll(() => keysOf(route).length).toBeGreaterThanOrEqual(times);
      await expect.poll(() => new Set(keysOf(route)).size).toBe(1);
    }
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

/** Deliveries of a webhook, the latest first, as the gateway has them: one more with each that is sent again. */
function logOf(count: number) {
  const ids = Array.from({ length: count }, (_, index) => `d${count - index}`);
  const delivery = (deliveryID: string) => ({
    deliveryID,
    event: 'entry.saved',
    status: 'delivered' as const,
    attempts: 1,
    httpStatus: 200,
    error: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    payload: deliveryID,
  });
  return {
    'GET /Webhooks/:id/Deliveries': ({ query }) => {
      const from = query['cursor'] ? ids.indexOf(query['cursor']) + 1 : 0;
      const shown = ids.slice(from, from + 50);
      const isLast = from + 50 >= ids.length;
      return { items: shown.map(delivery), nextCursor: isLast ? null : (shown.at(-1) ?? null) };
    },
    'POST /Webhooks/Deliveries/:id/Replay': () => {
      ids.unshift(`d${ids.length + 1}`);
      return {};
    },
  } satisfies Answers;
}

const payloadsIn = (dialog: Element) => Array.from(dialog.querySelectorAll('pre'), (pre) => pre.textContent);

test('deliveries of long ago are reached, page by page; by keys one reads on where they begin', async () => {
  const { screen } = await openPage(ProgramsPage, { answers: { ...answers, ...logOf(101) } });
  await screen.getByRole('button', { name: /^Deliveries to/ }).click();
  const older = screen.getByRole('button', { name: 'Show older ones' });
  const dialog = screen.getByRole('dialog').element();
  for (const first of ['"d51"', '"d1"']) {
    await expect.element(older).toBeVisible();
    (older.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => document.activeElement?.querySelector('pre')?.textContent).toBe(first);
    expect(dialog.contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.localName).toBe('li');
  }
  await expect.element(older).not.toBeInTheDocument();
  expect(payloadsIn(dialog)).toHaveLength(101);
});

test('older deliveries that could not be read are said so, and asked for again', async () => {
  const log = logOf(51);
  let isDown = true;
  const { screen } = await openPage(ProgramsPage, {
    answers: {
      ...answers,
      'GET /Webhooks/:id/Deliveries': (one) =>
        one.query['cursor'] && isDown
          ? new Refusal(400, 'validation_failed', 'This is not a place in the log.')
          : log['GET /Webhooks/:id/Deliveries'](one),
    },
  });
  await screen.getByRole('button', { name: /^Deliveries to/ }).click();
  await screen.getByRole('button', { name: 'Show older ones' }).click();
  await expect.element(screen.getByText('This is not a place in the log.')).toBeVisible();
  isDown = false;
  await screen.getByRole('button', { name: 'Show older ones' }).click();
  await expect.poll(() => payloadsIn(screen.getByRole('dialog').element())).toHaveLength(51);
  await expect.element(screen.getByText('This is not a place in the log.')).not.toBeInTheDocument();
});

test('sending again hides no delivery of the pages that are shown', async () => {
  const { screen } = await openPage(ProgramsPage, { answers: { ...answers, ...logOf(51) } });
  await screen.getByRole('button', { name: /^Deliveries to/ }).click();
  await screen.getByRole('button', { name: 'Show older ones' }).click();
  const dialog = screen.getByRole('dialog').element();
  await expect.poll(() => payloadsIn(dialog)).toHaveLength(51);
  await screen.getByRole('button', { name: 'Send again' }).first().click();
  await expect.element(screen.getByText('It is sent again.')).toBeVisible();
  const all = Array.from({ length: 52 }, (_, index) => `"d${52 - index}"`);
  await expect.poll(() => payloadsIn(dialog)).toEqual(all);
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

test('a webhook is changed where it is, and asked about before it goes', async () => {
  const { screen, asked } = await openPage(ProgramsPage, {
    answers: { ...answers, 'PUT /Webhooks/:id': hook, 'DELETE /Webhooks/:id': { webhookID: 'w1' } },
  });
  const choose = async (item: string) => {
    await screen.getByRole('button', { name: `Actions for ${hook.url}` }).click();
    await screen.getByRole('menuitem', { name: item }).click();
  };
  await choose('Change');
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('project.changed').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Choose at least one.')).toBeVisible();
  await dialog.getByLabelText('entry.saved').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const changed = asked.find(({ key }) => key === 'PUT /Webhooks/:id');
  expect(changed?.body).toEqual({ url: hook.url, events: ['entry.saved'], version: 1 });
  await choose('Remove');
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(asked.some(({ key }) => key === 'DELETE /Webhooks/:id')).toBe(false);
  await choose('Remove');
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(screen.getByText('The webhook is removed.')).toBeVisible();
});

test('a member has tokens and a calendar of their own, and no webhooks', async () => {
  const { screen } = await openPage(ProgramsPage, { answers, start: startOf({ role: 'member' }) });
  await expect.element(screen.getByRole('heading', { name: 'Access tokens' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Webhooks' })).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('Those of everybody')).not.toBeInTheDocument();
});
