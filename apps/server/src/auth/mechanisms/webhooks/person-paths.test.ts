import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { promoteRoot } from '../../cli/promote.ts';
import { setLocked } from '../../cli/users.ts';
import { isSigned, type Receiver, startReceiver } from './receiver.fixture.ts';

/** Every way in which a person or a membership begins, changes or ends, and who hears of it. */
let auth: AuthHarness;
let receiver: Receiver;
let owner: Json & { accessToken: string };
/** A workspace: people come by invitation. */
let house: Json;
/** Another application's tenant: whoever signs in becomes a member. */
let shop: Json;
const secrets = new Map<string, string>();
const day = 24 * 60 * 60_000;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  receiver = await startReceiver();
  owner = await auth.signUp();
  house = await auth.makeWorkspace(owner, 'told-house');
  shop = await key('POST /tenants', { name: 'Shop' });
  const strategies = ['password', 'link', 'verificationCode'];
  const firstFactors = [
    ...strategies.map((strategy) => ({ channel: 'email', strategy })),
    { channel: 'sms', strategy: 'verificationCode' },
  ];
  for (const [name, tenantId] of [
    ['root', auth.rootId],
    ['house', house.tenantId],
    ['shop', shop.tenantId],
  ]) {
    await key(`PUT /tenants/${tenantId}`, {
      authentication: { firstFactors },
      webhooks: { user: receiver.url(`/${name}`) },
    });
    const { results } = await key(`GET /tenants/${tenantId}/webhooks/secrets`);
    secrets.set(`/${name}`, results[0].secret);
  }
});
afterAll(async () => {
  await auth.close();
  await receiver.close();
});
beforeEach(async () => {
  auth.clock.advance(day);
  await news();
});

async function key(route: string, body?: unknown, bearer = auth.adminKey): Promise<Json> {
  const answer = await auth.call(route, { bearer, origin: null, ...(body ? { body } : {}) });
  if (answer.status !== 200) throw new Error(`${route} answered ${answer.text}`);
  return answer.body;
}

async function ask(route: string, body: unknown, bearer?: string): Promise<Json> {
  const answer = await auth.call(route, { body, address: randomAddress(), ...(bearer ? { bearer } : {}) });
  if (answer.status !== 200) throw new Error(`${route} answered ${answer.text}`);
  return answer.body;
}

/** What the receivers heard by now. */
async function news(): Promise<string[]> {
  await auth.service.context.wakeWorkers();
  await auth.service.workOffQueue();
  return receiver.news();
}

let people = 0;
const newEmail = () => `told-${++people}@example.com`;
const credentials = (link: string) => {
  const { searchParams } = new URL(link);
  return { uuid: searchParams.get('uuid'), token: searchParams.get('token') };
};

/** Somebody who is there already, and nobody has to hear of any more. */
async function somebody(email = newEmail()): Promise<Json & { accessToken: string }> {
  const person = await auth.signUp(email);
  await news();
  return person;
}

async function member(): Promise<Json & { accessToken: string }> {
  const person = await somebody();
  await key(`PUT /tenants/${house.tenantId}/users/${person.userUuid}/roles`, { roles: ['member'] });
  expect(await news()).toEqual(['root update', 'house create']);
  return signIn(person.email);
}

/** The clock of these tests leaves tokens behind. */
async function signIn(email: string): Promise<Json & { accessToken: string }> {
  const again = { emailOrUsername: email, password: goodPassword };
  return withTokens(await ask(`POST /tenants/${auth.rootId}/auth/basic`, again));
}

