import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  claimsOf,
  cookiesOf,
  goodPassword,
  randomAddress,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';
import { statementsOf } from '../../../testing/statements.ts';

let auth: AuthHarness;
const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const refresh = (token: string, headers: Record<string, string> = {}) =>
  auth.call('GET /auth/refresh', { bearer: token, headers });

describe('protocol 7.14: refresh', () => {
  test('answers 200 with three tokens of the next generation', async () => {
    const ada = await auth.signUp();
    const answer = await refresh(ada.refreshToken);
    expect(answer.status).toBe(200);
    const { accessToken, refreshToken } = withTokens(answer.body);
    expect(claimsOf(accessToken).gen).toBe(2);
    expect(claimsOf(refreshToken)).toMatchObject({
      type: 'refresh',
      gen: 2,
      sid: claimsOf(ada.accessToken).sid,
    });
    expect(claimsOf(refreshToken).authorization).toBeUndefined();
  });

  test.each(['undefined', 'null', ''])('`Bearer %s` is a plain 401 (14.2)', async (token) => {
    const answer = await auth.call('GET /auth/refresh', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ statusCode: 401, message: 'Unauthorized' });
  });

  test('an access token is not taken as refresh token, nor the other way round', async () => {
    const ada = await auth.signUp();
    expect((await refresh(ada.accessToken)).status).toBe(401);
    expect((await auth.call('GET /self', { bearer: ada.refreshToken })).status).toBe(401);
  });

  test('new values of the own record are in the id token after a refresh (7.16)', async () => {
    const ada = await auth.signUp();
    await auth.call('PUT /self', {
      bearer: ada.accessToken,
      body: { name: 'Ada Lovelace', data: { team: 'engine' } },
    });
    const answer = await refresh(ada.refreshToken);
    expect(claimsOf(answer.body.tokens.id.value)).toMatchObject({
      name: 'Ada Lovelace',
      data: { team: 'engine' },
    });
  });
});

