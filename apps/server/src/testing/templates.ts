import { fileURLToPath } from 'node:url';
import { bootstrapDatabases, type DatabasePlan } from '../platform/bootstrap.ts';
import { joinCluster } from '../platform/citus-cluster.ts';
import { withClient } from '../platform/connections.ts';
import { migrate } from '../platform/migrate.ts';

/** Where a server's superuser is reached; from the embedded launcher. */
export type ServerAddress = { host: string; port: number; user: string };

/** The test server, and the workers of its cluster where Citus is tried. */
export type TestServer = ServerAddress & { workers: ServerAddress[] };

export const templates = {
  auth: {
    database: 'auth_template',
    schema: 'auth',
    owner: 'auth_owner',
    login: 'auth_login',
    worker: { name: 'auth_jobs' },
  },
  app: {
    database: 'app_template',
    schema: 'app',
    owner: 'app_owner',
    login: 'app_login',
    worker: { name: 'app_jobs' },
  },
} as const satisfies Record<string, DatabasePlan>;

export const migrationFolders = {
  auth: fileURLToPath(new URL('../auth/migrations', import.meta.url)),
  app: fileURLToPath(new URL('../gateway/migrations', import.meta.url)),
};

/** Makes one migrated template database per schema; a test file copies them (about 80 ms each). */
export async function createTemplates({ workers, ...server }: TestServer): Promise<void> {
  await bootstrapDatabases((database) => ({ ...server, database }), Object.values(templates));
  if (workers.length > 0) await spreadTemplate(server, workers);
  for (const { database, schema, owner } of Object.values(templates)) {
    await migrate(
      { host: server.host, port: server.port, user: owner, database },
      schema,
      migrationFolders[schema],
    );
  }
  if (workers.length > 0) for (const node of [server, ...workers]) await closeTemplate(node);
}

/** The gateway's database on each server of the cluster; the provider's is never spread. */
async function spreadTemplate(coordinator: ServerAddress, workers: ServerAddress[]): Promise<void> {
  for (const worker of workers) {
    await bootstrapDatabases((database) => ({ ...worker, database }), [templates.app]);
  }
  const nodeOf = (address: ServerAddress) => ({
    ...address,
    connect: (database: string) => ({ ...address, database }),
  });
  await joinCluster(templates.app.database, [nodeOf(coordinator), ...workers.map(nodeOf)]);
  await runAsSuperuser(coordinator, [`alter role ${templates.app.login} set citus.log_remote_commands = on`]);
}

/** A database can be copied while nobody is connected to it; Citus keeps connections of its own. */
async function closeTemplate(node: ServerAddress): Promise<void> {
  const { database } = templates.app;
  await runAsSuperuser(node, [
    `alter database ${database} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
  ]);
}

async function runAsSuperuser(node: ServerAddress, statements: string[]): Promise<void> {
  await withClient({ ...node, database: 'postgres' }, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}
