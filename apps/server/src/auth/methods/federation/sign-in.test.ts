import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { origin, type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';
import type { Browser } from './browser.fixture.ts';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from './openid-provider.fixture.ts';

let latchkey: ProviderUnderTest;
let okta: OpenIdProvider;
let root: string;
const callback = (provider: string) => `${origin}/v0/auth/${provider}/login`;

beforeAll(async () => {
  latchkey = await startProvider();
  okta = await startOpenIdProvider([
    callback('okta'),
    callback('google'),
    callback('apple'),
    callback('custom'),
  ]);
  root = latchkey.rootId;
  const settings = { issuer: okta.issuer, clientId, clientSecret };
  for (const provider of ['okta', 'google', 'apple']) {
    await latchkey.admin(`PUT /tenants/${root}/sso/${provider}`, settings);
  }
  await latchkey.admin(`PUT /tenants/${root}/sso/custom`, { ...settings, providerId: 'works' });
  await latchkey.allow(root, 'okta', 'google', 'apple');
});
afterAll(async () => {
  await okta.close();
  await latchkey.close();
});

let people = 0;
beforeEach(() => {
  people++;
  okta.faults = {};
  okta.person = {
    sub: `person-${people}`,
    email: `person-${people}@customer.example`,
    email_verified: true,
    name: 'Ann',
  };
  latchkey.clock.offsetMs = 0;
});

const startUrl = (provider = 'okta', more: Record<string, string> = {}) =>
  `${callback(provider)}?${new URLSearchParams({ origin, tenant_id: root, ...more })}`;
const isSignInPage = (url: URL) => url.pathname === '/signin';
const isCallback = (url: URL) => url.searchParams.has('state') && url.pathname.startsWith('/v0/auth/');

/** The whole way: to the provider and back to the sign-in page. */
const travel = (browser: Browser, url = startUrl()) => browser.follow(url, isSignInPage);
const countUsers = async () =>
  (await latchkey.rows<{ count: number }>(sql`select count(*) from auth.user_account`))[0]?.count;

describe('a person who signs in through a provider', () => {
  it('gets an account with a proven address the first time, and the same account every time after (9.1)', async () => {
    const browser = latchkey.browser();
    const page = await travel(browser);
    expect(page.origin).toBe(origin);
    expect([...page.searchParams.keys()]).toEqual(['token', 'uuid', 'type']);
    const first = await latchkey.finish(page);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      email: okta.person.email,
      isEmailConfirmed: true,
      name: 'Ann',
      isNewUser: true,
      redirectTo: '/continue-signup',
    });
    expect(first.body.tokens).toHaveProperty('access.value');
    const second = await latchkey.finish(await travel(latchkey.browser()));
    expect(second.body).toMatchObject({ userUuid: first.body.userUuid, redirectTo: '/' });
    expect(second.body).not.toHaveProperty('isNewUser');
  });

  it('keeps the path that was asked for, and no address of another site (security 8)', async () => {
    const kept = await travel(latchkey.browser(), startUrl('okta', { redirect: '/time?week=2026-11-22' }));
    expect(kept.searchParams.get('redirect')).toBe('/time?week=2026-11-22');
    for (const redirect of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
      const page = await travel(latchkey.browser(), startUrl('okta', { redirect }));
      expect(page.searchParams.has('redirect')).toBe(false);
    }
  });

  it('may use a custom provider by its id', async () => {
    const page = await travel(latchkey.browser(), startUrl('custom', { provider_id: 'works' }));
    expect((await latchkey.finish(page)).status).toBe(200);
    const unknown = await travel(latchkey.browser(), startUrl('custom', { provider_id: 'other' }));
    expect(unknown.searchParams.get('error')).toBe('not_allowed');
  });

  it('gets one account when two browsers come for the first time at once', async () => {
    const answers = await Promise.all(
      [latchkey.browser(), latchkey.browser()].map((browser) =>
        browser.follow(startUrl(), isCallback).then((answer) => ({ browser, answer })),
      ),
    );
    const pages = await Promise.all(
      answers.map(({ browser, answer }) => browser.follow(answer, isSignInPage)),
    );
    expect(pages.map((page) => page.searchParams.get('error'))).toEqual([null, null]);
    const rows = await latchkey.rows(
      sql`select distinct user_id from auth.federated_identity where subject = ${okta.person.sub}`,
    );
    expect(rows).toHaveLength(1);
  });

  it('enters a workspace by hand-over with a custom provider of the root, which no flow can list', async () => {
    const page = await travel(latchkey.browser(), startUrl('custom', { provider_id: 'works' }));
    const { body } = await latchkey.finish(page);
    const bearer = (body.tokens as { access: { value: string } }).access.value;
    const child = await latchkey.addChild();
    await latchkey.admin(`PUT /tenants/${child.publicId}/users/${body.userUuid}/roles`, {
      roles: ['member'],
    });
    const refreshed = await latchkey.call('GET /auth/refresh', {
      bearer: (body.tokens as { refresh: { value: string } }).refresh.value,
    });
    const fresh = (refreshed.body.tokens as { access: { value: string } }).access.value ?? bearer;
    const sent = { codeChallenge: 'x'.repeat(43) };
    const answer = await latchkey.call(`POST /tenants/${child.publicId}/auth/handover`, {
      bearer: fresh,
      body: sent,
    });
    expect(answer.status).toBe(200);
  });

  it('may come back by a form that the provider posts (Apple), although that is cross-site (security 7)', async () => {
    const browser = latchkey.browser();
    const answer = await browser.follow(startUrl('okta'), isCallback);
    const body = answer.searchParams.toString();
    const type = 'application/x-www-form-urlencoded';
    const visit = await browser.send(callback('okta'), { method: 'POST', type, body });
    const page = new URL(visit.headers.get('location') ?? '', origin);
    expect([visit.status, page.pathname, page.searchParams.get('type')]).toEqual([303, '/signin', 'sso']);
  });

  it('is sent to Apple with form_post, and to all with nothing that the caller added (security 9)', async () => {
    const more = { prompt: 'none', redirect_uri: 'https://evil.example', scope: 'admin', login_hint: 'x' };
    const visit = await latchkey.browser().send(startUrl('apple', more));
    const sent = Object.fromEntries(new URL(visit.headers.get('location') ?? '').searchParams);
    expect(sent).toMatchObject({
      response_mode: 'form_post',
      redirect_uri: callback('apple'),
      scope: 'openid email name',
    });
    expect(Object.keys(sent).sort()).toEqual([
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'nonce',
      'redirect_uri',
      'response_mode',
      'response_type',
      'scope',
      'state',
    ]);
  });

  it('starts at another host and is sent to the one that has the callback', async () => {
    const url = new URL(startUrl());
    const answer = await latchkey.app.inject({
      url: url.pathname + url.search,
      headers: { host: '127.0.0.1:3000' },
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, startUrl()]);
  });
});

