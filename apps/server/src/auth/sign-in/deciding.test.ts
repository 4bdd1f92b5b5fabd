import { describe, expect, test } from 'vitest';
import { raw, sql } from '../../platform/sql.ts';
import {
  type Answer,
  goodPassword,
  type Json,
  randomAddress,
  withTokens,
} from '../../testing/auth-harness.ts';
import { openAuth } from '../../testing/open-auth.ts';
import { codeOf, createPeople } from '../../testing/wire.ts';
import { createWays, flow, type Joined, type SignIn } from './ways.fixture.ts';

const auth = openAuth(24 * 60 * 60_000);
const people = createPeople(auth);
const { asServer, mailed, proveAddress, way, ways } = createWays(auth, people);

type Change = { change(joined: Joined): Promise<Answer>; waitsAt: string };

const changes: Record<string, Change> = {
  'is removed': {
    change: ({ tenantId, person }) => asServer(`DELETE /tenants/${tenantId}/users/${person.userUuid}`),
    waitsAt: 'auth.change',
  },
  'is locked': {
    change: ({ person }) => asServer(`PUT /users/${person.userId}`, { locked: true }),
    waitsAt: 'auth.change',
  },
  'is deleted': {
    change: ({ person }) => asServer(`DELETE /users/${person.userId}`),
    waitsAt: 'auth.identifier',
  },
  'has their workspace archived': {
    change: ({ tenantId }) => asServer(`PUT /tenants/${tenantId}`, { status: 'archived' }),
    waitsAt: 'auth.change',
  },
};

const otherPassword = 'another fine one 7';

/** By the person, on the main domain; all other sessions of theirs end. */
async function changePassword({ person }: Joined): Promise<Answer> {
  const first = await auth.signIn(person.email);
  const { firstFactorToken } = first.body;
  const totp = people.tenant('POST', '/auth/totp');
  const { body } = firstFactorToken
    ? await people.at(totp, { totpCode: codeOf(auth, person.totpSecret) }, firstFactorToken)
    : first;
  return auth.call(`PUT /tenants/${auth.rootId}/auth/basic`, {
    bearer: withTokens(body).accessToken,
    body: { password: otherPassword, existingPassword: goodPassword },
    address: randomAddress(),
  });
}

/** Somebody of this database waits: for a lock on the table, or for a row that another holds. */
const waitsFor = (table: string | null) => sql`select 1 from pg_locks l join pg_stat_activity a using (pid)
  where a.datname = current_database() and not l.granted
    and ${table === null ? sql`l.locktype in ('transactionid', 'tuple')` : sql`l.relation = ${table}::regclass`}`;
const oneWaits = (table: string | null) =>
  expect.poll(() => auth.db.owner.rows(waitsFor(table)), { timeout: 5000 }).toHaveLength(1);

const endSessionsOf = ({ person }: Joined) =>
  auth.db.owner.run(sql`update auth.session set ended_at = ${auth.clock.now()}, ended_reason = 'signout'
    where user_id = ${person.userUuid}::uuid and ended_at is null`);

/** A change that has begun and waits at a table, where it holds the rows of tenant or person; and a sign-in that comes upon it. */
async function duringChange(table: string, change: () => Promise<Answer>, signIn: SignIn): Promise<Answer> {
  const both = await auth.db.owner.transaction(async (tx) => {
    await tx.run(sql`lock table ${raw(table)} in share mode`);
    const changing = change();
    await oneWaits(table);
    const signingIn = signIn();
    await oneWaits(null);
    return () => Promise.all([signingIn, changing]);
  });
  const [answer] = await both();
  return answer;
}

/** A sign-in that has decided and written nothing yet, and a change that is over before. */
async function beforeSession(change: () => Promise<Answer>, signIn: SignIn): Promise<Answer> {
  const answer = await auth.db.owner.transaction(async (tx) => {
    await tx.run(sql`lock table auth.device in share mode`);
    const signingIn = signIn();
    await oneWaits('auth.device');
    await change();
    return () => signingIn;
  });
  return answer();
}

const openIn = ({ tenantId, person }: Joined) =>
  auth.db.owner.rows(sql`select s.id from auth.session s join auth.tenant t on t.id = s.tenant_id
    where s.user_id = ${person.userUuid}::uuid and t.public_id = ${tenantId} and s.ended_at is null`);

