import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raw, sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  claimsOf,
  cookiesOf,
  goodPassword,
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

  test('when somebody was last active is kept to the minute', async () => {
    const ada = await auth.signUp();
    const id = claimsOf(ada.accessToken).sub;
    const lastActive = async () => {
      const query = sql`select last_active_at as at from auth.user_account where id = ${id}`;
      return (await auth.db.owner.one<{ at: Date }>(query)).at;
    };
    const begun = await lastActive();
    auth.clock.advance(30 * second);
    const next = withTokens((await refresh(ada.refreshToken)).body);
    expect(await lastActive()).toEqual(begun);
    auth.clock.advance(31 * second);
    expect((await refresh(next.refreshToken)).status).toBe(200);
    expect(await lastActive()).toEqual(auth.clock.now());
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

/** A refresh the first update of which fails. @returns its answer, and how many updates were tried */
async function failing(refreshToken: string, condition: string) {
  const run = (statement: string) => auth.db.owner.run(raw(statement));
  await run('create sequence auth.tried');
  await run(`create function auth.fail_first() returns trigger language plpgsql security definer as
    $$ begin if nextval('auth.tried') = 1 then raise ${condition}; end if; return new; end $$`);
  await run(
    'create trigger fail_first before update on auth.session for each row execute function auth.fail_first()',
  );
  try {
    const answer = await refresh(refreshToken);
    const count = sql`select last_value as tries from auth.tried`;
    return { answer, tries: (await auth.db.owner.one<{ tries: number }>(count)).tries };
  } finally {
    await run('drop function auth.fail_first() cascade');
    await run('drop sequence auth.tried');
  }
}

test('a connection that is lost on the way is no refusal', async () => {
  const { refreshToken } = await auth.signUp();
  const { answer, tries } = await failing(refreshToken, 'admin_shutdown');
  expect([answer.status, claimsOf(withTokens(answer.body).refreshToken).gen]).toEqual([200, 2]);
  expect(tries).toBe(2);
});

test('what fails for another reason is tried once', async () => {
  const { refreshToken } = await auth.signUp();
  const { answer, tries } = await failing(refreshToken, 'data_exception');
  expect([answer.status, tries]).toEqual([500, 1]);
});

test('a connection that is lost after the exchange brings what it was exchanged for', async () => {
  const { refreshToken } = await auth.signUp();
  const { pool } = auth.service.context.database;
  const query = pool.query;
  pool.query = (async (...args: unknown[]) => {
    pool.query = query;
    await Reflect.apply(query, pool, args);
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  }) as typeof pool.query;
  const answer = await refresh(refreshToken, { 'sec-fetch-site': 'same-origin' });
  const next = withTokens(answer.body).refreshToken;
  expect([answer.status, claimsOf(next).gen]).toEqual([200, 2]);
  // The companion is bound, so the browser has to have it.
  const companion = cookiesOf(answer)['__Host-sb']?.split(';', 1)[0];
  expect(companion).toMatch(/^[\w-]{43}$/);
  const headers = { 'sec-fetch-site': 'same-origin', cookie: `__Host-sb=${companion}` };
  expect((await refresh(next, headers)).status).toBe(200);
});

describe('security 6: companion cookie and HttpOnly refresh', () => {
  const sameOrigin = { 'sec-fetch-site': 'same-origin' };

  async function signInWithCookies() {
    const { email } = await auth.signUp();
    const headers = { ...sameOrigin, 'x-latchkey-refresh': 'cookie' };
    const answer = await auth.signIn(email, goodPassword, { headers });
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
    const refused = async (headers: Record<string, string>) => {
      const { status, body } = await send({ ...good, ...headers });
      return [status, body.message];
    };
    const noPage = [403, 'This is a call and no page. Send it by script.'];
    const noHeader = 'Send the value of the cookie XSRF-TOKEN as header x-xsrf-token.';
    const several = 'There are several sessions here. Name one by ?tenantId=.';
    expect(await refused({ 'x-xsrf-token': 'wrong.token' })).toEqual([403, noHeader]);
    expect(await refused({ 'sec-fetch-site': 'same-site' })).toContain(403);
    expect(await refused({ 'sec-fetch-mode': 'navigate' })).toEqual(noPage);
    expect(await refused({ 'sec-purpose': 'prefetch' })).toEqual(noPage);
    expect(await refused({ cookie: `${good.cookie}; refresh.other123=x` })).toEqual([401, several]);
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
    const headers = { ...sameOrigin, cookie: `__Host-sb=${jar.get('__Host-sb')}` };
    const signed = withTokens((await auth.signIn(email, goodPassword, { headers })).body);
    expect((await refresh(signed.refreshToken)).status).toBe(401);
    expect((await refresh(signed.refreshToken, headers)).status).toBe(401);
  });

  test('each sign-in has the browser keep its companion from then on: it outlives every session that was seen with it', async () => {
    const { jar, email } = await signInWithCookies();
    const headers = { ...sameOrigin, cookie: `__Host-sb=${jar.get('__Host-sb')}` };
    const again = cookiesOf(await auth.signIn(email, goodPassword, { headers }))['__Host-sb'];
    expect(again).toMatch(`${jar.get('__Host-sb')}; Path=/; Max-Age=${400 * 24 * 60 * 60};`);
  });

  test('a refresh gives a companion to a browser that has none; one that is refused gives none', async () => {
    const signed = await auth.signUp();
    const given = await refresh(signed.refreshToken, sameOrigin);
    expect(cookiesOf(given)['__Host-sb']).toMatch(/^[\w-]{43}; /);
    const stranger = await refresh('x.y.z', sameOrigin);
    await auth.call('GET /auth/logout', { bearer: given.body.tokens.access.value });
    const dead = await refresh(given.body.tokens.refresh.value, sameOrigin);
    for (const { status, ...answer } of [stranger, dead])
      expect([status, cookiesOf(answer as typeof dead)['__Host-sb']]).toEqual([401, undefined]);
  });

  test('two refreshes at once give a browser one companion, by which its session goes on', async () => {
    const { refreshToken } = await auth.signUp();
    const send = () => refresh(refreshToken, sameOrigin);
    const [one, ...others] = await Promise.all([send(), send(), send(), send(), send(), send()]);
    const given = [one, ...others].flatMap((answer) => cookiesOf(answer)['__Host-sb']?.split(';', 1) ?? []);
    expect(given).toHaveLength(1);
    const headers = { ...sameOrigin, cookie: `__Host-sb=${given[0]}` };
    const next = await refresh(withTokens(one.body).refreshToken, headers);
    expect(next.status).toBe(200);
    expect((await refresh(withTokens(next.body).refreshToken, headers)).status).toBe(200);
  });

  test('a companion that a browser had before is kept from the refresh on that binds it', async () => {
    const { jar } = await signInWithCookies();
    const companion = jar.get('__Host-sb') ?? '';
    const { refreshToken } = await auth.signUp();
    const headers = { ...sameOrigin, cookie: `__Host-sb=${companion}` };
    const bound = await refresh(refreshToken, headers);
    const kept = `${companion}; Path=/; Max-Age=${400 * 24 * 60 * 60};`;
    expect(cookiesOf(bound)['__Host-sb']).toMatch(kept);
    const again = await refresh(withTokens(bound.body).refreshToken, headers);
    expect([again.status, cookiesOf(again)['__Host-sb']]).toEqual([200, undefined]);
  });

  test.each([
    [
      'signs in',
      (email: string, headers: Record<string, string>) => auth.signIn(email, goodPassword, { headers }),
    ],
    [
      'refreshes',
      async (email: string, headers: Record<string, string>) =>
        refresh(withTokens((await auth.signIn(email)).body).refreshToken, headers),
    ],
  ])('a page of a sibling host that %s has no companion kept', async (_name, call) => {
    const { jar, email } = await signInWithCookies();
    const cookie = `__Host-sb=${jar.get('__Host-sb')}`;
    const answer = await call(email, { 'sec-fetch-site': 'same-site', cookie });
    expect([answer.status, cookiesOf(answer)['__Host-sb']]).toEqual([200, undefined]);
  });

  test('a doubled companion cookie counts as absent (security 7)', async () => {
    const { jar, email } = await signInWithCookies();
    const companion = `__Host-sb=${jar.get('__Host-sb')}`;
    const headers = { ...sameOrigin, cookie: companion };
    const signed = withTokens((await auth.signIn(email, goodPassword, { headers })).body);
    expect(
      (await refresh(signed.refreshToken, { ...sameOrigin, cookie: `${companion}; ${companion}` })).status,
    ).toBe(401);
  });
});
