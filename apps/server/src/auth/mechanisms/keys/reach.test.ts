import { randomBytes } from 'node:crypto';
import { type AuthRoute, type KeyReach, keyAccess } from '@stint/domain/api/auth/access.ts';
import { authRoutes } from '@stint/domain/api/auth.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, newPublicTenantId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import { type AuthHarness, goodPassword, type Json, startAuth } from '../../../testing/auth-harness.ts';
import { newRoot } from '../../administration/tenants/root.ts';
import { createKey } from '../../model/keys/api-keys.ts';
import { insertTenant } from '../../model/tenants/queries.ts';

let auth: AuthHarness;
let own: Place;
let sibling: Place;
let stranger: Person;
const keys = {} as Record<Who, string>;

type Who = 'root' | 'rootReads' | 'child' | 'childReads' | 'childHooks' | 'elsewhere';
type Person = { userUuid: string; email: string };
type Place = { tenantId: string; member: Person; invited: Person };
/** What a call names. */
type Target = { tenantId: string; person: Person };

beforeAll(async () => {
  auth = await startAuth({ env: { LIMITS_PER_ADDRESS: 'off' } });
  keys.root = auth.adminKey;
  own = await makePlace();
  sibling = await makePlace();
  stranger = await makePerson();
  keys.rootReads = await makeKey('readonly', auth.rootId);
  keys.child = await makeKey('admin', own.tenantId);
  keys.childReads = await makeKey('readonly', own.tenantId);
  keys.childHooks = await makeKey('webhook', own.tenantId);
  keys.elsewhere = await makeOtherRoot();
});
afterAll(() => auth.close());

const root = (route: string, body?: unknown) => call('root', route, body);
const call = (who: Who, route: string, body?: unknown) =>
  auth.call(route, { bearer: keys[who], origin: null, ...(body === undefined ? {} : { body }) });

async function makeKey(type: string, tenantId: string): Promise<string> {
  return (await root('POST /keys', { type, tenantId })).body.key;
}

async function makeOtherRoot(): Promise<string> {
  const { context } = auth.service;
  const id = newId();
  const now = auth.clock.now();
  await insertTenant(context.database, newRoot(context, id, newPublicTenantId(), 'Elsewhere'), now);
  const tenant = await context.tenants.requireById(id);
  return (await createKey(context.database, tenant, { mode: 'test', kind: 'admin' }, now)).key;
}

async function makePerson(): Promise<Person> {
  const email = `person-${randomBytes(4).toString('hex')}@example.com`;
  const { body } = await root('POST /users', { email, name: 'Nobody’s business' });
  return { userUuid: body.userUuid, email };
}

async function makePlace(): Promise<Place> {
  const { tenantId } = (await root('POST /tenants', { name: 'A place', signup: 'invited' })).body;
  const [member, invited] = [await makePerson(), await makePerson()];
  await root(`PUT /tenants/${tenantId}/users/${member.userUuid}/roles`, { roles: ['member'] });
  await root(`POST /tenants/${tenantId}/roles/invite`, { email: invited.email, roles: ['member'] });
  return { tenantId, member, invited };
}

const rows = (Object.entries(authRoutes) as [string, AuthRoute][]).filter(([, row]) =>
  (keyAccess as readonly string[]).includes(row.access),
) as [string, AuthRoute & { reach: KeyReach }][];

const others: Record<string, string> = {
  type: 'readonly',
  provider: 'google',
  domain: 'example.org',
  deliveryId: '0190a000-0000-7000-8000-000000000000',
};

/**
 * The call of a row. The door stands before the shapes: with a field that no shape has, a call that was let in ends as 400
 * and changes nothing. What takes no body is really done.
 */
function callOf(key: string, row: AuthRoute, target: Target): [string, unknown] {
  const { tenantId, person } = target;
  const path = key.replace(/:(\w+)/g, (_, name: string) =>
    name === 'tenantId' ? tenantId : name === 'id' ? person.userUuid : (others[name] ?? name),
  );
  if (!row.body) return [path, undefined];
  const isNew = row.reach === 'parent';
  return [
    path,
    {
      ...(isNew ? { parentTenantId: tenantId } : { tenantId }),
      ...(key.includes(':id') ? {} : { userUuid: person.userUuid }),
      to: person.email,
      nobodyKnowsThis: true,
    },
  ];
}

