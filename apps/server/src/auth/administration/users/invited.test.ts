import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
let house: Json;
let owner: Json & { accessToken: string };
let email: string;
let counter = 0;

beforeAll(async () => {
  auth = await startAuth();
  owner = await auth.signUp();
  house = await auth.makeWorkspace(owner, 'guest-house', 'Guest House');
  const strategies = ['password', 'link', 'verificationCode'];
  const firstFactors = strategies.map((strategy) => ({ channel: 'email', strategy }));
  for (const tenant of [auth.rootId, house.tenantId]) {
    await auth.call(`PUT /tenants/${tenant}`, {
      bearer: auth.adminKey,
      body: { authentication: { firstFactors } },
    });
  }
});
afterAll(() => auth.close());
beforeEach(() => {
  email = `guest-${++counter}@example.com`;
  auth.clock.advance(5 * 60_000);
});

const post = (path: string, body: object, tenant: string = auth.rootId) =>
  auth.call(`POST /tenants/${tenant}${path}`, { body, address: randomAddress() });
const put = (path: string, body: object, tenant: string = auth.rootId) =>
  auth.call(`PUT /tenants/${tenant}${path}`, { body, address: randomAddress() });
const signUp = (body: object = {}) => post('/auth/create', { email, password: goodPassword, ...body });
const signIn = (tenant: string = auth.rootId, password = goodPassword) =>
  post('/auth/basic', { emailOrUsername: email, password }, tenant);

/** Invites the address into the workspace, as its owner does in the browser. */
async function invite(body: object = {}): Promise<void> {
  // The clock of these tests leaves tokens behind.
  const again = { emailOrUsername: owner.email, password: goodPassword };
  owner = withTokens((await post('/auth/basic', again)).body);
  const answer = await auth.call(`POST /tenants/${house.tenantId}/roles/invite`, {
    bearer: owner.accessToken,
    body: { email, roles: ['member'], name: 'What the inviter wrote', ...body },
    address: randomAddress(),
  });
  expect(answer.status).toBe(200);
  auth.clock.advance(3000);
}

async function mailedLink(type: string): Promise<Record<string, string>> {
  const links = (await auth.outbox(email)).flatMap((mail) => (mail.link ? [new URL(mail.link)] : []));
  const link = links.find(({ searchParams }) => searchParams.get('type') === type);
  return Object.fromEntries(link?.searchParams ?? []);
}

const use = async (type: string, tenant: string = auth.rootId) => {
  const { token, uuid } = await mailedLink(type);
  return put('/auth/link', { token, uuid }, tenant);
};
const rolesOf = async (userUuid: string) => {
  const [row] = await auth.db.owner.rows<{ roles: string[] }>(
    sql`select roles from auth.membership where user_id = ${userUuid}`,
  );
  return row?.roles ?? null;
};

describe('an invited address signs up with a password', () => {
  test('security 3: answered as any new one, with nothing of what the inviter wrote', async () => {
    await invite({ username: 'chosen_by_inviter', data: { secret: 1 } });
    const last = await auth.signUp(`control-${counter}@example.com`);
    const invited = await signUp();
    expect(invited.status).toBe(200);
    expect(Object.keys(invited.body).sort()).toEqual(
      Object.keys(last)
        .filter((key) => !/^(access|refresh)Token$/.test(key))
        .sort(),
    );
    expect(invited.body).toMatchObject({ name: null, username: null, data: {}, isEmailConfirmed: false });
    expect(invited.body.userId).toBe(Number(last.userId) + 1);
    expect(invited.body.createdAt).toBe(auth.clock.now().toISOString());
    expect(invited.body.authorization).toEqual({});
  });

  test('security 9: the invitation waits for the address to be proven; then any sign-in there accepts it', async () => {
    await invite();
    const made = await signUp();
    expect(await rolesOf(made.body.userUuid)).toBeNull();
    expect((await signIn(house.tenantId)).status).toBe(400);
    expect((await use('verify')).status).toBe(200);
    expect(await rolesOf(made.body.userUuid)).toBeNull();
    const entered = await signIn(house.tenantId);
    expect(entered.body).toMatchObject({
      userUuid: made.body.userUuid,
      authorization: { [house.tenantId]: { roles: ['member'] } },
    });
    expect((await use('invite', house.tenantId)).body.message).toBe('Invalid token');
  });

  test("security 9: a stranger's password is void once the owner follows the invitation", async () => {
    await invite();
    const stranger = withTokens((await signUp({ name: 'What a stranger wrote' })).body);
    const entered = await use('invite', house.tenantId);
    expect(entered.body.userUuid).not.toBe(stranger.userUuid);
    expect(entered.body).toMatchObject({
      name: 'What the inviter wrote',
      isEmailConfirmed: true,
      authorization: { [house.tenantId]: { roles: ['member'] } },
    });
    expect((await auth.call('GET /self', { bearer: stranger.accessToken })).status).toBe(401);
    expect((await signIn()).status).toBe(400);
  });

  test('a second sign-up finds the first one, also when both come at once', async () => {
    await invite();
    const statuses = (await Promise.all([signUp(), signUp(), signUp()])).map(({ status }) => status);
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 400, 400]);
    expect((await signUp()).body.message).toBe('Email exists');
  });

  test('so does an address that only a link was asked for', async () => {
    await post('/auth/link', { email, name: 'Somebody' });
    auth.clock.advance(3000);
    expect((await signUp()).body).toMatchObject({ name: null, isEmailConfirmed: false });
    // The link that was asked for before belonged to an account that is gone.
    expect((await use('welcome')).body.message).toBe('Invalid token');
  });

  test('not one that a server made or gave a role: those are accounts', async () => {
    await auth.call('POST /users', { bearer: auth.adminKey, body: { email } });
    expect((await signUp()).body.message).toBe('Email exists');
    email = `guest-${++counter}@example.com`;
    const { body } = await auth.call('POST /users/invite', { bearer: auth.adminKey, body: { email } });
    const path = `PUT /tenants/${house.tenantId}/users/${body.userUuid}/roles`;
    await auth.call(path, { bearer: auth.adminKey, body: { roles: ['member'] } });
    expect((await signUp()).body.message).toBe('Email exists');
  });

  test('where sign-up waits for the mail, the invited one gets the mail of a new one', async () => {
    const set = (signupConfirmation: string) =>
      auth.call(`PUT /tenants/${auth.rootId}`, { bearer: auth.adminKey, body: { signupConfirmation } });
    expect((await set('email')).status).toBe(200);
    try {
      await invite();
      const answer = await signUp();
      expect(answer.body).toMatchObject({ message: 'OK', isEmailConfirmed: false });
      expect(answer.body.tokens).toBeUndefined();
      expect((await use('welcome')).body).toMatchObject({ isEmailConfirmed: true });
      expect((await signIn(house.tenantId)).body.authorization).toEqual({
        [house.tenantId]: { roles: ['member'] },
      });
    } finally {
      await set('instant');
    }
  });
});

