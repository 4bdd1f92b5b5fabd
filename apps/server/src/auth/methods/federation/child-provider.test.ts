import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { addMember } from '../../../testing/members.ts';
import { origin, type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from './openid-provider.fixture.ts';

let latchkey: ProviderUnderTest;
let okta: OpenIdProvider;
let root: string;
const callback = `${origin}/v0/auth/okta/login`;

beforeAll(async () => {
  latchkey = await startProvider();
  okta = await startOpenIdProvider([callback]);
  root = latchkey.rootId;
});
afterAll(async () => {
  await okta.close();
  await latchkey.close();
});

let people = 0;
beforeEach(() => {
  people++;
  okta.person = {
    sub: `person-${people}`,
    email: `person-${people}@customer.example`,
    email_verified: true,
    name: 'Ann',
  };
});

/** A child with its own provider, and with customer.example proven or not. */
async function child({ signup = 'open' as 'open' | 'invited', isProven = true } = {}) {
  const made = await latchkey.addChild(signup);
  await latchkey.admin(`PUT /tenants/${made.publicId}/sso/okta`, {
    issuer: okta.issuer,
    clientId,
    clientSecret,
  });
  await latchkey.allow(made.publicId, 'okta');
  if (isProven) await prove(made.publicId);
  return made;
}

async function prove(publicId: string, domain = 'customer.example') {
  const path = `/tenants/${publicId}/domains/${domain}`;
  const { recordName, recordValue, provenAt } = await latchkey.admin(`PUT ${path}`);
  expect(provenAt).toBeNull();
  latchkey.txt.set(recordName as string, ['v=spf1 -all', recordValue as string]);
  expect((await latchkey.admin(`PUT ${path}`)).provenAt).not.toBeNull();
}

async function signIn(publicId: string) {
  const start = `${callback}?${new URLSearchParams({ origin, tenant_id: publicId })}`;
  const page = await latchkey.browser().follow(start, (url) => url.pathname === '/signin');
  const error = page.searchParams.get('error');
  return error
    ? { error, body: {} as Record<string, unknown> }
    : { error, ...(await latchkey.finish(page, publicId)) };
}

describe("a child tenant's own provider", () => {
  it('makes an account with a proven address only in a domain that the child has proven by DNS', async () => {
    const proven = await child();
    const { body } = await signIn(proven.publicId);
    expect(body).toMatchObject({ email: okta.person.email, isEmailConfirmed: true });

    okta.person = { sub: 'other', email: 'other@elsewhere.example', email_verified: true };
    const other = await signIn(proven.publicId);
    expect(other.body).toMatchObject({ email: null, isEmailConfirmed: false });
  });

  it('never links to an account that is there, not even an unproven one or in a proven domain', async () => {
    const { publicId } = await child();
    for (const isConfirmed of [true, false]) {
      okta.person = {
        sub: `taker-${isConfirmed}`,
        email: `known-${isConfirmed}@customer.example`,
        email_verified: true,
      };
      await latchkey.addUser(okta.person.email ?? '', { isConfirmed });
      expect((await signIn(publicId)).error).toBe('account_exists');
    }
  });

  it('identifies a person inside that child only: the same subject elsewhere is somebody else', async () => {
    const [a, b] = [await child({ isProven: false }), await child({ isProven: false })];
    const inA = await signIn(a.publicId);
    const inB = await signIn(b.publicId);
    expect(inA.body.userUuid).toBeTruthy();
    expect(inB.body.userUuid).not.toBe(inA.body.userUuid);
  });

  it('lets nobody into a child that takes invited people only, and makes no account', async () => {
    const { publicId } = await child({ signup: 'invited' });
    const before = await latchkey.rows(sql`select id from auth.user_account`);
    expect((await signIn(publicId)).error).toBe('not_allowed');
    expect(await latchkey.rows(sql`select id from auth.user_account`)).toHaveLength(before.length);
  });

  it('lets in who was invited there, by a proven domain; the invitation is used up', async () => {
    const { id, publicId } = await child({ signup: 'invited' });
    const admin = await addMember(latchkey, id, 'admin');
    okta.person = { sub: 'guest', email: 'guest@customer.example', email_verified: true };
    const body = { email: okta.person.email, roles: ['member'] };
    await latchkey.call(`POST /tenants/${publicId}/roles/invite`, { bearer: admin.bearer, body });
    const entered = await signIn(publicId);
    expect(entered.body).toMatchObject({
      email: okta.person.email,
      isEmailConfirmed: true,
      authorization: { [publicId]: { roles: ['member'] } },
    });
    expect((await signIn(publicId)).body.userUuid).toBe(entered.body.userUuid);
  });

  it('opens a session that stays in that child', async () => {
    const { id, publicId } = await child();
    const other = await latchkey.addChild();
    const { body } = await signIn(publicId);
    await latchkey.db.owner.run(sql`insert into auth.membership (tenant_id, user_id, root_tenant_id, mode, roles, created_at, updated_at)
      select ${other.id}::uuid, u.id, u.root_tenant_id, u.mode, '{owner}', now(), now() from auth.user_account u where u.id = ${body.userUuid}`);
    const [session] = await latchkey.rows<{ provider: string }>(
      sql`select provider_tenant_id as provider from auth.session where id = ${body.sessionId}`,
    );
    expect(session?.provider).toBe(id);
    const bearer = (body.tokens as { access: { value: string } }).access.value;
    for (const target of [other.publicId, root]) {
      const codeChallenge = 'x'.repeat(43);
      const answer = await latchkey.call(`POST /tenants/${target}/auth/handover`, {
        bearer,
        body: { codeChallenge },
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('opens a session that changes nothing about the account and ends no session elsewhere', async () => {
    const { publicId } = await child();
    const { body } = await signIn(publicId);
    const bearer = (body.tokens as { access: { value: string } }).access.value;
    const calls: [string, string, object?][] = [
      ['PUT', '/self', { name: 'Mallory' }],
      ['DELETE', '/self'],
      ['PUT', '/self/email', { email: 'mallory@evil.example' }],
      ['PUT', '/self/phone', { phoneNumber: '+17025550123' }],
      ['POST', '/auth/verify/email', { email: 'mallory@evil.example' }],
      ['POST', '/auth/verify/phone', { phoneNumber: '+17025550123' }],
      ['GET', '/auth/totp'],
      ['POST', '/self/backup-codes'],
      ['POST', '/self/identities/okta', {}],
      ['PUT', `/tenants/${publicId}/auth/basic`, { password: 'a password of an admin 1' }],
      ['PUT', '/auth/basic', { tenantId: publicId, password: 'a password of an admin 1' }],
      ['POST', '/tenants', { name: 'Mine' }],
    ];
    for (const [method, path, sent] of calls) {
      const answer = await latchkey.call(`${method} ${path}`, { bearer, body: sent });
      expect([path, answer.status]).toEqual([path, 403]);
    }
    const family =
      await latchkey.rows(sql`insert into auth.session (id, root_tenant_id, mode, tenant_id, user_id, family_id,
        amr, auth_time, last_used_at, idle_expires_at, expires_at, created_at)
      select gen_random_uuid(), s.root_tenant_id, s.mode, s.root_tenant_id, s.user_id, gen_random_uuid(), s.amr, now(), now(),
        now() + interval '1 day', now() + interval '1 day', now() from auth.session s where s.id = ${body.sessionId}
      returning id`);
    expect(family).toHaveLength(1);
    expect((await latchkey.call('DELETE /self/sessions/others', { bearer })).status).toBe(200);
    const alive = sql`select 1 from auth.session where user_id = ${body.userUuid} and ended_at is null`;
    expect(await latchkey.rows(alive)).toHaveLength(2);
    expect((await latchkey.call('GET /self', { bearer })).status).toBe(200);
  });

  it('uses the registration of the root tenant where the child has none', async () => {
    await latchkey.admin(`PUT /tenants/${root}/sso/okta`, { issuer: okta.issuer, clientId, clientSecret });
    await latchkey.allow(root, 'okta');
    const { publicId } = await latchkey.addChild();
    const { body } = await signIn(publicId);
    expect(body).toMatchObject({ email: okta.person.email, isEmailConfirmed: true });
    const both = await child();
    const { sso } = (await latchkey.call(`GET /tenants/${both.publicId}/mode`)).body;
    expect(sso).toEqual([{ provider: 'okta', providerId: '', isOwn: true }]);
  });
});

describe('proof of domains', () => {
  it('a record of another tenant proves nothing here', async () => {
    const a = await latchkey.addChild();
    const b = await latchkey.addChild();
    const { recordName, recordValue } = await latchkey.admin(
      `PUT /tenants/${a.publicId}/domains/shared.example`,
    );
    latchkey.txt.set(recordName as string, [recordValue as string]);
    expect((await latchkey.admin(`PUT /tenants/${b.publicId}/domains/shared.example`)).provenAt).toBeNull();
    expect(
      (await latchkey.admin(`PUT /tenants/${a.publicId}/domains/shared.example`)).provenAt,
    ).not.toBeNull();
  });

  it('a record that is gone ends the proof when it is looked for again, and a removed domain proves nothing', async () => {
    const { publicId } = await latchkey.addChild();
    await prove(publicId, 'gone.example');
    latchkey.txt.clear();
    expect((await latchkey.admin(`PUT /tenants/${publicId}/domains/gone.example`)).provenAt).toBeNull();
    await latchkey.admin(`DELETE /tenants/${publicId}/domains/gone.example`);
    expect(await latchkey.admin(`GET /tenants/${publicId}/domains`)).toEqual({ results: [] });
  });

  it('a parent domain does not prove its subdomains, nor the other way round', async () => {
    const { publicId } = await child();
    okta.person = { sub: 'sub', email: 'ann@mail.customer.example', email_verified: true };
    expect((await signIn(publicId)).body).toMatchObject({ isEmailConfirmed: false });
  });

  it.each(['localhost', 'no_domain', '-x.example', 'a..example', '1.2.3.4'])(
    '%s is no domain',
    async (domain) => {
      const { publicId } = await latchkey.addChild();
      const answer = await latchkey.call(`PUT /tenants/${publicId}/domains/${domain}`, {
        bearer: latchkey.adminKey,
      });
      expect(answer.status).toBe(400);
    },
  );
});