/** Nothing that opens anything, or goes on to it. */
function expectRefused({ status, body, headers }: Answer, statuses = [400, 401]): void {
  expect(statuses).toContain(status);
  expect(body).not.toHaveProperty('tokens');
  expect(body).not.toHaveProperty('firstFactorToken');
  expect(body).not.toHaveProperty('authorizationCode');
  expect(headers['set-cookie']).toBeUndefined();
}

/** Refused; or, where a deletion gave way to the sign-in and came after it, a session that it ended. */
async function expectDead(answer: Answer): Promise<void> {
  if (!answer.body.tokens) return expectRefused(answer);
  const { accessToken: bearer } = withTokens(answer.body);
  expect((await auth.call('GET /self', { bearer })).status).toBe(401);
}

const cases = Object.keys(ways).flatMap((way) =>
  Object.keys(changes).map((change) => [change, way] as const),
);

describe('security 6: what changes while somebody signs in', () => {
  test.each(cases)('who %s meanwhile gets nothing by %s', async (named, by) => {
    const { joined, signIn } = await way(by);
    expect(await openIn(joined)).not.toEqual([]);
    const { change, waitsAt } = changes[named] as Change;
    const answer = await duringChange(waitsAt, () => change(joined), signIn);
    if (named === 'is deleted') await expectDead(answer);
    else expectRefused(answer);
    expect(await openIn(joined)).toEqual([]);
  });

  test.each(['a password', 'a password, for a native application', 'a password, before a second factor'])(
    'a password that is another one by now opens nothing: %s',
    async (name) => {
      const { joined, signIn } = await way(name);
      await endSessionsOf(joined);
      expectRefused(await duringChange('auth.change', () => changePassword(joined), signIn));
      expect(await openIn(joined)).toEqual([]);
      expect((await auth.signIn(joined.person.email, otherPassword)).status).toBe(200);
    },
  );

  test.each<[string, Change['change']]>([
    ['is deleted', (changes['is deleted'] as Change).change],
    ['changes the password', changePassword],
  ])('who %s has no session that was written while the others ended', async (_name, change) => {
    const { joined, signIn } = await way('a password');
    const both = await auth.db.owner.transaction(async (tx) => {
      await tx.run(sql`lock table auth.change in share mode`);
      const changing = change(joined);
      await oneWaits('auth.change');
      expect((await signIn()).status).toBe(200);
      return () => changing;
    });
    expect((await both()).status).toBe(200);
    expect(await openIn(joined)).toEqual([]);
  });

  const notEnabled = 'This sign-in method is not enabled here. Choose another one.';
  const firstMissing = 'This workspace asks for another sign-in step first.';
  test.each([
    ['a password', 'password', notEnabled],
    ['a link', 'link', notEnabled],
    ['a code by mail', 'verificationCode', notEnabled],
    ['an authenticator', 'password', firstMissing],
    ['a backup code', 'password', firstMissing],
    ['the code of a native application', 'password', 'Invalid token'],
    ['an authenticator after a link', 'link', firstMissing],
    ['the code of a native application after a link', 'link', 'Invalid token'],
  ])(
    '%s opens nothing where the workspace takes what came first no longer',
    async (name, strategy, message) => {
      const { joined, signIn } = await way(name);
      const before = await openIn(joined);
      const firstFactors = flow.firstFactors.filter((factor) => factor.strategy !== strategy);
      const answer = await beforeSession(
        () => asServer(`PUT /tenants/${joined.tenantId}`, { authentication: { ...flow, firstFactors } }),
        signIn,
      );
      expectRefused(answer, [400, 401, 403]);
      expect(answer.body.message).toBe(message);
      expect(await openIn(joined)).toEqual(before);
    },
  );

  test.each(['an authenticator after a link', 'the code of a native application after a link'])(
    '%s goes on where a release before noted nothing of the link',
    async (name) => {
      const { joined, signIn } = await way(name);
      const id = joined.person.userUuid;
      await auth.db.owner.run(
        sql`update auth.first_factor_token set data = data - 'isGoodInAnyFlow' where user_id = ${id}`,
      );
      await auth.db.owner.run(
        sql`update auth.pkce_code set is_good_in_any_flow = null where user_id = ${id}`,
      );
      const firstFactors = flow.firstFactors.filter(({ strategy }) => strategy !== 'link');
      await asServer(`PUT /tenants/${joined.tenantId}`, { authentication: { ...flow, firstFactors } });
      expect((await signIn()).status).toBe(200);
    },
  );

  test.each(['verify', 'welcome', 'reset'])(
    'a %s link, which no flow lists, goes on by its second factor',
    async (type) => {
      const { email, totpSecret } = await people.withTotp();
      const root = `/tenants/${auth.rootId}`;
      const firstFactors = flow.firstFactors.filter(({ strategy }) => strategy === 'password');
      await asServer(`PUT ${root}`, { authentication: { ...flow, firstFactors } });
      const made = await auth.call('POST /auth/link/generate', {
        bearer: auth.adminKey,
        body: { email, options: { type } },
      });
      const { token, uuid } = made.body;
      const [use, more] = type === 'reset' ? ['reset', { password: otherPassword }] : ['link', {}];
      const entered = (await people.at(`PUT ${root}/auth/${use}`, { token, uuid, ...more })) as Answer;
      const code = { totpCode: codeOf(auth, totpSecret) };
      const answer = await people.at(`POST ${root}/auth/totp`, code, entered.body.firstFactorToken);
      await asServer(`PUT ${root}`, { authentication: flow });
      expect(answer.status).toBe(200);
    },
  );

  test('where a second factor is asked for by now, it is asked for', async () => {
    const { joined, signIn } = await way('a link');
    const answer = await beforeSession(
      () => asServer(`PUT /tenants/${joined.tenantId}`, { authentication: { ...flow, isMfaRequired: true } }),
      signIn,
    );
    expect(answer.body).toMatchObject({ message: 'MFA required' });
    expect(answer.body).not.toHaveProperty('tokens');
  });

  test.each(['a link', 'a code by mail', 'an authenticator', 'a backup code', 'a hand-over'])(
    'roles that change meanwhile are those that %s brings, and its proof counts once',
    async (name) => {
      const { joined, signIn } = await way(name);
      const { tenantId, person } = joined;
      const answer = await beforeSession(
        () => asServer(`PUT /tenants/${tenantId}/users/${person.userUuid}/roles`, { roles: ['admin'] }),
        signIn,
      );
      expect(answer.body.authorization).toEqual({ [tenantId]: { roles: ['admin'] } });
      const { accessToken: bearer } = withTokens(answer.body);
      expect((await auth.call('GET /self', { bearer })).status).toBe(200);
      expectRefused(await signIn());
    },
  );
});

