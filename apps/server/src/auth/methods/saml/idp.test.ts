import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type Profile, SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selfSignedCertificate } from '../../../platform/self-signed-certificate.ts';
import { sql } from '../../../platform/sql.ts';
import { decodeHtml } from '../../../testing/html.ts';
import { origin, type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';
import type { Browser } from '../federation/browser.fixture.ts';

let latchkey: ProviderUnderTest;
let root: string;
let me: Awaited<ReturnType<ProviderUnderTest['addUser']>>;
let idpCert: string;

const entityId = 'https://wiki.example/saml';
const acsUrl = 'https://wiki.example/saml/acs';
const sloUrl = 'https://wiki.example/saml/slo';
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const spCertificate = selfSignedCertificate(keys.privateKey, {
  name: 'wiki',
  notBefore: new Date('2020-01-01'),
  notAfter: new Date('2049-01-01'),
});

beforeAll(async () => {
  latchkey = await startProvider();
  root = latchkey.rootId;
  me = await latchkey.addUser('ann@stint.example');
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  latchkey.clock.offsetMs = 0;
  const body = await latchkey.admin(`PUT /tenants/${root}/saml/sp`, { entityId, acsUrl, sloUrl });
  idpCert = body.idpCertificate as string;
});

/** The other side: a service provider made of a real library. */
function wiki(more: Partial<SamlConfig> = {}): SAML {
  return new SAML({
    entryPoint: `${origin}/v0/auth/saml/idp/login?tenant_id=${root}`,
    logoutUrl: `${origin}/v0/auth/saml/idp/logout?tenant_id=${root}`,
    issuer: entityId,
    callbackUrl: acsUrl,
    audience: entityId,
    idpCert,
    idpIssuer: `${origin}/v0/tenants/${root}/saml/metadata`,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    validateInResponseTo: ValidateInResponseTo.always,
    ...more,
  });
}

const handle = async (bearer = me.accessToken) => {
  const { status, body } = await latchkey.call('GET /auth/saml/idp/token', { bearer });
  if (status !== 200) throw new Error(`no handle: ${JSON.stringify(body)}`);
  return body.token as string;
};

/** What the library's SAML login does in the page (protocol 9.2). */
async function finish(browser: Browser, purpose = 'login', change: Record<string, string> = {}) {
  const query = new URLSearchParams({ tenant_id: root, token: await handle(), uuid: me.userId, ...change });
  return browser.send(`${origin}/v0/auth/saml/idp/${purpose}?${query}`);
}

function fieldsOf(html: string) {
  const field = (name: string) => {
    const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
    return value === undefined ? undefined : decodeHtml(value);
  };
  return {
    action: decodeHtml(/action="([^"]*)"/.exec(html)?.[1] ?? ''),
    SAMLResponse: field('SAMLResponse') ?? '',
    RelayState: field('RelayState'),
  };
}

async function signIn(sp: SAML, browser = latchkey.browser(), relay = 'page "7" & more') {
  const sent = await browser.send(await sp.getAuthorizeUrlAsync(relay, undefined, {}));
  expect([sent.status, sent.headers.get('location')]).toEqual([302, `${origin}/signin?saml=login`]);
  const page = await finish(browser);
  expect(page.status).toBe(200);
  return { page, fields: fieldsOf(page.text) };
}

