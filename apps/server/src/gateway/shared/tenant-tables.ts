import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

export type TenantTable = {
  name: string;
  /** Stored columns in the order of the table, without generated ones. */
  columns: string[];
  /** Columns of the primary key. */
  key: string[];
};

type CatalogRow = { name: string; columns: string[]; key: string[]; parents: string[] };

/**
 * Every table that holds rows of workspaces, parents before children, read from the catalogue: a table that is added
 * later takes part in export, import and deletion by itself.
 */
export async function listTenantTables(database: Queryable): Promise<TenantTable[]> {
  const rows = await database.rows<CatalogRow>(sql`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(a.attname::text order by k.place) from pg_catalog.pg_index i
        cross join unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary) as key,
      coalesce((select array_agg(distinct p.relname::text) from pg_catalog.pg_constraint f
        join pg_catalog.pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '{}') as parents
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'app' and c.relkind in ('r', 'p') and obj_description(c.oid, 'pg_class') = 'tenant'
    order by c.relname`);
  return parentsFirst(rows).map(({ name, columns, key }) => ({ name, columns, key }));
}

export async function tenantTablesByName(database: Queryable): Promise<Map<string, TenantTable>> {
  return new Map((await listTenantTables(database)).map((table) => [table.name, table]));
}

/** Kahn's order: a table comes when all its parents have come. */
function parentsFirst(rows: CatalogRow[]): CatalogRow[] {
  const names = new Set(rows.map((row) => row.name));
  const placed = new Set<string>();
  const order: CatalogRow[] = [];
  while (order.length < rows.length) {
    const ready = rows.filter(
      (row) =>
        !placed.has(row.name) && row.parents.every((parent) => placed.has(parent) || !names.has(parent)),
    );
    if (ready.length === 0) throw new Error('the foreign keys of the tables of workspaces form a circle');
    for (const row of ready) placed.add(row.name);
    order.push(...ready);
  }
  return order;
}
