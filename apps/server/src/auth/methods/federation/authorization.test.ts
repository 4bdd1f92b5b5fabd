import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { importSPKI, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { createSafeFetch } from '../../../platform/safe-fetch.ts';
import { createAuthorizer } from './authorization.ts';
import { createBrowser } from './browser.fixture.ts';
import {
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from './openid-provider.fixture.ts';
import type { ProviderSettings } from './settings.ts';

const callback = 'http://stint.localhost/v0/auth/okta/login';
const fetch = createSafeFetch({ clock: systemClock, allowLoopback: true });
const authorizer = createAuthorizer({ fetch, clock: systemClock, allowLoopback: true });
let provider: OpenIdProvider;
let settings: ProviderSettings;

beforeAll(async () => {
  provider = await startOpenIdProvider([callback]);
  settings = {
    provider: 'okta',
    providerId: '',
    issuer: provider.issuer,
    clientId,
    clientSecret,
    signer: null,
    scopes: [],
  };
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.faults = {};
});

/** A person goes to the provider's page and comes back with a code. */
async function travel() {
  const secrets = await authorizer.newSecrets();
  const start = await authorizer.startUrl(settings, callback, secrets);
  const answer = await createBrowser(null, '').follow(start, (url) => url.href.startsWith(callback));
  return { secrets, start, answer };
}

const bent = (change: JWTPayload | ((claims: JWTPayload) => JWTPayload)) => {
  provider.faults.claims = (claims) =>
    typeof change === 'function' ? change(claims) : { ...claims, ...change };
};
const refused = { name: 'AppError', code: 'upstream_failed' };

describe('the way to the provider', () => {
  it('carries state, nonce and an S256 challenge, and never the verifier', async () => {
    const { start, secrets } = await travel();
    expect(Object.fromEntries(start.searchParams)).toMatchObject({
      client_id: clientId,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid email profile',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge_method: 'S256',
    });
    expect(start.href).not.toContain(secrets.codeVerifier);
    expect(start.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  });

  it('values of two trips have nothing in common', async () => {
    const [a, b] = await Promise.all([authorizer.newSecrets(), authorizer.newSecrets()]);
    expect(new Set([...Object.values(a), ...Object.values(b)]).size).toBe(6);
  });
});

describe('security 9: the answer of an OpenID provider', () => {
  it('names the person by issuer and subject', async () => {
    const { answer, secrets } = await travel();
    expect(await authorizer.readProfile(settings, answer, secrets)).toEqual({
      issuer: provider.issuer,
      subject: 'person-1',
      email: 'ann@customer.example',
      isEmailProven: true,
      name: 'Ann Example',
      image: null,
    });
  });

  const badClaims: Record<string, JWTPayload | ((claims: JWTPayload) => JWTPayload)> = {
    'another nonce': { nonce: 'of-another-trip' },
    'no nonce': { nonce: undefined },
    'another issuer': { iss: 'https://accounts.google.com' },
    'another audience': { aud: 'another-client' },
    'several audiences without azp': { aud: [clientId, 'another-client'] },
    'several audiences and the azp of another client': { aud: [clientId, 'x'], azp: 'x' },
    'one audience and the azp of another client': { azp: 'another-client' },
    'an end in the past': { exp: Math.floor(Date.now() / 1000) - 120 },
    'no end': { exp: undefined },
    'no subject': { sub: undefined },
  };
  for (const [name, change] of Object.entries(badClaims)) {
    it(`an id token with ${name} is refused`, async () => {
      const { answer, secrets } = await travel();
      bent(change);
      await expect(authorizer.readProfile(settings, answer, secrets)).rejects.toMatchObject(refused);
    });
  }

  it('several audiences with our azp are accepted', async () => {
    const { answer, secrets } = await travel();
    bent({ aud: [clientId, 'another-client'], azp: clientId });
    expect(await authorizer.readProfile(settings, answer, secrets)).toMatchObject({ subject: 'person-1' });
  });

  it.each([{ isForged: true }, { isUnsigned: true }])(
    'an id token with a bad signature (%o) is refused',
    async (faults) => {
      const { answer, secrets } = await travel();
      provider.faults = faults;
      await expect(authorizer.readProfile(settings, answer, secrets)).rejects.toMatchObject(refused);
    },
  );

  it('another state is refused before the code is used', async () => {
    const { answer, secrets } = await travel();
    const calls = provider.tokenCalls;
    const other = { ...secrets, state: 'of-another-trip' };
    await expect(authorizer.readProfile(settings, answer, other)).rejects.toMatchObject(refused);
    expect(provider.tokenCalls).toBe(calls);
  });

  it('another code verifier is refused by the provider', async () => {
    const { answer, secrets } = await travel();
    const other = { ...secrets, codeVerifier: (await authorizer.newSecrets()).codeVerifier };
    await expect(authorizer.readProfile(settings, answer, other)).rejects.toMatchObject(refused);
  });

  it('the issuer that the callback names must be the one that was asked (RFC 9207)', async () => {
    const { answer, secrets } = await travel();
    answer.searchParams.set('iss', 'https://other.example');
    await expect(authorizer.readProfile(settings, answer, secrets)).rejects.toMatchObject(refused);
  });

  it('a code works once', async () => {
    const { answer, secrets } = await travel();
    await authorizer.readProfile(settings, answer, secrets);
    await expect(authorizer.readProfile(settings, answer, secrets)).rejects.toMatchObject(refused);
  });

  it('an error of the provider is refused without a token call', async () => {
    const { answer, secrets } = await travel();
    answer.searchParams.delete('code');
    answer.searchParams.set('error', 'access_denied');
    const calls = provider.tokenCalls;
    await expect(authorizer.readProfile(settings, answer, secrets)).rejects.toMatchObject(refused);
    expect(provider.tokenCalls).toBe(calls);
  });
});

describe('security 9: where an issuer may lie', () => {
  it.each([
    'http://10.0.0.8',
    'http://issuer.example',
    'https://169.254.169.254',
    'https://issuer.example:8443',
  ])('%s is never asked', async (issuer) => {
    const secrets = await authorizer.newSecrets();
    const start = authorizer.startUrl({ ...settings, issuer }, callback, secrets);
    await expect(start).rejects.toMatchObject(refused);
  });

  it('live mode asks no issuer on this machine', async () => {
    const live = createAuthorizer({
      fetch: createSafeFetch({ clock: systemClock, allowLoopback: false }),
      clock: systemClock,
      allowLoopback: false,
    });
    const secrets = await live.newSecrets();
    await expect(live.startUrl(settings, callback, secrets)).rejects.toMatchObject(refused);
  });

  it('a discovery document of another issuer is refused', async () => {
    const secrets = await authorizer.newSecrets();
    const issuer = provider.issuer.replace('127.0.0.1', 'idp.localhost');
    const start = authorizer.startUrl({ ...settings, issuer }, callback, secrets);
    await expect(start).rejects.toMatchObject(refused);
  });
});

describe('apple: a client secret that is signed at each use', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const named = { teamId: 'TEAM123456', keyId: 'KEY1234567' };
  let secretKey: CryptoKey;
  let now = new Date();
  // The clock moves on with the test; the provider's does not, so no token may come from the future.
  const own = createAuthorizer({ fetch, clock: { now: () => now }, allowLoopback: true });

  beforeAll(async () => {
    secretKey = await importSPKI(publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'ES256');
  });
  beforeEach(() => {
    provider.faults = { secretKey };
    provider.clientSecrets = [];
  });

  async function signIn(change: Partial<ProviderSettings> = {}) {
    const apple = { ...settings, clientSecret: pem(privateKey), signer: named, ...change };
    const secrets = await own.newSecrets();
    const start = await own.startUrl(apple, callback, secrets);
    const answer = await createBrowser(null, '').follow(start, (url) => url.href.startsWith(callback));
    return own.readProfile(apple, answer, secrets);
  }

  it('is made from team, key id and key, and kept until shortly before its end', async () => {
    now = new Date(Date.now() - 70 * 60_000);
    expect(await signIn()).toMatchObject({ subject: 'person-1' });
    now = new Date(now.getTime() + 59 * 60_000);
    await signIn();
    now = new Date(now.getTime() + 2 * 60_000);
    await signIn();
    const [first, second, third] = provider.clientSecrets;
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    const claims = JSON.parse(Buffer.from(first?.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(2 * 60 * 60);
    expect(claims).toMatchObject({ iss: 'TEAM123456', sub: clientId, aud: provider.issuer });
  });

  it.each([
    ['another key', { clientSecret: pem(other.privateKey) }],
    ['another key id', { signer: { ...named, keyId: 'KEY7654321' } }],
    ['another team', { signer: { ...named, teamId: 'TEAM654321' } }],
    ['a plain secret', { clientSecret, signer: null }],
  ])('%s signs nobody in', async (_name, change) => {
    await expect(signIn(change)).rejects.toMatchObject(refused);
  });
});
