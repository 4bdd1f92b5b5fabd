import pg from 'pg';
import { queueSchema } from '../../platform/queue-schema.ts';

/**
 * What guards the rows of a database, one line each: row security, policies, grants and owners of its tables, sequences,
 * functions and schemas. Equal in two installations whose owners have different names.
 */
export async function readGuards(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `with place as (
       select n.oid, n.nspname::text as name, n.nspowner as owner, n.nspacl as acl from pg_catalog.pg_namespace n
       where n.nspname = any ($1)),
     thing as (
       select 'schema ' || name as what, owner, acl, 'n' as kind, '' as more from place
       union all
       select case c.relkind when 'S' then 'sequence ' else 'table ' end || p.name || '.' || c.relname, c.relowner, c.relacl,
         case c.relkind when 'S' then 's' else 'r' end,
         case when c.relrowsecurity then ' secured' else '' end || case when c.relforcerowsecurity then ' forced' else '' end
       from pg_catalog.pg_class c join place p on p.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'S')
       union all
       select 'function ' || p.name || '.' || f.proname || '(' || pg_catalog.pg_get_function_identity_arguments(f.oid) || ')',
         f.proowner, f.proacl, 'f', case when f.prosecdef then ' as its owner' else '' end
       from pg_catalog.pg_proc f join place p on p.oid = f.pronamespace)
     select what || more || ': ' || coalesce(string_agg(grantee || ' ' || privilege, ', ' order by grantee, privilege), 'nobody')
         as line
       from thing left join lateral (
         select case when a.grantee = owner then 'owner' when a.grantee = 0 then 'public'
             else pg_catalog.pg_get_userbyid(a.grantee)::text end as grantee, lower(a.privilege_type) as privilege
         from pg_catalog.aclexplode(coalesce(acl, pg_catalog.acldefault(kind::"char", owner))) a) granted on true
       group by what, more
     union all
     select 'policy ' || p.name || '.' || c.relname || ' ' || y.polname || ' ' || y.polcmd::text || ' ' || y.polpermissive::text || ' to '
         || array_to_string(array(select case r when 0 then 'public' else pg_catalog.pg_get_userbyid(r)::text end from unnest(y.polroles) r order by 1), ', ') || ': '
         || coalesce(pg_catalog.pg_get_expr(y.polqual, y.polrelid), '') || ' / '
         || coalesce(pg_catalog.pg_get_expr(y.polwithcheck, y.polrelid), '')
       from pg_catalog.pg_policy y join pg_catalog.pg_class c on c.oid = y.polrelid join place p on p.oid = c.relnamespace
     order by 1`,
    [schemasOf(schema)],
  );
  return rows.map(({ line }) => line);
}

/** What differs, as a person reads it; the same in another order is no difference. */
export function compareGuards(before: string[], after: string[]): string[] {
  const [had, has] = [new Set(before), new Set(after)];
  return [
    ...before.filter((line) => !has.has(line)).map((line) => `is missing: ${line}`),
    ...after.filter((line) => !had.has(line)).map((line) => `is new: ${line}`),
  ];
}

/** Sequences that would give out a number which a row has already, one sentence each. */
export async function staleSequences(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select d.refobjid::regclass::text as "table", a.attname::text as "column", s.oid::regclass::text as sequence
     from pg_catalog.pg_class s join pg_catalog.pg_namespace n on n.oid = s.relnamespace
     join pg_catalog.pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass
       and d.refclassid = 'pg_class'::regclass and d.refobjsubid > 0 and d.deptype in ('a', 'i')
     join pg_catalog.pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and n.nspname = any ($1) order by 1, 2`,
    [schemasOf(schema)],
  );
  const stale: string[] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await client.query<{ isStale: boolean }>(
      `select coalesce((select max(${pg.escapeIdentifier(column)}) from ${table})
         >= (select last_value + is_called::int from ${sequence}), false) as "isStale"`,
    );
    if (found[0]?.isStale) stale.push(`${sequence} would repeat a number of ${table}.${column}`);
  }
  return stale;
}

function schemasOf(schema: string): string[] {
  return schema === 'app' ? [schema, queueSchema] : [schema];
}
