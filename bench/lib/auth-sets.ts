import { workspaceHeaders } from '../../apps/server/src/testing/product-person.ts';
import { threadSecondsOf } from './cpu.ts';
import type { LoadSet } from './load-driver.ts';
import { requestText } from './raw-http.ts';
import { seatsOf, weekReads } from './requests.ts';
import type { Contestant, Sample } from './rounds.ts';
import type { BenchProduct } from './setup.ts';

/** As many as wait for a hash; more at once only wait longer. */
export const signingIn = 4;
/** A session may refresh 30 times a minute (security 2). */
export const refreshesPerRound = 2;

/** Passwords are hashed on threads of this name, and nothing else is done there. */
const hashThreads = /^hash$/;

export type AuthSet = 'signIn' | 'self' | 'gateway' | 'week' | 'hello' | 'refresh';

/** What the benchmarks of the provider send. */
export async function authSets(bench: BenchProduct): Promise<Record<AuthSet, LoadSet>> {
  const { product, people, workspace } = bench;
  const seats = seatsOf(bench);
  const { tenantId } = await product.access();
  const get = (path: string): LoadSet => ({
    texts: seats.map(({ session }) =>
      requestText({
        method: 'GET',
        path,
        headers: { host: session.host, ...workspaceHeaders(session, workspace) },
      }),
    ),
  });
  return {
    signIn: {
      texts: people.map(({ email, password, session }) =>
        requestText({
          method: 'POST',
          path: `/v0/tenants/${tenantId}/auth/basic`,
          headers: browserHeaders(session.host, { cookie: session.cookie }),
          body: JSON.stringify({ emailOrUsername: email, password }),
        }),
      ),
    },
    self: get('/v0/self'),
    gateway: get('/api/AppRole'),
    week: { texts: weekReads(bench) },
    hello: { texts: [requestText({ method: 'GET', path: '/', headers: { host: 'hello' } })] },
    refresh: {
      texts: seats.map(({ session }) =>
        requestText({
          method: 'GET',
          path: '/v0/auth/refresh',
          headers: browserHeaders(session.host, { authorization: 'Bearer TOKEN', cookie: session.cookie }),
        }),
      ),
      chain: { kind: 'refresh', tokens: seats.map(({ session }) => session.refreshToken) },
    },
  };
}

/** As a page of the host sends them. */
export function browserHeaders(host: string, headers: Record<string, string>): Record<string, string> {
  const given = Object.entries(headers).filter(([, value]) => value !== '');
  return { host, origin: `http://${host}`, ...Object.fromEntries(given) };
}

/** Tells the CPU of the threads that hash apart. */
export function withHashSeconds(pid: number, measured: Contestant): Contestant {
  return async (part) => {
    const before = threadSecondsOf(pid, hashThreads);
    const sample = await measured(part);
    return { ...sample, partSeconds: threadSecondsOf(pid, hashThreads) - before };
  };
}

/** Milliseconds of everything but the threads that hash: subtracting a hash of 20 ms would leave its noise. */
export function cpuWithoutHash(samples: readonly Sample[]): number[] {
  return samples.map(({ cpuSeconds, partSeconds = 0, count }) => ((cpuSeconds - partSeconds) * 1000) / count);
}
