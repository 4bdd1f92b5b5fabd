import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../platform/sql.ts';
import { withTokens } from '../../testing/auth-harness.ts';
import { openAuth } from '../../testing/open-auth.ts';
import { replayForgotten } from './replay-forgotten.ts';

const auth = openAuth(5 * 60_000);
const key = () => ({ bearer: auth.adminKey, origin: null });

const noted = async () => (await auth.service.context.forgotten?.list())?.map(({ what }) => what) ?? [];
const replay = () => replayForgotten(auth.service.context);
const rolesOf = (userId: string, tenantId: string) =>
  auth.db.owner.rows(sql`select m.roles from auth.membership m join auth.tenant t on t.id = m.tenant_id
    where m.user_id = ${userId} and t.public_id = ${tenantId}`);

describe('security 13: who was forgotten is noted outside of the database and stays forgotten after a restore', () => {
  let ada: Awaited<ReturnType<typeof auth.signUp>>;
  beforeEach(async () => {
    ada = await auth.signUp();
  });

  test('an account', async () => {
    const fresh = withTokens((await auth.call('GET /auth/refresh', { bearer: ada.refreshToken })).body);
    expect((await auth.call('DELETE /self', { bearer: fresh.accessToken })).status).toBe(200);
    expect(await noted()).toContainEqual({ kind: 'account', userId: ada.userUuid });
    // As a restore leaves it.
    await auth.db.owner.run(
      sql`update auth.user_account set deleted_at = null, name = 'Ada' where id = ${ada.userUuid}`,
    );
    await replay();
    const [row] = await auth.db.owner.rows(sql`select name, deleted_at is not null as "isDeleted"
      from auth.user_account where id = ${ada.userUuid}`);
    expect(row).toEqual({ name: null, isDeleted: true });
    const told = () =>
      auth.db.owner.rows(
        sql`select 1 from auth.audit_event where action = 'user.deleted' and user_id = ${ada.userUuid}`,
      );
    expect(await told()).toHaveLength(2);
    await replay();
    expect(await told()).toHaveLength(2);
  });

  test('a membership that ended; one that was given again later stays', async () => {
    const bob = await auth.signUp();
    const house = await auth.makeWorkspace(ada, `forgetting-${Date.now()}`);
    const give = (roles: string[]) =>
      auth.call(`PUT /tenants/${house.tenantId}/users/${bob.userUuid}/roles`, { ...key(), body: { roles } });
    await give(['member']);
    const before = await auth.db.owner.rows<{ tenantId: string; createdAt: Date }>(
      sql`select tenant_id as "tenantId", created_at as "createdAt" from auth.membership
        where user_id = ${bob.userUuid} and roles = '{member}'`,
    );
    auth.clock.advance(1000);
    await give([]);
    const { tenantId, createdAt } = before[0] ?? { tenantId: '', createdAt: new Date() };
    expect(await noted()).toContainEqual({ kind: 'membership', tenantId, userId: bob.userUuid });
    auth.clock.advance(1000);
    await give(['member']);
    await replay();
    expect(await rolesOf(bob.userUuid, house.tenantId)).toEqual([{ roles: ['member'] }]);
    await auth.db.owner.run(sql`update auth.membership set created_at = ${createdAt}
      where tenant_id = ${tenantId} and user_id = ${bob.userUuid}`);
    await replay();
    expect(await rolesOf(bob.userUuid, house.tenantId)).toEqual([]);
  });

  test('a workspace', async () => {
    const house = await auth.makeWorkspace(ada, `erased-${Date.now()}`);
    expect((await auth.call(`DELETE /tenants/${house.tenantId}`, key())).status).toBe(200);
    expect(await noted()).toContainEqual({ kind: 'workspace', publicId: house.tenantId });
    const status = () =>
      auth.db.owner.rows(sql`select status from auth.tenant where public_id = ${house.tenantId}`);
    await auth.db.owner.run(
      sql`update auth.tenant set status = 'active' where public_id = ${house.tenantId}`,
    );
    await replay();
    expect(await status()).toEqual([{ status: 'deleted' }]);
  });

  test('who came back as the only owner stays, and the log says so', async () => {
    const house = await auth.makeWorkspace(ada, `only-owner-${Date.now()}`);
    const [row] = await auth.db.owner.rows<{ tenantId: string }>(
      sql`select id as "tenantId" from auth.tenant where public_id = ${house.tenantId}`,
    );
    auth.clock.advance(1000);
    const gone = { kind: 'membership', tenantId: row?.tenantId ?? '', userId: ada.userUuid } as const;
    await auth.service.context.forgotten?.note(gone, auth.clock.now());
    await replay();
    expect(await rolesOf(ada.userUuid, house.tenantId)).toEqual([{ roles: ['owner'] }]);
    expect(auth.logLines.join('')).toContain('has come back by a restore as the only owner, and stays');
  });
});