test('the mail names who invites, where that is known, and to what', async () => {
  const again = { emailOrUsername: owner.email, password: goodPassword };
  const { accessToken } = withTokens((await post('/auth/basic', again)).body);
  const named = await auth.call('PUT /self', {
    bearer: accessToken,
    body: { name: '<b>Ada</b> www.evil.example' },
  });
  expect(named.status).toBe(200);
  await invite();
  const [mail] = await auth.outbox(email);
  expect(mail?.subject).toBe('<b>Ada</b> evil\u2024example invites you to Guest House');
  expect(mail?.html).toContain('&lt;b&gt;Ada&lt;/b&gt;');
  expect(mail?.html).not.toContain('<b>Ada');
  const address = `keyed-${email}`;
  const body = { email: address, roles: ['member'] };
  await auth.call(`POST /tenants/${house.tenantId}/roles/invite`, { bearer: auth.adminKey, body });
  expect((await auth.outbox(address))[0]?.subject).toBe('You are invited to Guest House');
});

describe('an invited person enters the workspace by another way than the invitation', () => {
  test('by a link asked for there', async () => {
    await invite();
    await post('/auth/link', { email }, house.tenantId);
    const entered = await use('login', house.tenantId);
    expect(entered.body.authorization).toEqual({ [house.tenantId]: { roles: ['member'] } });
  });

  test('by a code asked for there', async () => {
    await invite();
    const sent = await post('/auth/code', { channel: 'email', email }, house.tenantId);
    const { verificationCode } = sent.body.result;
    const entered = await put('/auth/code', { channel: 'email', email, verificationCode }, house.tenantId);
    expect(entered.body.authorization).toEqual({ [house.tenantId]: { roles: ['member'] } });
  });

  test('by a new password', async () => {
    await invite();
    await post('/auth/reset/link', { email }, house.tenantId);
    const { token, uuid } = await mailedLink('reset');
    const entered = await put('/auth/reset', { token, uuid, password: 'one of my own 12' }, house.tenantId);
    expect(entered.body.authorization).toEqual({ [house.tenantId]: { roles: ['member'] } });
  });

  test('with the account they had before, at once', async () => {
    const known = await auth.signUp(email);
    await auth.db.owner.run(
      sql`update auth.identifier set confirmed_at = now() where user_id = ${known.userUuid}`,
    );
    expect((await signIn(house.tenantId)).status).toBe(400);
    auth.clock.advance(3000);
    await invite();
    expect((await signIn(house.tenantId)).body.authorization).toEqual({
      [house.tenantId]: { roles: ['member'] },
    });
  });

  test('security 10: not when whoever invited may no longer do so, or it was for another workspace', async () => {
    await invite();
    const made = await signUp();
    await auth.db.owner.run(
      sql`update auth.identifier set confirmed_at = now() where user_id = ${made.body.userUuid}`,
    );
    const other = await auth.makeWorkspace(owner, `other-guests-${counter}`);
    expect((await signIn(other.tenantId)).status).toBe(400);
    await auth.db.owner.run(sql`update auth.link set data = jsonb_set(data, '{inviterUserId}', to_jsonb(user_id))
      where user_id = ${made.body.userUuid} and kind = 'invite'`);
    const refused = await signIn(house.tenantId);
    expect([refused.status, refused.body.message]).toEqual([400, 'Incorrect email or password']);
    expect(await rolesOf(made.body.userUuid)).toBeNull();
  });
});
