import { join, resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { takeBackup } from './backup/take.ts';
import { runTool } from './run-tool.ts';

// `npm run backup -- /var/backups/stint`: writes a new folder below that one, named after the time in UTC.
await runTool(async (parent) => {
  const now = new Date();
  const folder = join(resolve(parent ?? 'backups'), now.toISOString().replace(/[:.]/g, '-'));
  for (const { name, rows } of await takeBackup(readConfig(process.env), folder, now)) {
    process.stdout.write(`  ${name.padEnd(12)} ${rows} rows\n`);
  }
  process.stdout.write(`${folder}\n`);
});
