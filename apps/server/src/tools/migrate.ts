import { UsageError } from '../auth/cli/arguments.ts';
import { readConfig } from '../config.ts';
import { locateDatabases, migrateAll } from '../product-databases.ts';
import { runTool } from './run-tool.ts';

// `npm run db:migrate`: brings the configured databases up to date without starting the product.
await runTool(async (argument) => {
  if (argument !== undefined) throw new UsageError('Usage: npm run db:migrate');
  const located = await locateDatabases(readConfig(process.env), () => {});
  try {
    await migrateAll([...(located.identity ? [located.identity] : []), ...located.regions.values()]);
    process.stdout.write('All databases are up to date.\n');
  } finally {
    await located.stop();
  }
});
