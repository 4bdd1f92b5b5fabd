import { AuthError } from '@latchkey/client';
import { describe, expect, test, vi } from 'vitest';
import type { Session } from '../lib/session.ts';
import { afterSignIn } from './after-sign-in.ts';

type Listed = { slug: string; name: string; status: string };

/** Somebody who is signed in: their workspaces, and the own record as the provider gives it. */
function sessionWith(...workspaces: Listed[]): Session {
  return sessionOf({ workspaces, getSelf: async () => ({ tenant: { loginRedirectPath: '/' } }) });
}

type Given = { workspaces: Listed[]; getSelf: () => Promise<object>; onLogout?: () => void };

function sessionOf({ workspaces, getSelf, onLogout = () => {} }: Given): Session {
  const settings = { mode: 'test', scheme: 'http', mainDomain: 'stint.localhost:3000', workspace: null };
  const auth = { getSelf, logout: async () => onLogout() };
  return { settings, auth, call: async () => workspaces } as unknown as Session;
}

const acme = { slug: 'acme', name: 'Acme', status: 'active' };
const beta = { slug: 'beta', name: 'Beta', status: 'active' };
const gone = { slug: 'gone', name: 'Gone', status: 'archived' };

describe('after signing in', () => {
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

describe('the path that the tenant names in the own record', () => {
  const at = (path: string | null, search = '') => {
    const getSelf = async () => ({ tenant: { loginRedirectPath: path } });
    return afterSignIn(sessionOf({ workspaces: [acme], getSelf }), search);
  };

  test.each([
    ['/features', '/features'],
    ['http://acme.stint.localhost:3000/reports', 'http://acme.stint.localhost:3000/reports'],
    ['/', 'http://acme.stint.localhost:3000/time'],
    [null, 'http://acme.stint.localhost:3000/time'],
    ['//evil.example', 'http://acme.stint.localhost:3000/time'],
    ['https://evil.example', 'http://acme.stint.localhost:3000/time'],
  ])('%s leads to %s', async (path, target) => {
    expect(await at(path)).toBe(target);
  });

  test('comes after what was asked for', async () => {
    expect(await at('/features', '?redirect=/invite')).toBe('/invite');
  });
});

describe('somebody whose own record cannot be read', () => {
  test.each([
    [new AuthError('Unauthorized', { statusCode: 401 }), '1'],
    [new AuthError('An internal server error occurred', { statusCode: 500 }), 'unread'],
    [new TypeError('Failed to fetch'), 'unread'],
  ])('%s: is signed out and back at the form, which says so', async (reason, signedOut) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const onLogout = vi.fn<() => void>();
    const getSelf = () => Promise.reject(reason);
    const session = sessionOf({ workspaces: [acme], getSelf, onLogout });
    expect(await afterSignIn(session, '?redirect=/invite')).toBe(
      `/signin?signedOut=${signedOut}&redirect=%2Finvite`,
    );
    expect([onLogout.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1]);
    warn.mockRestore();
  });
});

describe('the redirect parameter comes first, if it leads to us (security 8)', () => {
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
