import { readConfig } from '../config.ts';
import { locateDatabases, migrateAll } from '../product-databases.ts';

// `npm run db:migrate`: brings the configured databases up to date without starting the product.
const config = readConfig(process.env);
const located = await locateDatabases(config, () => {});
try {
  await migrateAll([...(located.identity ? [located.identity] : []), ...located.regions.values()]);
  process.stdout.write('All databases are up to date.\n');
} finally {
  await located.stop();
}
