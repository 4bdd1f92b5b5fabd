import { expect, onTestFinished, test } from 'vitest';
import { SessionEndedError } from '../lib/api-error.ts';
import { makeCalls } from '../lib/calls.ts';
import { createSession } from '../lib/session.ts';
import { serve, settings } from './page.fixture.tsx';
import { signIn } from './signed-in.fixture.ts';

/** What the gateway says of a session that is over. */
const over = () => new Response('Please re-login.', { status: 401 });

/** A page whose session is over as soon as its person signs out; the provider takes its time to say so. */
function openPage() {
  const { promise: said, resolve: say } = Promise.withResolvers<void>();
  serve({
    'GET /Clients': over,
    'GET /v0/auth/refresh': () => new Response('{}', { status: 401 }),
    'GET /v0/auth/logout': async () => {
      await said;
      return new Response('{"message":"OK","redirectTo":"/"}', {
        headers: { 'content-type': 'application/json' },
      });
    },
  });
  signIn('ada');
  const ends: string[] = [];
  const events = {
    onSessionEnded: (how: string) => void ends.push(how),
    onSomebodyElse() {},
    onUnauthorized() {},
  };
  const session = createSession(settings, events, makeCalls);
  onTestFinished(() => session.auth.close());
  return { session, ends, say };
}

test('what is refused while its person signs out is no end of its own: the page goes where it was sent', async () => {
  const { session, ends, say } = openPage();
  const leaving = session.signOut();
  await expect(session.call('GET /Clients', {})).rejects.toThrow(SessionEndedError);
  say();
  await leaving;
  expect([ends, session.auth.snapshot().isSignedIn]).toEqual([[], false]);
});

test('else it is one', async () => {
  const { session, ends } = openPage();
  await expect(session.call('GET /Clients', {})).rejects.toThrow(SessionEndedError);
  expect(ends).toHaveLength(1);
});
