import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';

let latchkey: ProviderUnderTest;
let root: string;
const secret = 'the-client-secret-of-google';
const google = { clientId: 'id.apps.example', clientSecret: secret };

beforeAll(async () => {
  latchkey = await startProvider();
  root = latchkey.rootId;
});
afterAll(() => latchkey.close());

const put = (
  provider: string,
  body: object,
  publicId = root,
  bearer: string | undefined = latchkey.adminKey,
) => latchkey.call(`PUT /tenants/${publicId}/sso/${provider}`, { ...(bearer ? { bearer } : {}), body });

describe('PUT, GET and DELETE /tenants/{t}/sso/{provider} (protocol 17)', () => {
  it('sets up a provider and answers all but the secret', async () => {
    const { status, body } = await put('google', google);
    expect(status).toBe(200);
    expect(body).toEqual({
      provider: 'google',
      issuer: 'https://accounts.google.com',
      clientId: 'id.apps.example',
      scopes: [],
      callbackUrl: 'http://stint.localhost:3000/v0/auth/google/login',
    });
    const listed = await latchkey.admin(`GET /tenants/${root}/sso`);
    expect(listed).toEqual({ results: [body] });
  });

  it('security 12: the secret is encrypted at rest and bound to its place', async () => {
    await put('google', google);
    const [row] = await latchkey.rows<{ text: string; sealed: Buffer }>(
      sql`select to_jsonb(p)::text as text, sealed_client_secret as sealed from auth.sso_provider p where provider = 'google'`,
    );
    expect(row?.text).not.toContain(secret);
    expect(row?.sealed.toString('latin1')).not.toContain(secret);
    expect(() =>
      latchkey.service.context.secrets.open(row?.sealed ?? Buffer.alloc(0), 'sso elsewhere'),
    ).toThrow(/auth/);
  });

  it('replaces and removes; what is not there is 404', async () => {
    await put('google', google);
    await put('google', { ...google, clientId: 'new.apps.example' });
    const path = `/tenants/${root}/sso/google`;
    const listed = (await latchkey.admin(`GET /tenants/${root}/sso`)).results as { clientId: string }[];
    expect(listed.map(({ clientId }) => clientId)).toEqual(['new.apps.example']);
    expect((await latchkey.call(`DELETE ${path}`, { bearer: latchkey.adminKey })).status).toBe(200);
    expect((await latchkey.call(`DELETE ${path}`, { bearer: latchkey.adminKey })).status).toBe(404);
  });

  it('keeps several custom providers apart by their id', async () => {
    const custom = { ...google, issuer: 'https://id.example' };
    await put('custom', { ...custom, providerId: 'a' });
    await put('custom', { ...custom, providerId: 'b' });
    await latchkey.admin(`DELETE /tenants/${root}/sso/custom?provider_id=a`);
    const { results } = await latchkey.admin(`GET /tenants/${root}/sso`);
    const ids = (results as { provider: string; providerId?: string }[]).filter(
      (one) => one.provider === 'custom',
    );
    expect(ids.map(({ providerId }) => providerId)).toEqual(['b']);
  });

  it('apple: takes the key that signs its secrets, seals it and shows only its names', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const apple = { clientId: 'com.example.web', teamId: 'TEAM123456', keyId: 'KEY1234567', privateKey: pem };
    const { status, body } = await put('apple', apple);
    expect([status, body.teamId, body.keyId]).toEqual([200, 'TEAM123456', 'KEY1234567']);
    expect(JSON.stringify(body)).not.toContain('PRIVATE KEY');
    const [row] = await latchkey.rows<{ text: string }>(
      sql`select to_jsonb(p)::text as text from auth.sso_provider p where provider = 'apple'`,
    );
    expect(row?.text).not.toContain(pem.split('\n')[1]);
    await put('apple', { clientId: 'com.example.web', clientSecret: secret });
    const listed = await latchkey.admin(`GET /tenants/${root}/sso`);
    expect(JSON.stringify(listed)).not.toContain('TEAM123456');
    await latchkey.admin(`DELETE /tenants/${root}/sso/apple`);
  });

  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
  const named = { clientId: 'x', teamId: 'TEAM123456', keyId: 'KEY1234567' };
  const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

  const refused: [string, string, object][] = [
    ['apple: a key without team', 'apple', { clientId: 'x', keyId: 'KEY1234567', privateKey: pemOf(p256) }],
    ['apple: a key on another curve', 'apple', { ...named, privateKey: pemOf(p384) }],
    ['apple: something that is no key', 'apple', { ...named, privateKey: 'hello' }],
    ['apple: a key and a secret', 'apple', { ...named, privateKey: pemOf(p256), clientSecret: 'x' }],
    ['a signing key for another provider', 'google', { ...named, privateKey: pemOf(p256) }],
    ['azure without issuer', 'azure', google],
    ['okta without issuer', 'okta', google],
    ['custom without providerId', 'custom', { ...google, issuer: 'https://id.example' }],
    ['a providerId where there is one only', 'google', { ...google, providerId: 'x' }],
    ['no client secret', 'google', { clientId: 'x' }],
    ['an unknown field', 'google', { ...google, redirectUri: 'https://evil.example' }],
    ['a scope with a space', 'google', { ...google, scopes: ['openid email'] }],
    ['an issuer with a query', 'okta', { ...google, issuer: 'https://id.example/?x=1' }],
    ['security 9: an http issuer', 'okta', { ...google, issuer: 'http://id.example' }],
    ['security 9: a private address', 'okta', { ...google, issuer: 'https://192.168.0.9' }],
    ['security 9: another port', 'okta', { ...google, issuer: 'https://id.example:8443' }],
    ['security 9: user name and password', 'okta', { ...google, issuer: 'https://a:b@id.example' }],
  ];
  it.each(refused)('refuses %s', async (_name, provider, body) => {
    const answer = await put(provider, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { type: 'bad_request_error' } });
  });

  it('an unknown provider is refused', async () => {
    expect((await put('myspace', google)).status).toBe(400);
  });

  it('audits each change without the secret (security 12)', async () => {
    await put('github', google);
    const [event] = await latchkey.rows<{ action: string; detail: object; actor: string }>(
      sql`select action, detail, actor_kind as actor from auth.audit_event where action = 'idp.changed' order by at desc limit 1`,
    );
    expect(event).toEqual({
      action: 'idp.changed',
      actor: 'key',
      detail: { provider: 'github', change: 'set' },
    });
  });
});

