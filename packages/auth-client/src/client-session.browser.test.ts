import { describe, expect, it, vi } from 'vitest';
import { browserEnvironment } from './environment.ts';
import { fixtureTokens, signOn, startClient } from './testing/client.fixture.ts';

const credentials = { method: 'password', emailOrUsername: 'ada', password: 'secret' } as const;
const withTokens = (seconds: number) => ({ body: { message: 'OK', tokens: fixtureTokens(seconds) } });

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

function setCookie(cookie: string): void {
  browserEnvironment().writeCookie(cookie);
}
