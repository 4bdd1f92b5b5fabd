import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { challengePair } from '../../../testing/hand-over.ts';
import { firstLink } from '../../../testing/html.ts';
import { addMember, type Member } from '../../../testing/members.ts';
import { origin, type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from './openid-provider.fixture.ts';

const callback = (provider: string) => `${origin}/v0/auth/${provider}/login`;

let latchkey: ProviderUnderTest;
let okta: OpenIdProvider;
let house: { id: string; publicId: string };
let member: Member;
let people = 0;

beforeAll(async () => {
  latchkey = await startProvider();
  okta = await startOpenIdProvider([callback('okta'), callback('custom')]);
});
afterAll(async () => {
  await okta.close();
  await latchkey.close();
});

beforeEach(async () => {
  people++;
  okta.person = { sub: `p-${people}`, email: `p-${people}@customer.example`, email_verified: true };
  house = await latchkey.addChild();
  const settings = { issuer: okta.issuer, clientId, clientSecret };
  await latchkey.admin(`PUT /tenants/${house.publicId}/sso/okta`, settings);
  const domain = `/tenants/${house.publicId}/domains/customer.example`;
  const { recordName, recordValue } = await latchkey.admin(`PUT ${domain}`);
  latchkey.txt.set(recordName as string, [recordValue as string]);
  await latchkey.admin(`PUT ${domain}`);
  await setFlow({ firstFactors: [{ channel: 'email', strategy: 'okta' }] });
  member = await addMember(latchkey, house.id, 'member');
});

const setFlow = (authentication: object) =>
  latchkey.admin(`PUT /tenants/${house.publicId}`, { authentication });
const requireSecond = () =>
  setFlow({
    isMfaRequired: true,
    secondFactors: [{ channel: 'authenticator', strategy: 'totp' }],
  });

async function askIn() {
  const { codeChallenge } = challengePair();
  const path = `/tenants/${house.publicId}/auth/handover`;
  return (await latchkey.call(`POST ${path}`, { bearer: member.bearer, body: { codeChallenge } })).body;
}

const startLinking = (tenantId = house.publicId) =>
  latchkey.call('POST /self/identities/okta', { bearer: member.bearer, body: { tenantId } });

/** In one browser: the question, its Continue, the provider and back. */
async function connect(): Promise<URL> {
  const { body } = await startLinking();
  const browser = latchkey.browser();
  const { text } = await browser.send(body.url as string);
  return browser.follow(firstLink(text), (at) => !at.pathname.startsWith('/v0/') && at.origin === origin);
}

/** To the provider and back to the sign-in page. */
function travel(provider = 'okta', more: Record<string, string> = {}): Promise<URL> {
  const start = `${callback(provider)}?${new URLSearchParams({ origin, tenant_id: house.publicId, ...more })}`;
  return latchkey.browser().follow(start, (url) => url.pathname === '/signin');
}

const finish = (page: URL) => latchkey.finish(page, house.publicId);
const signIn = async () => finish(await travel());

describe('the way into a child whose only first factor is a provider of its own', () => {
  it('a refused hand-over names the provider and whether it knows the person; linked, it signs in to the child alone', async () => {
    const provider = { provider: 'okta', providerId: '', isOwn: true };
    expect(await askIn()).toMatchObject({
      missing: 'firstFactor',
      sso: [{ ...provider, isLinked: false }],
    });
    expect((await connect()).searchParams.get('linked')).toBe('okta');
    expect(await askIn()).toMatchObject({ missing: 'firstFactor', sso: [{ ...provider, isLinked: true }] });
    const { body } = await signIn();
    expect(body).toMatchObject({ userUuid: member.userId, tenantId: house.publicId });
    const [session] = await latchkey.rows(
      sql`select provider_tenant_id as provider, parent_sid as parent from auth.session where id = ${body.sessionId}`,
    );
    expect(session).toEqual({ provider: house.id, parent: null });
  });

  it('linking once more changes nothing', async () => {
    await connect();
    expect((await connect()).searchParams.get('linked')).toBe('okta');
  });

  it('nobody links to a child that they are not in', async () => {
    const other = await latchkey.addChild();
    expect((await startLinking(other.publicId)).status).toBe(404);
  });
});

describe('a second factor that is required and that the person does not have', () => {
  it("the child's provider sets none up for an account that is more than the child's", async () => {
    await connect();
    await requireSecond();
    const { status, body } = await signIn();
    expect([status, body.error]).toEqual([403, { type: 'factor_missing' }]);
    expect(body.firstFactorToken).toBeUndefined();
  });

  it('the own session is asked for it before the provider is', async () => {
    await requireSecond();
    expect(await askIn()).toMatchObject({ missing: 'secondFactor', sso: [] });
  });

  it("an account that is the child's alone sets one up on signing in", async () => {
    await requireSecond();
    const { body } = await signIn();
    expect(body).toMatchObject({ isMfaRequired: true, firstFactorToken: expect.any(String) });
    const pairing = await latchkey.call('GET /auth/totp', { bearer: body.firstFactorToken as string });
    expect(pairing.status).toBe(200);
  });
});

describe('a provider that is switched off while somebody is on the way', () => {
  it('nobody is signed in where the flow lists it no longer', async () => {
    const page = await travel();
    await setFlow({ firstFactors: [{ channel: 'email', strategy: 'password' }] });
    const { status, body } = await finish(page);
    expect([status, body.error]).toEqual([400, { type: 'method_not_allowed_by_flow' }]);
    await setFlow({ firstFactors: [{ channel: 'email', strategy: 'okta' }] });
    expect((await finish(page)).status).toBe(200);
  });

  it.each([
    ['okta', {}, {}],
    ['custom', { provider_id: 'works' }, { providerId: 'works' }],
  ])('nobody is signed in where it was removed meanwhile: %s', async (provider, which, id) => {
    const path = `/tenants/${house.publicId}/sso/${provider}`;
    const add = () => latchkey.admin(`PUT ${path}`, { issuer: okta.issuer, clientId, clientSecret, ...id });
    const more: Record<string, string> = { ...which };
    await setFlow({ firstFactors: ['okta', 'password'].map((strategy) => ({ channel: 'email', strategy })) });
    await add();
    const page = await travel(provider, more);
    await latchkey.admin(`DELETE ${path}?${new URLSearchParams(more)}`);
    const { status, body } = await finish(page);
    expect([status, body.error]).toEqual([400, { type: 'method_not_allowed_by_flow' }]);
    await add();
    expect((await finish(page)).status).toBe(200);
  });

  const put = (settings: object) => latchkey.admin(`PUT /tenants/${house.publicId}/sso/okta`, settings);
  const registered = () => ({ issuer: okta.issuer, clientId, clientSecret });

  it.each([
    ['client', () => ({ ...registered(), clientId: 'another-client' })],
    ['issuer', () => ({ ...registered(), issuer: 'https://another.example' })],
  ])('nobody is signed in where another %s took its place meanwhile', async (_name, other) => {
    const page = await travel();
    await put(other());
    const { status, body } = await finish(page);
    expect([status, body.error]).toEqual([400, { type: 'method_not_allowed_by_flow' }]);
    await put(registered());
    expect((await finish(page)).status).toBe(200);
  });

  it('a native application gets no tokens where it was removed before it fetched them', async () => {
    const firstFactors = ['okta', 'password'].map((strategy) => ({ channel: 'email', strategy }));
    const settings = { authentication: { firstFactors }, pkceLoginRedirectUri: 'my-app:/login' };
    await latchkey.admin(`PUT /tenants/${house.publicId}`, settings);
    const { token, uuid } = Object.fromEntries((await travel()).searchParams);
    const { codeChallenge, codeVerifier } = challengePair();
    const path = `/tenants/${house.publicId}/auth`;
    const followed = await latchkey.call(`PUT ${path}/link?code_challenge=${codeChallenge}`, {
      body: { token, uuid },
    });
    const body = { authorizationCode: followed.body.authorizationCode, codeVerifier };
    await latchkey.admin(`DELETE /tenants/${house.publicId}/sso/okta`);
    const refused = await latchkey.call(`POST ${path}/pkce`, { body });
    expect([refused.status, refused.body.error]).toEqual([400, { type: 'invalid_token' }]);
    await put(registered());
    expect((await latchkey.call(`POST ${path}/pkce`, { body })).status).toBe(200);
  });

  it('a second factor does not go on from a provider that was removed meanwhile', async () => {
    const mailed = { channel: 'email', strategy: 'verificationCode' };
    const firstFactors = ['okta', 'password'].map((strategy) => ({ channel: 'email', strategy }));
    await setFlow({ firstFactors, isMfaRequired: true, secondFactors: [mailed] });
    const bearer = (await signIn()).body.firstFactorToken as string;
    const code = `/tenants/${house.publicId}/auth/code`;
    const sent = await latchkey.call(`POST ${code}`, { bearer, body: { channel: 'email' } });
    const { verificationCode } = sent.body.result as { verificationCode: string };
    const goOn = () => latchkey.call(`PUT ${code}`, { bearer, body: { channel: 'email', verificationCode } });
    await latchkey.admin(`DELETE /tenants/${house.publicId}/sso/okta`);
    const refused = await goOn();
    expect([refused.status, refused.body.error]).toEqual([400, { type: 'method_not_allowed_by_flow' }]);
    const settings = { issuer: okta.issuer, clientId, clientSecret };
    await latchkey.admin(`PUT /tenants/${house.publicId}/sso/okta`, settings);
    expect((await goOn()).status).toBe(200);
  });
});
