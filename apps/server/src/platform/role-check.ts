import type { Queryable } from './database.ts';
import { queueSchema, workerRole } from './queue-schema.ts';
import { sql } from './sql.ts';

/** Why the service must not serve with this login; the message says what to do. */
class RoleCheckError extends Error {
  constructor(database: string, problems: string[]) {
    super(
      `The database ${database} is not safe to serve from:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n` +
        'npm run db:bootstrap makes fitting logins; …_DATABASE_URL names the one of the service, …_DATABASE_OWNER_URL the ' +
        'owner, …_DATABASE_WORKER_URL the one that claims jobs.',
    );
    this.name = 'RoleCheckError';
  }
}

type Facts = {
  database: string;
  login: string;
  isSuperuser: boolean;
  bypassesRowSecurity: boolean;
  isRuntimeMember: boolean;
  /** It reaches the queue itself, of which it may only call `app.enqueue`. */
  reachesQueue: boolean;
  /** Owners of the schema and of what lies in it that the login is, or may become. */
  owners: string[];
  unguarded: string[];
  /** `citus.propagate_set_commands`; null where Citus is absent. */
  citusSetCommands: string | null;
};

/**
 * Refuses a login that row security does not hold: superuser, owner (also by membership), BYPASSRLS, or a tenant table
 * without a policy for it (security 10). One statement, as the login itself.
 *
 * @param database connected as the service will be
 * @param schema `auth` has no tenant tables; there only the role is looked at
 * @throws RoleCheckError naming everything that is wrong
 */
export async function checkRuntimeRole(database: Queryable, schema: 'auth' | 'app'): Promise<void> {
  const facts = await readFacts(database, schema);
  const problems = findProblems(facts, schema);
  if (problems.length > 0) throw new RoleCheckError(facts.database, problems);
}

type WorkerFacts = {
  database: string;
  login: string;
  isSuperuser: boolean;
  bypassesRowSecurity: boolean;
  isWorker: boolean;
  isRuntimeMember: boolean;
  owners: string[];
};

/**
 * Refuses a login for claiming jobs that could do more than that: it reaches the queue, and no table of
 * the service. One statement, as the login itself.
 * @throws RoleCheckError naming everything that is wrong
 */
export async function checkWorkerRole(queue: Queryable, schema: 'auth' | 'app'): Promise<void> {
  const { login, ...facts } = await queue.one<WorkerFacts>(sql`
    select current_database()::text as database, current_user::text as login,
      exists (select from pg_catalog.pg_roles r where r.rolsuper and pg_catalog.pg_has_role(current_user, r.oid, 'member'))
        as "isSuperuser",
      exists (select from pg_catalog.pg_roles r
        where r.rolbypassrls and not r.rolsuper and pg_catalog.pg_has_role(current_user, r.oid, 'member')) as "bypassesRowSecurity",
      exists (select from pg_catalog.pg_roles r where r.rolname = ${workerRole}
        and pg_catalog.pg_has_role(current_user, r.oid, 'usage')) as "isWorker",
      exists (select from pg_catalog.pg_roles r where r.rolname = ${`${schema}_rw`}
        and pg_catalog.pg_has_role(current_user, r.oid, 'member')) as "isRuntimeMember",
      array(select distinct o.rolname::text from pg_catalog.pg_namespace n
        join lateral (select n.nspowner as owner union select c.relowner from pg_catalog.pg_class c where c.relnamespace = n.oid)
          owned on true
        join pg_catalog.pg_roles o on o.oid = owned.owner
        where n.nspname in (${schema}, ${queueSchema}) and pg_catalog.pg_has_role(current_user, o.oid, 'member')
        order by 1) as owners`);
  const problems = [
    ...(facts.isSuperuser ? [`${login} is, or may become, a superuser, and only claims jobs`] : []),
    ...(facts.bypassesRowSecurity ? [`${login} has, or may gain, BYPASSRLS`] : []),
    ...(facts.isSuperuser
      ? []
      : [
          ...facts.owners.map((owner) => `${login} is, or may become, ${owner}, who owns the queue`),
          ...(facts.isRuntimeMember
            ? [`${login} reaches the tables of the service, and only claims jobs`]
            : []),
        ]),
    ...(facts.isWorker ? [] : [`${login} is no member of ${workerRole}, so it may claim nothing`]),
  ];
  if (problems.length > 0) throw new RoleCheckError(facts.database, problems);
}

