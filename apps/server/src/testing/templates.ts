import { fileURLToPath } from 'node:url';
import { bootstrapDatabases, type DatabasePlan } from '../platform/bootstrap.ts';
import { migrate } from '../platform/migrate.ts';

/** Where the test server's superuser is reached; from the embedded launcher. */
export type TestServer = { host: string; port: number; user: string };

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
export async function createTemplates(server: TestServer): Promise<void> {
  await bootstrapDatabases((database) => ({ ...server, database }), Object.values(templates));
  for (const { database, schema, owner } of Object.values(templates)) {
    await migrate(
      { host: server.host, port: server.port, user: owner, database },
      schema,
      migrationFolders[schema],
    );
  }
}
