import { ArchiveError } from '../platform/archive/errors.ts';
import { archiveOf, fetchWal } from '../platform/archive/wal-files.ts';

/** Above 125 PostgreSQL gives the recovery up; at 1 it takes the archive to end here. */
const GIVE_UP = 200;

// PostgreSQL's restore_command: `fetch-wal.ts ARCHIVE_DIR FILE TARGET`. What went wrong is found in the log by its first word.
const [folder = '', name = '', target = ''] = process.argv.slice(2);
try {
  await fetchWal(archiveOf(folder, process.env), name, target);
} catch (error) {
  const isMissing = error instanceof ArchiveError && error.code === 'missing';
  if (!isMissing) process.stderr.write(`archive: ${(error as Error).message}\n`);
  process.exitCode = isMissing ? 1 : GIVE_UP;
}
