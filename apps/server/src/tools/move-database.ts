import { UsageError } from '../auth/cli/arguments.ts';
import { readConfig } from '../config.ts';
import { moveDatabases } from './move/move.ts';
import { runTool } from './run-tool.ts';

// `npm run move-database`: with the product stopped and the …_DATABASE_URLs of the new servers set, copies what lies in the
// embedded databases there, and compares.
await runTool(async (argument) => {
  if (argument !== undefined) throw new UsageError('Usage: npm run move-database');
  for (const { name, rows } of await moveDatabases(readConfig(process.env))) {
    process.stdout.write(`  ${name.padEnd(12)} ${rows} rows, checksums agree\n`);
  }
  process.stdout.write(
    'Moved. From now on start with the same settings; the embedded databases are as they were.\n',
  );
});
