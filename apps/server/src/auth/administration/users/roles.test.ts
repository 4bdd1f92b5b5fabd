import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../platform/sql.ts';
import { addMember, type Member, rolesOf } from '../../../testing/members.ts';
import { type ProviderUnderTest, startProvider } from '../../../testing/provider-under-test.ts';

let latchkey: ProviderUnderTest;
let own: { id: string; publicId: string };
let other: { id: string; publicId: string };
let owner: Member;
let admin: Member;
let member: Member;

beforeAll(async () => {
  latchkey = await startProvider();
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  own = await latchkey.addChild('invited');
  other = await latchkey.addChild('invited');
  await latchkey.db.owner.run(
    sql`update auth.tenant set slug = ${`s-${own.publicId}`}, region_code = 'us' where id = ${own.id}`,
  );
  owner = await addMember(latchkey, own.id, 'owner');
  admin = await addMember(latchkey, own.id, 'admin');
  member = await addMember(latchkey, own.id, 'member');
});

const setRoles = (by: Member, whom: Member, roles: string[], tenant = own) =>
  latchkey.call(`PUT /tenants/${tenant.publicId}/users/${whom.userId}/roles`, {
    bearer: by.bearer,
    body: { roles },
  });
const invite = (by: Member, email: string, roles: string[]) =>
  latchkey.call(`POST /tenants/${own.publicId}/roles/invite`, {
    bearer: by.bearer,
    body: { email, roles },
  });

/** The link of the newest invitation to an address, followed. */
async function follow(email: string) {
  const { results } = await latchkey.admin(`GET /outbox?to=${encodeURIComponent(email)}`);
  const link = (results as { link?: string }[]).find((mail) => mail.link)?.link;
  return latchkey.finish(new URL(link ?? ''), own.publicId);
}

describe('security 10: nobody grants above the own role', () => {
  it('an admin makes no owner, and touches none', async () => {
    expect((await setRoles(admin, member, ['owner'])).status).toBe(403);
    expect((await setRoles(admin, admin, ['owner'])).status).toBe(403);
    expect((await setRoles(admin, owner, ['member'])).status).toBe(403);
    expect((await setRoles(admin, member, ['editor'])).status).toBe(200);
    expect(await rolesOf(latchkey, own.id, member.userId)).toEqual(['editor']);
  });

  it('a member grants nothing, and nobody reaches another tenant or a role that is none', async () => {
    expect((await setRoles(member, member, ['admin'])).status).toBe(403);
    expect((await setRoles(owner, member, ['admin'], other)).status).toBe(404);
    expect((await setRoles(owner, member, ['superuser'])).status).toBe(400);
    const stranger = await latchkey.addUser(`stranger-${own.publicId}@stint.example`);
    const foreign = await setRoles(owner, { ...member, userId: stranger.userId }, ['admin']);
    const missing = await setRoles(owner, { ...member, userId: '0190a000-0000-7000-8000-000000000000' }, [
      'admin',
    ]);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
  });

  it('whoever becomes owner while an admin’s change waits is not touched by it', async () => {
    const { database } = latchkey.service.context;
    let waiting: ReturnType<typeof setRoles> | undefined;
    await database.transaction(async (tx) => {
      await tx.run(sql`select 1 from auth.tenant where id = ${own.id} for update`);
      waiting = setRoles(admin, member, ['editor']);
      const blocked = sql`select 1 from pg_locks where not granted`;
      await expect.poll(async () => (await latchkey.rows(blocked)).length).toBeGreaterThan(0);
      await tx.run(
        sql`update auth.membership set roles = '{owner}' where tenant_id = ${own.id} and user_id = ${member.userId}`,
      );
    });
    expect((await waiting)?.status).toBe(403);
    expect(await rolesOf(latchkey, own.id, member.userId)).toEqual(['owner']);
  });

  it('a key of a workspace cannot ask who has which role elsewhere', async () => {
    await addMember(latchkey, other.id, 'owner', 'both@stint.example');
    const [both] = await latchkey.rows<{ id: string }>(
      sql`select user_id as id from auth.identifier where norm = 'both@stint.example'`,
    );
    await latchkey.admin(`PUT /tenants/${own.publicId}/users/${both?.id}/roles`, { roles: ['member'] });
    const { key } = await latchkey.admin('POST /keys', { tenantId: own.publicId, type: 'readonly' });
    const search = async (value: string) => {
      const filters = [{ attr: 'role', type: 'array', comparison: 'contains', value }];
      const body = { filters: { conjunction: 'and', filterGroups: [{ conjunction: 'and', filters }] } };
      return (
        await latchkey.call(`POST /tenants/${own.publicId}/users/find`, { bearer: key as string, body })
      ).body.totalCount;
    };
    expect(await search(`${own.publicId}:member`)).toBe(2);
    expect(await search(`${other.publicId}:owner`)).toBe(0);
  });

  it('an admin invites no owner, and takes no role from one by an invitation', async () => {
    expect((await invite(admin, 'new@stint.example', ['owner'])).status).toBe(403);
    expect((await invite(admin, owner.email, ['member'])).status).toBe(403);
    expect(await rolesOf(latchkey, own.id, owner.userId)).toEqual(['owner']);
  });

  it('whoever became owner after the invitation was sent stays owner when it is followed', async () => {
    const { email, userId } = await addMember(latchkey, other.id, 'member');
    expect((await invite(admin, email, ['member'])).status).toBe(200);
    await latchkey.admin(`PUT /tenants/${own.publicId}/users/${userId}/roles`, { roles: ['owner'] });
    expect((await follow(email)).status).toBe(400);
    expect(await rolesOf(latchkey, own.id, userId)).toEqual(['owner']);
  });

  it('an invitation is void when whoever sent it may not give the role any more', async () => {
    const { email, userId } = await addMember(latchkey, other.id, 'member');
    expect((await invite(admin, email, ['admin'])).status).toBe(200);
    await latchkey.admin(`PUT /tenants/${own.publicId}/users/${admin.userId}/roles`, {
      roles: ['member'],
    });
    expect((await follow(email)).status).toBe(400);
    expect(await rolesOf(latchkey, own.id, userId)).toBeNull();
  });
});

