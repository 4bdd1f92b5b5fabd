import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { type AuthHarness, type Json, startAuth, withTokens } from '../../../testing/auth-harness.ts';
import { personWithAuthenticator } from '../../../testing/paired-authenticator.ts';

const hour = 60 * 60_000;

let auth: AuthHarness;
let owner: Json;
let admin: Json;
let grace: Json;
let house: Json;
let houses = 0;

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
});
afterAll(() => auth.close());
beforeEach(async () => {
  auth.clock.advance(3 * 24 * hour);
  houses += 1;
  owner = await auth.signUp();
  house = await auth.makeWorkspace(owner as never, `lost-${houses}`);
  admin = await member(await auth.signUp(), house, 'admin');
  grace = await member((await personWithAuthenticator(auth)).ada, house, 'member');
  owner = await fresh(owner);
});

const byKey = (route: string, body?: unknown) =>
  auth.call(route, { bearer: auth.adminKey, origin: null, ...(body === undefined ? {} : { body }) });

async function member(person: Json, at: Json, role: string): Promise<Json> {
  await byKey(`PUT /tenants/${at.tenantId}/users/${person.userUuid}/roles`, { roles: [role] });
  return fresh(person);
}

/** Roles are in the token, so it is renewed; the proof of the sign-up is young enough. */
async function fresh(person: Json): Promise<Json> {
  const { body } = await auth.call('GET /auth/refresh', { bearer: person.refreshToken });
  return { ...person, ...withTokens(body) };
}

const path = () => `/tenants/${house.tenantId}/lost-factors`;
const ask = (by: Json = owner, who: Json = grace) =>
  auth.call(`POST ${path()}`, { bearer: by.accessToken, body: { userUuid: who.userUuid } });
const list = async (by: Json = owner) =>
  (await auth.call(`GET ${path()}`, { bearer: by.accessToken })).body.results as Json[];
const second = (id: string, by: Json = admin) =>
  auth.call(`POST ${path()}/${id}/second`, { bearer: by.accessToken });

async function linkOf(who: Json = grace): Promise<Json> {
  const mail = (await auth.outbox(who.email)).find(({ subject }) =>
    subject.includes('remove your authenticator'),
  );
  const href = /https?:\/\/\S+lost-factor\?\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  return Object.fromEntries(new URL(href).searchParams);
}
const answer = async (how: string, link?: Json) =>
  auth.call('POST /auth/lost-factor', { body: { ...(link ?? (await linkOf())), answer: how } });
const hasAuthenticator = async (who: Json = grace) => {
  const rows = await auth.db.owner.rows(sql`select 1 from auth.totp where user_id = ${who.userUuid}
    and confirmed_at is not null`);
  return rows.length === 1;
};
const actions = async () => {
  const { body } = await auth.call(`GET /tenants/${house.tenantId}/audit`, { bearer: owner.accessToken });
  return (body.results as Json[]).map((one) => one.action as string);
};

describe('the lost second factor', () => {
  test('goes once the person proved the address and a second admin agreed; sessions end, and all of it is on record', async () => {
    const asked = await ask();
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({ userUuid: grace.userUuid, provenAt: null, readyAt: null });
    expect((await answer('confirm')).body.readyAt).toBeDefined();
    expect(await hasAuthenticator()).toBe(true);
    expect((await second(asked.body.id)).status).toBe(200);
    expect(await hasAuthenticator()).toBe(false);
    expect(await list()).toEqual([]);
    const dead = await auth.call('GET /self', { bearer: grace.accessToken });
    expect(dead.status).toBe(401);
    expect(await actions()).toEqual(
      expect.arrayContaining([
        'lostfactor.asked',
        'lostfactor.proven',
        'lostfactor.seconded',
        'factor.removed',
      ]),
    );
  });

  test('the second admin first, then the proof: it goes with the proof', async () => {
    const { body } = await ask();
    await second(body.id);
    expect(await hasAuthenticator()).toBe(true);
    await answer('confirm');
    expect(await hasAuthenticator()).toBe(false);
  });

  test('without a second admin it goes a day after it was asked for, by itself, if the address is proven', async () => {
    await ask();
    await answer('confirm');
    auth.clock.advance(23 * hour);
    await auth.service.context.wakeWorkers();
    expect(await hasAuthenticator()).toBe(true);
    auth.clock.advance(hour);
    await auth.service.context.wakeWorkers();
    expect(await hasAuthenticator()).toBe(false);
  });

  test('a proof by the mailbox of a former address is none, and the request is over', async () => {
    await ask();
    const link = await linkOf();
    const email = `new-${grace['email']}`;
    expect((await byKey(`PUT /users/${grace['userUuid']}`, { email })).status).toBe(200);
    expect((await answer('confirm', link)).status).toBe(400);
    expect(await list()).toEqual([]);
    expect(await actions()).toContain('lostfactor.stopped');
  });

  test('a proof by an address that was put in and taken back is none', async () => {
    const [former, taker] = [grace['email'], `taker-${grace['email']}`];
    const { body } = await auth.call('PUT /self/email', {
      bearer: grace['accessToken'],
      body: { email: taker },
    });
    const { token, uuid } = Object.fromEntries(new URL(body.result.link).searchParams);
    await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, { body: { token, uuid } });
    auth.clock.advance(60_000);
    expect((await ask()).status).toBe(200);
    expect((await answer('confirm', await linkOf({ ...grace, email: taker }))).status).toBe(200);
    const mail = (await auth.outbox(former)).find((each) => /type=undo/.test(each['text']));
    const undo = new URL(/http\S+type=undo/.exec(mail?.['text'])?.[0] ?? '').searchParams;
    const taken = { uuid: undo.get('uuid'), token: undo.get('token') };
    expect((await auth.call('POST /self/undo', { body: taken })).status).toBe(200);
    auth.clock.advance(25 * hour);
    await auth.service.context.wakeWorkers();
    expect(await hasAuthenticator()).toBe(true);
  });

  test('without the proof nothing happens, whoever agrees and however long it takes', async () => {
    const { body } = await ask();
    await second(body.id);
    auth.clock.advance(25 * hour);
    await auth.service.context.wakeWorkers();
    expect(await hasAuthenticator()).toBe(true);
  });

  test('somebody who is in another workspace, too, always waits the day, and its owner is told and can stop it', async () => {
    const stranger = await auth.signUp();
    const other = await auth.makeWorkspace(stranger as never, `other-${houses}`);
    const proof = new URL((await auth.outbox(stranger.email))[0]?.link).searchParams;
    await auth.call(`PUT /tenants/${auth.rootId}/auth/link`, {
      body: { uuid: proof.get('uuid'), token: proof.get('token') },
    });
    await member(grace, other, 'member');
    const { body } = await ask();
    await second(body.id);
    await answer('confirm');
    expect(await hasAuthenticator()).toBe(true);
    const told = (await auth.outbox(stranger.email)).map(({ subject }) => subject);
    expect(told).toContain('A lost authenticator was reported');
    const there = await fresh(stranger);
    const stopped = await auth.call(`DELETE /tenants/${other.tenantId}/lost-factors/${body.id}`, {
      bearer: there.accessToken,
    });
    expect(stopped.status).toBe(200);
    auth.clock.advance(25 * hour);
    await auth.service.context.wakeWorkers();
    expect(await hasAuthenticator()).toBe(true);
  });

  test('the person stops it by the same link, which then does nothing more', async () => {
    await ask();
    const link = await linkOf();
    expect((await answer('refuse', link)).status).toBe(200);
    expect((await answer('confirm', link)).body.error.type).toBe('invalid_token');
    expect(await list()).toEqual([]);
  });

  test('a wrong token burns nothing', async () => {
    await ask();
    const link = await linkOf();
    expect((await answer('confirm', { ...link, token: 'wrong' })).status).toBe(400);
    expect((await answer('confirm', link)).status).toBe(200);
  });
});

