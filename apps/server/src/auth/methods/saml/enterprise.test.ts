import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selfSignedCertificate } from '../../../platform/self-signed-certificate.ts';
import { sql } from '../../../platform/sql.ts';
import { firstLink } from '../../../testing/html.ts';
import { addMember } from '../../../testing/members.ts';
import { origin, type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';
import type { Browser } from '../federation/browser.fixture.ts';
import { encryptAssertion } from './encrypt.fixture.ts';
import { type Answer, answer, createFakeIdp } from './identity-provider.fixture.ts';

const idp = createFakeIdp('https://idp.customer.example/saml');
const ssoUrl = 'https://idp.customer.example/saml/login';
let latchkey: ProviderUnderTest;
let tenant: { id: string; publicId: string };

beforeAll(async () => {
  latchkey = await startProvider();
  tenant = await enterprise();
});
afterAll(() => latchkey.close());

let people = 0;
beforeEach(() => {
  people++;
  latchkey.clock.offsetMs = 0;
});

/** A child tenant with its own identity provider and a proven domain. */
async function enterprise(signup: 'open' | 'invited' = 'open') {
  const child = await latchkey.addChild(signup);
  await latchkey.admin(`PUT /tenants/${child.publicId}/saml/idp`, {
    entityId: idp.entityId,
    ssoUrl,
    certificates: [idp.certificate],
    domains: ['customer.example', 'unproven.example'],
  });
  const path = `/tenants/${child.publicId}/domains/customer.example`;
  const { recordName, recordValue } = await latchkey.admin(`PUT ${path}`);
  latchkey.txt.set(recordName as string, [recordValue as string]);
  await latchkey.admin(`PUT ${path}`);
  return child;
}

const acsUrl = (publicId: string) => `${origin}/v0/tenants/${publicId}/saml/acs`;

/** Starts a sign-in and gives the id of the request that the identity provider received. */
async function leave(browser: Browser, publicId = tenant.publicId, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ origin, tenant_id: publicId, ...more });
  const visit = await browser.send(`${origin}/v0/auth/saml/sp/login?${query}`);
  const url = new URL(visit.headers.get('location') ?? '', origin);
  const request = url.searchParams.get('SAMLRequest');
  const xml = request ? inflateRawSync(Buffer.from(request, 'base64')).toString() : '';
  return { url, xml, requestId: /ID="([^"]+)"/.exec(xml)?.[1] ?? '' };
}

function respond(requestId: string, publicId = tenant.publicId, change: Partial<Answer> = {}) {
  const base = {
    idp,
    acsUrl: acsUrl(publicId),
    audience: `${origin}/v0/tenants/${publicId}/saml/metadata`,
    requestId,
    now: new Date(Date.now() + latchkey.clock.offsetMs),
    nameId: `employee-${people}`,
    email: `employee-${people}@customer.example`,
  };
  return answer({ ...base, ...change });
}

async function post(browser: Browser, SAMLResponse: string, publicId = tenant.publicId) {
  const visit = await browser.send(acsUrl(publicId), {
    method: 'POST',
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ SAMLResponse, RelayState: 'ignored' }).toString(),
  });
  const location = visit.headers.get('location');
  return { status: visit.status, page: location ? new URL(location) : null, text: visit.text };
}

async function signIn(publicId = tenant.publicId, change: Partial<Answer> = {}) {
  const browser = latchkey.browser();
  const { requestId } = await leave(browser, publicId);
  const { page } = await post(browser, respond(requestId, publicId, change), publicId);
  const error = page?.searchParams.get('error') ?? null;
  return { error, finished: page && !error ? await latchkey.finish(page, publicId) : null };
}

