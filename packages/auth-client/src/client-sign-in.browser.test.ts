import { describe, expect, it, vi } from 'vitest';
import type { LoginParams } from './login/index.ts';
import { fixtureTokens, signOn, startClient } from './testing/client.fixture.ts';

const credentials = { method: 'password', emailOrUsername: 'ada', password: 'secret' } as const;
const page = (path: string) => ({ location: () => new URL(path, 'https://app.example') });
const withTokens = (seconds: number) => ({ body: { message: 'OK', tokens: fixtureTokens(seconds) } });

describe('login and signup', () => {
  it.each([
    [{ ...credentials }, 'POST {t}/auth/basic', { emailOrUsername: 'ada', password: 'secret' }],
    [
      { method: 'password', email: 'a@b.co', password: 'x', options: { noResetEmail: true } },
      'POST {t}/auth/basic',
      { emailOrUsername: 'a@b.co', password: 'x', options: { noResetEmail: true } },
    ],
    [
      { ...credentials, method: 'password-migrate' },
      'POST {t}/auth/password/migrate',
      { emailOrUsername: 'ada', password: 'secret' },
    ],
    [{ method: 'passwordless', email: 'a@b.co' }, 'POST {t}/auth/link', { email: 'a@b.co' }],
    [{ method: 'link', token: 'T', uuid: 'U' }, 'PUT {t}/auth/link', { token: 'T', uuid: 'U' }],
    [
      { method: 'totp', totpCode: '123456', userUuid: 'u-1' },
      'POST {t}/auth/totp',
      { totpCode: '123456', userUuid: 'u-1' },
    ],
    [{ method: 'totp', backupCode: 'a-b' }, 'POST {t}/auth/totp', { backupCode: 'a-b' }],
    [
      { method: 'verificationCode', channel: 'sms', verificationCode: '1', phoneNumber: '+1' },
      'PUT {t}/auth/code',
      { channel: 'sms', verificationCode: '1', phoneNumber: '+1' },
    ],
  ] as [LoginParams, string, object][])('login by %o sends %s', async (params, route, body) => {
    const { client, calls } = startClient({ [route]: signOn() });
    await client.login(params);
    expect(calls.map((call) => [call.route, call.body])).toEqual([[route, body]]);
  });

  it.each(['apple', 'azure', 'facebook', 'github', 'google', 'linkedin', 'okta'] as const)(
    '%s leaves for the provider, for login and signup alike',
    async (method) => {
      const { client, visits } = startClient({}, page('/signin?redirect=/time'));
      await client.login({ method });
      await client.signup({ method, redirect: false });
      const base = `https://fixture.example/v0/auth/${method}/login?origin=https%3A%2F%2Fapp.example&tenant_id=abcd1234`;
      expect(visits).toEqual([`${base}&redirect=%2Ftime`, `${base}&redirect=%2Fsignin`]);
    },
  );

  it.each([
    [undefined, 'called without method property'],
    [{}, 'called without method property'],
    [{ method: 'twitter' }, 'invalid method property'],
    [{ method: 'constructor' }, 'invalid method property'],
    [{ method: 'custom' }, 'Missing providerId'],
    [{ method: 'link' }, 'Missing token or uuid'],
  ])('login(%o) fails with %s and sends nothing', async (params, message) => {
    const { client, calls } = startClient({});
    await expect(client.login(params as never)).rejects.toMatchObject({
      message,
      type: 'usage_error',
      statusCode: 0,
    });
    expect(calls).toEqual([]);
  });

  it('signup with a password sends only what is given', async () => {
    const { client, calls } = startClient({ 'POST {t}/auth/create': signOn() });
    await client.signup({
      method: 'password',
      email: 'a@b.co',
      password: 'x',
      data: { plan: 1 },
      options: { noSignupEmail: true },
    });
    expect(calls[0]?.body).toEqual({
      email: 'a@b.co',
      password: 'x',
      data: { plan: 1 },
      options: { noSignupEmail: true },
    });
  });

  it('a refusal keeps status, type, message, retry-after and request id', async () => {
    const body = {
      statusCode: 429,
      message: 'Too many attempts',
      error: { type: 'rate_limited' },
      requestId: 'r-1',
      errors: [],
    };
    const { client } = startClient({
      'POST {t}/auth/basic': { status: 429, body, headers: { 'retry-after': '30' } },
    });
    await expect(client.login(credentials)).rejects.toMatchObject({
      statusCode: 429,
      type: 'rate_limited',
      message: 'Too many attempts',
      retryAfterSeconds: 30,
      requestId: 'r-1',
    });
  });

  it('an answer without a sentence is a "Problem with request"', async () => {
    const { client } = startClient({ 'POST {t}/auth/basic': { status: 502, body: {} } });
    await expect(client.login(credentials)).rejects.toMatchObject({
      message: 'Problem with request',
      type: 'unhandled_error',
      statusCode: 502,
    });
  });

  it('without a tenant it warns, and calls fail with Missing tenantId', async () => {
    const { client, warnings, calls } = startClient({}, { tenantId: '' });
    await expect(client.login(credentials)).rejects.toMatchObject({ message: 'Missing tenantId' });
    expect([warnings[0], calls]).toEqual(['Missing tenantId', []]);
  });

  it('carries the source marker, and the domain headers only where a domain is given', async () => {
    const { client, calls } = startClient(
      { 'GET {t}/mode': {} },
      { domain: 'shop.example', source: 'widget' },
    );
    await client.fetchMode();
    const headers = calls[0]?.headers;
    expect(['x-latchkey-source', 'x-application-id', 'x-origin'].map((name) => headers?.get(name))).toEqual([
      'widget',
      'https://shop.example',
      'https://shop.example',
    ]);
  });
});