describe('security 9: a trip is bound to one browser, 300 s and one use', () => {
  it('a state works once', async () => {
    const browser = latchkey.browser();
    const answer = await browser.follow(startUrl(), isCallback);
    expect((await browser.send(answer)).status).toBe(303);
    const again = await browser.send(answer);
    expect(again.status).toBe(400);
    expect(again.text).toContain('This sign-in has expired');
  });

  it('the answer in another browser is refused and does not use the trip up', async () => {
    const browser = latchkey.browser();
    const answer = await browser.follow(startUrl(), isCallback);
    const stranger = latchkey.browser();
    await stranger.follow(startUrl(), isCallback);
    for (const other of [latchkey.browser(), stranger]) expect((await other.send(answer)).status).toBe(400);
    const page = await browser.follow(answer, isSignInPage);
    expect((await latchkey.finish(page)).status).toBe(200);
  });

  it('a trip ends after 300 s', async () => {
    const browser = latchkey.browser();
    const answer = await browser.follow(startUrl(), isCallback);
    latchkey.clock.offsetMs = 300_000;
    expect((await browser.send(answer)).status).toBe(400);
  });

  it('the answer at the callback of another provider is refused', async () => {
    const browser = latchkey.browser();
    const answer = await browser.follow(startUrl(), isCallback);
    answer.pathname = '/v0/auth/google/login';
    expect((await browser.send(answer)).status).toBe(400);
  });

  it.each(['state=made-up&code=1', 'code=1', 'error=access_denied', 'state=a&state=b&code=1'])(
    'an answer that nobody asked for (%s) is refused',
    async (query) => {
      const browser = latchkey.browser();
      await browser.follow(startUrl(), isCallback);
      expect((await browser.send(`${callback('okta')}?${query}`)).status).toBe(400);
    },
  );

  it('nothing of a trip is readable in the database', async () => {
    const browser = latchkey.browser();
    const answer = await browser.follow(startUrl('okta', { redirect: '/private-path' }), isCallback);
    const [row] = await latchkey.rows<{ text: string }>(
      sql`select to_jsonb(s)::text || encode(sealed_payload, 'escape') as text from auth.sso_state s order by created_at desc limit 1`,
    );
    expect(row?.text).not.toContain(answer.searchParams.get('state'));
    expect(row?.text).not.toContain('private-path');
  });

  it('the credentials of the return work once and for two minutes', async () => {
    const page = await travel(latchkey.browser());
    expect((await latchkey.finish(page)).status).toBe(200);
    expect((await latchkey.finish(page)).status).toBe(400);
    const late = await travel(latchkey.browser());
    latchkey.clock.offsetMs = 120_000;
    expect((await latchkey.finish(late)).status).toBe(400);
  });
});

