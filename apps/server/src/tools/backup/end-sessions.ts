import type pg from 'pg';

/** Whoever signed in after the backup must not go on with tokens this database knows nothing of (security 14). */
export async function endSessions(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `update auth.session set ended_at = $1, ended_reason = 'restored' where ended_at is null`,
    [now],
  );
  await client.query(
    `with raised as (
       update auth.user_account set authz_version = authz_version + 1, session_epoch = $1
       where deleted_at is null returning root_tenant_id, mode, id, authz_version)
     insert into auth.change (cursor, root_tenant_id, mode, kind, user_id, version, at)
     select auth.next_change_cursor(), root_tenant_id, mode, 'authorization', id, authz_version, $1 from raised`,
    [now],
  );
}
