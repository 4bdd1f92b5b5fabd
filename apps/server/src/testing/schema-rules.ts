import type { Queryable } from '../platform/database.ts';
import { sql } from '../platform/sql.ts';

/** One table as the catalogue knows it. */
type Table = {
  name: string;
  kind: string | null;
  rowSecurity: boolean;
  forced: boolean;
  tenantIdNotNull: boolean;
};
type Constraint = {
  table: string;
  name: string;
  type: 'p' | 'u' | 'f' | 'c' | 'x' | 'n' | 't';
  columns: string[] | null;
  target: string | null;
  targetColumns: string[] | null;
  onDelete: string;
  onUpdate: string;
  deferrable: boolean;
};
type Index = { table: string; name: string; first: string | null; unique: boolean };
type Policy = {
  table: string;
  permissive: boolean;
  command: string;
  roles: string[];
  using: string | null;
  check: string | null;
};
type Grant = { table: string; grantee: string; privilege: string };
type Column = { table: string; name: string; type: string; isSequence: boolean; isComputed: boolean };

type Catalogue = {
  tables: Table[];
  constraints: Constraint[];
  indexes: Index[];
  policies: Policy[];
  grants: Grant[];
  columns: Column[];
  triggers: { table: string; name: string }[];
  functions: { name: string; public: boolean; definer: boolean }[];
  looseViews: string[];
};

type Rule = (catalogue: Catalogue) => string[];

const strictPolicy = "(tenant_id = (current_setting('app.tenant_id'::text))::uuid)";

/** Tables whose rows are history: the runtime role may add to them and read them (security 12). */
const insertOnly = ['audit_event', 'week_transition', 'week_snapshot'];

const everywhere: Record<string, Rule> = {
  'has a primary key': ({ tables, constraints }) =>
    tables
      .filter(({ name }) => !constraints.some((row) => row.table === name && row.type === 'p'))
      .map(({ name }) => name),
  'names constraints after their table': ({ constraints }) =>
    constraints
      .filter(({ type, name, table }) => type !== 'n' && !name.startsWith(table))
      .map(({ table, name }) => `${table}.${name}`),
  'has no triggers': ({ triggers }) => triggers.map(({ table, name }) => `${table}.${name}`),
  'keeps times with their zone': ({ columns }) =>
    columns
      .filter(({ type }) => type.startsWith('timestamp without') || type === 'time without time zone')
      .map(label),
  'counts with no sequence': ({ columns }) => columns.filter(({ isSequence }) => isSequence).map(label),
  'never sets to null or cascades updates through a key': ({ constraints }) =>
    constraints
      .filter(
        (row) =>
          row.type === 'f' && (['n', 'd'].includes(row.onDelete) || row.onUpdate !== 'a' || row.deferrable),
      )
      .map(({ table, name }) => `${table}.${name}`),
  'hides functions that act as their owner': ({ functions }) =>
    functions.filter((row) => row.public && row.definer).map(({ name }) => name),
  'has views that ask as the caller': ({ looseViews }) => looseViews,
};

/** What every table of a gateway database keeps, for row security (security 10) and for Citus. */
const gatewayRules: Record<string, Rule> = {
  'says what each check is for': ({ constraints }) =>
    constraints
      .filter(({ type, name }) => type === 'c' && /_check\d*$/.test(name))
      .map(({ table, name }) => `${table}.${name}`),
  'hides functions from everybody': ({ functions }) =>
    functions.filter((row) => row.public).map(({ name }) => name),
  'declares its kind beside the table': ({ tables }) =>
    tables
      .filter(({ kind }) => !['tenant', 'reference', 'local'].includes(kind ?? ''))
      .map(({ name }) => name),
  'has tenant_id not null': (catalogue) =>
    tenantTables(catalogue)
      .filter((row) => !row.tenantIdNotNull)
      .map(({ name }) => name),
  'begins keys with tenant_id': (catalogue) =>
    ofTenants(catalogue, catalogue.constraints)
      .filter(({ type, columns }) => ['p', 'u', 'f', 'x'].includes(type) && columns?.[0] !== 'tenant_id')
      .map(({ table, name }) => `${table}.${name}`),
  'has no computed column in a primary key, which logical replication does not send': (catalogue) =>
    ofTenants(catalogue, catalogue.constraints)
      .filter(
        ({ type, columns, table }) =>
          type === 'p' && columns?.some((name) => isComputed(catalogue, table, name)),
      )
      .map(({ table, name }) => `${table}.${name}`),
  'points foreign keys at the same tenant': (catalogue) =>
    catalogue.constraints
      .filter((row) => row.type === 'f' && row.targetColumns?.[0] !== 'tenant_id')
      .map(({ table, name }) => `${table}.${name}`),
  'begins indexes with tenant_id': (catalogue) =>
    ofTenants(catalogue, catalogue.indexes)
      .filter(({ first }) => first !== 'tenant_id')
      .map(({ table, name }) => `${table}.${name}`),
  'keeps foreign keys among tenant tables': (catalogue) => {
    const tenants = new Set(tenantTables(catalogue).map(({ name }) => name));
    return catalogue.constraints
      .filter((row) => row.type === 'f' && !(tenants.has(row.table) && tenants.has(row.target ?? '')))
      .map(({ table, name }) => `${table}.${name}`);
  },
  'has row security on': (catalogue) =>
    tenantTables(catalogue)
      .filter((row) => !row.rowSecurity)
      .map(({ name }) => name),
  'does not force row security on its owner': ({ tables }) =>
    tables.filter(({ forced }) => forced).map(({ name }) => name),
  'has exactly the strict policy': (catalogue) =>
    tenantTables(catalogue)
      .filter(({ name }) => !hasStrictPolicy(catalogue.policies.filter((row) => row.table === name)))
      .map(({ name }) => name),
  'lets history be added to only': ({ grants }) =>
    grants
      .filter((row) => insertOnly.includes(row.table) && ['UPDATE', 'DELETE'].includes(row.privilege))
      .map(({ table }) => table),
};

