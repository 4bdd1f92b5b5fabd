import { authRoutes } from '@stint/domain/api/auth.ts';
import { type RouteDefinition, splitRouteKey } from '@stint/domain/api/route.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  claimsOf,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';
import { enterWorkspace } from '../../../testing/hand-over.ts';

let auth: AuthHarness;
/** Owner of two workspaces of one root, signed in at the root and inside the first. */
let ada: Json;
let own: Json;
let sibling: Json;
let atRoot: string;
let inOwn: string;
let dead: string;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  ada = await auth.signUp();
  own = await auth.makeWorkspace(ada as never, 'own-house');
  const again = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body);
  sibling = await auth.makeWorkspace(again, 'sibling-house');
  const fresh = withTokens((await auth.call('GET /auth/refresh', { bearer: again.refreshToken })).body);
  atRoot = fresh.accessToken;
  inOwn = (await enterWorkspace(auth, own as never, atRoot)).accessToken;
  const other = withTokens(
    (
      await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
        body: { emailOrUsername: ada.email, password: goodPassword },
      })
    ).body,
  );
  dead = other.accessToken;
  await auth.call('GET /auth/logout', { bearer: dead });
});
afterAll(() => auth.close());

const userAccess = ['user', 'factor', 'reader', 'owner', 'manager', 'creator'];
const rows = Object.entries(authRoutes as Record<string, RouteDefinition>)
  .filter(([, row]) => userAccess.includes(row.access))
  .map(([key, row]) => ({ key, row }));
const inBody = (row: RouteDefinition) =>
  'tenantId' in ((row.body as { properties?: object } | undefined)?.properties ?? {});
const named = [
  ...rows.filter(({ key, row }) => key.includes(':tenantId') || (inBody(row) && key !== 'POST /tenants')),
  { key: 'PUT /auth/basic', row: authRoutes['PUT /tenants/:tenantId/auth/basic'] as RouteDefinition },
];
const wayIn = ['POST /tenants/:tenantId/auth/handover', 'POST /self/identities/:provider'];
const isRootWelcome = ({ key, row }: (typeof rows)[number]) =>
  ['reader', 'owner', 'manager'].includes(row.access) || wayIn.includes(key);

/** One call of the table, made at a tenant; the body says no more than where. */
async function status(key: string, tenantId: string, bearer: string): Promise<number> {
  const { method, path } = splitRouteKey(key);
  const filled = path.replace(':tenantId', tenantId).replace(/:\w+/g, 'google');
  const body = method === 'GET' || method === 'DELETE' ? undefined : { tenantId };
  return (await auth.call(`${method} ${filled}`, { bearer, body })).status;
}

test('the walk sees the calls that a token authorises', () => {
  expect(rows.length).toBeGreaterThan(35);
  expect(named.length).toBeGreaterThan(25);
});

describe('a token is good where its audience says', () => {
  test.each(named)("a workspace's token is foreign at its sibling and at the root: $key", async ({ key }) => {
    expect(await status(key, sibling.tenantId, inOwn)).toBe(401);
    expect(await status(key, auth.rootId, inOwn)).toBe(401);
  });

  test.each(named)(
    "the root's token at a workspace, where a role or the way in counts: $key",
    async (row) => {
      const answer = await status(row.key, sibling.tenantId, atRoot);
      expect(answer !== 401).toBe(isRootWelcome(row));
    },
  );

  test.each(named)('each is good at home: $key', async ({ key }) => {
    expect(await status(key, own.tenantId, inOwn)).not.toBe(401);
    expect(await status(key, auth.rootId, atRoot)).not.toBe(401);
  });

  test.each(rows)('a dead token is 401: $key', async ({ key }) => {
    expect(await status(key, auth.rootId, dead)).toBe(401);
  });
});

describe('on sign-in calls a foreign or dead token is none', () => {
  const right = () => ({ emailOrUsername: ada.email, password: goodPassword });
  const basic = (tenantId: string, bearer: string) =>
    auth.call(`POST /tenants/${tenantId}/auth/basic`, { bearer, body: right() });

  test('a password signs in anew, and steps up only where the token is good', async () => {
    const sidOf = (body: Json) => claimsOf(withTokens(body).accessToken).sid;
    for (const [tenantId, bearer] of [
      [sibling.tenantId, inOwn],
      [auth.rootId, inOwn],
      [sibling.tenantId, dead],
    ]) {
      const { body } = await basic(tenantId, bearer);
      expect([claimsOf(inOwn).sid, claimsOf(dead).sid]).not.toContain(sidOf(body));
    }
    expect(sidOf((await basic(own.tenantId, inOwn)).body)).toBe(claimsOf(inOwn).sid);
    // On the way in the root's session steps up at the workspace.
    expect(sidOf((await basic(sibling.tenantId, atRoot)).body)).toBe(claimsOf(atRoot).sid);
  });

  test('an authenticator code without a name needs a token that is good', async () => {
    const totp = (tenantId: string, bearer: string) =>
      auth.call(`POST /tenants/${tenantId}/auth/totp`, { bearer, body: { totpCode: '000000' } });
    expect((await totp(sibling.tenantId, inOwn)).status).toBe(401);
    expect((await totp(auth.rootId, dead)).status).toBe(401);
    expect((await totp(own.tenantId, inOwn)).status).toBe(400);
  });

  test('a code for text messages is a first factor there, which the flow does not list', async () => {
    const code = (tenantId: string, bearer: string) =>
      auth.call(`POST /tenants/${tenantId}/auth/code`, {
        bearer,
        body: { channel: 'sms', phoneNumber: '+4930123456' },
      });
    expect((await code(sibling.tenantId, inOwn)).body.error.type).toBe('method_not_allowed_by_flow');
    expect((await code(own.tenantId, inOwn)).status).toBe(200);
  });
});

test("a stranger's step-up leaves no event in a workspace's audit log", async () => {
  const eve = await auth.signUp();
  const before = await events();
  const bearer = eve.accessToken;
  const at = sibling.tenantId;
  await auth.call(`POST /tenants/${at}/auth/totp`, { bearer, body: { totpCode: '000000' } });
  await auth.call(`POST /tenants/${at}/auth/totp`, { bearer, body: { backupCode: 'aaaaaa-aaaaaa' } });
  await auth.call(`PUT /tenants/${at}/auth/code`, {
    bearer,
    body: { channel: 'sms', phoneNumber: '+4930123457', verificationCode: '000000' },
  });
  const body = { emailOrUsername: eve.email, password: goodPassword };
  await auth.call(`POST /tenants/${at}/auth/basic`, { bearer, body, address: randomAddress() });
  const added = (await events()).slice(before.length);
  expect(added.filter(({ userId }) => userId !== null)).toEqual([]);
  expect(added.filter(({ action }) => action !== 'signin.failed')).toEqual([]);

  function events() {
    return auth.db.owner.rows<{
      action: string;
      userId: string | null;
    }>(sql`select action, user_id as "userId"
      from auth.audit_event where tenant_id = ${sibling.uuid} order by at, id`);
  }
});
