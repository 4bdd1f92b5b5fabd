import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { goodPassword, type Json, randomAddress, withTokens } from '../../../testing/auth-harness.ts';
import { openAuth } from '../../../testing/open-auth.ts';

const minute = 60_000;

const auth = openAuth(24 * 60 * minute);

let counter = 0;
const newEmail = () => `l${++counter}-${Date.now()}@example.com`;
const send = (body: object, address = randomAddress()) =>
  auth.call(`POST /tenants/${auth.rootId}/auth/link`, { body, address });
const use = (body: object, headers: Record<string, string> = {}) =>
  auth.call(`PUT /tenants/${auth.rootId}/auth/link`, { body, headers });
const credentials = (link: string) => {
  const { searchParams } = new URL(link);
  return {
    uuid: searchParams.get('uuid') ?? '',
    token: searchParams.get('token') ?? '',
    linkType: searchParams.get('type') ?? '',
  };
};
const linkOf = (answer: { body: Json }) => credentials(answer.body.result.link);

describe('protocol 7.6: send a login link', () => {
  test('answers 5.4, with the link in the test world; mailed to that address only', async () => {
    const email = newEmail();
    const answer = await send({ email, options: { redirect: '/reports?x=1' } });
    expect(answer.body).toMatchObject({ message: 'OK', result: { email, messageId: expect.any(String) } });
    expect(answer.body.result.link).toBe(answer.body.result.url);
    const link = new URL(answer.body.result.link);
    expect(`${link.origin}${link.pathname}`).toBe('http://stint.localhost:3000/signin');
    expect([...link.searchParams.keys()]).toEqual(['token', 'uuid', 'type', 'redirect']);
    expect(link.hash).toBe('');
    const [mail] = await auth.outbox(email);
    expect(mail).toMatchObject({ to: email, subject: 'Welcome to Stint' });
  });

  test('security 8: a link carries no redirect that leads elsewhere', async () => {
    for (const redirect of [
      '//evil.example',
      '/..//evil.example',
      '/\\evil.example',
      'https://evil.example/',
    ]) {
      const email = newEmail();
      const answer = await send({ email, options: { redirect } });
      const [mail] = await auth.outbox(email);
      for (const link of [answer.body.result.link, mail?.link]) {
        expect([redirect, new URL(link).searchParams.get('redirect')]).toEqual([redirect, null]);
      }
    }
  });

  test('security 3: the same for known and unknown addresses, and for addresses of an invited workspace', async () => {
    const ada = await auth.signUp();
    const workspace = await auth.makeWorkspace(ada, 'link-house');
    const path = `POST /tenants/${workspace.tenantId}/auth/link`;
    const shape = async (email: string) => {
      const { body, status } = await auth.call(path, { body: { email }, address: randomAddress() });
      const { messageId: _, email: __, link: ___, url: ____, ...rest } = body.result;
      return JSON.stringify({ status, message: body.message, rest });
    };
    const stranger = newEmail();
    expect(await shape(stranger)).toBe(await shape(ada.email));
    expect(await auth.outbox(stranger)).toEqual([]);
  });

  test.each([
    ['no address', {}],
    ['nonsense', { email: 'nonsense' }],
    ['a quoted local part', { email: '"a b"@example.com' }],
  ])('%s: 400 in words', async (_name, body) => {
    expect((await send(body)).body).toMatchObject({ statusCode: 400, message: 'Email format is invalid' });
  });

  test('security 2: one mail per gap, 5 an hour, 10 a day per recipient, and 20 an hour per address', async () => {
    const email = newEmail();
    expect((await send({ email })).status).toBe(200);
    const early = await send({ email });
    expect([early.status, early.headers['retry-after']]).toEqual([429, '2']);
    for (let turn = 0; turn < 4; turn++) {
      auth.clock.advance(3000);
      expect((await send({ email })).status).toBe(200);
    }
    auth.clock.advance(3000);
    expect((await send({ email })).status).toBe(429);
    auth.clock.advance(60 * minute);
    const later = [];
    for (let turn = 0; turn < 6; turn++) {
      later.push((await send({ email })).status);
      auth.clock.advance(13 * minute);
    }
    expect(later).toEqual([200, 200, 200, 200, 200, 429]);
    const address = randomAddress();
    const statuses = [];
    for (let turn = 0; turn < 21; turn++) statuses.push((await send({ email: newEmail() }, address)).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });
});

describe('protocol 7.7: sign in with a link', () => {
  test('confirms the address, redirects after signup for a new person and after login for a known one', async () => {
    const email = newEmail();
    const first = await use(linkOf(await send({ email, name: 'Ada', data: { a: 1 } })));
    expect(first.body).toMatchObject({
      message: 'OK',
      isEmailConfirmed: true,
      name: 'Ada',
      data: { a: 1 },
      redirectTo: '/continue-signup',
      isNewUser: true,
    });
    auth.clock.advance(minute);
    const second = await use(linkOf(await send({ email })));
    expect(second.body).toMatchObject({ userUuid: first.body.userUuid, redirectTo: '/' });
  });

  test.each([
    ['as sent', (l: Json) => l],
    ['type empty (14.3)', (l: Json) => ({ ...l, linkType: '' })],
    ['type unknown', (l: Json) => ({ ...l, linkType: 'whatever' })],
    ['no type', ({ token, uuid }: Json) => ({ token, uuid })],
    ['a fragment after uuid (14.7)', (l: Json) => ({ ...l, uuid: `${l.uuid}#x` })],
  ])('%s works', async (_name, change) => {
    expect((await use(change(linkOf(await send({ email: newEmail() }))))).status).toBe(200);
  });

  test('the POST with token and uuid is the same call, and so is the short path', async () => {
    expect((await send(linkOf(await send({ email: newEmail() })))).body.tokens).toBeTruthy();
    const body = { tenantId: auth.rootId, ...linkOf(await send({ email: newEmail() })) };
    expect((await auth.call('PUT /auth/link', { body })).body.tokens).toBeTruthy();
  });

  test('security 4: single use, also when presented twice at once (14.6)', async () => {
    const link = linkOf(await send({ email: newEmail() }));
    const answers = await Promise.all([use(link), use(link), use(link)]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400, 400]);
    expect(answers.find((answer) => answer.status === 400)?.body.message).toBe('Invalid token');
  });

  test('security 4: a wrong token does not burn the link; a newer link voids the older one', async () => {
    const email = newEmail();
    const link = linkOf(await send({ email }));
    expect((await use({ ...link, token: 'x'.repeat(43) })).status).toBe(400);
    expect((await use(link)).status).toBe(200);
    auth.clock.advance(minute);
    const older = linkOf(await send({ email }));
    auth.clock.advance(minute);
    const newer = linkOf(await send({ email }));
    expect((await use(older)).status).toBe(400);
    expect((await use(newer)).status).toBe(200);
  });

  test('security 4: a sign-in link lives 10 minutes, a proof of address 24 hours', async () => {
    const ada = await auth.signUp();
    const proof = credentials((await auth.outbox(ada.email))[0]?.link);
    const login = linkOf(
      await send({ email: newEmail() }).then(async (first) => {
        const email = first.body.result.email;
        auth.clock.advance(minute);
        return send({ email });
      }),
    );
    auth.clock.advance(10 * minute);
    expect((await use(login)).status).toBe(400);
    auth.clock.advance(23 * 60 * minute);
    expect((await use(proof)).status).toBe(200);
  });

  test('security 4: GET and HEAD never consume, since mail scanners follow links', async () => {
    const link = linkOf(await send({ email: newEmail() }));
    const search = new URLSearchParams(link);
    expect((await auth.call(`GET /tenants/${auth.rootId}/auth/link?${search}`)).status).toBe(404);
    expect((await use(link)).status).toBe(200);
  });

  test('another tenant does not take the link', async () => {
    const ada = await auth.signUp();
    const workspace = await auth.makeWorkspace(ada, 'other-house');
    const link = linkOf(await send({ email: ada.email }));
    expect(
      (await auth.call(`PUT /tenants/${workspace.tenantId}/auth/link`, { body: link })).body.message,
    ).toBe('Invalid token');
  });

  test.each([
    ['no token', { uuid: 'x' }],
    ['no uuid', { token: 'x' }],
    ['nothing', {}],
    ['a uuid that is none', { uuid: 'x', token: 'y' }],
  ])('%s: a clean 400', async (_name, body) => {
    expect((await use(body)).status).toBe(400);
  });

  test('security 9: a password set before the address was proven is void once the owner proves it', async () => {
    const stranger = await auth.signUp(newEmail(), 'the stranger knows 1');
    expect((await use(linkOf(await send({ email: stranger.email })))).status).toBe(200);
    expect((await auth.call('GET /self', { bearer: stranger.accessToken })).status).toBe(401);
    const again = await auth.call(`POST /tenants/${auth.rootId}/auth/basic`, {
      body: { emailOrUsername: stranger.email, password: 'the stranger knows 1' },
      address: randomAddress(),
    });
    expect(again.status).toBe(400);
  });

  test('links at rest are hashed and messages sealed', async () => {
    const answer = await send({ email: newEmail() });
    const { token } = linkOf(answer);
    const rows = await auth.db.owner.rows<{
      text: string;
    }>(sql`select row_to_json(l)::text as text from auth.link l
      union all select encode(sealed_payload, 'escape') from auth.outbox where sealed_payload is not null`);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
  });
});