describe('security 6: rotation', () => {
  test('the previous refresh token gives the same successor again within 30 s, without another generation', async () => {
    const ada = await auth.signUp();
    const first = withTokens((await refresh(ada.refreshToken)).body);
    await auth.call('GET /self', { bearer: first.accessToken });
    auth.clock.advance(29 * second);
    const again = await refresh(ada.refreshToken);
    expect(again.status).toBe(200);
    expect(claimsOf(withTokens(again.body).refreshToken).gen).toBe(2);
    expect((await refresh(first.refreshToken)).status).toBe(200);
  });

  test('a refresh token used again after 30 s ends the session, is audited and mailed', async () => {
    const ada = await auth.signUp();
    const first = withTokens((await refresh(ada.refreshToken)).body);
    expect((await auth.call('GET /self', { bearer: first.accessToken })).status).toBe(200);
    auth.clock.advance(31 * second);
    expect((await refresh(ada.refreshToken)).status).toBe(401);
    expect((await refresh(first.refreshToken)).status).toBe(401);
    expect((await auth.call('GET /self', { bearer: first.accessToken })).status).toBe(401);
    const [notice] = await auth.outbox(ada.email);
    expect(notice?.subject).toBe('A session was ended to protect your account');
    const events = await auth.db.owner.rows(sql`select 1 from auth.audit_event
      where action = 'token.reuse' and user_id = ${ada.userUuid}`);
    expect(events).toHaveLength(1);
  });

  test('the previous one stays good while its successor was never seen, for 24 h at most', async () => {
    const ada = await auth.signUp();
    await refresh(ada.refreshToken);
    auth.clock.advance(day - minute);
    expect((await refresh(ada.refreshToken)).status).toBe(200);
    auth.clock.advance(2 * minute);
    expect((await refresh(ada.refreshToken)).status).toBe(401);
  });

  test('two refreshes at once give one and the same generation', async () => {
    const ada = await auth.signUp();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(ada.refreshToken)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map((answer) => claimsOf(withTokens(answer.body).refreshToken).gen))).toEqual(
      new Set([2]),
    );
  });

  test('is one statement, the same that reads person and roles', async () => {
    const ada = await auth.signUp();
    const texts = await statementsOf(auth.db.database, async () => {
      expect((await refresh(ada.refreshToken)).status).toBe(200);
    });
    expect(texts).toHaveLength(1);
  });

  test('a token two generations old ends the session at once', async () => {
    const ada = await auth.signUp();
    const second = withTokens((await refresh(ada.refreshToken)).body);
    await refresh(second.refreshToken);
    expect((await refresh(ada.refreshToken)).status).toBe(401);
    expect((await refresh(second.refreshToken)).status).toBe(401);
  });

  test('idle for 7 days, or 30 days old, a session is over', async () => {
    const idle = await auth.signUp();
    auth.clock.advance(7 * day + minute);
    expect((await refresh(idle.refreshToken)).status).toBe(401);
    let busy = await auth.signUp();
    const statuses: number[] = [];
    for (let week = 0; week < 6; week++) {
      auth.clock.advance(6 * day);
      const answer = await refresh(busy.refreshToken);
      statuses.push(answer.status);
      if (answer.status === 200) busy = { ...busy, ...withTokens(answer.body) };
    }
    expect(statuses).toEqual([200, 200, 200, 200, 401, 401]);
  });

  test('31 refreshes of a session in a minute: the last waits (security 2)', async () => {
    let ada = await auth.signUp();
    const waits: number[] = [];
    const statuses = [];
    for (let turn = 0; turn < 31; turn++) {
      const answer = await refresh(ada.refreshToken);
      statuses.push(answer.status);
      if (answer.status === 200) ada = { ...ada, ...withTokens(answer.body) };
      waits.push(Number(answer.headers['retry-after'] ?? 0));
    }
    expect(waits.at(-1)).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('security 6: companion cookie and HttpOnly refresh', () => {
  const sameOrigin = { 'sec-fetch-site': 'same-origin' };

  async function signInWithCookies() {
    const { email } = await auth.signUp();
    const body = { emailOrUsername: email, password: goodPassword };
    const headers = { ...sameOrigin, 'x-latchkey-refresh': 'cookie' };
    const answer = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body,
      headers,
      address: randomAddress(),
    });
    const jar = new Map(
      Object.entries(cookiesOf(answer)).map(([name, value]) => [name, value.split(';', 1)[0] ?? '']),
    );
    return { answer, jar, email };
  }

  const cookie = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  test('the refresh token is set HttpOnly, Strict and host-only, and left out of the answer', async () => {
    const { answer } = await signInWithCookies();
    expect(answer.body.tokens.refresh.value).toBeUndefined();
    expect(Date.parse(answer.body.refreshExpiresAt)).toBe(auth.clock.now().getTime() + 7 * day);
    const set = cookiesOf(answer);
    expect(set[`refresh.${auth.rootId}`]).toMatch(/; Path=\/v0\/auth\/; .*SameSite=Strict; HttpOnly/);
    expect(set['__Host-sb']).toMatch(/^[\w-]{43}; Path=\/; .*SameSite=Strict; HttpOnly; Secure$/);
    expect(set['XSRF-TOKEN']).not.toMatch(/HttpOnly/);
  });

  test('it refreshes with cookie, XSRF token and own origin; without one of them it is refused', async () => {
    const { jar } = await signInWithCookies();
    const good = {
      ...sameOrigin,
      'x-latchkey-refresh': 'cookie',
      cookie: cookie(jar),
      'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
    };
    const send = (headers: Record<string, string>) =>
      auth.call('GET /auth/refresh', { origin: null, headers: { host: 'stint.localhost:3000', ...headers } });
    expect((await send({ ...good, 'x-xsrf-token': 'wrong.token' })).status).toBe(403);
    expect((await send({ ...good, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await send({ ...good, 'sec-fetch-mode': 'navigate' })).status).toBe(403);
    expect((await send({ ...good, 'sec-purpose': 'prefetch' })).status).toBe(403);
    expect((await send({ ...good, 'x-latchkey-refresh': '' })).status).toBe(401);
    const answer = await send(good);
    expect(answer.status).toBe(200);
    expect(answer.body.tokens.refresh.value).toBeUndefined();
    expect(cookiesOf(answer)[`refresh.${auth.rootId}`]).toMatch(/HttpOnly/);
  });

  test('a cookie that died with its family is refused and expired by name; others stay', async () => {
    const { jar, answer } = await signInWithCookies();
    const headers = {
      ...sameOrigin,
      host: 'stint.localhost:3000',
      'x-latchkey-refresh': 'cookie',
      cookie: `${cookie(jar)}; refresh.other123=x`,
      'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
    };
    const route = `GET /auth/refresh?tenantId=${auth.rootId}` as 'GET /auth/refresh';
    const send = (more: object = {}) => auth.call(route, { origin: null, headers: { ...headers, ...more } });
    const alive = await send({ 'x-xsrf-token': 'wrong.token' });
    expect([alive.status, cookiesOf(alive)[`refresh.${auth.rootId}`]]).toEqual([403, undefined]);
    await auth.call('GET /auth/logout', { bearer: answer.body.tokens.access.value });
    const dead = await send();
    expect(dead.status).toBe(401);
    expect(cookiesOf(dead)[`refresh.${auth.rootId}`]).toMatch(/^; Path=\/v0\/auth\/; Max-Age=0; .*HttpOnly/);
    expect(cookiesOf(dead)['XSRF-TOKEN']).toMatch(/^; Path=\/; Max-Age=0/);
    expect(cookiesOf(dead)['refresh.other123']).toBeUndefined();
    const stranger = await send({ 'sec-fetch-site': 'cross-site', authorization: 'Bearer x' });
    expect([stranger.status, cookiesOf(stranger)[`refresh.${auth.rootId}`]]).toEqual([403, undefined]);
  });

  test('a session seen with its companion cookie ends when refreshed without it', async () => {
    const { jar, email } = await signInWithCookies();
    const body = { emailOrUsername: email, password: goodPassword };
    const headers = { ...sameOrigin, cookie: `__Host-sb=${jar.get('__Host-sb')}` };
    const signed = withTokens(
      (
        await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
          body,
          headers,
          address: randomAddress(),
        })
      ).body,
    );
    expect((await refresh(signed.refreshToken)).status).toBe(401);
    expect((await refresh(signed.refreshToken, headers)).status).toBe(401);
  });

  test('a doubled companion cookie counts as absent (security 7)', async () => {
    const { jar, email } = await signInWithCookies();
    const companion = `__Host-sb=${jar.get('__Host-sb')}`;
    const body = { emailOrUsername: email, password: goodPassword };
    const headers = { ...sameOrigin, cookie: companion };
    const signed = withTokens(
      (
        await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
          body,
          headers,
          address: randomAddress(),
        })
      ).body,
    );
    expect(
      (await refresh(signed.refreshToken, { ...sameOrigin, cookie: `${companion}; ${companion}` })).status,
    ).toBe(401);
  });
});