describe('security 9: what is wrong about an answer makes no account', () => {
  it.each([
    ['another nonce', { nonce: 'x' }],
    ['another audience', { aud: 'x' }],
    ['another issuer', { iss: 'https://x.example' }],
    ['the azp of another client', { azp: 'x' }],
    ['an end in the past', { exp: 1 }],
  ])('%s', async (_name, change) => {
    const before = await countUsers();
    okta.faults.claims = (claims) => ({ ...claims, ...change });
    const page = await travel(latchkey.browser(), startUrl('okta', { redirect: '/time' }));
    expect(Object.fromEntries(page.searchParams)).toEqual({ error: 'sso_failed', redirect: '/time' });
    expect(await countUsers()).toBe(before);
  });

  it('a person who says no at the provider comes back with that', async () => {
    const browser = latchkey.browser();
    const answer = await browser.follow(startUrl(), isCallback);
    const state = answer.searchParams.get('state') ?? '';
    const visit = await browser.send(
      `${callback('okta')}?${new URLSearchParams({ state, error: 'access_denied' })}`,
    );
    expect(visit.headers.get('location')).toBe(`${origin}/signin?error=sso_cancelled`);
  });

  it('a secret never reaches a log line (security 12)', async () => {
    okta.faults.claims = (claims) => ({ ...claims, nonce: 'x' });
    await travel(latchkey.browser());
    expect(latchkey.logLines.join('')).toContain('refused');
    const log = latchkey.logLines.join('');
    for (const canary of [clientSecret, okta.person.email, 'Ann', 'code=', 'eyJ'])
      expect(log).not.toContain(canary);
  });
});

describe('where a sign-in may begin', () => {
  it('goes back to scheme, host and port of the origin, whatever else came with it', async () => {
    const more = { origin: `${origin}/evil?path=1#x` };
    const page = await travel(latchkey.browser(), startUrl('okta', more));
    expect(page.href.startsWith(`${origin}/signin?token=`)).toBe(true);
  });

  it.each([
    ['an unknown tenant', { tenant_id: 'zzzzzzzz' }, 404],
    ['an origin of nobody', { origin: 'https://evil.example' }, 400],
    ['no origin', { origin: '' }, 400],
    ['an origin that is none', { origin: 'null' }, 400],
  ])('not at %s', async (_name, change, status) => {
    const visit = await latchkey.browser().send(startUrl('okta', change));
    expect([visit.status, visit.headers.get('location')]).toEqual([status, null]);
  });

  it('not with a provider that the flow does not list, or that is not set up', async () => {
    for (const provider of ['github', 'azure']) {
      const page = await travel(latchkey.browser(), startUrl(provider));
      expect(page.searchParams.get('error')).toBe('not_allowed');
    }
    expect((await latchkey.browser().send(startUrl('myspace'))).status).toBe(404);
  });
});

