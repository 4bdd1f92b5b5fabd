import { resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { BackupError } from './backup/errors.ts';
import { restoreBackup } from './backup/restore.ts';
import { runTool } from './run-tool.ts';

// `npm run restore -- /var/backups/stint/2026-11-21T08-00-00-000Z`: into an empty DATA_DIR or empty databases.
await runTool(async (folder) => {
  if (!folder) throw new BackupError('Usage: npm run restore -- FOLDER_OF_A_BACKUP');
  for (const { name, rows } of await restoreBackup(readConfig(process.env), resolve(folder), new Date())) {
    process.stdout.write(`  ${name.padEnd(12)} ${rows} rows, checksums agree\n`);
  }
  process.stdout.write('Restored. Everybody has to sign in again.\n');
});
