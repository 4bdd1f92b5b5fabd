import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import {
  type AuthHarness,
  goodPassword,
  type Json,
  randomAddress,
  startAuth,
  withTokens,
} from '../../../testing/auth-harness.ts';
import { codeOf, createPeople, newEmail } from '../../../testing/wire.ts';
import { keepHouse } from '../../composition/housekeeping.ts';

let auth: AuthHarness;
let people: ReturnType<typeof createPeople>;

beforeAll(async () => {
  auth = await startAuth();
  people = createPeople(auth);
  const firstFactors = ['password', 'link', 'verificationCode'].map((strategy) => ({
    channel: 'email',
    strategy,
  }));
  const secondFactors = [{ channel: 'authenticator', strategy: 'totp' }];
  const body = { authentication: { firstFactors, secondFactors, isMfaRequired: false } };
  await auth.call(`PUT /tenants/${auth.rootId}`, { bearer: auth.adminKey, body });
});
afterAll(() => auth.close());
beforeEach(() => auth.clock.advance(5 * 60_000));

const call = (route: string, body?: object, bearer?: string) =>
  people.at(route.replace(' ~', ` /tenants/${auth.rootId}`), body, bearer);
const asKey = (route: string, body?: object) => call(route, body, auth.adminKey);
const login = (email: string, password = goodPassword) =>
  call('POST ~/auth/basic', { emailOrUsername: email, password });
const person = () => auth.signUp(newEmail());
const proof = async (email: string, type: string) => {
  const link = (await auth.outbox(email))
    .map((mail) => new URL(mail.link ?? 'http://x'))
    .find(({ searchParams }) => searchParams.get('type') === type);
  return { uuid: link?.searchParams.get('uuid'), token: link?.searchParams.get('token') };
};

/** What happens, and the event that it leaves (security 12). */
const events: [string, () => Promise<unknown>][] = [
  ['signup', person],
  ['signin.ok', async () => login((await person()).email)],
  ['signin.failed', async () => login((await person()).email, 'wrong 12345')],
  [
    'signin.locked',
    async () => {
      const { email } = await person();
      for (let turn = 0; turn < 11; turn++) await login(email, 'wrong 12345');
    },
  ],
  ['signout', async () => call('GET /auth/logout', undefined, (await person()).accessToken)],
  [
    'session.ended',
    async () => {
      const ada = await person();
      const { sessionId } = (await login(ada.email)).body;
      await call(`DELETE /self/sessions/${sessionId}`, undefined, ada.accessToken);
    },
  ],
  [
    'token.reuse',
    async () => {
      const { refreshToken } = await person();
      const next = withTokens((await call('GET /auth/refresh', undefined, refreshToken)).body).refreshToken;
      await call('GET /auth/refresh', undefined, next);
      await call('GET /auth/refresh', undefined, refreshToken);
    },
  ],
  [
    'password.changed',
    async () => {
      const body = { password: 'another fine one 7', existingPassword: goodPassword };
      await call('PUT ~/auth/basic', body, (await person()).accessToken);
    },
  ],
  [
    'password.reset',
    async () => call('PUT ~/auth/reset', { ...(await people.resetLink()), password: 'a new one 1234' }),
  ],
  [
    'email.confirmed',
    async () => {
      const { email } = await person();
      await call('PUT ~/auth/link', await proof(email, 'verify'));
    },
  ],
  [
    'email.changed',
    async () => {
      const ada = await person();
      const email = newEmail();
      await call('PUT /self/email', { email }, ada.accessToken);
      await call('PUT ~/auth/link', await proof(email, 'verify'));
    },
  ],
  ['factor.added', () => people.withTotp()],
  [
    'factor.removed',
    async () => {
      const ada = await people.withTotp();
      await call('DELETE /self/factors/totp', undefined, ada.accessToken);
    },
  ],
  [
    'backup.used',
    async () => {
      const ada = await people.withTotp();
      const bearer = await people.firstFactorOf(ada.email);
      await call('POST ~/auth/totp', { backupCode: ada.backupCodes[0] }, bearer);
    },
  ],
  [
    'backup.renewed',
    async () => {
      const ada = await people.withTotp();
      await call('POST /self/backup-codes', undefined, ada.accessToken);
    },
  ],
  [
    'stepup',
    async () => {
      const ada = await people.withTotp();
      await call('POST ~/auth/totp', { totpCode: codeOf(auth, ada.totpSecret) }, ada.accessToken);
    },
  ],
  ['invite.sent', () => asKey('POST /users/invite', { email: newEmail() })],
  [
    'invite.accepted',
    async () => {
      const email = newEmail();
      await asKey('POST /roles/invite', { email, roles: ['member'] });
      await call('PUT ~/auth/link', await proof(email, 'invite'));
    },
  ],
  ['roles.changed', async () => asKey(`PUT /users/${(await person()).userUuid}/roles`, { roles: ['admin'] })],
  ['user.created', () => asKey('POST /users', { email: newEmail() })],
  ['user.changed', async () => asKey(`PUT /users/${(await person()).userUuid}`, { locked: true })],
  ['user.deleted', async () => call('DELETE /self', undefined, (await person()).accessToken)],
  ['tenant.created', () => asKey('POST /tenants', { name: 'Child' })],
  ['tenant.changed', () => asKey('PUT ~', { name: 'Stint' })],
  [
    'tenant.deleted',
    async () => asKey(`DELETE /tenants/${(await asKey('POST /tenants', { name: 'Gone' })).body.tenantId}`),
  ],
  ['idp.changed', () => asKey('PUT ~/sso/google', { clientId: 'a', clientSecret: 'b' })],
  ['key.created', () => asKey('POST /keys', { type: 'readonly' })],
  [
    'key.ended',
    async () => {
      await asKey('POST /keys', { type: 'webhook' });
      const { key } = (await asKey('POST /keys', { type: 'webhook' })).body;
      await asKey('PUT /keys/invalidate', { key });
    },
  ],
  ['access.refused', async () => call('PUT ~', { name: 'Mine' }, (await person()).accessToken)],
];