describe('protocol 7.15: logout', () => {
  test('takes an expired access token, and the refresh token', async () => {
    const ada = await auth.signUp();
    auth.clock.advance(20 * minute);
    expect((await auth.call('GET /self', { bearer: ada.accessToken })).status).toBe(401);
    const answer = await auth.call('GET /auth/logout', { bearer: ada.accessToken });
    expect(answer.body).toEqual({ message: 'OK', redirectTo: '/signin' });
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect((await refresh(ada.refreshToken)).status).toBe(401);
    const bob = await auth.signUp();
    const headers = { host: new URL(auth.main).host, 'sec-fetch-site': 'cross-site' };
    const elsewhere = { bearer: bob.refreshToken, origin: 'http://localhost:5173', headers };
    const crossOrigin = await auth.call('GET /auth/logout', elsewhere);
    // Browsers report the header as an error where the page is from another site.
    expect([crossOrigin.status, crossOrigin.headers['clear-site-data']]).toEqual([200, undefined]);
    expect((await refresh(bob.refreshToken)).status).toBe(401);
  });

  test('own sessions are listed and ended; those of others are not there', async () => {
    const ada = await auth.signUp();
    const bob = await auth.signUp();
    const again = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body: { emailOrUsername: ada.email, password: goodPassword },
      address: randomAddress(),
    });
    const list = await auth.call('GET /self/sessions', { bearer: ada.accessToken });
    expect(list.body.results.map((one: { isCurrent: boolean }) => one.isCurrent).sort()).toEqual([
      false,
      true,
    ]);
    expect(
      (await auth.call(`DELETE /self/sessions/${ada.sessionId}`, { bearer: bob.accessToken })).status,
    ).toBe(404);
    expect((await auth.call('DELETE /self/sessions/others', { bearer: ada.accessToken })).status).toBe(200);
    expect((await auth.call('GET /self', { bearer: withTokens(again.body).accessToken })).status).toBe(401);
    expect((await auth.call('GET /self', { bearer: ada.accessToken })).status).toBe(200);
  });

  test('the revocation feed tells ended sessions and raised versions after a cursor', async () => {
    const ada = await auth.signUp();
    const before = (await auth.call('GET /auth/changes', { bearer: auth.adminKey })).body.cursor;
    const house = await auth.makeWorkspace(ada, 'feed-house');
    await auth.call('GET /auth/logout', { bearer: ada.accessToken });
    const feed = await auth.call(`GET /auth/changes?after=${before}`, { bearer: auth.adminKey });
    expect(feed.body.changes).toMatchObject([
      { kind: 'member', userUuid: ada.userUuid, tenantId: house.tenantId },
      { kind: 'authorization', userUuid: ada.userUuid, authzVersion: 2 },
      { kind: 'session', sessionId: ada.sessionId },
    ]);
    const after = await auth.call(`GET /auth/changes?after=${feed.body.cursor}`, { bearer: auth.adminKey });
    expect(after.body.changes).toEqual([]);
    expect(after.body.cursor).toBe(feed.body.cursor);
    expect((await auth.call('GET /auth/changes')).status).toBe(401);
  });

  test('the feed tells of people who have no session: lock, unlock, memberships, deletion; and weeks later', async () => {
    const [ada, bo] = [await auth.signUp(), await auth.signUp()];
    const house = await auth.makeWorkspace(ada, 'people-house');
    await auth.call('GET /auth/logout', { bearer: bo.accessToken });
    const { cursor } = (await auth.call('GET /auth/changes', { bearer: auth.adminKey })).body;
    const bearer = auth.adminKey;
    const told = async (route: string, body?: object) => {
      const before = (await auth.call('GET /auth/changes', { bearer })).body.cursor;
      expect((await auth.call(route, { bearer, body })).status).toBe(200);
      const { changes } = (await auth.call(`GET /auth/changes?after=${before}`, { bearer })).body;
      return changes.map(({ kind, tenantId, userUuid }: Record<string, string>) => {
        expect(userUuid).toBe(bo.userUuid);
        return tenantId === house.tenantId ? `${kind} here` : kind;
      });
    };
    const roles = `PUT /tenants/${house.tenantId}/users/${bo.userUuid}/roles`;
    expect(await told(`PUT /users/${bo.userUuid}`, { locked: true })).toEqual(['authorization', 'person']);
    expect(await told(`PUT /users/${bo.userUuid}`, { locked: false })).toEqual(['person']);
    expect(await told(roles, { roles: ['admin'] })).toEqual(['member here', 'authorization']);
    expect(await told(roles, { roles: ['admin'] })).toEqual([]);
    expect(await told(roles, { roles: [] })).toEqual(['member here', 'authorization']);
    expect(await told(roles, { roles: ['member'] })).toEqual(['member here', 'authorization']);
    expect(await told(`DELETE /users/${bo.userUuid}`)).toEqual(['authorization', 'member here']);
    auth.clock.advance(20 * 24 * 60 * 60_000);
    const later = (await auth.call(`GET /auth/changes?after=${cursor}`, { bearer })).body;
    expect([later.changes.length > 8, later.hasMore]).toEqual([true, false]);
    expect((await auth.call('GET /auth/changes', { bearer })).body.changes).toEqual([]);
  });

  test('a cursor from before the database was put back begins anew', async () => {
    const ada = await auth.signUp();
    await auth.call('GET /auth/logout', { bearer: ada.accessToken });
    const { body } = await auth.call('GET /auth/changes?after=99999999', { bearer: auth.adminKey });
    expect(body.cursor).toBeLessThan(99_999_999);
    expect(body.changes.at(-1)).toMatchObject({ kind: 'session', sessionId: ada.sessionId });
  });
});

