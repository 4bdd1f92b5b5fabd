import { describe, expect, it, vi } from 'vitest';
import { createAuthClient } from './client.ts';
import { toAuthError } from './errors.ts';
import { fixtureTokens, signOn, startClient } from './testing/client.fixture.ts';

const credentials = { method: 'password', emailOrUsername: 'ada', password: 'secret' } as const;
const page = (path: string) => ({ location: () => new URL(path, 'https://app.example') });
const withTokens = (seconds = 600) => ({ body: { message: 'OK', tokens: fixtureTokens(seconds) } });
const code = { method: 'verificationCode', verificationCode: '123456' } as const;

describe('redirects', () => {
  it.each([
    ['/', undefined, null],
    ['/', true, null],
    ['/?redirect=/mine', undefined, '/mine'],
    ['/?redirect=/mine', '/given', '/given'],
    ['/?redirect=/mine', false, null],
    ['/?redirect=//evil.example', undefined, null],
  ])(
    'redirectIfLoggedOut on %s with %o leads to %o, never to a root that nobody named',
    async (path, setting, target) => {
      const { client, visits } = startClient({}, page(path));
      expect(await client.redirectIfLoggedOut(setting)).toBe(target);
      expect(visits).toEqual(target === null ? [] : [target]);
    },
  );

  it.each([
    [{}, '/next'],
    [{ redirect: '/mine' }, '/mine'],
    [{ redirect: false }, null],
  ])('an answer that names a target and brings no tokens is followed: %o', async (options, target) => {
    const { client, visits } = startClient(
      { 'POST {t}/auth/basic': { body: { message: 'OK', redirectTo: '/next' } } },
      page('/signin'),
    );
    const onRedirect = vi.fn<(url: string) => void>();
    const result = await client.login({ ...credentials, ...options, onRedirect });
    expect(result).toMatchObject({ outcome: 'accepted', redirectedTo: target });
    expect(visits).toEqual(target === null ? [] : [target]);
    expect(onRedirect).toHaveBeenCalledTimes(visits.length);
  });
});

describe('PKCE', () => {
  it('a challenge is forgotten once it has its code: the next sign-in is one of this browser', async () => {
    const { client, calls, visits } = startClient(
      {
        'POST {t}/auth/basic': (_, count) =>
          count === 1 ? { body: { authorizationCode: 'C1', redirectTo: 'my-app:/in' } } : signOn(),
      },
      page('/signin?code_challenge=CH'),
    );
    await client.login(credentials);
    expect(client.isPkceInUse()).toBe(false);
    await client.login(credentials);
    expect(calls.map(({ query }) => query)).toEqual([{ code_challenge: 'CH' }, {}]);
    expect(visits).toEqual(['my-app:/in?authorization_code=C1', '/next']);
  });

  it.each([
    ['my-app:/in', []],
    ['/done', ['/done']],
  ])(
    'an application that takes the code itself still follows %s where it is an address of its own',
    async (redirectTo, left) => {
      const { client, visits } = startClient(
        { 'POST {t}/auth/basic': { body: { authorizationCode: 'C1', redirectTo } } },
        page('/signin?code_challenge=CH'),
      );
      const onPkceRequired = vi.fn<(code: string) => void>();
      await client.login({ ...credentials, onPkceRequired });
      expect(onPkceRequired).toHaveBeenCalledWith('C1', redirectTo);
      expect(visits).toEqual(left);
    },
  );
});

describe('a code', () => {
  it.each([
    [{ ...code, channel: 'fax' as 'sms' }, 'Invalid channel'],
    [{ ...code, channel: undefined as unknown as 'sms' }, 'Invalid channel'],
    [{ ...code, channel: 'sms' as const }, 'Missing phoneNumber'],
    [{ ...code, channel: 'email' as const }, 'Missing email'],
  ])('%o is refused before anything is sent: %s', async (params, message) => {
    const { client, calls } = startClient({});
    await expect(client.login(params)).rejects.toMatchObject({ message, type: 'usage_error' });
    expect(calls).toEqual([]);
  });

  it('as second factor needs no address: the provider knows it', async () => {
    const mfa = { firstFactorToken: 'FF', isMfaRequired: true, authentication: { secondFactors: [] } };
    const { client, calls } = startClient({
      'POST {t}/auth/basic': { body: mfa },
      'PUT {t}/auth/code': signOn(),
    });
    await client.login(credentials);
    await client.login({ ...code, channel: 'sms' });
    expect(calls[1]?.body).toEqual({ channel: 'sms', verificationCode: '123456' });
  });
});