let counter = 0;

describe('an invitation that is accepted by signing in', () => {
  const invited = async () => {
    const owner = await auth.signUp();
    const slug = `invites-${++counter}`;
    const { tenantId } = await auth.makeWorkspace(owner, slug);
    const person = await auth.signUp();
    await proveAddress(person);
    const again = withTokens((await auth.signIn(owner.email)).body);
    const body = { email: person.email, roles: ['member'] };
    const address = randomAddress();
    const sent = await auth.call(`POST /tenants/${tenantId}/roles/invite`, {
      bearer: again.accessToken,
      body,
      address,
    });
    expect(sent.status).toBe(200);
    auth.clock.advance(3000);
    return { tenantId, person };
  };

  test.each<[string, (who: Awaited<ReturnType<typeof invited>>) => Promise<{ body: Json }>]>([
    [
      'its link',
      async ({ tenantId, person }) => {
        return people.at(`PUT /tenants/${tenantId}/auth/link`, await mailed(person, 'invite'));
      },
    ],
    [
      'a password',
      ({ tenantId, person }) =>
        people.at(`POST /tenants/${tenantId}/auth/basic`, {
          emailOrUsername: person.email,
          password: goodPassword,
        }),
    ],
  ])('brings tokens that are good at once: %s', async (_name, enter) => {
    const who = await invited();
    const { body } = await enter(who);
    expect(body.authorization).toEqual({ [who.tenantId]: { roles: ['member'] } });
    const { accessToken: bearer } = withTokens(body);
    expect((await auth.call('GET /self', { bearer })).status).toBe(200);
  });
});
