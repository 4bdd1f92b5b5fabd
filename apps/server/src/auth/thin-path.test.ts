import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthHarness, claimsOf, goodPassword, startAuth, withTokens } from '../testing/auth-harness.ts';

let auth: AuthHarness;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

test('a person signs up, confirms the address, makes a workspace, enters it by hand-over, refreshes and logs out', async () => {
  const mode = await auth.call(`GET /tenants/${auth.rootId}/mode`);
  expect(mode.body).toMatchObject({ mode: 'test', signup: 'open' });

  const ada = await auth.signUp('ada@example.com');
  expect(ada.redirectTo).toBe('/continue-signup');
  expect(claimsOf(ada.accessToken)).toMatchObject({ tenantId: auth.rootId, authorization: {}, mode: 'test' });

  const [mail] = await auth.outbox('ada@example.com');
  const link = new URL(mail?.link);
  expect(link.origin + link.pathname).toBe('http://stint.localhost:3000/signin');
  const proof = {
    uuid: link.searchParams.get('uuid'),
    token: link.searchParams.get('token'),
    linkType: 'verify',
  };
  const proven = await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, { body: proof });
  expect(proven.body).toMatchObject({ message: 'OK', isEmailConfirmed: true });
  const used = await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, { body: proof });
  expect([used.status, used.body.message]).toEqual([400, 'Invalid token']);

  const free = await auth.call(`GET /tenants/${auth.rootId}/slug/harbour-studio`);
  expect(free.body).toEqual({ slug: 'harbour-studio', isAvailable: true, suggestions: [] });
  const workspace = await auth.makeWorkspace(withTokens(proven.body), 'harbour-studio', 'Harbour Studio');
  expect(workspace).toMatchObject({ slug: 'harbour-studio', loginRedirectPath: '/time', signup: 'invited' });
  const taken = await auth.call(`GET /tenants/${auth.rootId}/slug/harbour-studio`);
  expect(taken.body).toMatchObject({
    isAvailable: false,
    reason: 'taken',
    suggestions: ['harbour-studio-team', 'harbour-studio-hq', 'harbour-studio-2'],
  });

  const stale = await auth.call('GET /self', { bearer: withTokens(proven.body).accessToken });
  expect(stale.status).toBe(401);
  const refreshed = await auth.call('GET /auth/refresh', { bearer: withTokens(proven.body).refreshToken });
  expect(refreshed.status).toBe(200);
  const fresh = withTokens(refreshed.body);
  expect(claimsOf(fresh.accessToken).authorization).toEqual({ [workspace.tenantId]: { roles: ['owner'] } });
  const self = await auth.call('GET /self', { bearer: fresh.accessToken });
  expect(self.body.authorization[workspace.tenantId]).toMatchObject({
    name: 'Harbour Studio',
    slug: 'harbour-studio',
    regionCode: 'us',
    roles: ['owner'],
  });

  const codeVerifier = randomBytes(32).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const code = await auth.call(`POST /tenants/${workspace.tenantId}/auth/handover`, {
    bearer: fresh.accessToken,
    body: { codeChallenge },
  });
  expect(code.status).toBe(200);
  const entered = await auth.call('POST /auth/handover', {
    origin: 'http://harbour-studio.stint.localhost:3000',
    body: { code: code.body.code, codeVerifier },
  });
  expect(entered.body).toMatchObject({ redirectTo: '/time', tenantId: workspace.tenantId });
  const inside = withTokens(entered.body);
  expect(claimsOf(inside.accessToken)).toMatchObject({
    tenantId: workspace.tenantId,
    authorization: { [workspace.tenantId]: { roles: ['owner'] } },
  });

  const out = await auth.call('GET /auth/logout', { bearer: fresh.accessToken });
  expect(out.body).toEqual({ message: 'OK', redirectTo: '/signin' });
  expect((await auth.call('GET /self', { bearer: inside.accessToken })).status).toBe(401);
  const changes = await auth.call('GET /auth/changes', { bearer: auth.adminKey });
  expect(changes.body.changes.filter((one: { kind: string }) => one.kind === 'session')).toHaveLength(2);

  const again = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
    body: { emailOrUsername: 'ada@example.com', password: goodPassword, options: { noResetEmail: true } },
  });
  expect(again.body).toMatchObject({ message: 'OK', redirectTo: '/' });
  const wrong = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
    body: { emailOrUsername: 'ada@example.com', password: 'wrong password 1' },
  });
  expect(wrong.body).toMatchObject({
    statusCode: 400,
    message: 'Incorrect email or password',
    error: { type: 'bad_request_error' },
  });
});
