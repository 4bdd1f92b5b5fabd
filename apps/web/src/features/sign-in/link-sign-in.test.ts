import { afterEach, expect, test, vi } from 'vitest';
import type { Session } from '../../lib/session.ts';
import { afterRefusedLink } from './link-sign-in.ts';

const signedOut = { auth: { isLoggedIn: async () => false } } as unknown as Session;

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a second factor that nobody can set up here', 403, 'factor_missing', 'second_factor_needed'],
  ['a provider that is switched off', 400, 'method_not_allowed_by_flow', 'not_allowed'],
  ['credentials that are used up', 400, 'invalid_token', 'sso_expired'],
])('the return of a provider is told why it was refused: %s', async (_name, statusCode, type, code) => {
  vi.stubGlobal('location', { search: '?redirect=%2Ftime' });
  const target = await afterRefusedLink(signedOut, 'sso', { statusCode, type });
  expect(target).toBe(`/signin?error=${code}&redirect=%2Ftime`);
});

test('the return of a provider is not at fault for an outage', async () => {
  const outage = { statusCode: 503, type: 'unavailable' };
  expect(await afterRefusedLink(signedOut, 'sso', outage)).toBeNull();
});
