import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
} from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
let child: string;
let other: string;
let childKey: string;
/** A member of both tenants, with a proven address and a password. */
let ada: { userUuid: string; email: string };

/** An older system that says yes to everybody. */
let oldSystem: Server;
let asked = 0;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  oldSystem = createServer((_request, response) => {
    asked++;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => oldSystem.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await auth.close();
  oldSystem.close();
});
beforeEach(async () => {
  auth.clock.advance(24 * 60 * 60_000);
  [child, other] = [await makeChild(), await makeChild()];
  childKey = (await root('POST /keys', { type: 'admin', tenantId: child })).body.key;
  ada = await makeMember({ password: goodPassword });
  await prove(ada);
  await root(`PUT /tenants/${other}/users/${ada.userUuid}/roles`, { roles: ['owner'] });
});

const root = (route: string, body?: unknown) =>
  auth.call(route, { bearer: auth.adminKey, origin: null, ...(body === undefined ? {} : { body }) });
const byChild = (route: string, body?: unknown) =>
  auth.call(route, { bearer: childKey, origin: null, ...(body === undefined ? {} : { body }) });
const page = (route: string, body: object, bearer: string | null = null) =>
  auth.call(route, { body, bearer, address: randomAddress() });

async function makeChild(): Promise<string> {
  const { body } = await root('POST /tenants', { name: 'A child', signup: 'invited' });
  const strategies = ['password', 'link', 'verificationCode'];
  const firstFactors = strategies.map((strategy) => ({ channel: 'email', strategy }));
  await root(`PUT /tenants/${body.tenantId}`, { authentication: { firstFactors } });
  return body.tenantId;
}

async function makeMember(extra: object = {}): Promise<{ userUuid: string; email: string }> {
  const email = `ada-${randomBytes(4).toString('hex')}@example.com`;
  const { userUuid } = (await root('POST /users', { email, ...extra })).body;
  await root(`PUT /tenants/${child}/users/${userUuid}/roles`, { roles: ['member'] });
  return { userUuid, email };
}

const prove = ({ userUuid }: { userUuid: string }) =>
  auth.db.owner.run(sql`update auth.identifier set confirmed_at = now() where user_id = ${userUuid}`);
const personOf = async ({ userUuid }: { userUuid: string }) => (await root(`GET /users/${userUuid}`)).body;

const useLink = ({ uuid, token }: Json) => page(`PUT /tenants/${child}/auth/link`, { uuid, token });
const useCode = (code: string, email: string) =>
  page(`PUT /tenants/${child}/auth/code`, { channel: 'email', email, verificationCode: code });

const credentialsOf = (link: string) => {
  const { searchParams } = new URL(link);
  return { uuid: searchParams.get('uuid'), token: searchParams.get('token') };
};

async function setHook(event: string): Promise<void> {
  await byChild(`PUT /tenants/${child}`, { webhooks: { [event]: 'https://child.example/hook' } });
}

async function delivered(): Promise<Json> {
  const [row] = await auth.db.owner.rows<{ payload: Json }>(
    sql`select payload from auth.webhook_delivery where event like '%ink' or event like '%Code'
      order by created_at desc, id desc limit 1`,
  );
  return row?.payload['factor'] ?? {};
}

type Somebody = { userUuid: string; email: string };

/** Every way in which a child's servers come to hold a secret of one of its members, and the sign-in with it. */
const ways: Record<string, (who: Somebody) => Promise<{ status: number; body: Json }>> = {
  'a login link that the key generated': async ({ userUuid }) =>
    useLink((await byChild('POST /auth/link/generate', { userUuid })).body),
  'a welcome link that the key generated': async ({ userUuid }) =>
    useLink((await byChild('POST /auth/link/generate', { userUuid, options: { type: 'welcome' } })).body),
  'a proof of address that the key generated': async ({ userUuid }) =>
    useLink((await byChild('POST /auth/link/generate', { userUuid, options: { type: 'verify' } })).body),
  'an invitation that the key generated': async ({ userUuid }) =>
    useLink((await byChild('POST /auth/link/generate', { userUuid, options: { type: 'invite' } })).body),
  'the answer of the test world about a mailed proof': async ({ userUuid }) =>
    useLink(credentialsOf((await byChild('POST /auth/verify/email', { userUuid })).body.result.link)),
  'a link in the outbox that the key reads': async ({ email }) => {
    await page(`POST /tenants/${child}/auth/link`, { email });
    return useLink(credentialsOf((await byChild(`GET /outbox?to=${email}`)).body.results[0].link));
  },
  'a code in the outbox that the key reads': async ({ email }) => {
    await page(`POST /tenants/${child}/auth/code`, { channel: 'email', email });
    return useCode((await byChild(`GET /outbox?to=${email}`)).body.results[0].verificationCode, email);
  },
  'a link that the child’s own hook delivers': async ({ email }) => {
    await setHook('emailLink');
    await page(`POST /tenants/${child}/auth/link`, { email });
    const { uuid, token } = await delivered();
    return useLink({ uuid, token });
  },
  'a code that the child’s own hook delivers': async ({ email }) => {
    await setHook('emailVerificationCode');
    await page(`POST /tenants/${child}/auth/code`, { channel: 'email', email });
    return useCode((await delivered())['verificationCode'], email);
  },
};

