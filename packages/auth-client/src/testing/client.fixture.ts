import { onTestFinished } from 'vitest';
import { createAuthClient } from '../client.ts';
import type { AuthClientOptions } from '../options.ts';

/** A call as the client sent it. */
interface SentCall {
  route: string;
  body: Record<string, unknown>;
  headers: Headers;
  query: Record<string, string>;
}

type Answer = { status?: number; body?: object; headers?: Record<string, string> } | 'offline';
type Routes = Readonly<
  Record<string, Answer | ((call: SentCall, count: number) => Answer | Promise<Answer>)>
>;

/** A client in this page over a provider that answers from a table; routes of the tenant begin with `{t}`. */
export function startClient(routes: Routes, options: AuthClientOptions = {}) {
  const tenantId = options.tenantId ?? 'abcd1234';
  const calls: SentCall[] = [];
  const visits: string[] = [];
  const warnings: string[] = [];

  async function fetchFixture(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'https://fixture.example');
    const route = `${init.method ?? 'GET'} ${url.pathname.replace('/v0/', '').replace(`tenants/${tenantId}`, '{t}')}`;
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
    const query = Object.fromEntries(url.searchParams);
    const call = { route, body, headers: new Headers(init.headers), query };
    calls.push(call);
    const given = routes[route] ?? { status: 404, body: { message: 'Not Found' } };
    const count = calls.filter((each) => each.route === route).length;
    const answer = typeof given === 'function' ? await given(call, count) : given;
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    const { status = 200, body: json = {}, headers = {} } = answer;
    return new Response(JSON.stringify(json), { status, headers });
  }

  const client = createAuthClient({
    baseUrl: 'https://fixture.example//v0',
    tenantId,
    fetch: fetchFixture as typeof fetch,
    navigate: (url) => void visits.push(url),
    warn: (message) => void warnings.push(message),
    autoRefresh: false,
    ...options,
  });
  onTestFinished(() => {
    client.clearSession();
    client.close();
    localStorage.clear();
    sessionStorage.clear();
  });
  return { client, calls, visits, warnings, routes: () => calls.map(({ route }) => route) };
}

/** A token whose payload can be read and whose signature is none. */
function fixtureToken(claims: object): string {
  const encode = (value: object) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    return btoa(String.fromCharCode(...bytes))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '');
  };
  return `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}.c2ln`;
}

let issued = 0;

/** Tokens whose access part ends in the given seconds; no two are equal. */
export function fixtureTokens(seconds = 600, more: object = {}) {
  issued += 1;
  const exp = Math.floor(Date.now() / 1000) + seconds;
  const common = {
    tenantId: 'abcd1234',
    userId: 1,
    userUuid: 'u-1',
    sessionId: 's-1',
    jti: issued,
    exp,
    ...more,
  };
  const cookieOptions = { secure: false, sameSite: 'Lax', expires: 1, path: '/' };
  const authorization = { abcd1234: { roles: ['admin', 'editor'] }, wxyz9876: { roles: ['member'] } };
  return {
    access: { value: fixtureToken({ ...common, authorization }), cookieOptions },
    id: {
      value: fixtureToken({ ...common, email: 'ada@example.com', name: 'Ada Łovelace', secret: 1 }),
      cookieOptions,
    },
    refresh: { value: fixtureToken({ ...common, exp: exp + 100_000, type: 'refresh' }), cookieOptions },
  };
}

/** A sign-on answer. */
export function signOn(more: object = {}) {
  return { body: { message: 'OK', tokens: fixtureTokens(), redirectTo: '/next', ...more } };
}