describe('signing in to a service provider (protocol 9.2)', () => {
  it('a real SAML library accepts the answer, with person, request and relay state', async () => {
    const sp = wiki();
    const { fields } = await signIn(sp);
    expect(fields.action).toBe(acsUrl);
    expect(fields.RelayState).toBe('page "7" & more');
    const { profile } = await sp.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse });
    expect(profile).toMatchObject({
      nameID: 'ann@stint.example',
      nameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      attributes: { userUuid: me.userId, email: 'ann@stint.example' },
    } satisfies Partial<Profile>);
  });

  it('names somebody by the lasting id where that is asked for, and tells no address that is not proven', async () => {
    const sp = wiki({ identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' });
    const { fields } = await signIn(sp);
    const { profile } = await sp.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse });
    expect(profile?.nameID).toBe(me.userId);

    await latchkey.db.owner.run(
      sql`update auth.identifier set confirmed_at = null where user_id = ${me.userId}`,
    );
    const unproven = wiki({ identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' });
    const answer = await unproven.validatePostResponseAsync({
      SAMLResponse: (await signIn(unproven)).fields.SAMLResponse,
    });
    expect(answer.profile).toMatchObject({ nameID: me.userId, attributes: { userUuid: me.userId } });
    expect(answer.profile?.attributes).not.toHaveProperty('email');
    await latchkey.db.owner.run(
      sql`update auth.identifier set confirmed_at = now() where user_id = ${me.userId}`,
    );
  });

  it('the page may post to that one address and run its one script, nothing else', async () => {
    const { page } = await signIn(wiki());
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('form-action https://wiki.example;');
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(page.text.match(/<script/g)).toHaveLength(1);
    expect(page.text).toContain(`<script nonce="${nonce}">`);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('a request may be posted too, although that is cross-site', async () => {
    const sp = wiki({ authnRequestBinding: 'HTTP-POST', skipRequestCompression: true });
    const form = await sp.getAuthorizeFormAsync('', undefined, {});
    const SAMLRequest = /name="SAMLRequest" value="([^"]*)"/.exec(form)?.[1] ?? '';
    const browser = latchkey.browser();
    const sent = await browser.send(`${origin}/v0/auth/saml/idp/login?tenant_id=${root}`, {
      method: 'POST',
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({ SAMLRequest }).toString(),
    });
    expect(sent.headers.get('location')).toBe(`${origin}/signin?saml=login`);
    const fields = fieldsOf((await finish(browser)).text);
    await expect(sp.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse })).resolves.toBeTruthy();
  });

  it('a page of a workspace host comes back by way of the host where its request waits', async () => {
    const path = `/v0/auth/saml/idp/login?tenant_id=${root}&token=x&uuid=y`;
    const answer = await latchkey.app.inject({ url: path, headers: { host: '127.0.0.1:3000' } });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, origin + path]);
  });

  it('the metadata names certificate and addresses that the library works with', async () => {
    const { text } = await latchkey.call(`GET /tenants/${root}/saml/metadata`);
    const certificate = /<ds:X509Certificate>([^<]+)/.exec(text)?.[1] ?? '';
    expect(
      new X509Certificate(Buffer.from(certificate, 'base64')).checkIssued(new X509Certificate(idpCert)),
    ).toBe(true);
    expect(text).toContain(`Location="${origin}/v0/auth/saml/idp/login?tenant_id=${root}"`);
    expect(text).not.toContain('PRIVATE');
  });

  it('is audited (security 12)', async () => {
    await signIn(wiki());
    const [event] = await latchkey.rows<{ detail: object }>(
      sql`select detail from auth.audit_event where action = 'session.handover' order by at desc limit 1`,
    );
    expect(event?.detail).toEqual({ samlTo: entityId });
  });
});

describe('security 9: tokens in SAML addresses are single-use 60 s handles', () => {
  it('a handle works once', async () => {
    const browser = latchkey.browser();
    const token = await handle();
    for (const status of [200, 400]) {
      await browser.send(await wiki().getAuthorizeUrlAsync('', undefined, {}));
      expect((await finish(browser, 'login', { token })).status).toBe(status);
    }
  });

  it('a handle ends after 60 s', async () => {
    const browser = latchkey.browser();
    await browser.send(await wiki().getAuthorizeUrlAsync('', undefined, {}));
    const token = await handle();
    latchkey.clock.offsetMs = 60_000;
    expect((await finish(browser, 'login', { token })).status).toBe(400);
  });

  it('a handle needs its person, its tenant, and a live session', async () => {
    const other = await latchkey.addUser(`other-${Date.now()}@stint.example`);
    const child = await latchkey.addChild();
    const browser = latchkey.browser();
    await browser.send(await wiki().getAuthorizeUrlAsync('', undefined, {}));
    expect((await finish(browser, 'login', { uuid: other.userId })).status).toBe(400);
    expect((await finish(browser, 'login', { tenant_id: child.publicId })).status).toBe(400);
    const token = await handle(other.accessToken);
    await latchkey.call('GET /auth/logout', { bearer: other.accessToken });
    expect((await finish(browser, 'login', { token, uuid: other.userId })).status).toBe(400);
  });

  it('nobody gets a handle who is signed out', async () => {
    expect((await latchkey.call('GET /auth/saml/idp/token')).status).toBe(401);
  });

  it('a request waits for the browser that brought it, and is answered once', async () => {
    const browser = latchkey.browser();
    await browser.send(await wiki().getAuthorizeUrlAsync('', undefined, {}));
    expect((await finish(latchkey.browser())).status).toBe(400);
    expect((await finish(browser)).status).toBe(200);
    expect((await finish(browser)).status).toBe(400);
  });

  it('IdP-initiated is off: without a request there is no answer', async () => {
    const page = await finish(latchkey.browser());
    expect(page.status).toBe(400);
    expect(page.text).toContain('Nothing is waiting');
    expect(page.text).not.toContain('SAMLResponse');
  });
});

