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
      select c.relname as name, obj_description(c.oid) as kind, p.partmethod as method
      from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
      where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
        and obj_description(c.oid) is distinct from
          case p.partmethod when 'h' then 'tenant' when 'n' then 'reference' else 'local' end`);
      expect(misplaced).toEqual([]);
      const places = await owner.rows(sql`
      select distinct n.nodename, n.nodeport from pg_dist_partition p join pg_dist_shard s on s.logicalrelid = p.logicalrelid
        join pg_dist_placement l on l.shardid = s.shardid join pg_dist_node n on n.groupid = l.groupid
      where p.partmethod = 'h'`);
      expect(places).toHaveLength(2);
      const groups = await owner.rows(sql`
      select distinct colocationid from pg_dist_partition where partmethod = 'h'`);
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
