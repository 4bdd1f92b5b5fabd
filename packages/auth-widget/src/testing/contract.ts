/** What a fixture answers to one call: status and body, a network failure, or nothing ever. */
export type FixtureAnswer =
  | { status: number; body: object; headers?: Record<string, string> }
  | 'offline'
  | 'silent';

/** A call as the client sent it. */
interface SentCall {
  route: string;
  body: Record<string, unknown>;
  headers: Headers;
  query: URLSearchParams;
}

type Answer = FixtureAnswer | ((call: SentCall, count: number) => FixtureAnswer);

/** A provider that speaks the wire contract from a table; every call is recorded. Unknown routes answer 404. */
export function createContract(routes: Readonly<Record<string, Answer>>) {
  const calls: SentCall[] = [];

  async function fetchFixture(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'https://fixture.example');
    const route = `${init.method ?? 'GET'} ${url.pathname.replace(/^\/v0\//, '')}`;
    const call: SentCall = {
      route,
      body: JSON.parse(typeof init.body === 'string' ? init.body : '{}'),
      headers: new Headers(init.headers),
      query: url.searchParams,
    };
    calls.push(call);
    const given = routes[route] ?? { status: 404, body: refusal(404, 'Not Found', 'not_found') };
    const count = calls.filter((each) => each.route === route).length;
    const answer = typeof given === 'function' ? given(call, count) : given;
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    if (answer === 'silent') return new Promise(() => {});
    const headers = { 'content-type': 'application/json', ...answer.headers };
    return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
  }

  return { fetch: fetchFixture as typeof fetch, calls, routes: () => calls.map(({ route }) => route) };
}

/** A token whose payload can be read and whose signature is none. */
function fixtureToken(claims: object): string {
  const encode = (value: object) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '');
  return `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}.c2ln`;
}

/** Tokens that end in the given seconds. */
function fixtureTokens(seconds = 600, claims: object = {}) {
  const exp = Math.floor(Date.now() / 1000) + seconds;
  const common = { tenantId: 'abcd1234', userId: 1, userUuid: 'u-1', sessionId: 's-1', exp, ...claims };
  const cookieOptions = { secure: false, sameSite: 'Lax', expires: 1, path: '/' };
  return {
    access: {
      value: fixtureToken({ ...common, authorization: { abcd1234: { roles: ['admin', 'editor'] } } }),
      cookieOptions,
    },
    id: { value: fixtureToken({ ...common, email: 'ada@example.com', name: 'Ada Łovelace' }), cookieOptions },
    refresh: { value: fixtureToken({ ...common, exp: exp + 100_000, type: 'refresh' }), cookieOptions },
  };
}

/** A sign-on answer (protocol 5.1). */
export function signOn(more: object = {}): FixtureAnswer {
  return {
    status: 200,
    body: { mode: 'test', message: 'OK', tokens: fixtureTokens(), redirectTo: '/next', ...more },
  };
}

/** A second factor is asked (protocol 5.2). */
export function mfaRequired(secondFactors: readonly object[]): FixtureAnswer {
  const body = {
    message: 'MFA required',
    isMfaRequired: true,
    firstFactorToken: 'first-factor-token',
    authentication: { firstFactor: { channel: 'email', strategy: 'password' }, secondFactors },
  };
  return { status: 200, body };
}

/** The mode call with a flow (protocol 7.1). */
export function flowOf(...firstFactors: readonly object[]): FixtureAnswer {
  return { status: 200, body: { mode: 'test', authentication: { firstFactors, secondFactors: [] } } };
}

/** Something was sent (protocol 5.4). */
export const sent: FixtureAnswer = { status: 200, body: { message: 'OK', result: {} } };

/** A refusal (protocol 5.5). */
export function refused(status: number, message: string, type = 'bad_request_error'): FixtureAnswer {
  return { status, body: refusal(status, message, type) };
}

function refusal(statusCode: number, message: string, type: string) {
  return { statusCode, message, error: { type } };
}
