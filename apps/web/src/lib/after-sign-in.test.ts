import { describe, expect, test } from 'vitest';
import { afterSignIn } from './after-sign-in.ts';
import type { Session } from './session.ts';

type Listed = { slug: string; name: string; status: string };

function sessionWith(...workspaces: Listed[]): Session {
  const settings = { mode: 'test', scheme: 'http', mainDomain: 'stint.localhost:3000', workspace: null };
  return { settings, call: async () => workspaces } as unknown as Session;
}

const acme = { slug: 'acme', name: 'Acme', status: 'active' };
const beta = { slug: 'beta', name: 'Beta', status: 'active' };
const gone = { slug: 'gone', name: 'Gone', status: 'archived' };

describe('after signing in (spec 4.3)', () => {
  test.each([
    ['without a workspace', sessionWith(), '/continue-signup'],
    ['with exactly one', sessionWith(acme), 'http://acme.stint.localhost:3000/time'],
    ['with several', sessionWith(acme, beta), '/'],
    ['an archived one does not count', sessionWith(acme, gone), 'http://acme.stint.localhost:3000/time'],
    ['with an archived one alone', sessionWith(gone), '/'],
  ])('%s', async (_, session, target) => {
    expect(await afterSignIn(session, '')).toBe(target);
  });
});

describe('the redirect parameter comes first (spec 2.4), if it leads to us (security 8)', () => {
  const ask = (redirect: string) =>
    afterSignIn(sessionWith(acme), `?redirect=${encodeURIComponent(redirect)}`);

  test('to a path and to an own workspace', async () => {
    expect(await ask('/invite?token=x')).toBe('/invite?token=x');
    expect(await ask('http://acme.stint.localhost:3000/time?week=2026-11-29')).toBe(
      'http://acme.stint.localhost:3000/time?week=2026-11-29',
    );
  });

  test.each([
    'http://beta.stint.localhost:3000/time',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://acme.stint.localhost:3000@evil.example/',
  ])('never to %s', async (redirect) => {
    expect(await ask(redirect)).toBe('http://acme.stint.localhost:3000/time');
  });

  test('a repeated parameter counts as none', async () => {
    expect(await afterSignIn(sessionWith(acme), '?redirect=/a&redirect=/b')).toBe(
      'http://acme.stint.localhost:3000/time',
    );
  });
});
