import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { sql } from '../platform/sql.ts';
import { createTestDatabase } from './databases.ts';
import { watchTasks } from './tasks.ts';

/** That every statement of the service is one task is held where each test gives its databases back: `databases.ts`. */
describe.skipIf(inject('testServer').workers.length === 0)(
  'a region on a coordinator and two workers',
  () => {
    test('has each table where its kind says', async () => {
      const { owner, drop } = await createTestDatabase('app');
      onTestFinished(drop);
      const misplaced = await owner.rows(sql`
      select c.relname as name, obj_description(c.oid) as kind, t.citus_table_type as type
      from pg_class c left join citus_tables t on t.table_name = c.oid
      where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
        and coalesce(t.citus_table_type, 'local')
          <> case obj_description(c.oid) when 'tenant' then 'distributed' else obj_description(c.oid) end`);
      expect(misplaced).toEqual([]);
      const places = await owner.rows(sql`
      select distinct nodename from citus_shards where citus_table_type = 'distributed'`);
      expect(places).toHaveLength(2);
      const groups = await owner.rows(sql`
      select distinct colocation_id from citus_tables where citus_table_type = 'distributed'`);
      expect(groups).toHaveLength(1);
    });

    test('is asked in one task for one workspace; what asks more of it does not go unseen', async () => {
      const { database, drop } = await createTestDatabase('app');
      onTestFinished(() => expect(drop()).rejects.toThrow('more than one server asked'));
      const tasks = watchTasks(database.pool);
      const tenantId = newId();
      await database.tenantRows(tenantId, sql`select id from app.client where tenant_id = ${tenantId}`);
      await database.withTenant(tenantId, (tx) =>
        tx.rows(sql`select p.id, c.name from app.project p left join app.client c on c.tenant_id = p.tenant_id and c.id = p.client_id
        where p.tenant_id = ${tenantId} and exists (select from app.tag g where g.tenant_id = ${tenantId})`),
      );
      expect(tasks.spread()).toEqual([]);
      await database.withTenant(tenantId, (tx) =>
        tx.rows(sql`select p.id, array(select c.id from app.client c where c.tenant_id = p.tenant_id) as ids
        from app.project p where p.tenant_id = ${tenantId}`),
      );
      expect(tasks.spread()).toEqual([expect.stringContaining('c.tenant_id = p.tenant_id')]);
    });
  },
);
