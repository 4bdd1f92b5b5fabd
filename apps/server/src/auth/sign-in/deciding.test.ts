import { describe, expect, test } from 'vitest';
import { raw, sql } from '../../platform/sql.ts';
import {
  type Answer,
  goodPassword,
  type Json,
  randomAddress,
  withTokens,
} from '../../testing/auth-harness.ts';
import { askHandover, challengePair, useHandover } from '../../testing/hand-over.ts';
import { openAuth } from '../../testing/open-auth.ts';
import { codeOf, createPeople } from '../../testing/wire.ts';

const auth = openAuth(24 * 60 * 60_000);
const people = createPeople(auth);

const email = (strategy: string) => ({ channel: 'email', strategy });
const flow = {
  firstFactors: ['password', 'link', 'verificationCode'].map(email),
  secondFactors: [{ channel: 'authenticator', strategy: 'totp' }],
  isMfaRequired: false,
};
/** As long as an address waits between two mails. */
const betweenMailsMs = 60_000;
let counter = 0;

type Joined = {
  slug: string;
  tenantId: string;
  person: Json;
  call(route: string, body?: object, bearer?: string): Promise<Answer>;
};

/** A member of a closed workspace with a proven address, who has a session there. */
async function join(known?: Joined['person']): Promise<Joined> {
  const person = known ?? (await auth.signUp());
  const slug = `deciding-${++counter}`;
  const { tenantId } = await auth.makeWorkspace(await auth.signUp(), slug);
  const changed = { authentication: flow, pkceLoginRedirectUri: 'my-app:/login' };
  await asServer(`PUT /tenants/${tenantId}`, changed);
  await proveAddress(person);
  await asServer(`PUT /tenants/${tenantId}/users/${person.userUuid}/roles`, { roles: ['member'] });
  const call: Joined['call'] = (route, body, bearer) =>
    people.at(route.replace(' ~', ` /tenants/${tenantId}`), body, bearer) as Promise<Answer>;
  const entered = await call('PUT ~/auth/link', await linkOf({ slug, tenantId, person, call }));
  const { firstFactorToken } = entered.body;
  if (firstFactorToken) {
    await call('POST ~/auth/totp', { totpCode: codeOf(auth, person.totpSecret) }, firstFactorToken);
    // The next code is that of another step.
    auth.clock.advance(60_000);
  }
  return { slug, tenantId, person, call };
}

/** What opens the link of the newest mail of a kind. */
async function mailed(person: Json, type: string) {
  const links = (await auth.outbox(person.email)).flatMap(({ link }) => (link ? [new URL(link)] : []));
  const found = links.find(({ searchParams }) => searchParams.get('type') === type)?.searchParams;
  return { token: found?.get('token'), uuid: found?.get('uuid') };
}

async function proveAddress(person: Json): Promise<void> {
  const proven = await people.at(people.tenant('PUT', '/auth/link'), await mailed(person, 'verify'));
  expect(proven.status).toBe(200);
}

async function asServer(route: string, body?: object): Promise<Answer> {
  const answer = await auth.call(route, { bearer: auth.adminKey, ...(body ? { body } : {}) });
  expect(answer.status).toBe(200);
  return answer;
}

async function linkOf({ call, person }: Joined) {
  auth.clock.advance(betweenMailsMs);
  const { body } = await call('POST ~/auth/link', { email: person.email });
  const { searchParams } = new URL(body.result.link);
  return { token: searchParams.get('token'), uuid: searchParams.get('uuid') };
}

async function codeFor({ call, person }: Joined) {
  auth.clock.advance(betweenMailsMs);
  const named = { channel: 'email', email: person.email };
  const { body } = await call('POST ~/auth/code', named);
  return { ...named, verificationCode: body.result.verificationCode };
}

const login = ({ person }: Joined) => ({ emailOrUsername: person.email, password: goodPassword });
const firstFactorOf = async (joined: Joined) =>
  (await joined.call('POST ~/auth/basic', login(joined))).body.firstFactorToken as string;

type SignIn = () => Promise<Answer>;