describe('security 9: requests of service providers', () => {
  const redirect = (xml: string, more = '') =>
    `${origin}/v0/auth/saml/idp/login?tenant_id=${root}&SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}${more}`;
  const requestXml = (change: (xml: string) => string = (xml) => xml) =>
    change(
      `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0" IssueInstant="2026-11-21T08:00:00Z" AssertionConsumerServiceURL="${acsUrl}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${entityId}</saml:Issuer></samlp:AuthnRequest>`,
    );

  it.each([
    ['an unknown service provider', requestXml((xml) => xml.replace(entityId, 'https://evil.example'))],
    ['another reply address', requestXml((xml) => xml.replace(acsUrl, 'https://evil.example/acs'))],
    [
      'a request for somebody else',
      requestXml((xml) => xml.replace('Version', 'Destination="https://other.example" Version')),
    ],
    ['a document type', `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${requestXml()}`],
    [
      'a bomb that unpacks to more than 256 KB',
      requestXml((xml) => xml.replace('><saml', `>${' '.repeat(20_000_000)}<saml`)),
    ],
    ['an id that is none', requestXml((xml) => xml.replace('_1', '1 &quot;'))],
    [
      'a logout request at the login address',
      requestXml((xml) => xml.replaceAll('AuthnRequest', 'LogoutRequest')),
    ],
    ['no XML', 'hello'],
  ])('%s is refused', async (_name, xml) => {
    const visit = await latchkey.browser().send(redirect(xml));
    expect([visit.status, visit.headers.get('location')]).toEqual([400, null]);
  });

  it('what is not compressed is refused', async () => {
    const url = `${origin}/v0/auth/saml/idp/login?tenant_id=${root}&SAMLRequest=${encodeURIComponent(Buffer.from(requestXml()).toString('base64'))}`;
    expect((await latchkey.browser().send(url)).status).toBe(400);
  });

  it('with a stored certificate only signed requests are taken, in both bindings', async () => {
    await latchkey.admin(`PUT /tenants/${root}/saml/sp`, { entityId, acsUrl, certificate: spCertificate });
    const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const signed = wiki({ privateKey, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' });
    const address = await signed.getAuthorizeUrlAsync('state', undefined, {});
    expect((await latchkey.browser().send(address)).status).toBe(302);
    const status = async (url: string) => (await latchkey.browser().send(url)).status;
    expect(await status(await wiki().getAuthorizeUrlAsync('state', undefined, {}))).toBe(400);
    expect(await status(address.replace('RelayState=state', 'RelayState=other'))).toBe(400);
    expect(await status(address.replace('rsa-sha256', 'rsa-sha1'))).toBe(400);
    expect(await status(address.replace(/Signature=[^&]*/, 'Signature=AAAA'))).toBe(400);
    expect(await status(address.replace('&SigAlg', '&SAMLRequest=x&SigAlg'))).toBe(400);
    const weak = wiki({ privateKey, signatureAlgorithm: 'sha1' });
    expect(await status(await weak.getAuthorizeUrlAsync('', undefined, {}))).toBe(400);

    const posting = wiki({
      privateKey,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      authnRequestBinding: 'HTTP-POST',
      skipRequestCompression: true,
    });
    const post = async (form: string) => {
      const SAMLRequest = /name="SAMLRequest" value="([^"]*)"/.exec(form)?.[1] ?? '';
      const visit = await latchkey.browser().send(`${origin}/v0/auth/saml/idp/login?tenant_id=${root}`, {
        method: 'POST',
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams({ SAMLRequest }).toString(),
      });
      return visit.status;
    };
    expect(await post(await posting.getAuthorizeFormAsync('', undefined, {}))).toBe(302);
    const unsigned = wiki({ authnRequestBinding: 'HTTP-POST', skipRequestCompression: true });
    expect(await post(await unsigned.getAuthorizeFormAsync('', undefined, {}))).toBe(400);
  });

  it('a redirect signed over a repeated parameter is refused', async () => {
    await latchkey.admin(`PUT /tenants/${root}/saml/sp`, { entityId, acsUrl, certificate: spCertificate });
    const algorithm = encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    const [, request] = redirect(requestXml()).split('&SAMLRequest=');
    const covered = `SAMLRequest=${request}&SigAlg=${algorithm}`;
    const signature = encodeURIComponent(
      sign('sha256', Buffer.from(covered), keys.privateKey).toString('base64'),
    );
    const url = `${origin}/v0/auth/saml/idp/login?tenant_id=${root}&${covered}&Signature=${signature}`;
    expect((await latchkey.browser().send(url)).status).toBe(302);
    expect((await latchkey.browser().send(`${url}&RelayState=a&RelayState=b`)).status).toBe(400);
  });
});

