import pg from 'pg';
import { type DatabaseAddress, withClient } from './connections.ts';
import { queueSchema, workerRole } from './queue-schema.ts';

/** A login with its password, for servers that ask for one. */
type PlannedLogin = { name: string; password?: string };

/** One database to make: its owner runs migrations, its login is what the service connects as. */
export type DatabasePlan = {
  database: string;
  /** `auth` for the identity database, `app` for a gateway's. */
  schema: 'auth' | 'app';
  owner: string;
  login: string;
  /** What claims jobs of the database's queue, and reaches nothing else. */
  worker?: PlannedLogin;
  /** Only for servers reached with a password. */
  ownerPassword?: string;
  loginPassword?: string;
};

/** The group role that policies and grants name; the login roles are its members. */
const runtimeRole = { auth: 'auth_rw', app: 'app_rw' } as const;

/**
 * What every session of a login begins with (security 14). The service asks for it by itself when it connects; a
 * connection pooler drops that, so the role has it as well.
 */
const sessionDefaults = {
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  timezone: 'UTC',
} as const;

/**
 * A statement is planned once per connection: otherwise PostgreSQL plans short ones anew at every call, which costs more
 * than they do. Citus needs the values of a statement to find its shard and refuses such plans. There the tenant of a
 * transaction has to reach the servers that hold its rows, or row security shows none.
 */
const planning = {
  plain: { plan_cache_mode: 'force_generic_plan' },
  citus: { plan_cache_mode: 'auto', 'citus.propagate_set_commands': 'local' },
} as const;

/**
 * Makes roles, databases and schemas as a superuser; idempotent. The login owns nothing, may not bypass row security
 * and reaches its tables only through the group role's grants (security 10, decision 003).
 */
export async function bootstrapDatabases(
  connect: (database: string) => DatabaseAddress,
  plans: DatabasePlan[],
): Promise<void> {
  await withClient(connect('postgres'), async (client) => {
    // Two at once would make the same role; the end of the connection gives the turn to the next.
    await client.query("select pg_advisory_lock(hashtext('stint bootstrap'))");
    const defaults = { ...sessionDefaults, ...planning[(await isCitus(client)) ? 'citus' : 'plain'] };
    for (const plan of plans) {
      await ensureRole(client, runtimeRole[plan.schema], 'nologin');
      await ensureRole(client, plan.owner, loginClause(plan.ownerPassword));
      await ensureRole(client, plan.login, loginClause(plan.loginPassword));
      await joinGroup(client, plan.login, runtimeRole[plan.schema], defaults);
      await ensureDatabase(client, plan);
      if (plan.worker) await ensureWorker(client, plan.database, plan.worker);
    }
    for (const plan of plans) {
      await withClient(connect(plan.database), (inDatabase) => ensureSchemas(inDatabase, plan));
    }
  });
}

async function ensureSchemas(client: pg.Client, plan: DatabasePlan): Promise<void> {
  // Each server of a cluster is prepared by itself; a worker refuses to tell the others.
  if (await isCitus(client)) await client.query('set citus.enable_ddl_propagation = off');
  await client.query('revoke all on schema public from public');
  await client.query(`create schema if not exists ${plan.schema} authorization ${plan.owner}`);
  await client.query(`grant usage on schema ${plan.schema} to ${runtimeRole[plan.schema]}`);
  if (plan.worker) {
    await client.query(`create schema if not exists ${queueSchema} authorization ${plan.owner}`);
  }
}

async function isCitus(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isCitus: boolean }>(
    `select current_setting('shared_preload_libraries') like '%citus%' as "isCitus"`,
  );
  return rows[0]?.isCitus ?? false;
}

async function joinGroup(
  client: pg.Client,
  login: string,
  group: string,
  defaults: Record<string, string> = sessionDefaults,
): Promise<void> {
  await client.query(`grant ${group} to ${login}`);
  for (const [name, value] of Object.entries(defaults)) {
    await client.query(`alter role ${login} set ${name} = '${value}'`);
  }
}

async function ensureWorker(client: pg.Client, database: string, worker: PlannedLogin): Promise<void> {
  await ensureRole(client, workerRole, 'nologin');
  await ensureRole(client, worker.name, loginClause(worker.password));
  await joinGroup(client, worker.name, workerRole);
  await client.query(`grant connect on database ${database} to ${worker.name}`);
}

function loginClause(password: string | undefined): string {
  return password ? `login password ${pg.escapeLiteral(password)}` : 'login';
}

async function ensureRole(client: pg.Client, role: string, clause: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  if (!rowCount) await client.query(`create role ${role} ${clause} inherit`);
}

async function ensureDatabase(client: pg.Client, plan: DatabasePlan): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [plan.database]);
  if (!rowCount) await client.query(`create database ${plan.database} owner ${plan.owner}`);
  await client.query(`revoke all on database ${plan.database} from public`);
  await client.query(`grant connect on database ${plan.database} to ${plan.owner}, ${plan.login}`);
  // The library makes its schema by itself, also where somebody else owns the database.
  await client.query(`grant create on database ${plan.database} to ${plan.owner}`);
}