describe('security 10: a workspace keeps an owner', () => {
  it('the last one stays, also when two leave at the same moment', async () => {
    expect((await setRoles(owner, owner, ['member'])).status).toBe(409);
    const second = await addMember(latchkey, own.id, 'owner');
    const both = await Promise.all([
      setRoles(owner, owner, ['member']),
      setRoles(second, second, ['member']),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const left = await latchkey.rows(
      sql`select 1 from auth.membership where tenant_id = ${own.id} and 'owner' = any(roles)`,
    );
    expect(left).toHaveLength(1);
  });

  it('a sole owner cannot delete the account', async () => {
    const answer = await latchkey.call('DELETE /self', { bearer: owner.bearer });
    expect(answer.status).toBe(409);
  });
});

describe('security 10: what an owner may not write', () => {
  const change = (body: object) =>
    latchkey.call(`PUT /tenants/${own.publicId}`, { bearer: owner.bearer, body });

  it.each([
    ['allowedOrigins', { allowedOrigins: ['https://evil.example'] }],
    ['liveDomains', { liveDomains: ['evil.example'] }],
    ['pkceLoginRedirectUri', { pkceLoginRedirectUri: 'https://evil.example' }],
    ['cookie options', { cookieOptionsSetDomain: true }],
    ['slug', { slug: 'somebody-else' }],
    ['slug inside data', { data: { tenantNameSlug: 'somebody-else' } }],
    ['region inside data', { data: { regionCode: 'eu' } }],
    ['status', { status: 'archived' }],
    ['webhooks', { webhooks: { emailLink: 'https://evil.example' } }],
    ['migrateUrl', { migrateUrl: 'https://evil.example' }],
  ])('%s takes an admin key', async (_name, body) => {
    expect((await change(body)).status).toBe(403);
    const [row] = await latchkey.rows<{ slug: string; region: string }>(
      sql`select slug, region_code as region from auth.tenant where id = ${own.id}`,
    );
    expect(row).toEqual({ slug: `s-${own.publicId}`, region: 'us' });
  });

  it('data that is sent back as it was read is no change of the slug', async () => {
    const { body } = await latchkey.call(`GET /tenants/${own.publicId}`, { bearer: owner.bearer });
    expect((await change({ data: body.data })).status).toBe(200);
  });

  it.each([
    'isConfirmed',
    'isEmailConfirmed',
    'roles',
    'authorization',
    'tenantId',
    'mode',
    'userUuid',
    'locked',
  ])('security 10: PUT /self refuses %s', async (name) => {
    const answer = await latchkey.call('PUT /self', {
      bearer: member.bearer,
      body: { name: 'x', [name]: true },
    });
    expect(answer.status).toBe(400);
  });
});

describe('security 3: inviting tells nothing about an address', () => {
  it('known and unknown addresses get the same answer', async () => {
    const known = await latchkey.addUser(`known-${own.publicId}@stint.example`);
    await latchkey.db.owner.run(
      sql`update auth.user_account set name = 'Secret Name', data = '{"a": 1}' where id = ${known.userId}`,
    );
    const answers = [
      await invite(admin, `known-${own.publicId}@stint.example`, ['member']),
      await invite(admin, `unknown-${own.publicId}@stint.example`, ['member']),
    ];
    const [a, b] = answers.map(({ status, body }) => {
      const ages = [body.createdAt, body.updatedAt].map((at) => Date.now() - Date.parse(String(at)) < 60_000);
      const isOther = ![body.userUuid, body.uuid].includes(known.userId);
      const same = { email: '', userUuid: '', uuid: '', createdAt: '', updatedAt: '' };
      return { ...body, ...same, status, ages, isOther };
    });
    expect(a).toEqual(b);
    expect(a).toMatchObject({ status: 200, isOther: true, name: null, data: {} });
  });
});

describe('security 8: links of invitations', () => {
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
  ])('carry no redirect to %s', async (redirect) => {
    const email = `invited-${Math.random().toString(36).slice(2)}@stint.example`;
    const body = { email, roles: ['member'], options: { redirect } };
    await latchkey.admin(`POST /tenants/${own.publicId}/roles/invite`, body);
    const { results } = await latchkey.admin(`GET /outbox?to=${encodeURIComponent(email)}`);
    const [mail] = results as { link: string }[];
    expect(new URL(mail?.link ?? '').searchParams.get('redirect')).toBeNull();
  });
});