/** A second admin who agrees, or somebody who stops what was asked, is a person: no key speaks for one. */
const forPeopleAlone = [
  'POST /tenants/:tenantId/lost-factors/:id/second',
  'DELETE /tenants/:tenantId/lost-factors/:id',
];

/** What a child's key may do with its own member, its invited one, a person of the root, and another tenant. */
const childReach: Record<KeyReach, { member: Seen; invited: Seen; stranger: Seen; foreignTenant: Seen }> = {
  tenant: { member: 'in', invited: 'in', stranger: 'in', foreignTenant: 404 },
  parent: { member: 'in', invited: 'in', stranger: 'in', foreignTenant: 404 },
  feed: { member: 'in', invited: 'in', stranger: 'in', foreignTenant: 'in' },
  member: { member: 'in', invited: 404, stranger: 404, foreignTenant: 404 },
  known: { member: 'in', invited: 'in', stranger: 404, foreignTenant: 404 },
  account: { member: 403, invited: 404, stranger: 404, foreignTenant: 404 },
  recipient: { member: 'in', invited: 404, stranger: 404, foreignTenant: 404 },
};
type Seen = 'in' | 403 | 404;

const targetsIn = (here: Place): Record<'member' | 'invited' | 'stranger' | 'foreignTenant', Target> => ({
  member: { tenantId: here.tenantId, person: here.member },
  invited: { tenantId: here.tenantId, person: here.invited },
  stranger: { tenantId: here.tenantId, person: stranger },
  foreignTenant: { tenantId: sibling.tenantId, person: sibling.member },
});

describe('every route that takes a key: who reaches what, by its column', () => {
  test('there are some of every reach', () => {
    expect(new Set(rows.map(([, row]) => row.reach))).toEqual(new Set(Object.keys(childReach)));
    expect(rows.length).toBeGreaterThan(45);
  });

  test.each(rows)('%s', async (key, row) => {
    const ask = async (target: Target, bearer: string) => {
      auth.clock.advance(1000);
      const [route, body] = callOf(key, row, target);
      return (await auth.call(route, { bearer, origin: null, ...(body ? { body } : {}) })).status;
    };
    /** What is really done is done to a place of its own. */
    const isDone = !key.startsWith('GET') && !row.body;
    const namesPerson = row.reach === 'member' || row.reach === 'known' || row.reach === 'account';
    const isNamed = namesPerson || key.includes(':tenantId') || row.body !== undefined;
    const seen: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const name of ['stranger', 'foreignTenant', 'invited', 'member'] as const) {
      const reached = isNamed ? childReach[row.reach][name] : 'in';
      if (isDone && reached === 'in' && name !== 'member') continue;
      const isFresh = isDone && reached === 'in';
      const here = isFresh ? await makePlace() : own;
      const bearer = isFresh ? await makeKey('admin', here.tenantId) : keys.child;
      seen[name] = await ask(targetsIn(here)[name], bearer);
      // Let in: as the root's key, which is refused by nobody.
      const there = isFresh ? await makePlace() : own;
      expected[name] = reached === 'in' ? await ask(targetsIn(there)[name], keys.root) : reached;
    }
    const mine = targetsIn(own).member;
    const isRead = row.access === 'reader';
    seen['childReads'] = await ask(mine, keys.childReads);
    expected['childReads'] = isRead ? expected['member'] : 403;
    seen['childHooks'] = await ask(mine, keys.childHooks);
    expected['childHooks'] = 403;
    const isElsewhere = row.reach !== 'feed' && (namesPerson || key.includes(':tenantId'));
    seen['elsewhere'] = isElsewhere ? await ask(mine, keys.elsewhere) : 404;
    expected['elsewhere'] = 404;
    expect(seen).toEqual(expected);
    const isForNoKey = row.reach === 'account' || forPeopleAlone.includes(key);
    expect([401, 403].includes(Number(expected['member']))).toBe(isForNoKey);
  });

  test('routes that take no key take none', async () => {
    for (const [key, row] of Object.entries(authRoutes) as [string, AuthRoute][]) {
      if (row.access !== 'user' && row.access !== 'factor') continue;
      const [path, body] = callOf(key, row, { tenantId: own.tenantId, person: own.member });
      expect([key, (await call('child', path, body)).status]).toEqual([key, 401]);
    }
  });
});