describe("sign-in through a tenant's own SAML identity provider", () => {
  it('is not finished where another one has taken its place meanwhile', async () => {
    const { publicId } = await enterprise();
    const browser = latchkey.browser();
    const { requestId } = await leave(browser, publicId);
    const { page } = await post(browser, respond(requestId, publicId), publicId);
    const change = (entityId: string) =>
      latchkey.admin(`PUT /tenants/${publicId}/saml/idp`, {
        entityId,
        ssoUrl,
        certificates: [idp.certificate],
        domains: ['customer.example'],
      });
    await change('https://another.customer.example/saml');
    const { status, body } = await latchkey.finish(page as URL, publicId);
    expect([status, body.error]).toEqual([400, { type: 'method_not_allowed_by_flow' }]);
    await change(idp.entityId);
    expect((await latchkey.finish(page as URL, publicId)).status).toBe(200);
  });

  it('is connected by a member who was there before, with the session of the root; from then on it signs them in', async () => {
    const member = await addMember(latchkey, tenant.id, 'member');
    expect((await signIn(tenant.publicId, { nameId: member.userId, email: member.email })).error).toBe(
      'domain_not_proven',
    );
    const body = { tenantId: tenant.publicId, redirect: '/signin?redirect=%2Ftime' };
    const started = await latchkey.call('POST /self/identities/saml', { bearer: member.bearer, body });
    const browser = latchkey.browser();
    const { text } = await browser.send(started.body.url as string);
    const { headers } = await browser.send(firstLink(text));
    const request = new URL(headers.get('location') ?? '').searchParams.get('SAMLRequest') ?? '';
    const xml = inflateRawSync(Buffer.from(request, 'base64')).toString();
    const { page } = await post(browser, respond(/ID="([^"]+)"/.exec(xml)?.[1] ?? ''));
    expect(page?.searchParams.get('linked')).toBe('saml');
    const { finished } = await signIn();
    expect(finished?.body).toMatchObject({ userUuid: member.userId, tenantId: tenant.publicId });
  });

  it('sends the browser there with a request, and takes the person in', async () => {
    const browser = latchkey.browser();
    const { url, xml, requestId } = await leave(browser, tenant.publicId, { redirect: '/time' });
    expect(url.origin + url.pathname).toBe(ssoUrl);
    expect(xml).toContain(`AssertionConsumerServiceURL="${acsUrl(tenant.publicId)}"`);
    const { status, page } = await post(browser, respond(requestId));
    expect([status, page?.pathname, page?.searchParams.get('redirect')]).toEqual([303, '/signin', '/time']);
    const { body } = await latchkey.finish(page as URL, tenant.publicId);
    expect(body).toMatchObject({
      email: `employee-${people}@customer.example`,
      isEmailConfirmed: true,
      isNewUser: true,
    });
    const [session] = await latchkey.rows<{ provider: string; amr: string[] }>(
      sql`select provider_tenant_id as provider, amr from auth.session where id = ${body.sessionId}`,
    );
    expect(session).toEqual({ provider: tenant.id, amr: ['email/saml'] });
    expect((await signIn()).finished?.body).toMatchObject({ userUuid: body.userUuid });
  });

  it('takes an assertion that is encrypted for the certificate of our metadata', async () => {
    const { text } = await latchkey.call(`GET /tenants/${tenant.publicId}/saml/metadata`);
    const pem = (use: string) => {
      const found = new RegExp(`use="${use}".*?<ds:X509Certificate>([^<]+)`, 's').exec(text)?.[1];
      return `-----BEGIN CERTIFICATE-----\n${found}\n-----END CERTIFICATE-----`;
    };
    const certificate = pem('encryption');
    expect(certificate).not.toBe(pem('signing'));
    expect(text).not.toContain('rsa-1_5');
    const encrypted = (to: string) => ({
      after: (xml: string) => encryptAssertion(xml, { certificate: to }),
    });
    const { finished } = await signIn(tenant.publicId, encrypted(certificate));
    expect(finished?.body).toMatchObject({ email: `employee-${people}@customer.example` });
    const wrong = createFakeIdp('somebody').certificate;
    expect((await signIn(tenant.publicId, encrypted(wrong))).error).toBe('sso_failed');
    const [row] = await latchkey.rows<{ text: string }>(
      sql`select row_to_json(k)::text as text from auth.saml_key k where tenant_id = ${tenant.id}`,
    );
    expect(row?.text).not.toContain('PRIVATE KEY');
  });

  it('an elliptic certificate is refused with a sentence that says why', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const dates = { notBefore: new Date('2020-01-01'), notAfter: new Date('2049-01-01') };
    const certificate = selfSignedCertificate(privateKey, { name: 'elliptic', ...dates });
    const answer = await latchkey.call(`PUT /tenants/${tenant.publicId}/saml/idp`, {
      bearer: latchkey.adminKey,
      body: { entityId: idp.entityId, ssoUrl, certificates: [certificate], domains: ['customer.example'] },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('elliptic curves are not supported');
  });

  it('security 9: an assertion is used once, even with a new request', async () => {
    const browser = latchkey.browser();
    const { requestId } = await leave(browser);
    const response = respond(requestId);
    expect((await post(browser, response)).status).toBe(303);
    const again = await post(browser, response);
    expect([again.status, again.page]).toEqual([400, null]);
    const assertionId = '_same';
    expect((await signIn(tenant.publicId, { assertionId })).error).toBeNull();
    expect((await signIn(tenant.publicId, { assertionId })).error).toBe('sso_expired');
  });

  it('security 9: two posts of the same answer at once sign in once', async () => {
    const browser = latchkey.browser();
    const { requestId } = await leave(browser);
    const response = respond(requestId);
    const both = await Promise.all([post(browser, response), post(browser, response)]);
    const tokens = both.filter(({ page }) => page?.searchParams.has('token'));
    expect(tokens).toHaveLength(1);
  });

  it('security 9: the answer belongs to the browser that asked', async () => {
    const browser = latchkey.browser();
    const { requestId } = await leave(browser);
    const stranger = latchkey.browser();
    await leave(stranger);
    const response = respond(requestId);
    for (const other of [latchkey.browser(), stranger])
      expect((await post(other, response)).status).toBe(400);
    expect((await post(browser, response)).status).toBe(303);
  });

  it('security 9: an answer that nobody asked for is refused (IdP-initiated is off)', async () => {
    const browser = latchkey.browser();
    await leave(browser);
    const unasked = respond('_x', tenant.publicId, {
      before: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, ''),
    });
    expect((await post(browser, unasked)).status).toBe(400);
    expect((await post(browser, respond('_made-up'))).status).toBe(400);
  });

  it('security 9: a request waits for 300 s', async () => {
    const browser = latchkey.browser();
    const { requestId } = await leave(browser);
    latchkey.clock.offsetMs = 300_000;
    expect((await post(browser, respond(requestId))).status).toBe(400);
  });

  const wrong: [string, Partial<Answer>][] = [
    ['no signature', { sign: [] }],
    ['the key of somebody else', { idp: createFakeIdp(idp.entityId) }],
    ['another audience', { audience: 'https://other.example' }],
    ['another reply address', { acsUrl: 'https://other.example/acs' }],
    ['an answer of yesterday', { now: new Date(Date.now() - 86_400_000) }],
    ['an answer of tomorrow', { now: new Date(Date.now() + 86_400_000) }],
    ['a changed subject', { after: (xml) => xml.replace(/employee-\d+<\/a:NameID>/, 'boss</a:NameID>') }],
  ];
  it.each(wrong)('security 9: %s signs nobody in and makes no account', async (_name, change) => {
    const before = await latchkey.rows(sql`select id from auth.user_account`);
    expect((await signIn(tenant.publicId, change)).error).toBe('sso_failed');
    expect(await latchkey.rows(sql`select id from auth.user_account`)).toHaveLength(before.length);
  });

  it('security 9: a document type or more than 256 KB is refused at the door', async () => {
    const browser = latchkey.browser();
    const { requestId } = await leave(browser);
    const doctype = respond(requestId, tenant.publicId, { after: (xml) => `<!DOCTYPE a>${xml}` });
    const large = respond(requestId, tenant.publicId, {
      after: (xml) => xml.replace('<p:Status>', `${' '.repeat(262_144)}<p:Status>`),
    });
    expect([(await post(browser, doctype)).status, (await post(browser, large)).status]).toEqual([400, 400]);
    expect((await post(browser, 'A'.repeat(600_000))).status).toBe(413);
    expect((await post(browser, respond(requestId))).status).toBe(303);
  });

  it("security 9: a tenant's provider signs in to that tenant only", async () => {
    const other = await enterprise();
    const browser = latchkey.browser();
    const { requestId } = await leave(browser);
    const response = respond(requestId);
    expect((await post(browser, response, other.publicId)).status).toBe(400);
    const { page } = await post(browser, response);
    expect((await latchkey.finish(page as URL, other.publicId)).status).toBe(400);
  });

  it.each([
    ['a domain that is not proven', 'bo@unproven.example'],
    ['a domain that is not listed', 'bo@gmail.example'],
    ['a subdomain', 'bo@mail.customer.example'],
    ['no address', null],
  ])('security 9: only proven domains: not %s', async (_name, email) => {
    expect((await signIn(tenant.publicId, { email })).error).toBe('domain_not_proven');
  });

  it('an account that is there is never taken over', async () => {
    const email = `employee-${people}@customer.example`;
    const { userId } = await latchkey.addUser(email);
    expect((await signIn()).error).toBe('account_exists');
    expect(await latchkey.rows(sql`select 1 from auth.federated_identity where user_id = ${userId}`)).toEqual(
      [],
    );
  });

  it('nobody new comes into a tenant of invited people', async () => {
    const invited = await enterprise('invited');
    expect((await signIn(invited.publicId)).error).toBe('not_allowed');
  });

  it('an existing member links the identity with the own sign-in, and then comes in by it', async () => {
    const invited = await enterprise('invited');
    const { userId, password } = await latchkey.addUser(`employee-${people}@customer.example`);
    await latchkey.db.owner.run(sql`insert into auth.membership (tenant_id, user_id, root_tenant_id, mode, roles, created_at, updated_at)
      select ${invited.id}::uuid, u.id, u.root_tenant_id, u.mode, '{member}', now(), now() from auth.user_account u where u.id = ${userId}`);
    const emailOrUsername = `employee-${people}@customer.example`;
    const body = { emailOrUsername, password };
    const signedIn = await latchkey.call(`POST /tenants/${invited.publicId}/auth/basic`, { body });
    const bearer = (signedIn.body.tokens as { access: { value: string } }).access.value;
    const { url } = (await latchkey.call('POST /self/identities/saml', { bearer, body: {} })).body;
    const browser = latchkey.browser();
    const question = await browser.send(url as string);
    const confirmed = await browser.send(firstLink(question.text));
    const to = new URL(confirmed.headers.get('location') ?? '');
    const request = inflateRawSync(
      Buffer.from(to.searchParams.get('SAMLRequest') ?? '', 'base64'),
    ).toString();
    const requestId = /ID="([^"]+)"/.exec(request)?.[1] ?? '';
    const { page } = await post(browser, respond(requestId, invited.publicId), invited.publicId);
    expect(page?.searchParams.get('linked')).toBe('saml');
    expect((await signIn(invited.publicId)).finished?.body).toMatchObject({ userUuid: userId });
  });
});