describe('who may', () => {
  test('ask: an owner, for a member with an authenticator, once, and not for oneself', async () => {
    expect((await ask(admin)).status).toBe(403);
    expect((await ask(owner, admin)).body.error.type).toBe('state_conflict');
    expect((await ask(owner, owner)).status).toBe(403);
    const stranger = await auth.signUp();
    expect((await ask(owner, stranger)).status).toBe(404);
    expect((await ask()).status).toBe(200);
    auth.clock.advance(hour / 12);
    expect((await ask()).body.error.type).toBe('state_conflict');
  });

  test('agree: neither who asked, nor the person, nor a member, nor somebody of another workspace', async () => {
    const { body } = await ask();
    expect((await second(body.id, owner)).status).toBe(403);
    expect((await second(body.id, grace)).status).toBe(403);
    const stranger = await auth.signUp();
    const other = await auth.makeWorkspace(stranger as never, `foreign-${houses}`);
    const there = await fresh(stranger);
    const foreign = await auth.call(`POST /tenants/${other.tenantId}/lost-factors/${body.id}/second`, {
      bearer: there.accessToken,
    });
    expect(foreign.status).toBe(404);
    expect((await second('nonsense')).status).toBe(404);
  });

  test('a key does none of it, since somebody has to answer for it', async () => {
    expect((await byKey(`POST ${path()}`, { userUuid: grace.userUuid })).status).toBe(403);
  });

  test('asking and agreeing take a fresh proof', async () => {
    auth.clock.advance(11 * 60_000);
    const stale = await ask(await fresh(owner));
    expect(stale.body.error.type).toBe('step_up_required');
  });

  test('all that are open are reached, page by page', async () => {
    const database = auth.db.owner;
    const { id: first } = (await ask()).body;
    const people = await database.rows<{ id: string }>(sql`insert into auth.user_account
      select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'number', 1000000 + n))).*
      from auth.user_account u, generate_series(1, 201) n where u.id = ${grace.userUuid} returning id`);
    const copies = people.map(({ id }) => id);
    await database.run(sql`insert into auth.membership
      select (jsonb_populate_record(m, jsonb_build_object('user_id', p.id))).*
      from auth.membership m, unnest(${copies}::uuid[]) p(id)
      where m.tenant_id = (select tenant_id from auth.lost_factor where id = ${first}) and m.user_id = ${grace.userUuid}`);
    await database.run(sql`insert into auth.lost_factor
      select (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'user_id', p.id))).*
      from auth.lost_factor f, unnest(${copies}::uuid[]) p(id) where f.id = ${first}`);
    const read = async (query = '') =>
      (await auth.call(`GET ${path()}${query}`, { bearer: owner.accessToken })).body as Json;
    const begin = await read();
    const rest = await read(`?after=${begin.next}`);
    expect([begin.results.length, rest.results.length, rest.next]).toEqual([200, 2, null]);
    const found = [...begin.results, ...rest.results].map((one: Json) => one.userUuid as string);
    expect(found).toHaveLength(copies.length + 1);
    expect(new Set(found)).toEqual(new Set([...copies, grace.userUuid]));
    const bad = await auth.call(`GET ${path()}?after=x`, { bearer: owner.accessToken });
    expect(bad.status).toBe(400);
  });
});
