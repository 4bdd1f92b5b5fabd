import { AppError } from '@stint/domain/errors.ts';
import type { Forgotten } from '../../platform/forgotten.ts';
import { sql } from '../../platform/sql.ts';
import { endTenant } from '../administration/tenants/end.ts';
import type { AuthContext } from '../context.ts';
import { endAccount } from '../mechanisms/people/delete.ts';
import { grantRoles } from '../mechanisms/people/roles.ts';
import type { Mode } from '../model/realm.ts';
import { findUserById } from '../model/users/queries.ts';

/** Until a workspace is erased, gateways close and open it. */
type Kind = Exclude<Forgotten['kind'], 'deletion' | 'restored'>;
type Of<One extends Kind> = Forgotten & { kind: One };
type Replay<One extends Kind> = (context: AuthContext, what: Of<One>, at: Date) => Promise<boolean>;

const bySystem = { actorKind: 'system' } as const;

/** Each says whether somebody had come back. */
const replays: { [One in Kind]: Replay<One> } = {
  account: (context, { userId }) =>
    context.database.transaction(async (tx) => {
      const user = await tx.maybeOne<{ id: string; rootTenantId: string; mode: Mode }>(sql`
        select id, root_tenant_id as "rootTenantId", mode from auth.user_account
        where id = ${userId} and deleted_at is null for update`);
      if (!user) return false;
      await endAccount(context, tx, user, bySystem);
      return true;
    }),
  // Who was invited again after being removed stays.
  membership: (context, { tenantId, userId }, at) =>
    context.database.transaction(async (tx) => {
      const member = await tx.maybeOne<{ rootTenantId: string; mode: Mode }>(sql`
        select root_tenant_id as "rootTenantId", mode from auth.membership
        where tenant_id = ${tenantId} and user_id = ${userId} and created_at < ${at}`);
      const user = member && (await findUserById(tx, member, userId));
      if (!user) return false;
      const tenant = await context.tenants.within(tx).requireById(tenantId);
      await grantRoles(context, tx, { tenant, user, roles: [] });
      return true;
    }),
  async workspace(context, { publicId }) {
    const found = await context.database.maybeOne<{ id: string }>(sql`
      select id from auth.tenant where public_id = ${publicId} and status <> 'deleted'`);
    if (!found) return false;
    const tenant = await context.tenants.requireById(found.id);
    const realm = { rootTenantId: tenant.rootTenantId, mode: tenant.mode };
    await endTenant(context, tenant, { action: 'tenant.deleted', realm, tenantId: tenant.id, ...bySystem });
    return true;
  },
};

/**
 * Takes out again whom a restore brought back: who was noted as forgotten outside of the database, and is there all the same. At
 * each start, whichever program restored; where none did it finds nobody.
 */
export async function replayForgotten(context: AuthContext): Promise<void> {
  let found = 0;
  for (const { what, at } of (await context.forgotten?.list()) ?? []) {
    if (what.kind === 'deletion' || what.kind === 'restored') continue;
    const hadComeBack = await (replays[what.kind] as Replay<typeof what.kind>)(
      context,
      what as never,
      at,
    ).catch((error: unknown) => {
      // The owner who came after was lost with the restore: `npm run operator -- disagreements` names the workspace.
      if (!(error instanceof AppError && error.code === 'last_owner')) throw error;
      context.log.error(
        { ...what },
        'who was removed has come back by a restore as the only owner, and stays',
      );
      return false;
    });
    if (hadComeBack) found += 1;
  }
  if (found > 0)
    context.log.warn({ found }, 'who was forgotten had come back by a restore, and is gone again');
}
