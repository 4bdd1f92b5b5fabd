import { join, resolve } from 'node:path';
import { UsageError } from '../auth/cli/arguments.ts';
import { readConfig } from '../config.ts';
import { folderName, keptDays } from '../platform/time-names.ts';
import { removeAged } from './backup/age.ts';
import { takeBackup } from './backup/take.ts';
import { runTool } from './run-tool.ts';

// `npm run backup -- /var/backups/stint`: writes a new folder below that one, named after the time in UTC, and removes those
// that are older than 35 days.
await runTool(async (target) => {
  if (target?.startsWith('-')) throw new UsageError('Usage: npm run backup -- [FOLDER]');
  const now = new Date();
  const parent = resolve(target ?? 'backups');
  const folder = join(parent, folderName(now));
  for (const { name, rows } of await takeBackup(readConfig(process.env), folder, now)) {
    process.stdout.write(`  ${name.padEnd(12)} ${rows} rows\n`);
  }
  for (const name of await removeAged(parent, now)) {
    process.stdout.write(`  removed ${name}, older than ${keptDays} days\n`);
  }
  process.stdout.write(`${folder}\n`);
});