describe('protocol 7.8 and 7.9: reset', () => {
  const ask = (email: string) =>
    auth.call(`POST /tenants/${auth.rootId}/auth/reset/link`, { body: { email }, address: randomAddress() });
  const reset = (body: object) => auth.call(`PUT /tenants/${auth.rootId}/auth/reset`, { body });

  test('answers the same for every address; only a known one gets a mail', async () => {
    const ada = await auth.signUp();
    const stranger = newEmail();
    const keys = async (email: string) => Object.keys((await ask(email)).body.result).sort();
    expect(await keys(ada.email)).toEqual(await keys(stranger));
    expect((await auth.outbox(ada.email))[0]?.subject).toBe('Reset your Stint password');
    expect(await auth.outbox(stranger)).toEqual([]);
  });

  test('a new password signs in and ends all older sessions', async () => {
    const ada = await auth.signUp();
    const link = linkOf(await ask(ada.email));
    const { linkType: _, ...bare } = link;
    expect((await reset({ ...bare, password: 'short1' })).body.error.type).toBe('password_refused');
    const done = await reset({ ...bare, password: 'another fine one 7' });
    expect(done.body).toMatchObject({ message: 'OK', redirectTo: '/', isEmailConfirmed: true });
    expect((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).status).toBe(401);
    expect((await auth.call('GET /self', { bearer: withTokens(done.body).accessToken })).status).toBe(200);
    expect((await reset({ ...bare, password: 'yet another one 8' })).body.message).toBe('Invalid token');
  });

  test('a reset link does not log in, a login link does not reset; it lives 30 minutes', async () => {
    const ada = await auth.signUp();
    const link = linkOf(await ask(ada.email));
    expect((await use(link)).body.message).toBe('Invalid token');
    const { linkType: _, ...login } = linkOf(await send({ email: newEmail() }));
    expect((await reset({ ...login, password: goodPassword })).body.message).toBe('Invalid token');
    auth.clock.advance(30 * minute);
    const { linkType: __, ...late } = link;
    expect((await reset({ ...late, password: goodPassword })).body.message).toBe('Invalid token');
  });
});
