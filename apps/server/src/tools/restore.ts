import { resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { BackupError } from './backup/errors.ts';
import { rehearseRestore } from './backup/rehearse.ts';
import { type Restored, restoreBackup } from './backup/restore.ts';
import { runTool } from './run-tool.ts';

// `npm run restore -- /var/backups/stint/2026-11-21T08-00-00-000Z`: into an empty DATA_DIR or empty databases.
// `npm run restore -- --rehearse /var/backups/stint`: the newest, into a server of its own that is removed again.
await runTool(async () => {
  const [first, second] = process.argv.slice(2);
  const isRehearsal = first === '--rehearse';
  const folder = isRehearsal ? second : first;
  if (!folder) throw new BackupError('Usage: npm run restore -- [--rehearse] FOLDER_OF_A_BACKUP');
  const config = readConfig(process.env);
  if (isRehearsal) {
    const rehearsed = await rehearseRestore(config, resolve(folder), new Date());
    report(rehearsed.databases);
    process.stdout.write(
      `${rehearsed.folder} can be restored: rows, policies, grants and sequences agree.\n`,
    );
    return;
  }
  report(await restoreBackup(config, resolve(folder), new Date()));
  process.stdout.write('Restored. Everybody has to sign in again.\n');
});

function report(databases: Restored[]): void {
  for (const { name, rows, differences } of databases) {
    process.stdout.write(`  ${name.padEnd(12)} ${rows} rows, checksums agree\n`);
    for (const difference of differences) process.stdout.write(`  ${name.padEnd(12)} ${difference}\n`);
  }
}
