import { newId, newPublicTenantId } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { createKey } from '../../model/keys/api-keys.ts';
import { findTenantByPublicId, insertTenant, type NewTenant } from '../../model/tenants/queries.ts';
import { newTenantFlow, rootSettings } from '../../model/tenants/settings.ts';
import { addTestUsers } from './test-users.ts';

/** `adminKey` only when it was made now: it is stored hashed. */
export type RootTenant = { tenantId: string; adminKey: string | null };

/** The first root tenant of the deployment with an admin key; made at the first start. */
export async function ensureRootTenant(context: AuthContext): Promise<RootTenant> {
  return context.database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('latchkey root tenant'))`);
    const known = await tx.maybeOne<{ publicId: string }>(sql`select public_id as "publicId" from auth.tenant
      where parent_id is null and status <> 'deleted' order by created_at limit 1`);
    if (known) return { tenantId: known.publicId, adminKey: null };
    const now = context.clock.now();
    const id = newId();
    const publicId = newPublicTenantId();
    await insertTenant(tx, newRoot(context, id, publicId, 'Stint'), now);
    const tenant = await findTenantByPublicId(tx, publicId);
    if (!tenant) throw new Error('the root tenant is missing');
    await addTestUsers(context, tx, tenant, { withRoles: false });
    const { mode } = context.config;
    const { key } = await createKey(
      tx,
      tenant,
      { mode, kind: 'admin', name: 'made at the first start' },
      now,
    );
    const realm = { rootTenantId: id, mode };
    await audit(tx, { action: 'tenant.created', realm, tenantId: id, actorKind: 'system' }, now);
    tx.afterCommit(() => context.tenants.forget());
    return { tenantId: publicId, adminKey: key };
  });
}

/** A root tenant with the product's paths and flow. */
export function newRoot(context: AuthContext, id: string, publicId: string, name: string): NewTenant {
  return {
    id,
    publicId,
    rootTenantId: id,
    mode: context.config.mode,
    parentId: null,
    name,
    image: null,
    data: {},
    slug: null,
    regionCode: null,
    status: 'active',
    signup: 'open',
    settings: rootSettings,
    ...newTenantFlow,
    isMfaRequired: false,
    creatorUserId: null,
  };
}
