import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { newestBackup } from './age.ts';
import { BackupError } from './errors.ts';
import { type Restored, restoreBackup } from './restore.ts';
import { type RestoredTo, restoreToTime, type Wanted } from './restore-to.ts';

/**
 * Restores a backup into an embedded server made for it alone, as a real restore would be done, and removes it again: the
 * installation is not touched.
 *
 * @param folder a backup, or the folder that backups are put in, of which the newest is taken
 * @throws BackupError for whatever a restore refuses, and when policies, grants or sequences are not those of the backup
 */
export async function rehearseRestore(
  config: Config,
  folder: string,
  now: Date,
): Promise<{ folder: string; databases: Restored[] }> {
  const backup = existsSync(join(folder, 'manifest.json')) ? folder : await newestBackup(folder);
  if (backup === null) throw new BackupError(`${folder} is no backup and holds none.`);
  return inScratch(async (dataDir) => {
    const databases = await restoreBackup(besides(config, dataDir), backup, now);
    const differences = databases.flatMap(({ name, differences: found }) =>
      found.map((difference) => `  ${name}: ${difference}`),
    );
    if (differences.length > 0)
      throw new BackupError(`${backup} came back with differences:\n${differences.join('\n')}`);
    return { folder: backup, databases };
  });
}

/**
 * Restores the archive up to a moment beside the installation, as a real restore would be done, and removes it again.
 * @throws BackupError or ArchiveError for whatever a restore refuses
 */
export function rehearseArchive(config: Config, wanted: Wanted, now: Date): Promise<RestoredTo> {
  return inScratch((dataDir) => restoreToTime({ ...config, dataDir }, wanted, now));
}

async function inScratch<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const scratch = await mkdtemp(join(tmpdir(), 'stint-rehearsal-'));
  try {
    // As root the server may run as another user, who must be able to pass through.
    await chmod(scratch, 0o755);
    return await work(join(scratch, 'data'));
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** The same services and regions, with databases of its own. */
function besides(config: Config, dataDir: string): Config {
  const regions = config.regions.map(({ code, name }) => ({ code, name }));
  return { ...config, dataDir, identity: {}, regions, archive: null };
}
