import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdBack } from '../../../platform/connections.ts';
import { toAppError } from '../../../platform/http.ts';
import { sql } from '../../../platform/sql.ts';
import { type AuthHarness, claimsOf, startAuth } from '../../../testing/auth-harness.ts';
import { warnOfClock } from './clock-check.ts';
import { verifyToken } from './tokens.ts';

let auth: AuthHarness;
const minute = 60_000;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const refresh = (token: string) => auth.call('GET /auth/refresh', { bearer: token });

describe('security 6: tokens', () => {
  test('ES256 with typ, kid and all required claims; the JWKS verifies them', async () => {
    const ada = await auth.signUp();
    const header = JSON.parse(
      Buffer.from(ada.accessToken.split('.')[0] ?? '', 'base64url').toString(),
    ) as object;
    expect(header).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    const jwks = await auth.call(`GET /tenants/${auth.rootId}/jwks`);
    expect(jwks.body.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(jwks.body.keys[0].d).toBeUndefined();
    const pem = await auth.call(`GET /tenants/${auth.rootId}/keys/jwt`);
    expect(pem.body.results[0].publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    const { exp, iat, ...claims } = claimsOf(ada.accessToken);
    expect(exp - iat).toBe(600);
    expect(claims).toMatchObject({
      iss: 'http://stint.localhost:3000/v0/',
      aud: auth.rootId,
      sub: ada.userUuid,
      sid: ada.sessionId,
      authz_version: 1,
      mode: 'test',
    });
  });

  test.each([
    [
      'alg none',
      (token: string) =>
        `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    [
      'a changed payload',
      (token: string) => token.replace(/\.(.)/, (_, first: string) => `.${first === 'e' ? 'f' : 'e'}`),
    ],
    ['a changed signature', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['a huge token', (token: string) => token + 'a'.repeat(9000)],
    ['three dots', () => '...'],
    ['no JSON', () => 'a.b.c'],
  ])('%s is refused', async (_name, spoil) => {
    const ada = await auth.signUp();
    const answer = await auth.call('GET /self', { bearer: spoil(ada.accessToken) });
    expect(answer.status).toBe(401);
  });

  test.each(['tenants', 'keys'] as const)(
    'while the database is away a good token is not called a bad one: %s are not known',
    async (what) => {
      const { context } = auth.service;
      const { refreshToken } = await auth.signUp();
      context[what].forget();
      const letThrough = holdBack(auth.db.database.pool, 'the database is away');
      const asked = verifyToken(context, refreshToken, 'refresh').catch((error: unknown) => error);
      const answer = await asked.finally(letThrough);
      expect(toAppError(answer)).toMatchObject({ status: 503, code: 'unavailable' });
      expect((await refresh(refreshToken)).status).toBe(200);
    },
  );

  test('where the clock was set back to before the signing key, signing in goes on, and the start says so once', async () => {
    const { now } = auth.clock;
    const said: unknown[][] = [];
    const log = { warn: (...args: unknown[]) => void said.push(args) };
    await auth.signUp('of-tomorrow@example.com');
    await warnOfClock(auth.db.database, { now }, log);
    expect(said).toEqual([]);
    auth.clock.advance(-26 * 60 * minute);
    await warnOfClock(auth.db.database, { now }, log);
    expect(said).toEqual([
      [
        { keyMadeAt: expect.stringMatching(/Z$/), behindMinutes: 26 * 60 },
        expect.stringMatching(
          /^the clock of this machine stands before the newest signing key was made: set it/,
        ),
      ],
    ]);
    expect(await auth.signIn('of-tomorrow@example.com')).toMatchObject({ status: 200 });
    auth.clock.advance(26 * 60 * minute);
  });

  test('signing keys rotate without a forced logout; the next key is published 24 h ahead (security 12)', async () => {
    const world = {
      rootTenantId: (await auth.service.context.tenants.require(auth.rootId)).id,
      mode: 'test' as const,
    };
    const before = await auth.service.context.keys.current(world);
    const newest = await auth.db.owner.one<{ until: Date }>(
      sql`select max(use_until) as until from auth.signing_key`,
    );
    auth.clock.advance(newest.until.getTime() - auth.clock.now().getTime() - 23 * 60 * minute);
    auth.service.context.keys.forget();
    const ada = await auth.signUp();
    await auth.service.context.keys.rotate(world);
    const jwks = await auth.call(`GET /tenants/${auth.rootId}/jwks`);
    expect(jwks.body.keys.length).toBeGreaterThanOrEqual(2);
    expect((await auth.service.context.keys.current(world)).kid).toBe(before.kid);
    auth.clock.advance(23.5 * 60 * minute);
    auth.service.context.keys.forget();
    const after = await auth.service.context.keys.current(world);
    expect(after.kid).not.toBe(before.kid);
    expect((await refresh(ada.refreshToken)).status).toBe(200);
  });

  test('emergency removal kills every token at once (security 12)', async () => {
    const ada = await auth.signUp();
    const world = {
      rootTenantId: (await auth.service.context.tenants.require(auth.rootId)).id,
      mode: 'test' as const,
    };
    await auth.service.context.keys.removeAll(world);
    expect((await refresh(ada.refreshToken)).status).toBe(401);
    expect((await auth.signUp()).accessToken).toBeTruthy();
  });
});
