import { expect, test } from 'vitest';
import type { ApiClientOptions } from './api-client.ts';
import type { Calls } from './calls.ts';
import { makeLateCalls } from './late-calls.ts';

const LOST = new TypeError('Failed to fetch dynamically imported module: /assets/calls.js');

/** Calls whose code is lost some times before it comes. */
function lostFor(times: number) {
  const fetched = { times: 0 };
  const calls = { call: async (key: string) => `answer of ${key}` } as unknown as Calls;
  const { call } = makeLateCalls({} as ApiClientOptions, async () => {
    fetched.times += 1;
    if (fetched.times <= times) throw LOST;
    return { makeCalls: () => calls };
  });
  return { call, fetched };
}

test('the code of the calls is fetched with the first of them, and once', async () => {
  const { call, fetched } = lostFor(0);
  expect(fetched.times).toBe(0);
  expect(await Promise.all([call('GET /Workspaces', {}), call('GET /Clients', {})])).toEqual([
    'answer of GET /Workspaces',
    'answer of GET /Clients',
  ]);
  expect(fetched.times).toBe(1);
});

test('one lost request for it is none for who calls', async () => {
  const { call } = lostFor(1);
  expect(await call('GET /Workspaces', {})).toBe('answer of GET /Workspaces');
});

test('what is lost twice is said, and fetched again with the next call', async () => {
  const { call } = lostFor(2);
  await expect(call('GET /Workspaces', {})).rejects.toBe(LOST);
  expect(await call('GET /Workspaces', {})).toBe('answer of GET /Workspaces');
});