describe('a session by what a child’s key was given is one of that child alone', () => {
  test.each(Object.keys(ways))('%s', async (name) => {
    const entered = await ways[name]?.(ada);
    expect(entered?.body).toMatchObject({ message: 'OK', userUuid: ada.userUuid });
    const bearer = entered?.body['tokens'].access.value as string;
    for (const [route, body] of [
      ['PUT /self/email', { email: 'mine@evil.example' }],
      ['PUT /self', { name: 'Mine' }],
      [
        `PUT /tenants/${child}/auth/basic`,
        { password: 'another good one 7', existingPassword: goodPassword },
      ],
      ['PUT /auth/basic', { tenantId: child, password: 'another good one 7' }],
      ['POST /auth/verify/email', { email: 'mine@evil.example' }],
      ['PUT /self/phone', { phoneNumber: '+17025550100' }],
      ['POST /self/identities/google', {}],
      ['POST /tenants', { name: 'Mine' }],
    ] as const) {
      expect([route, (await page(route, body, bearer)).status]).toEqual([route, 403]);
    }
    expect((await auth.call('DELETE /self', { bearer })).status).toBe(403);
    expect((await auth.call('GET /self/identities', { bearer })).status).toBe(403);
    expect((await auth.call('GET /auth/totp', { bearer })).status).toBe(403);
    const challenge = { codeChallenge: 'a'.repeat(43) };
    for (const tenant of [other, auth.rootId]) {
      const answer = await page(`POST /tenants/${tenant}/auth/handover`, challenge, bearer);
      expect(answer.status).toBe(401);
      expect(answer.body['code']).toBeUndefined();
    }
    const self = await auth.call('GET /self', { bearer });
    expect(Object.keys(self.body['authorization'])).toEqual([child]);
    const again = await auth.call('GET /auth/refresh', { bearer: entered?.body['tokens'].refresh.value });
    const fresh = again.body['tokens'].access.value as string;
    expect((await page('PUT /self/email', { email: 'mine@evil.example' }, fresh)).status).toBe(403);
  });

  test.each(Object.keys(ways))('and it proves no address: %s', async (name) => {
    const bob = await makeMember();
    expect((await ways[name]?.(bob))?.status).toBe(200);
    expect(await personOf(bob)).toMatchObject({ isEmailConfirmed: false, email: bob.email });
  });

  test('a fresh proof of an open session is not made of it', async () => {
    const entered = await page(`POST /tenants/${auth.rootId}/auth/basic`, {
      emailOrUsername: ada.email,
      password: goodPassword,
    });
    auth.clock.advance(60_000);
    await page(`POST /tenants/${child}/auth/code`, { channel: 'email', email: ada.email });
    const code = (await byChild(`GET /outbox?to=${ada.email}`)).body['results'][0].verificationCode;
    const body = { channel: 'email', email: ada.email, verificationCode: code };
    const answer = await page(`PUT /tenants/${child}/auth/code`, body, entered.body['tokens'].access.value);
    expect(answer.body['sessionId']).not.toBe(entered.body['sessionId']);
    const bearer = answer.body['tokens'].access.value as string;
    expect((await page('PUT /self/email', { email: 'mine@evil.example' }, bearer)).status).toBe(403);
  });
});

