import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import './databases.ts';
import { createTemplates } from './templates.ts';

/** Speed over durability: this server's data is thrown away, and crash tests start servers of their own. */
const THROWAWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // Counts the blocks that each statement reads: growth is tested by these, not by time.
  shared_preload_libraries: 'pg_stat_statements',
};

/**
 * One PostgreSQL server for the whole run, with a migrated template database per schema that test files copy.
 * `PG_BINARIES` names the `bin` folder of another PostgreSQL; the npm package's server where absent.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'server-tests-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    binaries: process.env.PG_BINARIES ?? 'npm',
    settings: THROWAWAY,
  });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { host, port, user } = server.superuserConnection;
    await createTemplates({ host, port, user });
    project.provide('testServer', { host, port, user });
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
