import { runCommandLine } from '../auth/cli/run.ts';
import { type AuthService, createAuthService } from '../auth/service.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { masterSecrets } from '../platform/data-directory.ts';
import { openDatabase } from '../platform/database.ts';
import { createLogger } from '../platform/log.ts';
import { locateDatabases, migrateAll } from '../product-databases.ts';
import { runTool } from './run-tool.ts';

// `npm run latchkey -- --help`: works beside a running product, or starts the embedded database for itself.
const opened: (() => Promise<unknown>)[] = [];

async function open(): Promise<AuthService> {
  const config = { ...readConfig(process.env), services: new Set(['auth'] as const) };
  const located = await locateDatabases(config, () => {}, { attach: true });
  opened.push(located.stop);
  if (!located.identity) throw new Error('the identity database is not configured');
  await migrateAll([located.identity]);
  const database = openDatabase({ address: located.identity.address, max: 3, applicationName: 'latchkey' });
  opened.push(() => database.close());
  const { key, others } = await masterSecrets(config);
  const service = await createAuthService({
    database,
    config,
    secretKey: key,
    otherKeys: others,
    clock: systemClock,
    mail: null,
    sms: null,
    fetch,
    log: createLogger('silent'),
  });
  opened.push(() => service.close());
  return service;
}

await runTool(async () => {
  try {
    process.stdout.write(await runCommandLine(process.argv.slice(2), open));
  } finally {
    for (const close of opened.reverse()) await close();
  }
});