describe('somebody begins', () => {
  test('by signing up with a password', async () => {
    const email = newEmail();
    await auth.signUp(email);
    expect(await news()).toEqual(['root create']);
    const call = receiver.received.at(-1);
    expect(call?.body).toMatchObject({ action: 'create', model: 'user', mode: 'test', record: { email } });
    expect(call && isSigned(call, secrets.get('/root') ?? '')).toBe(true);
  });

  test('by signing up through a child, which hears of its own member', async () => {
    const email = newEmail();
    await ask(`POST /tenants/${shop.tenantId}/auth/create`, { email, password: goodPassword });
    expect(await news()).toEqual(['root create', 'shop create']);
    const call = receiver.latest('/shop');
    expect(call && isSigned(call, secrets.get('/shop') ?? '')).toBe(true);
    expect(call?.body.record).toMatchObject({ email, tenantId: shop.tenantId });
    expect(Object.keys(call?.body.record.authorization)).toEqual([shop.tenantId]);
  });

  test('by a mailed link', async () => {
    const email = newEmail();
    const sent = await ask(`POST /tenants/${auth.rootId}/auth/link`, { email });
    const asked = await news();
    const body = credentials(sent.result.link);
    await ask(`PUT /tenants/${auth.rootId}/auth/link`, body);
    expect([...asked, ...(await news())]).toEqual(['root create', 'root update']);
    expect(receiver.received.at(-1)?.body.record).toMatchObject({ email, isEmailConfirmed: true });
  });

  test.each(['email', 'sms'])('by a code: %s', async (channel) => {
    const to = channel === 'email' ? { email: newEmail() } : { phoneNumber: `+1702555${2000 + ++people}` };
    const sent = await ask(`POST /tenants/${auth.rootId}/auth/code`, { channel, ...to });
    const { verificationCode } = sent.result;
    await ask(`PUT /tenants/${auth.rootId}/auth/code`, { channel, ...to, verificationCode });
    expect(await news()).toEqual(['root create']);
    expect(receiver.received.at(-1)?.body.record).toMatchObject(to);
  });

  test('by coming over from an older system', async () => {
    const email = newEmail();
    const old = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ email }));
    });
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve));
    const { port } = old.address() as AddressInfo;
    await key(`PUT /tenants/${auth.rootId}`, { migrateUrl: `http://127.0.0.1:${port}/` });
    const body = { emailOrUsername: email, password: 'an older password 1' };
    await ask(`POST /tenants/${auth.rootId}/auth/password/migrate`, body);
    old.close();
    expect((await news())[0]).toBe('root create');
    expect(receiver.received.at(-1)?.body.record).toMatchObject({ email });
  });

  test('by a server: at the root, and in a child, which both hear of it', async () => {
    await key('POST /users', { email: newEmail() });
    expect(await news()).toEqual(['root create']);
    const made = await key('POST /users', { email: newEmail(), tenantId: shop.tenantId });
    expect(await news()).toEqual(['root create', 'shop create']);
    await key('POST /users/createOrUpdate', { userUuid: made.userUuid, name: 'Another' });
    expect(await news()).toEqual(['root update', 'shop update']);
    await key('POST /users/createOrUpdate', { email: newEmail() });
    expect(await news()).toEqual(['root create']);
  });

  test('by being invited, and joins by accepting', async () => {
    const email = newEmail();
    await key(`POST /tenants/${house.tenantId}/roles/invite`, { email, roles: ['member'] });
    expect(await news()).toEqual(['root create']);
    const [mail] = await auth.outbox(email);
    await ask(`PUT /tenants/${house.tenantId}/auth/link`, credentials(mail?.link));
    const heard = await news();
    expect(new Set(heard)).toEqual(new Set(['root update', 'house create']));
    const record = receiver.latest('/house')?.body.record;
    expect(record.authorization).toMatchObject({ [house.tenantId]: { roles: ['member'] } });
  });

  test('in place of somebody whom only a request named, who ends', async () => {
    const email = newEmail();
    await ask(`POST /tenants/${auth.rootId}/auth/link`, { email });
    expect(await news()).toEqual(['root create']);
    const named = receiver.received.at(-1)?.body.record.userUuid;
    const person = await auth.signUp(email);
    const heard = await news();
    expect(heard.toSorted()).toEqual(['root create', 'root delete']);
    const told = receiver.received.slice(-2).map(({ body }) => [body.action, body.record.userUuid]);
    expect(told).toContainEqual(['create', person.userUuid]);
    expect(told).toContainEqual(['delete', named]);
  });
});

