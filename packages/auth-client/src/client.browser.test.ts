import { describe, expect, it, vi } from 'vitest';
import { browserEnvironment } from './environment.ts';
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

describe('the session', () => {
  it('is active, refreshable or over', async () => {
    const { client, routes } = startClient({
      'POST {t}/auth/basic': (_, count) => withTokens(count === 1 ? 600 : -10),
      'GET auth/refresh': withTokens(600),
    });
    expect(await client.isLoggedIn()).toBe(false);
    await client.login(credentials);
    expect(await client.isLoggedIn()).toBe(true);
    expect(routes()).toHaveLength(1);
    await client.login(credentials);
    expect(await client.isLoggedIn()).toBe(true);
    expect(routes().at(-1)).toBe('GET auth/refresh');
  });

  it('a refresh that fails is tried twice, warned of and leaves the person logged out', async () => {
    const { client, routes, warnings } = startClient({
      'POST {t}/auth/basic': withTokens(-10),
      'GET auth/refresh': 'offline',
    });
    await client.login(credentials);
    expect(await client.isLoggedIn()).toBe(false);
    expect(routes().filter((route) => route === 'GET auth/refresh')).toHaveLength(2);
    expect(warnings).toContain('The session could not be refreshed.');
    expect(document.cookie).toContain('refresh.abcd1234=');
  });

  it('a forced refresh that fails is told as failed, although the old token still lives', async () => {
    const { client } = startClient({ 'POST {t}/auth/basic': withTokens(600), 'GET auth/refresh': 'offline' });
    await client.login(credentials);
    expect(await client.refresh({ force: true })).toBe(false);
    expect(await client.refresh()).toBe(true);
    expect(await client.isLoggedIn()).toBe(true);
  });

  it('a refused refresh ends the session here', async () => {
    const { client, routes } = startClient({
      'POST {t}/auth/basic': withTokens(-10),
      'GET auth/refresh': { status: 401, body: { message: 'Unauthorized' } },
    });
    const heard = vi.fn<(event: unknown) => void>();
    client.on('signedOut', heard);
    await client.login(credentials);
    expect(await client.freshAccessToken()).toBeNull();
    expect(heard).toHaveBeenCalledWith({ reason: 'sessionEnded' });
    expect(routes().filter((route) => route === 'GET auth/refresh')).toHaveLength(1);
    expect(document.cookie).not.toContain('abcd1234');
  });

  it('two clients of one tenant that need a token at once refresh once (security 6)', async () => {
    const expired = startClient({ 'POST {t}/auth/basic': withTokens(-10) });
    await expired.client.login(credentials);
    const routes = { 'GET auth/refresh': async () => withTokens(600) };
    const one = startClient(routes);
    const two = startClient(routes);
    const tokens = await Promise.all([one, two, one].map(({ client }) => client.freshAccessToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBeNull();
    expect([...one.routes(), ...two.routes()]).toEqual(['GET auth/refresh']);
  });

  it('refreshes by itself 60 s before the end, with up to 10 s of jitter', async () => {
    const timers: { callback: () => void; milliseconds: number }[] = [];
    const { client, routes } = startClient(
      { 'POST {t}/auth/basic': withTokens(600), 'GET auth/refresh': withTokens(600) },
      {
        autoRefresh: true,
        random: () => 0.5,
        setTimer: (callback, milliseconds) => {
          timers.push({ callback, milliseconds });
          return () => {};
        },
      },
    );
    await client.login(credentials);
    const planned = timers.at(-1);
    expect(planned?.milliseconds).toBeGreaterThan(533_000);
    expect(planned?.milliseconds).toBeLessThanOrEqual(535_000);
    planned?.callback();
    expect(await client.refresh()).toBe(true);
    expect(routes()).toEqual(['POST {t}/auth/basic']);
  });

  it('logout tells the provider and every other client, clears cookies and follows the answer', async () => {
    const { client, visits, calls } = startClient({
      'POST {t}/auth/basic': withTokens(600),
      'GET auth/logout': { body: { message: 'OK', redirectTo: '/signin' } },
    });
    const other = startClient({});
    await client.login(credentials);
    const { accessToken } = client.tokens();
    const heard = new Promise((resolve) => other.client.on('signedOut', resolve));
    expect(await client.logout()).toBe('/signin');
    expect(calls.at(-1)?.headers.get('authorization')).toBe(`Bearer ${accessToken}`);
    expect(await heard).toEqual({ reason: 'otherTab' });
    expect([document.cookie.includes('abcd1234'), visits]).toEqual([false, ['/signin']]);
  });

  it('logout that the provider does not hear clears cookies all the same and stays, but for a given target', async () => {
    const { client, visits, warnings } = startClient({
      'POST {t}/auth/basic': withTokens(600),
      'GET auth/logout': 'offline',
    });
    await client.login(credentials);
    expect(await client.logout()).toBeNull();
    expect([client.snapshot().isSignedIn, visits, warnings.length]).toEqual([false, [], 1]);
    await client.login(credentials);
    expect(await client.logout({ redirect: '/away' })).toBe('/away');
    await client.login(credentials);
    expect(await client.logout({ redirect: 'https://evil.example' })).toBeNull();
    expect([client.snapshot().isSignedIn, visits]).toEqual([false, ['/away']]);
  });

  it('logout without a session makes no call', async () => {
    const { client, calls, visits } = startClient({});
    expect(await client.logout()).toBeNull();
    expect([calls, visits]).toEqual([[], []]);
  });

  it('a doubled cookie counts as absent (security 7)', () => {
    const { client } = startClient(
      {},
      { readCookies: () => 'access.abcd1234=a; other=1; access.abcd1234=b; id.abcd1234=c' },
    );
    expect(client.tokens()).toEqual({ accessToken: null, idToken: 'c', refresh: null });
  });

  it.each(['', 'nonsense', 'a.b', 'a.%%%.c', 'a.bm8.c', `${'x'.repeat(4000)}`])(
    'a cookie "%s" is no session and throws nothing',
    async (value) => {
      setCookie(`access.abcd1234=${value}; path=/`);
      setCookie(`id.abcd1234=${value}; path=/`);
      const { client } = startClient({});
      expect([await client.isLoggedIn(), client.user(), client.hasRole('admin')]).toEqual([
        false,
        null,
        false,
      ]);
    },
  );
});

describe('http-only refresh', () => {
  const options = { cookies: 'http-only-refresh', baseUrl: '/v0/' } as const;
  const hidden = (seconds: number) => {
    const { access, id, refresh } = fixtureTokens(seconds);
    const refreshExpiresAt = new Date(Date.now() + 60_000).toISOString();
    return {
      body: { tokens: { access, id, refresh: { cookieOptions: refresh.cookieOptions } }, refreshExpiresAt },
    };
  };

  it('never shows the refresh token to script and still knows that a refresh is possible', async () => {
    const { client, calls } = startClient(
      { 'POST {t}/auth/basic': hidden(-10), 'GET auth/refresh': hidden(600) },
      options,
    );
    await client.login(credentials);
    expect(document.cookie).not.toContain('refresh.');
    setCookie('XSRF-TOKEN=X1; path=/');
    expect(await client.isLoggedIn()).toBe(true);
    const [login, refresh] = calls;
    expect(login?.headers.get('x-latchkey-refresh')).toBe('cookie');
    expect([
      refresh?.headers.get('x-xsrf-token'),
      refresh?.headers.get('authorization'),
      refresh?.query,
    ]).toEqual(['X1', null, { tenantId: 'abcd1234' }]);
    setCookie('XSRF-TOKEN=; path=/; max-age=0');
  });

  it('is given up on a foreign origin, with a warning', async () => {
    const { client, calls, warnings } = startClient(
      { 'POST {t}/auth/basic': signOn() },
      { cookies: 'http-only-refresh' },
    );
    await client.login(credentials);
    expect(calls[0]?.headers.has('x-latchkey-refresh')).toBe(false);
    expect(warnings[0]).toMatch(/own origin/);
  });
});

describe('other calls', () => {
  it('roles are those of the access token, per tenant', async () => {
    const { client } = startClient({ 'POST {t}/auth/basic': signOn() });
    expect([client.hasRole('admin'), client.currentRole()]).toEqual([false, null]);
    await client.login({ ...credentials, redirect: false });
    expect([client.hasRole('admin'), client.hasRole('owner'), client.hasRole('member', 'wxyz9876')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([client.currentRole(), client.currentRole('none')]).toEqual(['admin', null]);
    expect(client.authorizedTenants()).toEqual(['abcd1234', 'wxyz9876']);
  });

  it('updateUser changes the record, then renews the tokens', async () => {
    const { client, routes } = startClient({
      'POST {t}/auth/basic': withTokens(600),
      'PUT self': {},
      'GET auth/refresh': withTokens(600),
    });
    await client.login(credentials);
    await client.updateUser({ name: 'Ada L.' });
    expect(routes().slice(1)).toEqual(['PUT self', 'GET auth/refresh']);
  });

  it.each([
    ['Missing user properties to update', (client: Client) => client.updateUser({})],
    ['Missing user id to delete', (client: Client) => client.deleteUser('')],
    ['Missing user id to get', (client: Client) => client.getUser('')],
    ['sendPasswordResetEmail - email is missing', (client: Client) => client.sendPasswordResetEmail('')],
    ['resetPassword - uuid or token is missing', (client: Client) => client.resetPassword({ password: 'x' })],
    ['Invalid channel', (client: Client) => client.sendVerificationCode({ channel: 'fax' as 'sms' })],
    ['Missing phoneNumber', (client: Client) => client.sendVerificationCode({})],
    ['Missing email', (client: Client) => client.sendVerificationCode({ channel: 'email' })],
    ['Please log in to authorize your logout request.', (client: Client) => client.logoutFromSaml()],
    ['Please log in to read your authenticator data.', (client: Client) => client.getTotp()],
  ])('"%s" is said before anything is sent', async (message, act) => {
    const { client, calls } = startClient({});
    await expect(act(client)).rejects.toMatchObject({ message });
    expect(calls).toEqual([]);
  });

  it('SAML login warns when signed out; signed in it leaves with tenant, token and uuid', async () => {
    const { client, visits, warnings } = startClient({
      'POST {t}/auth/basic': withTokens(600),
      'GET auth/saml/idp/token': { body: { token: 'S1' } },
    });
    expect(await client.login({ method: 'saml' })).toEqual({ outcome: 'notSignedIn' });
    expect(warnings).toHaveLength(1);
    await client.login(credentials);
    await client.login({ method: 'saml' });
    expect(visits).toEqual([
      'https://fixture.example/v0/auth/saml/idp/login?tenant_id=abcd1234&token=S1&uuid=u-1',
    ]);
  });

  it('a new password goes by link where there is one, else by the access token', async () => {
    const { client, calls } = startClient({
      'POST {t}/auth/basic': withTokens(600),
      'PUT {t}/auth/basic': {},
      'PUT {t}/auth/reset': signOn(),
    });
    await client.login(credentials);
    await client.updatePassword({ password: 'new', existingPassword: 'old' });
    await client.updatePassword({ password: 'new', token: 'T', uuid: 'U' });
    expect(calls.slice(1).map(({ route, body }) => [route, body])).toEqual([
      ['PUT {t}/auth/basic', { password: 'new', existingPassword: 'old' }],
      ['PUT {t}/auth/reset', { password: 'new', token: 'T', uuid: 'U' }],
    ]);
  });

  it('redirectIfLoggedIn asks for the own record; a failure logs out', async () => {
    const { client, visits } = startClient({
      'POST {t}/auth/basic': withTokens(600),
      'GET self': (_, count) =>
        count === 1 ? { body: { tenant: { loginRedirectPath: '/time' } } } : { status: 500 },
    });
    expect(await client.redirectIfLoggedIn()).toBeNull();
    await client.login(credentials);
    expect(await client.redirectIfLoggedIn()).toBe('/time');
    expect(await client.redirectIfLoggedIn()).toBeNull();
    expect([visits, client.snapshot().isSignedIn]).toEqual([['/time'], false]);
  });

  it('redirectIfLoggedOut leaves people with a session alone', async () => {
    const { client, visits } = startClient({ 'POST {t}/auth/basic': withTokens(600) });
    expect(await client.redirectIfLoggedOut('/signin')).toBe('/signin');
    await client.login(credentials);
    expect(await client.redirectIfLoggedOut('/signin')).toBeNull();
    expect(visits).toEqual(['/signin']);
  });

  it('a hand-over needs the verifier of the tab that began it', async () => {
    const workspace = startClient({ 'POST auth/handover': signOn() });
    const main = startClient(
      { 'POST tenants/wxyz9876/auth/handover': { body: { code: 'H1', expiresAt: 'soon' } } },
      { tenantId: 'root0000' },
    );
    await expect(workspace.client.finishHandover({ code: 'H1' })).rejects.toMatchObject({
      type: 'usage_error',
    });
    const { codeChallenge } = await workspace.client.startHandover();
    expect(codeChallenge).toMatch(/^[\w-]{43}$/);
    const { code } = await main.client.requestHandover({ tenantId: 'wxyz9876', codeChallenge });
    const result = await workspace.client.finishHandover({ code, redirect: false });
    expect(result.outcome).toBe('signedIn');
    const { body } = workspace.calls[0] ?? {};
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(String(body?.codeVerifier)),
    );
    const challenge = btoa(String.fromCharCode(...new Uint8Array(digest)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace('=', '');
    expect([body?.code, challenge]).toEqual(['H1', codeChallenge]);
    await expect(workspace.client.finishHandover({ code })).rejects.toMatchObject({ type: 'usage_error' });
  });
});

describe('the address of the page', () => {
  it('loses link credentials and challenge before any call; the rest stays (security 4)', () => {
    const rewritten: string[] = [];
    const address = page('/signin?token=T&uuid=U&type=login&redirect=%2Fa&code_challenge=C#top');
    const { client, calls } = startClient(
      {},
      { ...address, replaceAddress: (url) => void rewritten.push(url) },
    );
    expect(rewritten).toEqual(['/signin?redirect=%2Fa#top']);
    expect(client.link()).toEqual({ token: 'T', uuid: 'U', linkType: 'login', isAskedHere: false });
    expect(calls).toEqual([]);
  });

  it.each(['/?token=T', '/?uuid=U', '/?access_token=T&uuid=U', '/?token=&uuid=U', '/?token=%E0%A4%A', '/?%'])(
    '%s holds no link and stays as it is',
    (path) => {
      const rewritten: string[] = [];
      const { client } = startClient(
        {},
        { ...page(path), replaceAddress: (url) => void rewritten.push(url) },
      );
      expect([client.link(), rewritten]).toEqual([null, []]);
    },
  );

  it('a change of the address is told once per change, and no longer after close', () => {
    const { client } = startClient({});
    const heard = vi.fn<(event: unknown) => void>();
    client.on('addressChanged', heard);
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(heard).toHaveBeenCalledTimes(1);
    client.close();
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

type Client = ReturnType<typeof startClient>['client'];

function setCookie(cookie: string): void {
  browserEnvironment().writeCookie(cookie);
}
