import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AuthHarness,
  cookiesOf,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';
import { keepHouse } from '../../composition/housekeeping.ts';

/** Somebody signs up with an address that is invited: the invited person is there as before until the address is proven. */
let auth: AuthHarness;
let house: Json;
let owner: Json & { accessToken: string };
let email: string;
let invited: string;
let counter = 0;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  owner = await auth.signUp();
  house = await auth.makeWorkspace(owner, 'waiting-house', 'Waiting House');
  const strategies = ['password', 'link', 'verificationCode'];
  const firstFactors = strategies.map((strategy) => ({ channel: 'email', strategy }));
  for (const tenant of [auth.rootId, house.tenantId])
    await key(`PUT /tenants/${tenant}`, { authentication: { firstFactors } });
});
afterAll(() => auth.close());
beforeEach(async () => {
  email = `waiting-${++counter}@example.com`;
  auth.clock.advance(5 * 60_000);
  const body = { email, roles: ['member'], name: 'What the inviter wrote' };
  invited = (await key(`POST /tenants/${house.tenantId}/roles/invite`, body)).body.userUuid;
  auth.clock.advance(3000);
});

const key = (route: string, body?: object) =>
  auth.call(route, { bearer: auth.adminKey, ...(body ? { body } : {}) });
const ask = (route: string, body: object) => auth.call(route, { body, address: randomAddress() });
const post = (path: string, body: object) => ask(`POST /tenants/${auth.rootId}${path}`, body);
const signUp = (body: object = {}) =>
  post('/auth/create', { email, password: goodPassword, name: 'Somebody', ...body });
const signIn = (tenant: string = auth.rootId) =>
  ask(`POST /tenants/${tenant}/auth/basic`, { emailOrUsername: email, password: goodPassword });
const self = (bearer: string) => auth.call('GET /self', { bearer });
const setMode = (signupConfirmation: string) => key(`PUT /tenants/${auth.rootId}`, { signupConfirmation });

async function found(tenant: string = auth.rootId): Promise<string[]> {
  const filter = { attr: 'email', type: 'string', comparison: 'is', value: email };
  const filters = { filterGroups: [{ filters: [filter] }] };
  const { body } = await key(`POST /tenants/${tenant}/users/find`, { filters });
  return body.results.map(({ userUuid }: Json) => userUuid);
}

async function mailed(type: string): Promise<Record<string, string>> {
  const links = (await auth.outbox(email)).flatMap(({ link }) => (link ? [new URL(link)] : []));
  const link = links.find(({ searchParams }) => searchParams.get('type') === type);
  return Object.fromEntries(link?.searchParams ?? []);
}

async function follow(type: string, tenant: string = auth.rootId) {
  const { token, uuid } = await mailed(type);
  return ask(`PUT /tenants/${tenant}/auth/link`, { token, uuid });
}

describe('until the address is proven', () => {
  test('the invited person alone is found, as before', async () => {
    const made = (await signUp()).body.userUuid;
    expect(made).not.toBe(invited);
    expect([await found(), await found(house.tenantId)]).toEqual([[invited], [invited]]);
    const { body } = await key(`GET /users/${invited}`);
    const shown = {
      userUuid: invited,
      name: 'What the inviter wrote',
      hasPassword: false,
      isConfirmed: false,
    };
    expect(body).toMatchObject(shown);
    const updated = await key('POST /users/createOrUpdate', { email, name: 'Another' });
    expect(updated.body).toMatchObject({ ...shown, name: 'Another' });
  });

  test('the sign-up is answered and works like any new one', async () => {
    const control = await post('/auth/create', {
      email: `new-${email}`,
      password: goodPassword,
      name: 'New',
    });
    const answer = await signUp();
    expect(answer.status).toBe(control.status);
    expect(Object.keys(answer.body).sort()).toEqual(Object.keys(control.body).sort());
    expect(Object.keys(cookiesOf(answer)).sort()).toEqual(Object.keys(cookiesOf(control)).sort());
    expect(answer.body.userId).toBe(control.body.userId + 1);
    const own = await self(withTokens(answer.body).accessToken);
    expect(own.body).toMatchObject({ email, name: 'Somebody', isEmailConfirmed: false, authorization: {} });
    expect((await signIn()).body.userUuid).toBe(answer.body.userUuid);
    expect((await signIn(house.tenantId)).status).toBe(400);
    expect((await signUp()).body.message).toBe('Email exists');
  });

  test('a server writes its record, with the address again, and it still waits', async () => {
    const { userUuid } = (await signUp()).body;
    const written = await key(`PUT /users/${userUuid}`, { email: email.toUpperCase(), name: 'Written' });
    expect([written.status, written.body.name]).toEqual([200, 'Written']);
    expect(await found()).toEqual([invited]);
  });
});