describe('somebody signs up with an address that is invited', () => {
  const invite = async () => {
    const email = newEmail();
    await key(`POST /tenants/${house.tenantId}/roles/invite`, { email, roles: ['member'] });
    expect(await news()).toEqual(['root create']);
    const invited = receiver.received.at(-1)?.body.record.userUuid;
    const [mail] = await auth.outbox(email);
    auth.clock.advance(3000);
    return { email, invited, link: mail?.link };
  };

  test('which is told once it takes effect, in place of who was invited', async () => {
    const { email, invited } = await invite();
    const person = await auth.signUp(email);
    expect(await news()).toEqual([]);
    const proof = (await auth.outbox(email)).find(({ link }) => link?.includes('type=verify'));
    await ask(`PUT /tenants/${auth.rootId}/auth/link`, credentials(proof?.link));
    expect((await news()).toSorted()).toEqual(['root create', 'root delete']);
    const told = receiver.received.slice(-2).map(({ body }) => [body.action, body.record.userUuid]);
    expect(told).toContainEqual(['create', person.userUuid]);
    expect(told).toContainEqual(['delete', invited]);
    await ask(`POST /tenants/${house.tenantId}/auth/basic`, {
      emailOrUsername: email,
      password: goodPassword,
    });
    expect(new Set(await news())).toEqual(new Set(['root update', 'house create']));
  });

  test('and never, where the invitation is accepted instead', async () => {
    const { email, invited, link } = await invite();
    const stranger = await auth.signUp(email);
    await ask(`PUT /tenants/${house.tenantId}/auth/link`, credentials(link));
    expect(new Set(await news())).toEqual(new Set(['root update', 'house create']));
    const told = receiver.received.map(({ body }) => body.record.userUuid);
    expect(told.at(-1)).toBe(invited);
    expect(told).not.toContain(stranger.userUuid);
  });
});

describe('somebody changes', () => {
  test('the own record: the root hears it and each workspace, each its own view', async () => {
    const person = await member();
    await ask('PUT /self', { name: 'Ada', username: `ada_${people}` }, person.accessToken);
    expect(await news()).toEqual(['root update', 'house update']);
    const [root, child] = ['/root', '/house'].map((at) => receiver.latest(at)?.body.record);
    expect(root).toMatchObject({ name: 'Ada', username: `ada_${people}`, tenantId: auth.rootId });
    expect(child).toMatchObject({ name: 'Ada', tenantId: house.tenantId });
  });

  test('the address, and takes that back', async () => {
    const person = await member();
    const email = newEmail();
    const sent = await ask('PUT /self/email', { email }, person.accessToken);
    expect(await news()).toEqual([]);
    await ask(`PUT /tenants/${auth.rootId}/auth/link`, credentials(sent.result.link));
    expect(await news()).toEqual(['root update', 'house update']);
    expect(receiver.received.at(-1)?.body.record.email).toBe(email);
    const [notice] = await auth.outbox(person.email);
    await ask('POST /self/undo', credentials(/http\S+type=undo/.exec(notice?.text)?.[0] ?? ''));
    expect(await news()).toEqual(['root update', 'house update']);
    expect(receiver.received.at(-1)?.body.record.email).toBe(person.email);
  });

  test('the phone number, and takes that back', async () => {
    const person = await member();
    const change = async (phoneNumber: string) => {
      const { result } = await ask('PUT /self/phone', { phoneNumber }, person.accessToken);
      const body = { phoneNumber, verificationCode: result.verificationCode };
      await ask('PUT /self/phone', body, person.accessToken);
      expect(await news()).toEqual(['root update', 'house update']);
      expect(receiver.received.at(-1)?.body.record).toMatchObject({ phoneNumber });
    };
    const [first, second] = [`+1702555${3000 + people}`, `+1702555${6000 + people}`];
    await change(first);
    await change(second);
    const [notice] = await auth.outbox(person.email);
    await ask('POST /self/undo', credentials(/http\S+type=undo/.exec(notice?.text)?.[0] ?? ''));
    expect(await news()).toEqual(['root update', 'house update']);
    expect(receiver.received.at(-1)?.body.record).toMatchObject({ phoneNumber: first });
  });

  test('proves the address', async () => {
    const person = await somebody();
    const links = (await auth.outbox(person.email)).flatMap(({ link }) => (link ? [link] : []));
    await ask(`PUT /tenants/${auth.rootId}/auth/link`, credentials(links[0]));
    expect(await news()).toEqual(['root update']);
    expect(receiver.received.at(-1)?.body.record.isEmailConfirmed).toBe(true);
  });

  test('by a server, which also locks and unlocks; so does an operator', async () => {
    const person = await member();
    await key(`PUT /users/${person.userUuid}`, { name: 'By a server' });
    expect(await news()).toEqual(['root update', 'house update']);
    for (const locked of [true, false]) {
      await key(`PUT /users/${person.userUuid}`, { locked });
      expect(await news()).toEqual(['root update', 'house update']);
      expect(receiver.received.at(-1)?.body.record.locked).toBe(locked);
    }
    await setLocked(auth.service, { words: [person.userUuid], options: {} }, true);
    expect(await news()).toEqual(['root update', 'house update']);
    expect(receiver.received.at(-1)?.body.record.locked).toBe(true);
  });

  test('the roles: the workspace hears it and the root, no other workspace', async () => {
    const person = await member();
    const other = await auth.makeWorkspace(await signIn(owner.email), `other-${people}`);
    await key(`PUT /tenants/${other.tenantId}`, { webhooks: { user: receiver.url('/other') } });
    await key(`PUT /tenants/${other.tenantId}/users/${person.userUuid}/roles`, { roles: ['member'] });
    await news();
    await key(`PUT /tenants/${house.tenantId}/users/${person.userUuid}/roles`, { roles: ['admin'] });
    expect(await news()).toEqual(['root update', 'house update']);
    const { authorization } = receiver.latest('/house')?.body.record ?? {};
    expect(authorization).toMatchObject({ [house.tenantId]: { roles: ['admin'] } });
    expect(Object.keys(authorization)).toEqual([house.tenantId]);
  });

  test('signing in, refreshing and a wrong password are no change', async () => {
    const person = await member();
    await ask(`POST /tenants/${auth.rootId}/auth/basic`, {
      emailOrUsername: person.email,
      password: goodPassword,
    });
    await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body: { emailOrUsername: person.email, password: 'wrong' },
    });
    expect(await news()).toEqual([]);
  });
});