/** Each way to sign in, as far as its last call. */
const ways: Record<string, () => Promise<{ joined: Joined; signIn: SignIn }>> = {
  'a password': async () => {
    const joined = await join();
    return { joined, signIn: () => joined.call('POST ~/auth/basic', login(joined)) };
  },
  'a password, for a native application': async () => {
    const joined = await join();
    const to = `POST ~/auth/basic?code_challenge=${challengePair().codeChallenge}`;
    return { joined, signIn: () => joined.call(to, login(joined)) };
  },
  'a password, before a second factor': async () => {
    const joined = await join(await people.withTotp());
    return { joined, signIn: () => joined.call('POST ~/auth/basic', login(joined)) };
  },
  'a link': async () => {
    const joined = await join();
    const link = await linkOf(joined);
    return { joined, signIn: () => joined.call('PUT ~/auth/link', link) };
  },
  'a code by mail': async () => {
    const joined = await join();
    const code = await codeFor(joined);
    return { joined, signIn: () => joined.call('PUT ~/auth/code', code) };
  },
  'an authenticator': async () => {
    const joined = await join(await people.withTotp());
    const bearer = await firstFactorOf(joined);
    const code = { totpCode: codeOf(auth, joined.person.totpSecret) };
    return { joined, signIn: () => joined.call('POST ~/auth/totp', code, bearer) };
  },
  'a backup code': async () => {
    const joined = await join(await people.withTotp());
    const bearer = await firstFactorOf(joined);
    const code = { backupCode: joined.person.backupCodes[0] };
    return { joined, signIn: () => joined.call('POST ~/auth/totp', code, bearer) };
  },
  'the code of a native application': async () => {
    const joined = await join();
    const { codeVerifier, codeChallenge } = challengePair();
    const { body } = await joined.call(`POST ~/auth/basic?code_challenge=${codeChallenge}`, login(joined));
    const { authorizationCode } = body;
    return { joined, signIn: () => joined.call('POST ~/auth/pkce', { authorizationCode, codeVerifier }) };
  },
  'a hand-over': async () => {
    const joined = await join();
    const { codeVerifier, codeChallenge } = challengePair();
    const { accessToken } = withTokens((await auth.signIn(joined.person.email)).body);
    const { code } = (await askHandover(auth, joined.tenantId, accessToken, { codeChallenge })).body;
    return { joined, signIn: () => useHandover(auth, joined.slug, { code, codeVerifier }) };
  },
};

const way = (name: string) => (ways[name] as (typeof ways)[string])();

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
function expectRefused({ status, body, headers }: Answer): void {
  expect([400, 401]).toContain(status);
  expect(body).not.toHaveProperty('tokens');
  expect(body).not.toHaveProperty('firstFactorToken');
  expect(body).not.toHaveProperty('authorizationCode');
  expect(headers['set-cookie']).toBeUndefined();
}

const cases = Object.keys(ways).flatMap((way) =>
  Object.keys(changes).map((change) => [change, way] as const),
);

describe('security 6: what changes while somebody signs in', () => {
  test.each(cases)('who %s meanwhile gets nothing by %s', async (named, by) => {
    const { joined, signIn } = await way(by);
    expect(await openIn(joined)).not.toEqual([]);
    const { change, waitsAt } = changes[named] as Change;
    expectRefused(await duringChange(waitsAt, () => change(joined), signIn));
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

  test.each([
    ['a password', 'password'],
    ['a link', 'link'],
    ['a code by mail', 'verificationCode'],
  ])('%s opens nothing where the workspace takes it no longer', async (name, strategy) => {
    const { joined, signIn } = await way(name);
    const before = await openIn(joined);
    const firstFactors = flow.firstFactors.filter((factor) => factor.strategy !== strategy);
    const answer = await beforeSession(
      () => asServer(`PUT /tenants/${joined.tenantId}`, { authentication: { ...flow, firstFactors } }),
      signIn,
    );
    expectRefused(answer);
    expect(answer.body.message).toBe('This sign-in method is not enabled here. Choose another one.');
    expect(await openIn(joined)).toEqual(before);
  });

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
