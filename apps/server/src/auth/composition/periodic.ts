import { sql } from '../../platform/sql.ts';
import type { AuthContext } from '../context.ts';
import type { Realm } from '../model/realm.ts';

/** The audit is kept 400 days (security 12); what is older the database itself decides. */
export async function purgeAudit({ database }: AuthContext): Promise<void> {
  await database.run(sql`select auth.purge_audit()`);
}

/** When somebody last used a session in each tenant. */
export async function noteActiveTenants({ database }: AuthContext): Promise<void> {
  await database.run(sql`update auth.tenant t set last_active_at = s.used
    from (select tenant_id, max(last_used_at) as used from auth.session group by tenant_id) s
    where s.tenant_id = t.id and t.last_active_at is distinct from s.used`);
}

/** Makes the next signing key of each realm in time. */
export async function rotateSigningKeys({ database, keys }: AuthContext): Promise<void> {
  const realms = await database.rows<Realm>(sql`
    select distinct root_tenant_id as "rootTenantId", mode from auth.signing_key where removed_at is null`);
  for (const realm of realms) await keys.rotate(realm);
}