describe('what a failed call throws', () => {
  it('no answer: the very error of fetch, which toAuthError names', async () => {
    const lost = new TypeError('Failed to fetch');
    const { client } = startClient({}, { fetch: () => Promise.reject(lost) });
    const thrown = await client.login(credentials).catch((error: unknown) => error);
    expect(thrown).toBe(lost);
    expect(toAuthError(thrown)).toMatchObject({
      type: 'network_error',
      statusCode: 0,
      message: 'Failed to fetch',
      cause: lost,
    });
  });

  it('a fault of the application is not taken for a call without an answer', () => {
    const fault = new TypeError('undefined is not a function');
    expect(toAuthError(fault)).toMatchObject({ type: 'unhandled_error', statusCode: 0, cause: fault });
  });

  it('a call waits as long as it takes, unless a time limit was asked for', async () => {
    const signals: unknown[] = [];
    const listen = (init?: RequestInit) => void signals.push(init?.signal);
    const answer = (_: unknown, init?: RequestInit) => {
      listen(init);
      return Promise.resolve(Response.json({ mode: 'test' }));
    };
    await startClient({}, { fetch: answer as typeof fetch }).client.fetchMode();
    await startClient({}, { fetch: answer as typeof fetch, timeoutMilliseconds: 60_000 }).client.fetchMode();
    expect(signals).toEqual([undefined, expect.any(AbortSignal)]);
  });

  it('after the time limit: the TimeoutError of the signal', async () => {
    const hang = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    const { client } = startClient({}, { fetch: hang as typeof fetch, timeoutMilliseconds: 1 });
    const thrown = await client.login(credentials).catch((error: unknown) => error);
    expect([(thrown as Error).name, toAuthError(thrown).type]).toEqual(['TimeoutError', 'timeout_error']);
  });

  it.each([
    [{}, 'There was a problem sending password reset email. Please try again.'],
    [{ message: 'Too many attempts' }, 'Too many attempts'],
  ])('sending a reset link, answered 500 %o: %s', async (body, message) => {
    const { client } = startClient({ 'POST {t}/auth/reset/link': { status: 500, body } });
    await expect(client.sendPasswordResetEmail('a@b.co')).rejects.toMatchObject({ message, statusCode: 500 });
  });

  it.each([
    [{}, 'There was a problem resetting your password. Please try again.'],
    [{ message: 'Invalid token' }, 'Invalid token'],
  ])('setting a password, answered 400 %o: %s', async (body, message) => {
    const { client } = startClient({ 'PUT {t}/auth/reset': { status: 400, body } });
    await expect(client.resetPassword({ password: 'x', token: 'T', uuid: 'U' })).rejects.toMatchObject({
      message,
      statusCode: 400,
    });
  });

  it.each([
    ['live', 'Please reset your password to continue signing using email and password.'],
    ['test', 'Incorrect email or password'],
  ] as const)('a person without a password, in %s mode: %s', async (mode, message) => {
    const body = { message: 'Incorrect email or password', error: { type: 'intended_error' } };
    const { client } = startClient({ 'POST {t}/auth/basic': { status: 400, body } }, { mode });
    await expect(client.login(credentials)).rejects.toMatchObject({
      message,
      statusCode: 400,
      type: 'intended_error',
    });
  });

  it('a client that cannot be made says so', () => {
    expect(() => createAuthClient({ tenantId: 'abcd1234', baseUrl: 'https://' })).toThrow(
      'Application initialization error',
    );
  });
});

describe('the session', () => {
  it('a refresh counts with status 200 and no other', async () => {
    const { client, warnings } = startClient({
      'POST {t}/auth/basic': withTokens(-10),
      'GET auth/refresh': { status: 201, body: { tokens: fixtureTokens() } },
    });
    await client.login(credentials);
    expect(await client.isLoggedIn()).toBe(false);
    expect(warnings).toEqual(['The session could not be refreshed.']);
  });

  it('calls with a bearer carry nothing in their query', async () => {
    const { client, calls } = startClient({
      'POST {t}/auth/basic': withTokens(-10),
      'GET auth/refresh': withTokens(),
      'GET auth/logout': { body: { message: 'OK', redirectTo: '/signin' } },
    });
    await client.login(credentials);
    await client.isLoggedIn();
    await client.logout();
    expect(calls.map(({ route, query }) => [route, query])).toEqual([
      ['POST {t}/auth/basic', {}],
      ['GET auth/refresh', {}],
      ['GET auth/logout', {}],
    ]);
  });

  it.each([
    ['path=/'],
    ['path=/; secure; samesite=none'],
    [`path=${location.pathname}`],
    ['path=/; max-age=1000'],
  ])('ends with the cookies of the application that belong to it, set with %s', async (attributes) => {
    const { client } = startClient(
      { 'POST {t}/auth/basic': withTokens(), 'GET auth/logout': { status: 500 } },
      { sessionCookies: ['tenant', 'user'] },
    );
    setCookie(`tenant=acme; ${attributes}`);
    setCookie(`colour=dark; path=/`);
    await client.login(credentials);
    expect(document.cookie).toContain('tenant=acme');
    await client.logout();
    expect(document.cookie).not.toContain('tenant=');
    expect(document.cookie).toContain('colour=dark');
    setCookie('colour=; path=/; max-age=0');
  });

  it('expires cookies on every parent of the host, with and without Secure', () => {
    const written: string[] = [];
    const { client } = startClient(
      {},
      {
        sessionCookies: ['tenant'],
        location: () => new URL('http://acme.time.app.example/a/b'),
        writeCookie: (cookie) => void written.push(cookie),
      },
    );
    client.clearSession();
    const tenant = written.filter((cookie) => cookie.startsWith('tenant='));
    const domains = tenant.map((cookie) => /domain=([^;]+)/.exec(cookie)?.[1] ?? '');
    const paths = tenant.map((cookie) => /path=([^;]+)/.exec(cookie)?.[1]);
    expect(new Set(domains)).toEqual(
      new Set(['', 'acme.time.app.example', 'time.app.example', 'app.example']),
    );
    expect(new Set(paths)).toEqual(new Set(['/', '/a', '/a/b']));
    expect(tenant.filter((cookie) => cookie.endsWith('; secure'))).toHaveLength(tenant.length / 2);
  });
});

it('a client holds what it was made with: tenant, base URL and domain', () => {
  const { client } = startClient({}, { domain: 'shop.example' });
  expect([client.tenantId, client.baseUrl, client.domain]).toEqual([
    'abcd1234',
    'https://fixture.example/v0/',
    'shop.example',
  ]);
  expect(startClient({}).client.domain).toBeNull();
});

function setCookie(cookie: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the page under test has nothing else
  document.cookie = cookie;
}
