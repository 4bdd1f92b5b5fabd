import { describe, expect, test } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { goodPassword, randomAddress, withTokens } from '../../../testing/auth-harness.ts';
import { openAuth } from '../../../testing/open-auth.ts';

const auth = openAuth(24 * 60 * 60_000);

let counter = 0;
const nextBrowser = () => ({
  cookie: `__Host-sb=${String(++counter).padStart(43, 'm')}`,
  'sec-fetch-site': 'same-origin',
});

/** A member of a closed workspace who signed in there from this browser before. */
async function join() {
  const owner = await auth.signUp();
  const { tenantId } = await auth.makeWorkspace(owner, `meanwhile-${++counter}`);
  const person = await auth.signUp();
  const headers = nextBrowser();
  const setRoles = (roles: string[]) =>
    auth.call(`PUT /tenants/${tenantId}/users/${person.userUuid}/roles`, {
      bearer: auth.adminKey,
      body: { roles },
    });
  const signIn = (password = goodPassword) =>
    auth.call(`POST /tenants/${tenantId}/auth/basic`, {
      body: { emailOrUsername: person.email, password, options: { noResetEmail: true } },
      address: randomAddress(),
      headers,
    });
  const remove = () =>
    auth.call(`DELETE /tenants/${tenantId}/users/${person.userUuid}`, { bearer: auth.adminKey });
  expect((await setRoles(['member'])).status).toBe(200);
  const first = await signIn();
  expect(first.status).toBe(200);
  return { tenantId, person, first: withTokens(first.body), setRoles, remove, signIn };
}

const waiting = sql`select 1 from pg_locks where relation = 'auth.device'::regclass and not granted`;

/** Signs in, and does something else after the person was read and before the session is written. */
async function meanwhile<T>(signIn: () => Promise<T>, change: () => Promise<{ status: number }>): Promise<T> {
  const answer = await auth.db.owner.transaction(async (tx) => {
    await tx.run(sql`lock table auth.device in share mode`);
    const signingIn = signIn();
    await expect.poll(() => auth.db.owner.rows(waiting)).toHaveLength(1);
    expect((await change()).status).toBe(200);
    return () => signingIn;
  });
  return answer();
}

/** Open sessions in the workspace besides the first. */
const openSessions = ({ person, first }: Awaited<ReturnType<typeof join>>) =>
  auth.db.owner.rows(sql`select s.id from auth.session s join auth.tenant t on t.id = s.tenant_id
    where s.user_id = ${person.userUuid}::uuid and t.parent_id is not null and s.ended_at is null
      and s.id <> ${first.sessionId}::uuid`);

const refused = {
  statusCode: 400,
  message: 'Incorrect email or password',
  error: { type: 'bad_request_error' },
};

describe('security 6: what happens while a password is checked', () => {
  test.each<[string, (joined: Awaited<ReturnType<typeof join>>) => Promise<{ status: number }>]>([
    ['is removed', ({ remove }) => remove()],
    [
      'has their workspace archived',
      ({ tenantId }) =>
        auth.call(`PUT /tenants/${tenantId}`, { bearer: auth.adminKey, body: { status: 'archived' } }),
    ],
    [
      'has their workspace deleted',
      ({ tenantId }) => auth.call(`DELETE /tenants/${tenantId}`, { bearer: auth.adminKey }),
    ],
    [
      'is locked',
      ({ person }) =>
        auth.call(`PUT /users/${person.userId}`, { bearer: auth.adminKey, body: { locked: true } }),
    ],
    [
      'changes the password',
      ({ tenantId, first }) =>
        auth.call(`PUT /tenants/${tenantId}/auth/basic`, {
          bearer: first.accessToken,
          body: { password: 'another fine one 7', existingPassword: goodPassword },
        }),
    ],
  ])('who %s gets no session, and is answered as by a wrong password', async (_name, change) => {
    const joined = await join();
    const answer = await meanwhile(joined.signIn, () => change(joined));
    expect(answer.body).toMatchObject(refused);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await openSessions(joined)).toEqual([]);
  });

  test('who is removed and taken in again has no session of the time before', async () => {
    const joined = await join();
    const answer = await meanwhile(joined.signIn, async () => {
      await joined.remove();
      return joined.setRoles(['admin']);
    });
    const { accessToken } = withTokens(answer.body);
    expect(answer.body.authorization).toEqual({ [joined.tenantId]: { roles: ['admin'] } });
    expect((await auth.call('GET /self', { bearer: accessToken })).status).toBe(200);
    expect(await openSessions(joined)).toEqual([{ id: answer.body.sessionId }]);
  });

  test('roles that change are those that it brings', async () => {
    const joined = await join();
    const answer = await meanwhile(joined.signIn, () => joined.setRoles(['admin']));
    const self = await auth.call('GET /self', { bearer: withTokens(answer.body).accessToken });
    expect(self.status).toBe(200);
    expect(self.body.authorization).toMatchObject({ [joined.tenantId]: { roles: ['admin'] } });
  });
});

test('a session that could not be written leaves no cookie (security 7)', async () => {
  const { email } = await auth.signUp();
  const headers = { 'sec-fetch-site': 'same-origin', 'x-latchkey-refresh': 'cookie' };
  const cookies = async () => (await auth.signIn(email, goodPassword, { headers })).headers['set-cookie'];
  const usual = await cookies();
  expect(usual).toHaveLength(3);
  await auth.db.owner.run(
    sql`alter table auth.session add constraint none_now check (not is_cookie_mode) not valid`,
  );
  const failed = await auth.signIn(email, goodPassword, { headers });
  await auth.db.owner.run(sql`alter table auth.session drop constraint none_now`);
  expect([failed.status, failed.headers['set-cookie']]).toEqual([500, undefined]);
});