describe('a sign-on answer', () => {
  it('with tokens writes cookies, tells listeners and callbacks, and redirects', async () => {
    const { client, visits } = startClient({ 'POST {t}/auth/basic': signOn() });
    const heard = vi.fn<(event: unknown) => void>();
    const onTokens = vi.fn<(event: unknown) => void>();
    client.on('tokens', heard);
    const result = await client.login({ ...credentials, onTokens });
    expect(result).toMatchObject({
      outcome: 'signedIn',
      redirectedTo: '/next',
      user: { email: 'ada@example.com' },
    });
    expect(document.cookie).toContain('access.abcd1234=');
    expect(document.cookie).toContain('refresh.abcd1234=');
    expect([heard.mock.calls.length, onTokens.mock.calls.length, visits]).toEqual([1, 1, ['/next']]);
    expect(client.user()).not.toHaveProperty('secret');
  });

  it.each([
    [{ redirect: '/mine' }, '/?redirect=/query', {}, '/mine'],
    [{ redirect: true }, '/?redirect=/query', {}, '/query'],
    [{}, '/?redirect=/query', {}, '/query'],
    [{}, '/', {}, '/next'],
    [{ redirect: false }, '/?redirect=/query', {}, null],
    [{}, '/x?redirect=https://evil.example', {}, '/next'],
    [{}, '/x?redirect=/a&redirect=/b', {}, '/next'],
    [{}, '/x?redirect=//evil.example', { redirectTo: 'javascript:alert(1)' }, '/'],
    [{}, '/x', { redirectTo: 'https://acme.app.example/time' }, 'https://acme.app.example/time'],
    [{}, '/next', {}, null],
  ])('%o on %s goes to the right place', async (options, path, more, target) => {
    const { client, visits } = startClient(
      { 'POST {t}/auth/basic': signOn(more) },
      { ...page(path), allowedOrigins: ['https://acme.app.example'] },
    );
    await client.login({ ...credentials, ...options });
    expect(visits).toEqual(target === null ? [] : [target]);
  });

  it('without redirectTo goes nowhere, even if the caller named a path', async () => {
    const { client, visits } = startClient({ 'POST {t}/auth/basic': withTokens(600) });
    await client.login({ ...credentials, redirect: '/mine' });
    expect(visits).toEqual([]);
  });

  it('asking a second factor keeps its token in this tab and sends it with the next call', async () => {
    const secondFactors = [{ channel: 'authenticator', strategy: 'totp' }];
    const mfa = {
      firstFactorToken: 'FF',
      isMfaRequired: true,
      authentication: { secondFactors },
      message: 'MFA required',
    };
    const { client, calls } = startClient({
      'POST {t}/auth/basic': { body: mfa },
      'POST {t}/auth/totp': signOn(),
    });
    const heard = vi.fn<(event: unknown) => void>();
    client.on('mfaRequired', heard);
    expect(await client.login(credentials)).toMatchObject({ outcome: 'secondFactorRequired', secondFactors });
    expect(heard).toHaveBeenCalledWith({ secondFactors });
    expect(client.pendingSecondFactors()).toEqual(secondFactors);
    await client.login({ method: 'totp', totpCode: '123456' });
    expect(calls[1]?.headers.get('authorization')).toBe('Bearer FF');
    expect(client.pendingSecondFactors()).toBeNull();
  });

  it('with a PKCE code leaves for the application, never for an address that the query names', async () => {
    const { client, visits, calls } = startClient(
      { 'POST {t}/auth/basic': { body: { authorizationCode: 'C1', redirectTo: 'stint-app:/in' } } },
      page('/signin?code_challenge=CH&redirect=evil-app:/steal'),
    );
    expect(client.isPkceInUse()).toBe(true);
    await client.login(credentials);
    expect(calls[0]?.query).toEqual({ code_challenge: 'CH' });
    expect(visits).toEqual(['stint-app:/in?authorization_code=C1']);
  });

  it('a PKCE code without an address fails with Missing PKCE redirect url', async () => {
    const { client } = startClient({
      'POST {t}/auth/basic': { body: { authorizationCode: 'C1', redirectTo: '/path' } },
    });
    await expect(client.login(credentials)).rejects.toMatchObject({ message: 'Missing PKCE redirect url' });
  });

  it.each([
    [{ tokens: {} }, 'the provider token is missing'],
    [{ tokens: { access: { value: 'a.b.c' } } }, 'Cannot define user: missing ID token'],
  ])('with broken tokens %o fails with %s', async (body, message) => {
    const { client } = startClient({ 'POST {t}/auth/basic': { body } });
    await expect(client.login(credentials)).rejects.toMatchObject({ message });
  });

  it('a PKCE challenge lives 300000 ms', () => {
    let now = 1_000_000;
    const { client } = startClient({}, { ...page('/?code_challenge=CH'), now: () => now });
    now += 299_999;
    expect(client.isPkceInUse()).toBe(true);
    now += 1;
    expect(client.isPkceInUse()).toBe(false);
  });
});