describe('SAML logout (protocol 9.2)', () => {
  it('answers the service provider and leaves the session of the application alone', async () => {
    // The library looks for InResponseTo in sign-in answers only; here it is compared by hand.
    const sp = wiki({ validateInResponseTo: ValidateInResponseTo.never });
    const profile = { nameID: 'ann@stint.example', nameIDFormat: 'x', issuer: entityId } as Profile;
    const browser = latchkey.browser();
    const address = await sp.getLogoutUrlAsync(profile, 'bye', {});
    const sent = await browser.send(address);
    expect(sent.headers.get('location')).toBe(`${origin}/signin?saml=logout`);
    const fields = fieldsOf((await finish(browser, 'logout')).text);
    expect([fields.action, fields.RelayState]).toEqual([sloUrl, 'bye']);
    expect(await sp.validatePostResponseAsync({ SAMLResponse: fields.SAMLResponse })).toEqual({
      profile: null,
      loggedOut: true,
    });
    const request = Buffer.from(new URL(address).searchParams.get('SAMLRequest') ?? '', 'base64');
    const requestId = / ID="([^"]+)"/.exec(inflateRawSync(request).toString())?.[1];
    expect(Buffer.from(fields.SAMLResponse, 'base64').toString()).toContain(`InResponseTo="${requestId}"`);
    expect((await latchkey.call('GET /self', { bearer: me.accessToken })).status).toBe(200);
  });

  it('a service provider without a logout address cannot ask', async () => {
    await latchkey.admin(`PUT /tenants/${root}/saml/sp`, { entityId, acsUrl });
    const profile = { nameID: 'x', nameIDFormat: 'x', issuer: entityId } as Profile;
    const visit = await latchkey.browser().send(await wiki().getLogoutUrlAsync(profile, '', {}));
    expect(visit.status).toBe(400);
  });
});

describe('PUT and DELETE /tenants/{t}/saml/sp (protocol 17)', () => {
  it.each([
    ['an http reply address', { entityId, acsUrl: 'http://wiki.example/acs' }],
    ['a script as reply address', { entityId, acsUrl: 'javascript:alert(1)' }],
    ['a certificate that is none', { entityId, acsUrl, certificate: 'x'.repeat(100) }],
    ['an unknown field', { entityId, acsUrl, roles: ['owner'] }],
    ['no entity id', { acsUrl }],
  ])('refuses %s', async (_name, body) => {
    const answer = await latchkey.call(`PUT /tenants/${root}/saml/sp`, {
      bearer: latchkey.adminKey,
      body,
    });
    expect(answer.status).toBe(400);
  });

  it('a removed service provider gets no answer any more', async () => {
    const browser = latchkey.browser();
    await browser.send(await wiki().getAuthorizeUrlAsync('', undefined, {}));
    const path = `/tenants/${root}/saml/sp?entity_id=${encodeURIComponent(entityId)}`;
    await latchkey.admin(`DELETE ${path}`);
    expect((await finish(browser)).status).toBe(400);
    expect((await latchkey.call(`DELETE ${path}`, { bearer: latchkey.adminKey })).status).toBe(404);
  });

  it('the signing key is encrypted at rest (security 12)', async () => {
    const [row] = await latchkey.rows<{ sealed: Buffer }>(
      sql`select sealed_private_key as sealed from auth.saml_key`,
    );
    expect(row?.sealed.toString('latin1')).not.toContain('PRIVATE');
  });
});
