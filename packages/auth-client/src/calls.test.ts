import { expect, test } from 'vitest';
import type { CallApi } from './http.ts';

/** Takes any call of the table and gives back what it would send. */
const call = (async (request: object) => request) as unknown as CallApi;

test('a call of the route table compiles, one that the table does not have does not', async () => {
  const id = String(7);
  const calls = [
    call({ method: 'DELETE', path: `self/sessions/${id}` }),
    // @ts-expect-error the provider has no such path
    call({ method: 'GET', path: 'selves' }),
    // @ts-expect-error this path has no such method
    call({ method: 'DELETE', path: 'auth/refresh' }),
    // @ts-expect-error the body has no such field
    call({ method: 'PUT', path: 'self/email', body: { mail: 'ada@example.com' } }),
    // @ts-expect-error the query has no such parameter
    call({ method: 'GET', path: 'auth/logout', query: { tenant: 'abcd1234' } }),
  ];
  expect(await Promise.all(calls)).toHaveLength(5);
});
