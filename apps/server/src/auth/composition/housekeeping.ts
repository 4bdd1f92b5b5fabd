import { sql } from '../../platform/sql.ts';
import type { AuthContext } from '../context.ts';
import { removeEndedInvitees } from '../mechanisms/people/placeholders.ts';
import type { Realm } from '../model/realm.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Table, time column and how long a row is kept after it. */
const kept: [table: string, column: string, ms: number][] = [
  ['first_factor_token', 'expires_at', hour],
  ['handover_code', 'expires_at', hour],
  ['pkce_code', 'expires_at', hour],
  ['sso_state', 'expires_at', hour],
  ['saml_request', 'expires_at', hour],
  ['saml_handle', 'expires_at', hour],
  ['saml_assertion', 'expires_at', hour],
  ['code', 'expires_at', day],
  ['link', 'expires_at', 7 * day],
  ['session', 'expires_at', 7 * day],
  // A service that was away for so long still learns who left; of sessions it needs the last minutes alone.
  ['change', 'at', 35 * day],
  ['limit_bucket', 'touched_at', 2 * day],
  // As long as the cookie by which a browser is known again.
  ['device', 'last_seen_at', 400 * day],
  ['webhook_delivery', 'created_at', 30 * day],
  ['outbox', 'created_at', 30 * day],
];

/** Removes what is over and makes the next signing keys. Repeatable; a password's run of failures is never forgotten. */
export async function keepHouse(context: AuthContext): Promise<void> {
  await removeEndedInvitees(context);
  const now = context.clock.now().getTime();
  for (const [table, column, ms] of kept) {
    const spare = table === 'limit_bucket' ? 'and streak < 20' : '';
    await context.database.pool.query(`delete from auth.${table} where ${column} < $1 ${spare}`, [
      new Date(now - ms),
    ]);
  }
  // The audit is kept 400 days (security 12); what is older the database itself decides.
  await context.database.run(sql`select auth.purge_audit()`);
  await context.database.run(sql`update auth.tenant t set last_active_at = s.used
    from (select tenant_id, max(last_used_at) as used from auth.session group by tenant_id) s
    where s.tenant_id = t.id and t.last_active_at is distinct from s.used`);
  const realms = await context.database.rows<Realm>(sql`
    select distinct root_tenant_id as "rootTenantId", mode from auth.signing_key where removed_at is null`);
  for (const realm of realms) await context.keys.rotate(realm);
}
