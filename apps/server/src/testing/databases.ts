import type pg from 'pg';
import { inject } from 'vitest';
import { withClient } from '../platform/connections.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { watchStatements } from './sent-statements.ts';
import { noteTasks, watchTasks } from './tasks.ts';
import { type ServerAddress, type TestServer, templates } from './templates.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

export type TestDatabase = {
  /** As the service connects: a plain login under row security. */
  database: Database;
  /** As the owner: for looking at everything. */
  owner: Database;
  /** As the login that claims jobs. */
  queue: Database;
  /** @throws Error when the service asked more than one server of a cluster for a statement */
  drop(): Promise<void>;
};

/**
 * A fresh copy of a migrated template on the run's PostgreSQL server. A copy on every server of a cluster is a cluster again:
 * each knows the others by address, and their shards by number.
 */
export async function createTestDatabase(schema: 'auth' | 'app'): Promise<TestDatabase> {
  const server = inject('testServer');
  const nodes = schema === 'app' ? [...server.workers, server] : [server];
  const name = `t_${schema}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const { owner: ownerName, login } = templates[schema];
  const worker = templates[schema].worker.name;
  const copy = (node: ServerAddress) =>
    asSuperuser(node, [
      `create database ${name} template ${templates[schema].database}`,
      `revoke all on database ${name} from public`,
      `grant connect on database ${name} to ${ownerName}, ${login}, ${worker}`,
    ]);
  await Promise.all(nodes.map(copy));
  const open = (user: string, statementTimeoutMs?: number) =>
    openDatabase({
      address: { host: server.host, port: server.port, user, database: name },
      max: 6,
      ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
    });
  // Years of data are made as the owner, on machines that have other things to do as well.
  const [database, owner, queue] = [open(login), open(ownerName, 100_000), open(worker)];
  const tasks = watchTasks(database.pool);
  const noteStatements = watchStatements(schema, [database.pool, queue.pool]);
  return {
    database,
    owner,
    queue,
    async drop() {
      noteStatements();
      if (schema === 'app' && server.workers.length > 0) noteTasks(tasks);
      await Promise.all([database.close(), owner.close(), queue.close()]);
      // The coordinator first: it speaks to the others.
      for (const node of nodes.toReversed())
        await asSuperuser(node, [`drop database if exists ${name} with (force)`]);
      const spread = tasks.spread();
      if (spread.length > 0) throw new Error(`more than one server asked:\n${spread.join('\n\n')}`);
    },
  };
}

async function asSuperuser({ host, port, user }: ServerAddress, statements: string[]): Promise<void> {
  await withClient({ host, port, user, database: 'postgres' }, async (client) => {
    for (const statement of statements) await runPatiently(client, statement);
  });
}

/** Two files may copy the same template at once; PostgreSQL lets only one do so, the other tries again. */
async function runPatiently(client: pg.Client, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      if (attempt === 40 || !/is being accessed by other users/.test((error as Error).message)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25 * attempt));
    }
  }
}
