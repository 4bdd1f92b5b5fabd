import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { type Config, readConfig } from './config.ts';
import type { ArchiveEvent } from './platform/archive/keeper.ts';
import { masterSecret, prepareDataDirectory } from './platform/data-directory.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { openProductDatabases } from './product-databases.ts';

const root = await mkdtemp(join(process.env.STINT_TEST_DIR ?? tmpdir(), 'product-archive-'));
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

/** Starts, waits until there is a copy that the log goes on from, and stops. @returns what happened to the archive */
async function runOnce(config: Config): Promise<ArchiveEvent['kind'][]> {
  const events: ArchiveEvent[] = [];
  const databases = await openProductDatabases(config, () => {});
  try {
    databases.keepArchive((event) => events.push(event));
    await vi.waitFor(() => expect(databases.archive()?.baseAgeSeconds).toEqual(expect.any(Number)), 120_000);
  } finally {
    await databases.close();
  }
  return events.map(({ kind }) => kind);
}

test('security 14: a start of a release that knows no archive breaks the log, and the next one with it begins with a new copy', {
  timeout: 300_000,
}, async () => {
  const config = readConfig({
    ARCHIVE_DIR: join(root, 'archive'),
    ARCHIVE_KEY: 'Zr2pX0vQm8sKd4tWfY7hLb1nJc5gUe9aPo3i',
    ARCHIVE_SECONDS: '3600',
    REGIONS: 'us=United States',
    DATA_DIR: join(root, 'data'),
  });
  await chmod(root, 0o755);
  await prepareDataDirectory(config.dataDir);
  await masterSecret(config.dataDir, undefined);
  expect(await runOnce(config)).toEqual(['base']);
  expect(await runOnce(config)).toEqual([]);
  const between = await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres') });
  await between.stop();
  expect(await runOnce(config)).toEqual(['base']);
});