describe('the address is proven by the link of the sign-up', () => {
  for (const [mode, type] of [
    ['instant', 'verify'],
    ['email', 'welcome'],
  ] as const) {
    test(`which takes the place of who was invited, invitation and all (${mode})`, async () => {
      await setMode(mode);
      try {
        expect((await signUp()).status).toBe(200);
        expect(await found()).toEqual([invited]);
        const proven = await follow(type);
        expect(proven.body).toMatchObject({ email, name: 'Somebody', isEmailConfirmed: true });
        expect(await found()).toEqual([proven.body.userUuid]);
        expect((await key(`GET /users/${invited}`)).status).toBe(404);
        const { userUuid, authorization } = (await signIn(house.tenantId)).body;
        expect(userUuid).toBe(proven.body.userUuid);
        expect(authorization).toEqual({ [house.tenantId]: { roles: ['member'] } });
        expect((await follow('invite', house.tenantId)).body.message).toBe('Invalid token');
      } finally {
        await setMode('instant');
      }
    });
  }

  test('not where a server made the invited person a member meanwhile, or locked them', async () => {
    const path = `PUT /tenants/${house.tenantId}/users/${invited}/roles`;
    for (const change of [
      () => key(path, { roles: ['member'] }),
      () => key(`PUT /users/${invited}`, { locked: true }),
    ]) {
      await signUp();
      await change();
      expect((await follow('verify')).body.message).toBe('Invalid token');
      expect(await found()).toEqual([invited]);
      email = `waiting-${++counter}@example.com`;
      invited = (await key('POST /users/invite', { email })).body.userUuid;
      auth.clock.advance(3000);
    }
  });
});

/** Ways by which the owner of the address proves it otherwise. */
const proofs: Record<string, () => Promise<{ status: number; body: Json }>> = {
  'the invitation': () => follow('invite', house.tenantId),
  'a mailed link': async () => {
    await post('/auth/link', { email });
    return follow('login');
  },
  'a mailed code': async () => {
    const { verificationCode } = (await post('/auth/code', { channel: 'email', email })).body.result;
    return ask(`PUT /tenants/${auth.rootId}/auth/code`, { channel: 'email', email, verificationCode });
  },
  'a new password': async () => {
    await post('/auth/reset/link', { email });
    const { token, uuid } = await mailed('reset');
    return ask(`PUT /tenants/${auth.rootId}/auth/reset`, { token, uuid, password: 'one of my own 12' });
  },
};

describe('security 9: nothing is left of the sign-up once the address is proven', () => {
  for (const [name, prove] of Object.entries(proofs)) {
    test(`by ${name}`, async () => {
      const username = `stranger_${counter}`;
      const stranger = withTokens((await signUp({ username })).body);
      auth.clock.advance(3000);
      const proven = await prove();
      expect(proven.body).toMatchObject({ userUuid: invited, isEmailConfirmed: true, username: null });
      expect(proven.body.name).toBe('What the inviter wrote');
      expect(await found()).toEqual([invited]);
      expect((await signIn()).status).toBe(400);
      expect((await self(stranger.accessToken)).status).toBe(401);
      expect((await key(`GET /users/${stranger.userUuid}`)).status).toBe(404);
      expect((await follow('verify')).body.message).toBe('Invalid token');
      const again = await post('/auth/create', { email: `x-${email}`, password: goodPassword, username });
      expect(again.status).toBe(200);
    });
  }

  test('by the invitation, where sign-up waits for the mail', async () => {
    await setMode('email');
    await signUp();
    await setMode('instant');
    expect((await proofs['the invitation']?.())?.body.userUuid).toBe(invited);
    expect((await follow('welcome')).body.message).toBe('Invalid token');
    expect((await signIn()).status).toBe(400);
  });

  test('but a workspace that it began stays with whoever proves the address', async () => {
    const made = withTokens((await signUp()).body);
    const own = await auth.makeWorkspace(made, `own-${counter}`);
    const entered = await follow('invite', house.tenantId);
    expect(entered.body).toMatchObject({ userUuid: made.userUuid, isEmailConfirmed: true });
    expect(await found()).toEqual([made.userUuid]);
    const { authorization } = (await key(`GET /users/${made.userUuid}`)).body;
    expect(new Set(Object.keys(authorization))).toEqual(new Set([own.tenantId, house.tenantId]));
    expect((await self(made.accessToken)).status).toBe(401);
    expect((await signIn()).status).toBe(400);
  });

  test('both at once: one of them counts', async () => {
    await signUp();
    const answers = await Promise.all([follow('verify'), follow('invite', house.tenantId)]);
    const entered = answers.filter(({ status }) => status === 200).map(({ body }) => body.userUuid);
    expect(await found()).toEqual([...new Set(entered)].slice(-1));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });
});

describe('nobody is invited any more', () => {
  test('the invitation ended: the sign-up has the address', async () => {
    const { userUuid } = (await signUp()).body;
    auth.clock.advance(8 * 24 * 60 * 60_000);
    await keepHouse(auth.service.context);
    expect(await found()).toEqual([userUuid]);
    expect((await signIn()).body.userUuid).toBe(userUuid);
    expect((await signUp()).body.message).toBe('Email exists');
  });

  test('a server deleted the person, or gave them another address', async () => {
    for (const change of [
      () => key(`DELETE /users/${invited}`),
      () => key(`PUT /users/${invited}`, { email: `other-${email}` }),
    ]) {
      const { userUuid } = (await signUp()).body;
      expect((await change()).status).toBe(200);
      expect(await found()).toEqual([userUuid]);
      email = `waiting-${++counter}@example.com`;
      invited = (await key('POST /users/invite', { email })).body.userUuid;
    }
  });
});
