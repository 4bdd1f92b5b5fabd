import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raw, sql } from '../platform/sql.ts';
import { createTestDatabase, type TestDatabase } from './databases.ts';
import { schemaProblems } from './schema-rules.ts';

const policy = "tenant_id = current_setting('app.tenant_id')::uuid";

/** Each statement list makes one table that misses exactly the named rule. */
const wrong: [rule: string, statements: string[]][] = [
  ['has a primary key', ['create table app.bad (tenant_id uuid not null)', ...guarded('bad')]],
  [
    'says what each check is for',
    [good('tenant_id uuid not null, id uuid, n int check (n > 0)'), ...guarded('bad')],
  ],
  [
    'has no triggers',
    [
      good(),
      ...guarded('bad'),
      'create function app.nothing() returns trigger language plpgsql as $$ begin return new; end $$',
      'revoke all on function app.nothing() from public',
      'create trigger bad_touch before update on app.bad for each row execute function app.nothing()',
    ],
  ],
  [
    'keeps times with their zone',
    [good('tenant_id uuid not null, id uuid, at timestamp'), ...guarded('bad')],
  ],
  [
    'counts with no sequence',
    [good('tenant_id uuid not null, id uuid, n int generated always as identity'), ...guarded('bad')],
  ],
  [
    'never sets to null or cascades updates through a key',
    [
      good('tenant_id uuid not null, id uuid, client_id uuid'),
      'alter table app.bad add constraint bad_client_fkey foreign key (tenant_id, client_id) references app.client (tenant_id, id) on delete set null',
      ...guarded('bad'),
    ],
  ],
  [
    'hides functions from everybody',
    ['create function app.open() returns int language sql as $$ select 1 $$'],
  ],
  ['has views that ask as the caller', ['create view app.bad_view as select tenant_id from app.client']],
  ['grants rows to the runtime role alone', [good(), ...guarded('bad'), 'grant select on app.bad to public']],
  [
    'declares its kind beside the table',
    ['create table app.bad (tenant_id uuid not null, constraint bad_pkey primary key (tenant_id))'],
  ],
  [
    'has tenant_id not null',
    [
      'create table app.bad (tenant_id uuid, id uuid, constraint bad_pkey primary key (id))',
      ...guarded('bad'),
    ],
  ],
  [
    'begins keys with tenant_id',
    [
      good('tenant_id uuid not null, id uuid, slug text, constraint bad_slug_key unique (slug)'),
      ...guarded('bad'),
    ],
  ],
  ['begins indexes with tenant_id', [good(), 'create index bad_id_idx on app.bad (id)', ...guarded('bad')]],
  [
    'points foreign keys at the same tenant',
    [
      'create table app.bad (id uuid, public_id text, constraint bad_pkey primary key (id), constraint bad_directory_fkey foreign key (public_id) references app.workspace_directory (public_id))',
      "comment on table app.bad is 'local'",
    ],
  ],
  [
    'keeps foreign keys among tenant tables',
    [
      'create table app.bad (id uuid, tenant_id uuid, constraint bad_pkey primary key (id), constraint bad_tenant_fkey foreign key (tenant_id) references app.tenant (tenant_id))',
      "comment on table app.bad is 'local'",
    ],
  ],
  ['has row security on', [good(), ...guarded('bad'), 'alter table app.bad disable row level security']],
  [
    'does not force row security on its owner',
    [good(), ...guarded('bad'), 'alter table app.bad force row level security'],
  ],
  [
    'has exactly the strict policy',
    [
      good(),
      ...guarded('bad'),
      `alter policy bad_tenant on app.bad using (tenant_id = current_setting('app.tenant_id', true)::uuid)`,
    ],
  ],
  [
    'has exactly the strict policy',
    [good(), ...guarded('bad'), `create policy bad_second on app.bad to app_rw using (true)`],
  ],
  ['lets history be added to only', ['grant update on app.audit_event to app_rw']],
];

let gateway: TestDatabase;
let identity: TestDatabase;

beforeAll(async () => {
  [gateway, identity] = await Promise.all([createTestDatabase('app'), createTestDatabase('auth')]);
});

afterAll(async () => {
  await Promise.all([gateway?.drop(), identity?.drop()]);
});

describe('every table of both databases keeps the rules', () => {
  test('the gateway database keeps them all', async () => {
    expect(await schemaProblems(gateway.owner, 'app')).toEqual([]);
  });

  test('the identity database keeps the general ones', async () => {
    expect(await schemaProblems(identity.owner, 'auth')).toEqual([]);
  });

  test('the runtime login owns nothing and cannot bypass row security', async () => {
    const role = await gateway.database.one<Record<string, boolean>>(sql`
      select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
        exists (select from pg_class c where c.relowner = r.oid) as owns
      from pg_roles r where rolname = current_user`);
    expect(Object.values(role).some(Boolean)).toBe(false);
  });
});