describe('PUT and DELETE /tenants/{t}/saml/idp (protocol 17)', () => {
  const put = (body: object) =>
    latchkey.call(`PUT /tenants/${tenant.publicId}/saml/idp`, { bearer: latchkey.adminKey, body });
  const parts = {
    entityId: idp.entityId,
    ssoUrl,
    certificates: [idp.certificate],
    domains: ['customer.example'],
  };
  const certificate = idp.certificate.replace(/-----[^-]+-----|\s/g, '');
  const metadata = `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp2.example"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp2.example/login"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

  it('answers what the other side has to register, and lists its domains for proof', async () => {
    const { body } = await put(parts);
    expect(body).toMatchObject({
      entityId: idp.entityId,
      acsUrl: acsUrl(tenant.publicId),
      spEntityId: `${origin}/v0/tenants/${tenant.publicId}/saml/metadata`,
      startUrl: `${origin}/v0/auth/saml/sp/login?tenant_id=${tenant.publicId}`,
    });
    const child = await latchkey.addChild();
    await latchkey.admin(`PUT /tenants/${child.publicId}/saml/idp`, parts);
    const { results } = await latchkey.admin(`GET /tenants/${child.publicId}/domains`);
    expect(results).toMatchObject([{ domain: 'customer.example', provenAt: null }]);
  });

  it('is listed in the mode of its tenant only, so that a page can offer it', async () => {
    const sso = async (publicId: string) => (await latchkey.call(`GET /tenants/${publicId}/mode`)).body.sso;
    expect(await sso(tenant.publicId)).toEqual([{ provider: 'saml', providerId: '', isOwn: true }]);
    expect(await sso(latchkey.rootId)).toEqual([]);
  });

  it('reads metadata as XML, or from its address in test mode on this machine', async () => {
    const child = await latchkey.addChild();
    const path = `/tenants/${child.publicId}/saml/idp`;
    const expected = { entityId: 'https://idp2.example', ssoUrl: 'https://idp2.example/login' };
    expect(await latchkey.admin(`PUT ${path}`, { metadata, domains: [] })).toMatchObject(expected);
    const server = createServer((_request, response) => response.end(metadata)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(
      await latchkey.admin(`PUT ${path}`, { metadata: `http://127.0.0.1:${port}/metadata` }),
    ).toMatchObject(expected);
    server.close();
  });

  it.each([
    ['nothing', {}],
    ['half of the parts', { entityId: 'x', ssoUrl }],
    ['a sign-on address by http', { ...parts, ssoUrl: 'http://idp.customer.example/login' }],
    ['a certificate that is none', { ...parts, certificates: ['x'.repeat(100)] }],
    [
      'metadata of a service provider',
      { metadata: metadata.replaceAll('IDPSSODescriptor', 'SPSSODescriptor') },
    ],
    [
      'metadata without certificate',
      { metadata: metadata.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/, '') },
    ],
    ['metadata with a document type', { metadata: `<!DOCTYPE a>${metadata}` }],
    ['security 9: metadata at a private address', { metadata: 'https://10.0.0.1/metadata' }],
    ['a domain that is none', { ...parts, domains: ['localhost'] }],
  ])('refuses %s', async (_name, body) => {
    expect((await put(body)).status).toBe(400);
  });

  it('after DELETE nobody comes in by it', async () => {
    const child = await enterprise();
    const browser = latchkey.browser();
    const { requestId } = await leave(browser, child.publicId);
    await latchkey.admin(`DELETE /tenants/${child.publicId}/saml/idp`);
    const { page } = await post(browser, respond(requestId, child.publicId), child.publicId);
    expect(page?.searchParams.get('error')).toBe('sso_failed');
    const query = new URLSearchParams({ origin, tenant_id: child.publicId });
    const visit = await browser.send(`${origin}/v0/auth/saml/sp/login?${query}`);
    expect(visit.headers.get('location')).toContain('error=not_allowed');
  });
});