describe('security 6: tokens', () => {
  test('ES256 with typ, kid and all required claims; the JWKS verifies them', async () => {
    const ada = await auth.signUp();
    const header = JSON.parse(
      Buffer.from(ada.accessToken.split('.')[0] ?? '', 'base64url').toString(),
    ) as object;
    expect(header).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    const jwks = await auth.call(`GET /tenants/${auth.rootId}/jwks`);
    expect(jwks.body.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(jwks.body.keys[0].d).toBeUndefined();
    const pem = await auth.call(`GET /tenants/${auth.rootId}/keys/jwt`);
    expect(pem.body.results[0].publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    const { exp, iat, ...claims } = claimsOf(ada.accessToken);
    expect(exp - iat).toBe(600);
    expect(claims).toMatchObject({
      iss: 'http://stint.localhost:3000/v0/',
      aud: auth.rootId,
      sub: ada.userUuid,
      sid: ada.sessionId,
      authz_version: 1,
      mode: 'test',
    });
  });

  test.each([
    [
      'alg none',
      (token: string) =>
        `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    [
      'a changed payload',
      (token: string) => token.replace(/\.(.)/, (_, first: string) => `.${first === 'e' ? 'f' : 'e'}`),
    ],
    ['a changed signature', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['a huge token', (token: string) => token + 'a'.repeat(9000)],
    ['three dots', () => '...'],
    ['no JSON', () => 'a.b.c'],
  ])('%s is refused', async (_name, spoil) => {
    const ada = await auth.signUp();
    const answer = await auth.call('GET /self', { bearer: spoil(ada.accessToken) });
    expect(answer.status).toBe(401);
  });

  test('signing keys rotate without a forced logout; the next key is published 24 h ahead (security 12)', async () => {
    const world = {
      rootTenantId: (await auth.service.context.tenants.require(auth.rootId)).id,
      mode: 'test' as const,
    };
    const before = await auth.service.context.keys.current(world);
    const newest = await auth.db.owner.one<{ until: Date }>(
      sql`select max(use_until) as until from auth.signing_key`,
    );
    auth.clock.advance(newest.until.getTime() - auth.clock.now().getTime() - 23 * 60 * minute);
    auth.service.context.keys.forget();
    const ada = await auth.signUp();
    await auth.service.context.keys.rotate(world);
    const jwks = await auth.call(`GET /tenants/${auth.rootId}/jwks`);
    expect(jwks.body.keys.length).toBeGreaterThanOrEqual(2);
    expect((await auth.service.context.keys.current(world)).kid).toBe(before.kid);
    auth.clock.advance(23.5 * 60 * minute);
    auth.service.context.keys.forget();
    const after = await auth.service.context.keys.current(world);
    expect(after.kid).not.toBe(before.kid);
    expect((await refresh(ada.refreshToken)).status).toBe(200);
  });

  test('emergency removal kills every token at once (security 12)', async () => {
    const ada = await auth.signUp();
    const world = {
      rootTenantId: (await auth.service.context.tenants.require(auth.rootId)).id,
      mode: 'test' as const,
    };
    await auth.service.context.keys.removeAll(world);
    expect((await refresh(ada.refreshToken)).status).toBe(401);
    expect((await auth.signUp()).accessToken).toBeTruthy();
  });
});