describe('who may set providers up', () => {
  const paths = [
    ['GET', '/sso'],
    ['PUT', '/sso/google'],
    ['DELETE', '/sso/google'],
    ['GET', '/domains'],
    ['PUT', '/domains/a.example'],
    ['DELETE', '/domains/a.example'],
    ['GET', '/saml/sp'],
    ['PUT', '/saml/sp'],
    ['DELETE', '/saml/sp'],
    ['GET', '/saml/idp'],
    ['PUT', '/saml/idp'],
    ['DELETE', '/saml/idp'],
  ] as const;

  async function member(tenantId: string, role: string) {
    const { userId, accessToken } = await latchkey.addUser(
      `${role}-${Math.random().toString(36).slice(2)}@x.example`,
    );
    await latchkey.db.owner.run(sql`insert into auth.membership (tenant_id, user_id, root_tenant_id, mode, roles, created_at, updated_at)
      select ${tenantId}::uuid, u.id, u.root_tenant_id, u.mode, ${[role]}, now(), now() from auth.user_account u where u.id = ${userId}`);
    return accessToken;
  }

  it.each(paths)('%s %s: nobody who is signed out', async (method, path) => {
    const answer = await latchkey.call(`${method} /tenants/${root}${path}`, {
      body: method === 'PUT' ? {} : undefined,
    });
    expect(answer.status).toBe(401);
  });

  it.each(paths)('%s %s: no owner of another tenant, no admin of this one', async (method, path) => {
    const own = await latchkey.addChild();
    const other = await latchkey.addChild();
    const body = method === 'PUT' ? {} : undefined;
    const owner = await member(own.id, 'owner');
    const admin = await member(own.id, 'admin');
    expect(
      (await latchkey.call(`${method} /tenants/${other.publicId}${path}`, { bearer: owner, body })).status,
    ).toBe(404);
    expect(
      (await latchkey.call(`${method} /tenants/${own.publicId}${path}`, { bearer: admin, body })).status,
    ).toBe(403);
  });

  it('the owner of a workspace may, for that workspace', async () => {
    const own = await latchkey.addChild();
    const owner = await member(own.id, 'owner');
    expect((await put('google', google, own.publicId, owner)).status).toBe(200);
    expect(await latchkey.admin(`GET /tenants/${root}/sso`)).not.toMatchObject({
      results: [{ clientId: 'id.apps.example', provider: 'google', tenantId: own.publicId }],
    });
  });
});