describe('what was only mailed proves the address', () => {
  test('who has no credential sets the first password', async () => {
    const bob = await makeMember();
    await page(`POST /tenants/${child}/auth/link`, { email: bob.email });
    const [mail] = await auth.outbox(bob.email);
    const entered = await useLink(credentialsOf(mail?.['link']));
    const bearer = entered.body['tokens'].access.value as string;
    const first = await page(`PUT /tenants/${child}/auth/basic`, { password: goodPassword }, bearer);
    expect(first.body['message']).toBe('OK');
    expect(await personOf(bob)).toMatchObject({ isEmailConfirmed: true, hasPassword: true });
  });

  test('a password that the child’s key set is void once its mail proves the address', async () => {
    const email = `made-${randomBytes(4).toString('hex')}@example.com`;
    const made = (await byChild('POST /users', { email, password: goodPassword })).body as Somebody;
    await byChild('POST /auth/verify/email', { userUuid: made.userUuid });
    // As a mail of the live world: nobody but the person has seen it.
    await auth.db.owner.run(
      sql`update auth.link set data = data - 'returnedTo' where user_id = ${made.userUuid}`,
    );
    const [mail] = await auth.outbox(email);
    expect((await useLink(credentialsOf(mail?.['link']))).status).toBe(200);
    expect(await personOf(made)).toMatchObject({ isEmailConfirmed: true, hasPassword: false });
  });
});

describe('a first password by a child’s key', () => {
  const generate = (userUuid: string) =>
    byChild('POST /auth/link/generate', { userUuid, options: { type: 'reset' } });
  const reset = ({ uuid, token }: Json) =>
    page(`PUT /tenants/${child}/auth/reset`, { uuid, token, password: 'chosen by the key 5' });

  test.each([
    ['a password', async () => ada],
    [
      'a proven address',
      async () => {
        const bob = await makeMember();
        await prove(bob);
        return bob;
      },
    ],
    [
      'another tenant',
      async () => {
        const bob = await makeMember();
        await root(`PUT /tenants/${other}/users/${bob.userUuid}/roles`, { roles: ['member'] });
        return bob;
      },
    ],
  ])('not by a reset link for who has %s', async (_name, make) => {
    const answer = await generate((await make()).userUuid);
    expect([answer.status, answer.body['message']]).toEqual([
      403,
      'This person has an account already. Let them ask for the reset link themselves.',
    ]);
  });

  test('for who has nothing else: a session of the child, void once the address is proven', async () => {
    const bob = await makeMember();
    const entered = await reset((await generate(bob.userUuid)).body);
    const bearer = entered.body['tokens'].access.value as string;
    expect((await page('PUT /self/email', { email: 'mine@evil.example' }, bearer)).status).toBe(403);
    expect(await personOf(bob)).toMatchObject({ isEmailConfirmed: false, hasPassword: true });
    auth.clock.advance(60_000);
    await page(`POST /tenants/${auth.rootId}/auth/link`, { email: bob.email });
    const [mail] = await auth.outbox(bob.email);
    await page(`PUT /tenants/${auth.rootId}/auth/link`, credentialsOf(mail?.['link']));
    expect(await personOf(bob)).toMatchObject({ isEmailConfirmed: true, hasPassword: false });
  });

  test('not when the person came to more while the link waited', async () => {
    const bob = await makeMember();
    const { body } = await generate(bob.userUuid);
    await prove(bob);
    expect((await reset(body)).body['message']).toBe('Invalid token');
  });

  test('not by an older system that says yes to everybody', async () => {
    const bob = await makeMember();
    await prove(bob);
    const { port } = oldSystem.address() as AddressInfo;
    await byChild(`PUT /tenants/${child}`, { migrateUrl: `http://127.0.0.1:${port}/login` });
    const credentials = { emailOrUsername: bob.email, password: 'chosen by the key 5' };
    const answer = await page(`POST /tenants/${child}/auth/password/migrate`, credentials);
    expect(answer.body['message']).toBe('Incorrect email or password');
    expect(asked).toBe(1);
    expect((await personOf(bob))['hasPassword']).toBe(false);
  });

  test.each(['reset', 'verify'])('what is about the account goes by no hook of a child: %s', async (type) => {
    await setHook('emailLink');
    const before = await delivered();
    if (type === 'reset') await page(`POST /tenants/${child}/auth/reset/link`, { email: ada.email });
    else await byChild('POST /auth/verify/email', { userUuid: ada.userUuid });
    expect(await delivered()).toEqual(before);
    expect((await auth.outbox(ada.email))[0]?.['link']).toContain(`type=${type}`);
  });
});