describe.each(['app', 'auth'] as const)('the schema of the queue library beside %s', (schema) => {
  const ownerOf = () => (schema === 'app' ? gateway : identity).owner;
  const ofQueue = sql`n.nspname = 'graphile_worker'`;

  test('belongs to the owner, with all that lies in it', async () => {
    const owners = await ownerOf().rows(sql`select distinct o.name from pg_namespace n cross join lateral (
        select n.nspowner::regrole::text as name union select c.relowner::regrole::text from pg_class c where c.relnamespace = n.oid
        union select p.proowner::regrole::text from pg_proc p where p.pronamespace = n.oid) o where ${ofQueue}`);
    expect(owners).toEqual([{ name: `${schema}_owner` }]);
  });

  test('is open to the group of the workers alone: neither to the service nor to everybody', async () => {
    const grantees = await ownerOf().rows(sql`
      select distinct coalesce(r.rolname, 'public') as name from (
        select n.nspacl as acl, n.nspowner as owner from pg_namespace n where ${ofQueue}
        union all select c.relacl, c.relowner from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ofQueue}
        union all select coalesce(p.proacl, acldefault('f', p.proowner)), p.proowner
          from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ofQueue}) object
      cross join lateral aclexplode(object.acl) g left join pg_roles r on r.oid = g.grantee
      where g.grantee <> object.owner`);
    expect(grantees).toEqual([{ name: 'app_worker' }]);
  });

  test('has row security on each table, with a policy for the workers; the history is read only', async () => {
    const tables = await ownerOf().rows<{ name: string; guarded: boolean; writable: boolean }>(sql`
      select c.relname as name, has_table_privilege('app_worker', c.oid, 'insert') as writable,
        c.relrowsecurity and (select array_agg(p.polroles::regrole[]::text) from pg_policy p where p.polrelid = c.oid) is not distinct from array['{app_worker}'] as guarded
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ofQueue} and c.relkind = 'r' order by 1`);
    const queue = { guarded: true, writable: true };
    expect(tables).toEqual([
      { name: '_private_job_queues', ...queue },
      { name: '_private_jobs', ...queue },
      { name: '_private_known_crontabs', ...queue },
      { name: '_private_tasks', ...queue },
      { name: 'migrations', guarded: false, writable: false },
    ]);
  });

  test('is reached by the service through named functions alone, which act as the owner on a fixed search path', async () => {
    const doors = await ownerOf().rows(sql`
      select distinct p.proname as name, p.proconfig::text as config from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = ${schema} and p.prosecdef and p.prosrc like '%graphile_worker%' order by 1`);
    // The provider takes nothing back.
    const names = schema === 'app' ? ['enqueue', 'take_back'] : ['enqueue'];
    expect(doors).toEqual(names.map((name) => ({ name, config: '{"search_path=\\"\\""}' })));
  });
});

describe('the schema test itself finds', () => {
  test.each(wrong)('a table that misses: %s', async (rule, statements) => {
    const copy = gateway.owner.pool;
    const client = await copy.connect();
    try {
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
      const rows = async <Row>(statement: { text: string; values: unknown[] }) =>
        (await client.query(statement.text, statement.values)).rows as Row[];
      const problems = await schemaProblems({ rows } as never, 'app');
      expect(problems.filter((problem) => problem.endsWith(rule))).not.toEqual([]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('row security', () => {
  test('without a tenant set there is an error, never rows (security 10)', async () => {
    await expect(
      gateway.database.rows(sql`select id from app.client /* all tenants: none is named */`),
    ).rejects.toMatchObject({
      code: '42704',
    });
  });

  test('rows of another tenant can be neither seen nor written', async () => {
    const [mine, other] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'];
    for (const id of [mine, other]) {
      await gateway.owner.run(sql`
        insert into app.tenant (tenant_id, public_id, name, slug, region_code, created_by, created_at, updated_at)
        values (${id}, ${id.slice(-8)}, 'A', 'a', 'us', ${id}, now(), now())`);
    }
    const seen = await gateway.database.withTenant(mine as string, (tx) =>
      tx.rows<{ tenant_id: string }>(
        sql`select tenant_id from app.tenant /* all tenants: row security leaves one */`,
      ),
    );
    expect(seen).toEqual([{ tenant_id: mine }]);
    const write = gateway.database.withTenant(mine as string, (tx) =>
      tx.run(sql`insert into app.holiday (tenant_id, held_on, name) values (${other}, '2026-12-25', 'x')`),
    );
    await expect(write).rejects.toMatchObject({ code: '42501' });
    const touched = await gateway.database.withTenant(mine as string, (tx) =>
      tx.run(sql`update app.tenant set name = 'B' where tenant_id = ${other}`),
    );
    expect(touched).toBe(0);
  });

  test.each(['audit_event', 'week_transition', 'week_snapshot'])(
    'history in %s cannot be rewritten',
    async (table) => {
      const tenantId = '0190a000-0000-7000-8000-000000000001';
      for (const verb of ['delete from', 'update']) {
        const statement = verb === 'update' ? `update app.${table} set id = id` : `delete from app.${table}`;
        const attempt = gateway.database.withTenant(tenantId, (tx) => tx.run(sql`${raw(statement)}`));
        await expect(attempt).rejects.toMatchObject({ code: '42501' });
      }
    },
  );
});

function good(columns = 'tenant_id uuid not null, id uuid'): string {
  return `create table app.bad (${columns}, constraint bad_pkey primary key (tenant_id, id))`;
}

function guarded(table: string): string[] {
  return [
    `comment on table app.${table} is 'tenant'`,
    `alter table app.${table} enable row level security`,
    `create policy ${table}_tenant on app.${table} to app_rw using (${policy}) with check (${policy})`,
    `grant select on app.${table} to app_rw`,
  ];
}
