import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import './databases.ts';
import { createTemplates } from './templates.ts';

/** Speed over durability: this server's data is thrown away, and crash tests start servers of their own. */
const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Each file opens its own pools, and three run at once.
  max_connections: '300',
  // Counts the blocks that each statement reads: growth is tested by these, not by time.
  shared_preload_libraries: 'pg_stat_statements',
};

/** Three servers share the machine with the tests; few shards, for every test file copies all of them. */
const CLUSTER = {
  ...THROWAWAY,
  shared_preload_libraries: 'citus, pg_stat_statements',
  wal_level: 'logical',
  max_prepared_transactions: '200',
  max_worker_processes: '100',
  shared_buffers: '64MB',
  'citus.shard_count': '4',
  // By unix socket, like everybody else here.
  'citus.node_conninfo': 'sslmode=disable',
};

/**
 * One PostgreSQL server for the whole run, with a migrated template database per schema that test files copy.
 * `PG_BINARIES` names the `bin` folder of another PostgreSQL, the npm package's server where absent; with `CITUS_WORKERS` it is the
 * coordinator of a cluster with so many workers.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workerCount = Number(process.env.CITUS_WORKERS ?? 0);
  const folder = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'server-tests-'));
  const started: EmbeddedPostgres[] = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (let node = 0; node <= workerCount; node++) {
      const dataDir = join(folder, String(node));
      const settings = workerCount > 0 ? CLUSTER : THROWAWAY;
      const binaries = process.env.PG_BINARIES ?? 'npm';
      started.push(await startEmbeddedPostgres({ dataDir, binaries, settings }));
    }
    const [server, ...workers] = started.map(({ superuserConnection }) => {
      const { host, port, user } = superuserConnection;
      return { host, port, user };
    });
    if (!server) throw new Error('no server was started');
    const testServer = { ...server, workers };
    await createTemplates(testServer);
    project.provide('testServer', testServer);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