describe('what a child’s key learns and writes', () => {
  const find = async (who: Who, filters: Json[] = []) => {
    const body = { filters: { conjunction: 'and', filterGroups: [{ conjunction: 'and', filters }] } };
    const answer = await call(who, `POST /tenants/${own.tenantId}/users/find`, body);
    return answer.body.results.map(({ userUuid }: Json) => userUuid).sort();
  };
  const nameIs = { attr: 'name', type: 'string', comparison: 'is', value: 'Nobody’s business' };

  test('of who is invited the invitation alone, and filters tell no more than records', async () => {
    const both = [own.member.userUuid, own.invited.userUuid].sort();
    expect(await find('child')).toEqual(both);
    expect(await find('root', [nameIs])).toEqual(both);
    expect(await find('child', [nameIs])).toEqual([own.member.userUuid]);
    const shown = await call('child', `GET /users/${own.invited.userUuid}`);
    expect(shown.body).toMatchObject({ email: own.invited.email, name: null, isEmailConfirmed: false });
  });

  test('an invitation answers the same for who has an account and who has none', async () => {
    const invite = async (email: string) =>
      (await call('child', 'POST /roles/invite', { email, roles: ['member'], name: 'As invited' })).body;
    const [known, unknown] = [await invite(stranger.email), await invite('unknown-to-all@example.com')];
    const same = { email: '', userUuid: '', uuid: '', userId: 0 };
    expect({ ...known, ...same }).toEqual({ ...unknown, ...same });
    expect(known.name).toBe('As invited');
    await auth.db.owner.run(sql`delete from auth.link where user_id = ${stranger.userUuid}`);
  });

  test('the outbox holds the child’s messages, and none about an account', async () => {
    await call('child', 'POST /messages', {
      to: own.member.email,
      subject: 'To a member',
      paragraphs: ['Hello'],
      footnote: 'From the child',
      sender: 'Child',
    });
    await root('POST /auth/verify/email', { userUuid: sibling.member.userUuid });
    const subjects = async (who: Who) =>
      (await call(who, 'GET /outbox')).body.results.map(({ to }: Json) => to) as string[];
    expect(await subjects('child')).toContain(own.member.email);
    expect(await subjects('child')).not.toContain(sibling.member.email);
    expect(await subjects('root')).toEqual(expect.arrayContaining([own.member.email, sibling.member.email]));
    expect(await subjects('elsewhere')).toEqual([]);
  });

  test('changes are those of its people', async () => {
    const changed = async (who: Who, after = 0) =>
      (await call(who, `GET /auth/changes?after=${after}`)).body as Json;
    const { cursor } = await changed('root');
    for (const { tenantId, member } of [own, sibling]) {
      await root(`PUT /tenants/${tenantId}/users/${member.userUuid}/roles`, { roles: ['editor'] });
    }
    const people = async (who: Who) => [
      ...new Set((await changed(who, cursor)).changes.map(({ userUuid }: Json) => userUuid)),
    ];
    expect(await people('child')).toEqual([own.member.userUuid]);
    expect(await people('root')).toEqual([own.member.userUuid, sibling.member.userUuid]);
  });

  test('it makes nobody a member who is none, by no way round', async () => {
    const child = { name: 'A child of the child', ownerUserUuid: stranger.userUuid };
    expect((await call('child', 'POST /tenants', child)).status).toBe(404);
    const taken = await call('child', 'POST /users', { email: stranger.email, password: goodPassword });
    expect([taken.status, taken.body.message]).toEqual([400, 'Email exists']);
    const update = await call('child', 'POST /users/createOrUpdate', { email: own.member.email, name: 'X' });
    expect(update.status).toBe(403);
  });

  test('a refusal of a key speaks of keys, not of owners of a workspace', async () => {
    const account = await call('child', `DELETE /users/${own.member.userUuid}`);
    expect(account.body.message).toBe(
      'A key of this tenant cannot change what a person is elsewhere. Use a key of the root tenant.',
    );
    const reading = await call('childReads', 'POST /users', { email: 'x@example.com' });
    expect(reading.body.message).toBe('This call takes an admin key.');
  });
});
