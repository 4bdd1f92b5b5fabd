import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthHarness, startAuth, withTokens } from '../../../testing/auth-harness.ts';

let auth: AuthHarness;
const minute = 60_000;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const refresh = (token: string) => auth.call('GET /auth/refresh', { bearer: token });

describe('protocol 7.15: logout', () => {
  test('takes an expired access token, and the refresh token', async () => {
    const ada = await auth.signUp();
    auth.clock.advance(20 * minute);
    expect((await auth.call('GET /self', { bearer: ada.accessToken })).status).toBe(401);
    const answer = await auth.call('GET /auth/logout', { bearer: ada.accessToken });
    expect(answer.body).toEqual({ message: 'OK', redirectTo: '/signin' });
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect((await refresh(ada.refreshToken)).status).toBe(401);
    const bob = await auth.signUp();
    const headers = { host: new URL(auth.main).host, 'sec-fetch-site': 'cross-site' };
    const elsewhere = { bearer: bob.refreshToken, origin: 'http://localhost:5173', headers };
    const crossOrigin = await auth.call('GET /auth/logout', elsewhere);
    // Browsers report the header as an error where the page is from another site.
    expect([crossOrigin.status, crossOrigin.headers['clear-site-data']]).toEqual([200, undefined]);
    expect((await refresh(bob.refreshToken)).status).toBe(401);
  });

  test('own sessions are listed and ended; those of others are not there', async () => {
    const ada = await auth.signUp();
    const bob = await auth.signUp();
    const again = await auth.signIn(ada.email);
    const list = await auth.call('GET /self/sessions', { bearer: ada.accessToken });
    expect(list.body.results.map((one: { isCurrent: boolean }) => one.isCurrent).sort()).toEqual([
      false,
      true,
    ]);
    expect(
      (await auth.call(`DELETE /self/sessions/${ada.sessionId}`, { bearer: bob.accessToken })).status,
    ).toBe(404);
    expect((await auth.call('DELETE /self/sessions/others', { bearer: ada.accessToken })).status).toBe(200);
    expect((await auth.call('GET /self', { bearer: withTokens(again.body).accessToken })).status).toBe(401);
    expect((await auth.call('GET /self', { bearer: ada.accessToken })).status).toBe(200);
  });

  test('the revocation feed tells ended sessions and raised versions after a cursor', async () => {
    const ada = await auth.signUp();
    const before = (await auth.call('GET /auth/changes', { bearer: auth.adminKey })).body.cursor;
    const house = await auth.makeWorkspace(ada, 'feed-house');
    await auth.call('GET /auth/logout', { bearer: ada.accessToken });
    const feed = await auth.call(`GET /auth/changes?after=${before}`, { bearer: auth.adminKey });
    expect(feed.body.changes).toMatchObject([
      { kind: 'member', userUuid: ada.userUuid, tenantId: house.tenantId },
      { kind: 'authorization', userUuid: ada.userUuid, authzVersion: 2 },
      { kind: 'session', sessionId: ada.sessionId },
    ]);
    const after = await auth.call(`GET /auth/changes?after=${feed.body.cursor}`, { bearer: auth.adminKey });
    expect(after.body.changes).toEqual([]);
    expect(after.body.cursor).toBe(feed.body.cursor);
    expect((await auth.call('GET /auth/changes')).status).toBe(401);
  });

  test('the feed tells of people who have no session: lock, unlock, memberships, deletion; and weeks later', async () => {
    const [ada, bo] = [await auth.signUp(), await auth.signUp()];
    const house = await auth.makeWorkspace(ada, 'people-house');
    await auth.call('GET /auth/logout', { bearer: bo.accessToken });
    const { cursor } = (await auth.call('GET /auth/changes', { bearer: auth.adminKey })).body;
    const bearer = auth.adminKey;
    const told = async (route: string, body?: object) => {
      const before = (await auth.call('GET /auth/changes', { bearer })).body.cursor;
      expect((await auth.call(route, { bearer, body })).status).toBe(200);
      const { changes } = (await auth.call(`GET /auth/changes?after=${before}`, { bearer })).body;
      return changes.map(({ kind, tenantId, userUuid }: Record<string, string>) => {
        expect(userUuid).toBe(bo.userUuid);
        return tenantId === house.tenantId ? `${kind} here` : kind;
      });
    };
    const roles = `PUT /tenants/${house.tenantId}/users/${bo.userUuid}/roles`;
    expect(await told(`PUT /users/${bo.userUuid}`, { locked: true })).toEqual(['authorization', 'person']);
    expect(await told(`PUT /users/${bo.userUuid}`, { locked: false })).toEqual(['person']);
    expect(await told(roles, { roles: ['admin'] })).toEqual(['member here', 'authorization']);
    expect(await told(roles, { roles: ['admin'] })).toEqual([]);
    expect(await told(roles, { roles: [] })).toEqual(['member here', 'authorization']);
    expect(await told(roles, { roles: ['member'] })).toEqual(['member here', 'authorization']);
    expect(await told(`DELETE /users/${bo.userUuid}`)).toEqual(['authorization', 'member here']);
    auth.clock.advance(20 * 24 * 60 * 60_000);
    const later = (await auth.call(`GET /auth/changes?after=${cursor}`, { bearer })).body;
    expect([later.changes.length > 8, later.hasMore]).toEqual([true, false]);
    expect((await auth.call('GET /auth/changes', { bearer })).body.changes).toEqual([]);
  });

  test('a cursor from before the database was put back begins anew', async () => {
    const ada = await auth.signUp();
    await auth.call('GET /auth/logout', { bearer: ada.accessToken });
    const { body } = await auth.call('GET /auth/changes?after=99999999', { bearer: auth.adminKey });
    expect(body.cursor).toBeLessThan(99_999_999);
    expect(body.changes.at(-1)).toMatchObject({ kind: 'session', sessionId: ada.sessionId });
  });
});