describe('somebody ends', () => {
  test('a membership, which the root hears as a change', async () => {
    const person = await member();
    await key(`DELETE /tenants/${house.tenantId}/users/${person.userUuid}`);
    expect(await news()).toEqual(['root update', 'house delete']);
    expect(receiver.latest('/house')?.body.record).toMatchObject({
      userUuid: person.userUuid,
      authorization: {},
    });
    await key(`PUT /tenants/${house.tenantId}/users/${person.userUuid}/roles`, { roles: ['member'] });
    expect(await news()).toEqual(['root update', 'house create']);
  });

  test.each(['by themselves', 'by a server'])(
    '%s: no name is left in what is told; erasing tells nothing more',
    async (by) => {
      const person = await member();
      if (by === 'by a server') await key(`DELETE /users/${person.userUuid}`);
      else await auth.call('DELETE /self', { bearer: person.accessToken });
      expect(await news()).toEqual(['root delete', 'house delete']);
      for (const { body, text } of receiver.received.slice(-2)) {
        expect(body.record).toMatchObject({ userUuid: person.userUuid, userId: person.userId, email: null });
        expect(text).not.toContain(person.email);
      }
      auth.clock.advance(31 * day);
      expect(await news()).toEqual([]);
      const left = await auth.db.owner.rows(
        sql`select id from auth.user_account where id = ${person.userUuid}`,
      );
      expect(left).toEqual([]);
    },
  );

  test('all memberships of a workspace that ends', async () => {
    const other = await auth.makeWorkspace(await signIn(owner.email), `ending-${++people}`);
    await key(`PUT /tenants/${other.tenantId}`, { webhooks: { user: receiver.url('/ending') } });
    await news();
    await key(`DELETE /tenants/${other.tenantId}`);
    expect(await news()).toEqual(['root update', 'ending delete']);
    const { record } = receiver.latest('/ending')?.body ?? {};
    expect(record).toMatchObject({ userUuid: owner.userUuid, tenantId: other.tenantId });
  });
});

test('a world that goes live ends for receivers of the test world and begins for those of the live one', async () => {
  const own = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  try {
    const person = await own.signUp('moves@example.com');
    await own.call(`PUT /tenants/${own.rootId}`, {
      bearer: own.adminKey,
      body: { webhooks: { user: receiver.url('/test') } },
    });
    await own.db.owner.run(sql`insert into auth.webhook (id, tenant_id, mode, event, url, sealed_secret, created_at, updated_at)
      select gen_random_uuid(), tenant_id, 'live', event, ${receiver.url('/live')}, sealed_secret, now(), now() from auth.webhook`);
    await promoteRoot(own.service, { words: [own.rootId], options: { yes: true } });
    await own.service.workOffQueue();
    const told = receiver.received.filter(({ body }) => body.record.userUuid === person.userUuid);
    expect(told.map(({ at, body }) => `${at} ${body.action} ${body.mode}`).toSorted()).toEqual([
      '/live create live',
      '/test delete test',
    ]);
  } finally {
    await own.close();
  }
});
