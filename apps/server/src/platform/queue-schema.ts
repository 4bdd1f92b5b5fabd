import type pg from 'pg';
import { createPool, type DatabaseAddress } from './connections.ts';
import { StartError } from './start-error.ts';

/** The schema of the queue library: owned and migrated by the owner, out of the runtime login's reach (decision 014). */
export const queueSchema = 'graphile_worker';

/** The group role that claims jobs; workers log in as members of it. */
export const workerRole = 'app_worker';

/** Newest migration of the library that is installed; a test compares the two. */
export const queueMigration = 20;

const ready = `ready ${queueMigration}`;

/** Whether all of it is done, as an expression of SQL. */
export const isQueueReady = `coalesce(
  pg_catalog.obj_description(pg_catalog.to_regnamespace('${queueSchema}'), 'pg_namespace') = '${ready}', false)`;

/**
 * Rows are closed by the library's own row security; workers get a policy instead of ownership. What says that all
 * of it is done is the comment, written in the same transaction.
 */
const access = `begin;
revoke all on schema ${queueSchema} from public;
revoke all on all functions in schema ${queueSchema} from public;
grant usage on schema ${queueSchema} to ${workerRole};
grant execute on all functions in schema ${queueSchema} to ${workerRole};
grant select, insert, update, delete on all tables in schema ${queueSchema} to ${workerRole};
revoke insert, update, delete on ${queueSchema}.migrations from ${workerRole};
do $$
declare relation regclass;
begin
  for relation in select c.oid::regclass from pg_catalog.pg_class c
    where c.relnamespace = '${queueSchema}'::regnamespace and c.relkind = 'r' and c.relrowsecurity
  loop
    execute format('drop policy if exists worker on %s', relation);
    execute format('create policy worker on %s to ${workerRole} using (true) with check (true)', relation);
  end loop;
end
$$;
comment on schema ${queueSchema} is '${ready}';
commit;`;

/**
 * Brings the queue library's schema up to the installed version, as the owner on a direct connection; starters take
 * turns. The library is only loaded where something is to be done.
 * @throws StartError when the role of the workers is missing
 */
export async function migrateQueue(client: pg.Client, address: DatabaseAddress): Promise<void> {
  await client.query("select pg_advisory_lock(hashtext('stint migrate queue'))");
  try {
    if (await isReady(client)) return;
    await requireWorkerRole(client);
    await runLibraryMigrations(address);
    await client.query(access);
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('stint migrate queue'))").catch(() => {});
  }
}

async function isReady(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select ${isQueueReady} as "isReady"`);
  return rows[0].isReady;
}

async function requireWorkerRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_catalog.pg_roles where rolname = $1', [workerRole]);
  if (!rowCount) {
    throw new StartError(`the role ${workerRole} is missing: run npm run db:bootstrap again, which makes it`);
  }
}

async function runLibraryMigrations(address: DatabaseAddress): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker');
  const pool = createPool(address, { max: 1 });
  try {
    await runMigrations({ pgPool: pool, schema: queueSchema, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}
