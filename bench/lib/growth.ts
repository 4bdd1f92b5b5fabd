import pg from 'pg';
import { SUPERUSER } from '../../apps/server/src/platform/embedded/cluster.ts';
import { isUuid } from '../../apps/server/src/platform/ids.ts';
import type { BenchProduct } from './setup.ts';

/** How many tenants and people the provider of a benchmark knows. */
export type Growth = { tenants: number; people: number };

/**
 * Adds rows to the provider's database until it knows so many: tenants below the root, people with an address, a membership
 * and somebody's password each, half of them with a session. Foreign keys are not looked at, which is what makes it quick;
 * the connection has to be a superuser's.
 */
function growthStatements({ tenants, people }: Growth, passwordOf: string): string[] {
  if (!isUuid(passwordOf)) throw new Error('nobody has a password to give to the others');
  return [
    `set session_replication_role = replica`,
    // Ids that sort by time like those of the product, so that indexes grow at their end.
    `create function pg_temp.id(kind int, n int) returns uuid language sql as $$
      select (lpad(to_hex(26000000 + kind), 8, '0') || '-' || lpad(to_hex(n / 65536), 4, '0') || '-7' ||
        lpad(to_hex(n % 4096), 3, '0') || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid $$`,
    `insert into auth.tenant (id, public_id, root_tenant_id, mode, parent_id, name, slug, region_code, signup,
        first_factors, second_factors, created_at, updated_at)
      select pg_temp.id(1, n), 'z' || lpad(n::text, 7, '0'), root.id, 'test', root.id, 'Tenant ' || n, 'tenant-' || n,
        'us', 'invited', root.first_factors, root.second_factors, now(), now()
      from generate_series(1, ${tenants} - (select count(*)::int from auth.tenant)) n,
        (select * from auth.tenant where parent_id is null order by created_at limit 1) root`,
    `create temporary table added as
      select pg_temp.id(2, n) as id, n, root.id as root_id
      from generate_series(1, ${people} - (select count(*)::int from auth.user_account)) n,
        (select * from auth.tenant where parent_id is null order by created_at limit 1) root`,
    `insert into auth.user_account (root_tenant_id, mode, id, number, name, created_at, updated_at)
      select root_id, 'test', id, 1000000 + n, 'Person ' || n, now(), now() from added`,
    `insert into auth.identifier (root_tenant_id, mode, user_id, kind, value, norm, confirmed_at, created_at)
      select root_id, 'test', id, 'email', address, address, now(), now()
      from added, concat('person-', n, '@grown.example') address`,
    `insert into auth.credential (user_id, password_hash, pepper_version, changed_at)
      select id, (select password_hash from auth.credential where user_id = '${passwordOf}'), 1, now() from added`,
    `insert into auth.membership (tenant_id, user_id, root_tenant_id, mode, roles, created_at, updated_at)
      select (select id from auth.tenant where parent_id is not null order by id limit 1), id, root_id, 'test',
        '{member}', now(), now()
      from added`,
    `insert into auth.session (id, root_tenant_id, mode, tenant_id, user_id, family_id, amr, auth_time, last_used_at,
        idle_expires_at, expires_at, created_at)
      select pg_temp.id(3, n), root_id, 'test', root_id, id, pg_temp.id(3, n), '{email/password}', now(), now(),
        now() + interval '7 days', now() + interval '30 days', now()
      from added where n % 2 = 0`,
    `reset session_replication_role`,
    `analyze`,
  ];
}

/** Lets the provider of a running product know so many tenants and people. */
export async function grow({ address, people }: BenchProduct, growth: Growth): Promise<void> {
  const client = new pg.Client(address(SUPERUSER, 'latchkey'));
  await client.connect();
  try {
    for (const text of growthStatements(growth, people[0]?.session.userUuid ?? '')) await client.query(text);
  } finally {
    await client.end();
  }
}