const granted: (schema: 'auth' | 'app') => Rule =
  (schema) =>
  ({ grants }) =>
    grants
      .filter(
        (row) =>
          row.grantee !== `${schema}_rw` || !['SELECT', 'INSERT', 'UPDATE', 'DELETE'].includes(row.privilege),
      )
      .map(({ table, grantee, privilege }) => `${table}: ${privilege} to ${grantee}`);

/**
 * Walks the catalogue of a database and names every table that misses one of these rules.
 * @param owner a connection that sees everything
 * @returns one sentence per miss; empty when all is well
 */
export async function schemaProblems(owner: Queryable, schema: 'auth' | 'app'): Promise<string[]> {
  const catalogue = await readCatalogue(owner, schema);
  const rules = {
    ...everywhere,
    'grants rows to the runtime role alone': granted(schema),
    ...(schema === 'app' ? gatewayRules : {}),
  };
  return Object.entries(rules).flatMap(([rule, find]) =>
    find(catalogue).map((what) => `${what} breaks: ${rule}`),
  );
}

function label({ table, name }: { table: string; name: string }): string {
  return `${table}.${name}`;
}

function isComputed({ columns }: Catalogue, table: string, name: string): boolean {
  return columns.some((column) => column.table === table && column.name === name && column.isComputed);
}

function tenantTables({ tables }: Catalogue): Table[] {
  return tables.filter(({ kind }) => kind === 'tenant');
}

function ofTenants<Row extends { table: string }>(catalogue: Catalogue, rows: Row[]): Row[] {
  const names = new Set(tenantTables(catalogue).map(({ name }) => name));
  return rows.filter(({ table }) => names.has(table));
}

function hasStrictPolicy(policies: Policy[]): boolean {
  const [policy] = policies;
  return (
    policies.length === 1 &&
    policy !== undefined &&
    policy.permissive &&
    policy.command === '*' &&
    policy.roles.join() === 'app_rw' &&
    policy.using === strictPolicy &&
    policy.check === strictPolicy
  );
}

async function readCatalogue(owner: Queryable, schema: string): Promise<Catalogue> {
  // The history of migrations is the runner's own table, older than the first migration.
  const ours = sql`n.nspname = ${schema} and c.relname <> 'migration'`;
  return {
    tables: await owner.rows(sql`
      select c.relname as name, obj_description(c.oid) as kind, c.relrowsecurity as "rowSecurity", c.relforcerowsecurity as forced,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull) as "tenantIdNotNull"
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and c.relkind in ('r', 'p') order by 1`),
    constraints: await owner.rows(sql`
      select c.relname as "table", k.conname as name, k.contype as type, k.confdeltype as "onDelete", k.confupdtype as "onUpdate",
        k.condeferrable as deferrable, (select relname from pg_class where oid = k.confrelid) as target,
        array(select a.attname::text from unnest(k.conkey) with ordinality u(n, i) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by u.i) as columns,
        array(select a.attname::text from unnest(k.confkey) with ordinality u(n, i) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by u.i) as "targetColumns"
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where ${ours} order by 1, 2`),
    indexes: await owner.rows(sql`
      select c.relname as "table", x.relname as name, i.indisunique as "unique",
        (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = i.indkey[0]) as first
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
        join pg_namespace n on n.oid = c.relnamespace
      where ${ours} order by 1, 2`),
    policies: await owner.rows(sql`
      select c.relname as "table", p.polpermissive as permissive, p.polcmd as command,
        array(select rolname::text from pg_roles where oid = any(p.polroles)) as roles,
        pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check
      from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
      where ${ours} order by 1`),
    grants: await owner.rows(sql`
      select c.relname as "table", coalesce(r.rolname, 'public') as grantee, g.privilege_type as privilege
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        cross join aclexplode(c.relacl) g left join pg_roles r on r.oid = g.grantee
      where ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'S') and g.grantee <> c.relowner order by 1, 2, 3`),
    columns: await owner.rows(sql`
      select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        a.attgenerated <> '' as "isComputed", (a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid), '') like 'nextval%') as "isSequence"
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped order by 1, 2`),
    triggers: await owner.rows(sql`
      select c.relname as "table", t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
        join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and not t.tgisinternal order by 1, 2`),
    functions: await owner.rows(sql`
      select p.proname as name, p.prosecdef as definer,
        exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g where g.grantee = 0) as public
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = ${schema} order by 1`),
    looseViews: (
      await owner.rows<{ name: string }>(sql`
        select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where ${ours} and (c.relkind = 'm' or (c.relkind = 'v' and not coalesce('security_invoker=true' = any(c.reloptions), false)))`)
    ).map(({ name }) => name),
  };
}