function findProblems(facts: Facts, schema: string): string[] {
  const { login } = facts;
  return [
    ...(facts.isSuperuser
      ? [`${login} is, or may become, a superuser, whom row security does not hold`]
      : []),
    ...(facts.bypassesRowSecurity ? [`${login} has, or may gain, BYPASSRLS`] : []),
    ...(facts.isSuperuser
      ? []
      : facts.owners.map((owner) => `${login} is, or may become, ${owner}, who owns schema ${schema}`)),
    ...(facts.isRuntimeMember ? [] : [`${login} is no member of ${schema}_rw, so it may read nothing`]),
    ...(facts.reachesQueue && !facts.isSuperuser
      ? [`${login} reaches the queue's own tables, which is for the login that claims jobs`]
      : []),
    ...facts.unguarded.map((table) => `${schema}.${table} has tenant_id but no policy for ${schema}_rw`),
    ...(facts.citusSetCommands === null || facts.citusSetCommands === 'local'
      ? []
      : [
          `Citus would drop the tenant on its workers: alter role ${login} set citus.propagate_set_commands = 'local'`,
        ]),
  ];
}

/**
 * A table's kind is its comment: `reference` and `local` tables have no row security. What has tenant_id
 * and says nothing counts as a tenant's.
 */
function readFacts(database: Queryable, schema: string): Promise<Facts> {
  const runtimeRole = `${schema}_rw`;
  return database.one<Facts>(sql`
    select current_database()::text as database, current_user::text as login,
      exists (select from pg_catalog.pg_roles r where r.rolsuper and pg_catalog.pg_has_role(current_user, r.oid, 'member'))
        as "isSuperuser",
      exists (select from pg_catalog.pg_roles r
        where r.rolbypassrls and not r.rolsuper and pg_catalog.pg_has_role(current_user, r.oid, 'member')) as "bypassesRowSecurity",
      exists (select from pg_catalog.pg_roles r where r.rolname = ${runtimeRole}
        and pg_catalog.pg_has_role(current_user, r.oid, 'usage')) as "isRuntimeMember",
      array(select distinct o.rolname::text from pg_catalog.pg_namespace n
        join lateral (
          select n.nspowner as owner
          union select c.relowner from pg_catalog.pg_class c where c.relnamespace = n.oid
          union select p.proowner from pg_catalog.pg_proc p where p.pronamespace = n.oid
        ) owned on true
        join pg_catalog.pg_roles o on o.oid = owned.owner
        where n.nspname in (${schema}, ${queueSchema}) and pg_catalog.pg_has_role(current_user, o.oid, 'member')
        order by 1) as owners,
      coalesce(pg_catalog.has_schema_privilege(current_user, pg_catalog.to_regnamespace(${queueSchema})::oid, 'usage'), false)
        as "reachesQueue",
      array(select c.relname::text from pg_catalog.pg_class c
        join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
        where n.nspname = ${schema} and ${schema} = 'app' and c.relkind in ('r', 'p')
          and coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), '') not in ('reference', 'local')
          and not (c.relrowsecurity and exists (
            select from pg_catalog.pg_policy p join pg_catalog.pg_roles r on r.oid = any (p.polroles)
            where p.polrelid = c.oid and r.rolname = ${runtimeRole}))
        order by 1) as unguarded,
      case when exists (select from pg_catalog.pg_extension where extname = 'citus')
        then coalesce(pg_catalog.current_setting('citus.propagate_set_commands', true), 'none') end as "citusSetCommands"`);
}
