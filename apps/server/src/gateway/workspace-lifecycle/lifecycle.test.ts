import { invitationRoutes } from '@stint/domain/api/gateway/invitations.ts';
import { subscriptionRoutes } from '@stint/domain/api/gateway/subscription.ts';
import { transferRoutes } from '@stint/domain/api/gateway/transfer.ts';
import { webhookRoutes } from '@stint/domain/api/gateway/webhooks.ts';
import { workspaceLifecycleRoutes } from '@stint/domain/api/gateway/workspace-lifecycle.ts';
import { splitRouteKey } from '@stint/domain/api/route.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { openHouse } from './house.fixture.ts';

const house = openHouse();

const privateKeys = Object.entries({
  ...workspaceLifecycleRoutes,
  ...invitationRoutes,
  ...subscriptionRoutes,
  ...webhookRoutes,
  ...transferRoutes,
})
  .filter(([, row]) => row.access !== 'public')
  .map(([key]) => key);
const pathOf = (template: string) =>
  template
    .replace(':token', 'us.abcd1234.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
    .replace(':id', newId())
    .slice(1);

test.each(privateKeys)('security 10: %s is refused to somebody who is signed out', async (key) => {
  const { method, path } = splitRouteKey(key);
  const { status, text } = await house.gateway.call(method, pathOf(path));
  expect([status, text]).toEqual([401, 'Please re-login.']);
});

const memberForbidden = [
  'POST /Subscription/Checkout',
  'POST /Subscription/Simulate',
  'GET /Webhooks',
  'POST /Webhooks',
  'GET /Invitations',
  'POST /Invitations',
  'POST /Workspace/Exports',
  'POST /Workspace/Imports',
];

test.each(memberForbidden)('%s is refused to a plain member', async (key) => {
  const { method, path } = splitRouteKey(key as `GET /${string}`);
  const { status, body } = await house.gateway.call(method, pathOf(path), {
    as: house.member,
    body: method === 'GET' ? undefined : {},
  });
  expect([status, body.error.type]).toEqual([403, 'forbidden']);
});

test('billing is the owner’s alone', async () => {
  const { status } = await house.gateway.call('POST', 'Subscription/Checkout', { as: house.admin, body: {} });
  expect(status).toBe(403);
});
describe('the workspace itself', () => {
  const path = (more = '') => `Workspaces/${house.home.publicId}${more}`;

  test('an admin renames it from its own address, a stranger and a plain member do not', async () => {
    const renamed = await house.gateway.call('PUT', path(), { as: house.admin, body: { name: 'New name' } });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'New name']);
    expect(
      (await house.gateway.call('PUT', path(), { as: house.member, body: { name: 'Mine' } })).status,
    ).toBe(403);
    const stranger = await house.asAccount(house.other.owner.userUuid);
    expect(
      (await house.gateway.call('PUT', path(), { headers: stranger, body: { name: 'Mine' } })).status,
    ).toBe(404);
    expect((await house.gateway.call('POST', path('/Archive'), { headers: stranger })).status).toBe(404);
    expect(
      (await house.gateway.call('DELETE', path(), { headers: stranger, body: { slug: house.home.slug } }))
        .status,
    ).toBe(404);
    expect(
      (
        await house.gateway.call('POST', path('/Transfer'), {
          headers: stranger,
          body: { teamMemberID: newId() },
        })
      ).status,
    ).toBe(404);
  });

  test('a taken address is refused by the provider and nothing changes here', async () => {
    house.gateway.provider.failWith = {
      path: new RegExp(`^tenants/${house.home.publicId}$`),
      status: 409,
      body: { error: { type: 'slug_taken' } },
    };
    const answer = await house.gateway.call('PUT', path(), {
      as: house.home.owner,
      body: { slug: 'taken-already' },
    });
    house.gateway.provider.failWith = null;
    expect([answer.status, answer.body.error.type]).toEqual([409, 'slug_taken']);
    const row = await house.gateway
      .owner(house.home)
      .one(sql`select slug from app.tenant where tenant_id = ${house.home.tenantId}`);
    expect(row).toEqual({ slug: house.home.slug });
  });

  test('security 6: archiving, deleting and handing over need a fresh proof of who asks', async () => {
    const stale = await house.gateway.headersOf(house.home.owner, {
      auth_time: Math.floor(house.gateway.clock.now().getTime() / 1000) - 700,
    });
    for (const [method, more, body] of [
      ['POST', '/Archive', undefined],
      ['DELETE', '', { slug: house.home.slug }],
      ['POST', '/Transfer', { teamMemberID: house.admin.teamMemberID }],
    ] as const) {
      const answer = await house.gateway.call(method, path(more), { headers: stale, body });
      expect([answer.status, answer.body.error.type]).toEqual([403, 'step_up_required']);
    }
  });

  test('an admin cannot close it; the owner can, then nobody enters until it is restored from the main domain', async () => {
    expect((await house.gateway.call('POST', path('/Archive'), { as: house.admin })).status).toBe(403);
    expect((await house.gateway.call('POST', path('/Archive'), { as: house.home.owner })).body).toMatchObject(
      {
        status: 'archived',
      },
    );
    house.gateway.clock.move(6000);
    expect((await house.gateway.call('GET', 'Clients', { as: house.member })).status).toBe(410);
    const main = await house.asAccount(house.home.owner.userUuid);
    const restored = await house.gateway.call('POST', path('/Restore'), { headers: main });
    expect(restored.body).toMatchObject({ status: 'active', archivedAt: null });
    house.gateway.clock.move(6000);
    expect((await house.gateway.call('GET', 'Clients', { as: house.member })).status).toBe(200);
  });
});
