import { expect, it } from 'vitest';
import { createAuthClient } from './client.ts';

it('in Node a client is signed out, inert and in live mode; nothing is touched (server-side rendering)', async () => {
  const client = createAuthClient({ tenantId: 'abcd1234', baseUrl: 'https://auth.example/v0' });
  expect([client.mode(), client.baseUrl, client.link(), client.snapshot()]).toEqual([
    'live',
    'https://auth.example/v0/',
    null,
    { isSignedIn: false, user: null },
  ]);
  expect(await client.isLoggedIn()).toBe(false);
  expect(await client.logout()).toBeNull();
  expect(await client.redirectIfLoggedOut('/signin')).toBe('/signin');
  client.close();
});
