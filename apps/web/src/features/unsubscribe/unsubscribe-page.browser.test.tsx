import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useApp } from '../../lib/app-context.ts';
import { type Answers, openPage, Refusal } from '../../ui/page.fixture.tsx';
import { UnsubscribePage } from './unsubscribe-page.tsx';

beforeEach(() => {
  const { href } = location;
  history.replaceState(null, '', '/unsubscribe/us_acme0001_m1_digests_00');
  onTestFinished(() => history.replaceState(null, '', href));
});

const Page = () => <UnsubscribePage session={useApp().session} />;
const open = (answers: Answers) => openPage(Page, { answers });
const digests = { workspace: 'Acme', what: 'digests' as const, name: null, isOn: true };

test('asks before it ends anything, and says how to get the mails again', async () => {
  const { screen, asked } = await open({
    'GET /Unsubscribe/:token': digests,
    'POST /Unsubscribe/:token': { ...digests, isOn: false },
  });
  await expect.element(screen.getByText(/the weekly digest .* of Acme/)).toBeVisible();
  expect(asked.map(({ key }) => key)).toEqual(['GET /Unsubscribe/:token']);
  await userEvent.click(screen.getByRole('button', { name: 'Stop these mails' }));
  await expect.element(screen.getByRole('heading', { name: 'These mails stop' })).toBeVisible();
  await expect.element(screen.getByText(/settings under Notifications/)).toBeVisible();
  expect(asked.at(-1)).toMatchObject({
    key: 'POST /Unsubscribe/:token',
    params: { token: 'us_acme0001_m1_digests_00' },
  });
});

test('names a report, and says so where it is ended already', async () => {
  const { screen } = await open({
    'GET /Unsubscribe/:token': { ...digests, what: 'report', name: 'Hours of the week', isOn: false },
  });
  await expect
    .element(screen.getByText(/the report “Hours of the week”.*ask whoever sends it/))
    .toBeVisible();
});

test('a link that ends nothing says what to do; a failure can be tried again', async () => {
  let answer: Refusal | typeof digests = new Refusal(503, 'unavailable', 'Away');
  const { screen } = await open({ 'GET /Unsubscribe/:token': () => answer });
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  answer = new Refusal(410, 'gone', 'This link ends no mail any more.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect
    .element(screen.getByRole('heading', { name: 'This link ends no mail any more' }))
    .toBeVisible();
});
