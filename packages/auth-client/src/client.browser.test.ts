import { describe, expect, it, vi } from 'vitest';
import { fixtureTokens, signOn, startClient } from './testing/client.fixture.ts';

const credentials = { method: 'password', emailOrUsername: 'ada', password: 'secret' } as const;
const page = (path: string) => ({ location: () => new URL(path, 'https://app.example') });
const withTokens = (seconds: number) => ({ body: { message: 'OK', tokens: fixtureTokens(seconds) } });

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

  it('lost authenticators are read to the end, page by page', async () => {
    const { client, calls } = startClient({
      'POST {t}/auth/basic': withTokens(600),
      'GET {t}/lost-factors': ({ query }) => ({
        body: query['after']
          ? { results: [{ id: 'l-3' }], next: null }
          : { results: [{ id: 'l-1' }], next: 'l-1' },
      }),
    });
    await client.login(credentials);
    expect(await client.administration.listLostFactors()).toEqual([{ id: 'l-1' }, { id: 'l-3' }]);
    expect(calls.slice(1).map(({ query }) => query)).toEqual([{}, { after: 'l-1' }]);
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
