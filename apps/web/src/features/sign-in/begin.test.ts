import { AuthError } from '@latchkey/client';
import { expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../lib/api-error.ts';
import type { Session } from '../../lib/session.ts';
import { beginSignIn } from './begin.ts';

/** Somebody who is signed in already and cannot be led on. @returns how often they were signed out */
async function beginWith(reason: Error): Promise<number> {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const logout = vi.fn<() => Promise<null>>(async () => null);
  const auth = {
    link: () => null,
    samlRequest: () => null,
    snapshot: () => ({ isSignedIn: true, user: null }),
    isLoggedIn: async () => true,
    logout,
  };
  const target = await beginSignIn({ auth } as unknown as Session, () => Promise.reject(reason));
  warn.mockRestore();
  expect(target).toBeNull();
  return logout.mock.calls.length;
}

test.each([
  ['the provider refuses', new AuthError('Unauthorized', { statusCode: 401 })],
  ['the gateway refuses', new ApiError(401, { message: 'This session does not belong here.' })],
])('a session that %s is forgotten', async (_, reason) => {
  expect(await beginWith(reason)).toBe(1);
});

test.each([
  ['a broken provider', new AuthError('An internal server error occurred', { statusCode: 500 })],
  ['a broken gateway', new ApiError(503, {})],
  ['a call without an answer', new ConnectionError(new TypeError('Failed to fetch'))],
  ['a provider without an answer', new TypeError('Failed to fetch')],
])('%s costs nobody their session', async (_, reason) => {
  expect(await beginWith(reason)).toBe(0);
});