const countOf = async (action: string) =>
  await auth.db.owner.rows<Json>(sql`select tenant_id as "tenantId", user_id as "userId", actor_kind as "actorKind", address,
    request_id as "requestId", detail from auth.audit_event where action = ${action} order by id desc`);

describe('security 12: what is audited', () => {
  test.each(events)('%s', async (action, happen) => {
    const before = (await countOf(action)).length;
    await happen();
    const after = await countOf(action);
    expect(after.length).toBeGreaterThan(before);
    expect(after[0]?.requestId).toEqual(expect.any(String));
    expect(JSON.stringify(after[0]?.detail)).not.toMatch(/@contract\.example|correct horse/);
  });

  test('security 12: a lock names the account where there is one; a flood of refusals is noted once a minute', async () => {
    const ada = await person();
    for (let turn = 0; turn < 14; turn++) await login(ada.email, 'wrong 12345');
    const locks = (await countOf('signin.locked')).filter(({ userId }) => userId === ada.userUuid);
    expect(locks).toHaveLength(4);
    expect(new Set(locks.map(({ address }) => address)).size).toBe(4);
    for (let turn = 0; turn < 5; turn++) await call('PUT ~', { name: 'Mine' }, ada.accessToken);
    const refusals = (await countOf('access.refused')).filter(({ userId }) => userId === ada.userUuid);
    expect(refusals).toEqual([
      expect.objectContaining({ actorKind: 'user', detail: { call: 'PUT /tenants/:tenantId' } }),
    ]);
    expect(randomAddress()).not.toBe(refusals[0]?.address);
  });

  test('security 12: a key that may only read is refused and noted with its tenant', async () => {
    const { key } = (await asKey('POST /keys', { type: 'readonly' })).body;
    expect((await call('POST /users', { email: newEmail() }, key)).status).toBe(403);
    const [event] = await countOf('access.refused');
    expect(event).toMatchObject({ actorKind: 'key', userId: null, detail: { call: 'POST /users' } });
  });

  test('security 12: the event and what it tells about are one transaction', async () => {
    const ada = await person();
    await auth.db.owner.run(
      sql`alter table auth.audit_event add constraint audit_event_test_check check (action <> 'password.changed') not valid`,
    );
    const body = { password: 'another fine one 7', existingPassword: goodPassword };
    const answer = await call('PUT ~/auth/basic', body, ada.accessToken);
    await auth.db.owner.run(sql`alter table auth.audit_event drop constraint audit_event_test_check`);
    expect(answer.status).toBe(500);
    expect((await login(ada.email)).status).toBe(200);
  });

  test('security 12: is kept 400 days, by the clock of the database', async () => {
    const { userUuid } = await person();
    const age = async (days: number) =>
      auth.db.owner.run(sql`insert into auth.audit_event (id, root_tenant_id, mode, user_id, actor_kind, action, at)
        select gen_random_uuid(), root_tenant_id, mode, id, 'system', ${`aged ${days}`}, now() - ${days} * interval '1 day'
        from auth.user_account where id = ${userUuid}`);
    for (const days of [399, 401, 500]) await age(days);
    auth.clock.advance(1000);
    await keepHouse(auth.service.context);
    const left = await auth.db.owner.rows<{ action: string }>(
      sql`select action from auth.audit_event where action like 'aged %'`,
    );
    expect(left).toEqual([{ action: 'aged 399' }]);
  });
});
