import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { firstLink } from '../../../testing/html.ts';
import { origin, type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from './openid-provider.fixture.ts';

let latchkey: ProviderUnderTest;
let okta: OpenIdProvider;
const callback = `${origin}/v0/auth/okta/login`;

beforeAll(async () => {
  latchkey = await startProvider();
  okta = await startOpenIdProvider([callback]);
  await latchkey.admin(`PUT /tenants/${latchkey.rootId}/sso/okta`, {
    issuer: okta.issuer,
    clientId,
    clientSecret,
  });
  await latchkey.allow(latchkey.rootId, 'okta');
});
afterAll(async () => {
  await okta.close();
  await latchkey.close();
});

let people = 0;
let me: Awaited<ReturnType<ProviderUnderTest['addUser']>>;
beforeEach(async () => {
  people++;
  okta.person = {
    sub: `person-${people}`,
    email: `private-${people}@elsewhere.example`,
    email_verified: true,
  };
  me = await latchkey.addUser(`member-${people}@stint.example`);
  latchkey.clock.offsetMs = 0;
});

const start = (bearer = me.accessToken) =>
  latchkey.call('POST /self/identities/okta', { bearer, body: { redirect: '/settings/profile' } });
/** Subjects of mails to the person. */
const mails = async () => {
  await latchkey.service.context.wakeWorkers();
  const { results } = await latchkey.admin(`GET /outbox?to=member-${people}@stint.example`);
  return (results as { subject: string }[]).map(({ subject }) => subject);
};
const listed = async () =>
  (await latchkey.call('GET /self/identities', { bearer: me.accessToken })).body.results as {
    id: string;
  }[];

/** Goes to the question and gives the address behind its Continue. */
async function ask(browser: ReturnType<ProviderUnderTest['browser']>, url: string): Promise<URL> {
  const page = await browser.send(url);
  expect(page.status).toBe(200);
  return firstLink(page.text);
}

async function link(browser = latchkey.browser()): Promise<URL> {
  const url = await ask(browser, (await start()).body.url as string);
  return browser.follow(url, (at) => at.origin === origin && !at.pathname.startsWith('/v0/'));
}

describe('security 9: an identity is linked while signed in', () => {
  it('asks first, names the account, and then signs in to it', async () => {
    const browser = latchkey.browser();
    const { body } = await start();
    const question = await browser.send(body.url as string);
    expect(question.text).toContain('m…@stint.example');
    expect(question.headers.get('content-security-policy')).toContain("default-src 'none'");
    const end = await link(browser);
    expect(end.href).toBe(`${origin}/settings/profile?linked=okta`);
    expect(await listed()).toMatchObject([{ provider: 'okta', email: okta.person.email }]);
    expect(await mails()).toContain('A sign-in was linked to your account');

    const page = await latchkey
      .browser()
      .follow(
        `${callback}?${new URLSearchParams({ origin, tenant_id: latchkey.rootId })}`,
        (url) => url.pathname === '/signin',
      );
    expect((await latchkey.finish(page)).body).toMatchObject({ userUuid: me.userId });
  });

  it('an address sent to another person links nothing: that browser was not asked', async () => {
    const mine = latchkey.browser();
    const url = await ask(mine, (await start()).body.url as string);
    const page = await latchkey.browser().send(url);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Link this sign-in to your account?');
    expect(await listed()).toEqual([]);
  });

  it('needs a proven address of the account', async () => {
    const unproven = await latchkey.addUser(`unproven-${people}@stint.example`, { isConfirmed: false });
    expect((await start(unproven.accessToken)).status).toBe(403);
  });

  it('needs an address that the provider has proven', async () => {
    okta.person.email_verified = false;
    expect((await link()).searchParams.get('error')).toBe('email_not_proven');
    expect(await listed()).toEqual([]);
  });

  it('needs a recent proof of who is asking (security 6)', async () => {
    latchkey.clock.offsetMs = 9 * 60_000;
    expect((await start()).status).toBe(200);
    await latchkey.db.owner.run(
      sql`update auth.session set auth_time = now() - interval '11 minutes' where user_id = ${me.userId}`,
    );
    latchkey.service.context.sessions.forget();
    const stale = await start();
    expect(stale.status).toBe(403);
    expect(stale.body).toMatchObject({ error: { type: 'step_up_required' } });
  });

  it('an identity of somebody else is not moved', async () => {
    await link();
    const other = await latchkey.addUser(`other-${people}@stint.example`);
    me = other;
    expect((await link()).searchParams.get('error')).toBe('identity_taken');
  });

  it('a handle works once, for five minutes, and dies with the session', async () => {
    const browser = latchkey.browser();
    const url = await ask(browser, (await start()).body.url as string);
    await browser.follow(url, (at) => at.searchParams.has('linked'));
    const again = await browser.follow(url, (at) => at.searchParams.has('error'));
    expect(again.searchParams.get('error')).toBe('sso_expired');
    const late = (await start()).body.url as string;
    latchkey.clock.offsetMs = 300_000;
    const page = await browser.follow(late, (at) => at.pathname === '/signin');
    expect(page.searchParams.get('error')).toBe('sso_expired');
  });
});

describe('DELETE /self/identities/{id}', () => {
  it('removes an own identity; one of somebody else is 404', async () => {
    await link();
    const [identity] = await listed();
    const other = await latchkey.addUser(`other-${people}@stint.example`);
    const path = `/self/identities/${identity?.id}`;
    expect((await latchkey.call(`DELETE ${path}`, { bearer: other.accessToken })).status).toBe(404);
    expect((await latchkey.call(`DELETE ${path}`, { bearer: me.accessToken })).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await mails()).toContain('A sign-in was unlinked from your account');
  });

  it('keeps the only way in, also of who has a password and no name to go with it', async () => {
    await link();
    const [identity] = await listed();
    for (const table of [sql`auth.identifier`, sql`auth.credential`]) {
      await latchkey.db.owner.run(sql`delete from ${table} where user_id = ${me.userId}`);
      const answer = await latchkey.call(`DELETE /self/identities/${identity?.id}`, {
        bearer: me.accessToken,
      });
      expect(answer.status).toBe(422);
      expect(await listed()).toHaveLength(1);
    }
  });

  it.each([
    ['GET', '/self/identities'],
    ['POST', '/self/identities/okta'],
    ['DELETE', '/self/identities/0190a000-0000-7000-8000-000000000000'],
  ])('%s %s: nobody who is signed out', async (method, path) => {
    const answer = await latchkey.call(`${method} ${path}`, { body: method === 'POST' ? {} : undefined });
    expect(answer.status).toBe(401);
  });
});