describe('security 9: accounts that are there already', () => {
  it('a confirmed account is not taken over by the same address at a provider', async () => {
    const { userId } = await latchkey.addUser(okta.person.email ?? '');
    const page = await travel(latchkey.browser());
    expect(page.searchParams.get('error')).toBe('account_exists');
    expect(await identitiesOf(userId)).toBe(0);
  });

  it('an unproven account becomes the owner’s: its password, sessions and links are void', async () => {
    const email = okta.person.email ?? '';
    const squatter = await latchkey.addUser(email, { isConfirmed: false });
    await latchkey.call(`POST /tenants/${root}/auth/link`, { body: { email } });
    const { body } = await latchkey.finish(await travel(latchkey.browser()));
    expect(body).toMatchObject({ userUuid: squatter.userId, isEmailConfirmed: true });
    const again = { emailOrUsername: email, password: squatter.password };
    expect((await latchkey.call(`POST /tenants/${root}/auth/basic`, { body: again })).status).toBe(400);
    expect((await latchkey.call('GET /self', { bearer: squatter.accessToken })).status).toBe(401);
    const open =
      await latchkey.rows(sql`select 1 from auth.link where user_id = ${squatter.userId} and kind <> 'sso'
      and used_at is null and voided_at is null`);
    expect(open).toEqual([]);
  });

  it('an address that the provider did not prove reaches no account and is not confirmed', async () => {
    const owner = await latchkey.addUser(okta.person.email ?? '');
    okta.person.email_verified = false;
    const { body } = await latchkey.finish(await travel(latchkey.browser()));
    expect(body.userUuid).not.toBe(owner.userId);
    expect(body).toMatchObject({ email: null, isEmailConfirmed: false });
  });

  it('security 3: where sign-up waits for the mail, an unproven address is answered alike, known or not', async () => {
    await latchkey.admin(`PUT /tenants/${root}`, { signupConfirmation: 'email' });
    try {
      const answers = [];
      for (const isKnown of [true, false]) {
        okta.person = { sub: `unproven-${isKnown}`, email: `unproven-${isKnown}@customer.example` };
        okta.person.email_verified = false;
        if (isKnown) await insertPerson(okta.person.email ?? '');
        answers.push((await latchkey.finish(await travel(latchkey.browser()))).body);
      }
      const [known, unknown] = answers;
      expect(known).toMatchObject({ email: null, isEmailConfirmed: false, isNewUser: true });
      expect(Object.keys(known ?? {}).sort()).toEqual(Object.keys(unknown ?? {}).sort());
      expect(unknown).toMatchObject({ email: null, isEmailConfirmed: false, isNewUser: true });
    } finally {
      await latchkey.admin(`PUT /tenants/${root}`, { signupConfirmation: 'instant' });
    }
  });

  it('who somebody is never depends on the address: another subject with it is somebody else', async () => {
    const first = await latchkey.finish(await travel(latchkey.browser()));
    okta.person = { ...okta.person, sub: 'the-next-employee' };
    const page = await travel(latchkey.browser());
    expect(page.searchParams.get('error')).toBe('account_exists');
    okta.person = { ...okta.person, sub: `person-${people}`, email: 'married@customer.example' };
    const same = await latchkey.finish(await travel(latchkey.browser()));
    expect(same.body.userUuid).toBe(first.body.userUuid);
  });

  it('a locked account stays out', async () => {
    const { body } = await latchkey.finish(await travel(latchkey.browser()));
    await latchkey.db.owner.run(
      sql`update auth.user_account set is_locked = true where id = ${body.userUuid}`,
    );
    const refused = await latchkey.finish(await travel(latchkey.browser()));
    expect(refused.status).toBe(400);
    expect(refused.body).not.toHaveProperty('tokens');
  });
});

async function identitiesOf(userId: string): Promise<number> {
  const rows = await latchkey.rows(sql`select 1 from auth.federated_identity where user_id = ${userId}`);
  return rows.length;
}

async function insertPerson(email: string): Promise<void> {
  await latchkey.admin('POST /users', { email });
}
