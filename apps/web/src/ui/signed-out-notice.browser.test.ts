import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { SessionEndedError } from '../lib/api-error.ts';
import { makeCalls } from '../lib/calls.ts';
import { startPageSession } from '../lib/page-session.ts';
import { serve, settings } from './page.fixture.tsx';
import { signIn } from './signed-in.fixture.ts';
import { showSomebodyElseNotice } from './signed-out-notice.tsx';

test('a page on which nobody types notices that another person signed in: it sends nothing, asks, and goes on once its own is back', async () => {
  const { asked } = serve({ 'GET /Clients': [] });
  const notice = page.getByText(/Another person is signed in in this browser now/);
  signIn('ada');
  const session = startPageSession({
    settings,
    makeCalls,
    signInAgain: () => '/signin',
    stop: async () => {},
    sayHeld: async () => () => {},
    saySomebodyElse: async (address) => showSomebodyElseNotice(address),
  });
  onTestFinished(() => session.auth.close());
  session.claim();
  await session.call('GET /Clients', {});
  const tabs = new BroadcastChannel('latchkey.acme0001');
  onTestFinished(() => tabs.close());
  signIn('grace');
  for (let tries = 0; tries < 2; tries += 1)
    await expect(session.call('GET /Clients', {})).rejects.toThrow(SessionEndedError);
  expect(asked).toHaveLength(1);
  await expect.element(notice).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open it as them' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Sign in in a new tab' }))
    .toHaveAttribute('href', '/signin');
  signIn('ada', tabs);
  await session.call('GET /Clients', {});
  expect(asked).toHaveLength(2);
  await expect.element(notice).not.toBeInTheDocument();
});
