import { type Config, readConfig } from '../config.ts';
import { bootstrapDatabases, type DatabasePlan } from '../platform/bootstrap.ts';

// `npm run db:bootstrap -- postgres://superuser@host/postgres`: makes roles, databases and schemas on one's own server
// for the URLs of the environment. Idempotent.
const superuserUrl = process.argv[2];
if (!superuserUrl) {
  process.stderr.write('Usage: npm run db:bootstrap -- postgres://superuser:password@host:5432/postgres\n');
  process.exit(2);
}
const config = readConfig(process.env);
const plans = [plan('auth', config.identity), ...config.regions.map((region) => plan('app', region))].filter(
  (entry) => entry !== null,
);
if (plans.length === 0) {
  process.stderr.write('No …_DATABASE_URL is set, so there is nothing to prepare.\n');
  process.exit(2);
}
await bootstrapDatabases((database) => withDatabase(superuserUrl, database), plans);
process.stdout.write(`Prepared ${plans.map((entry) => entry.database).join(', ')}.\n`);

function plan(
  schema: 'auth' | 'app',
  { databaseUrl, ownerUrl, workerUrl }: Config['identity'],
): DatabasePlan | null {
  if (!databaseUrl || !ownerUrl || !workerUrl) return null;
  const [login, owner, worker] = [new URL(databaseUrl), new URL(ownerUrl), new URL(workerUrl)];
  return {
    schema,
    database: login.pathname.slice(1),
    owner: decodeURIComponent(owner.username),
    login: decodeURIComponent(login.username),
    ownerPassword: decodeURIComponent(owner.password),
    loginPassword: decodeURIComponent(login.password),
    worker: { name: decodeURIComponent(worker.username), password: decodeURIComponent(worker.password) },
  };
}

function withDatabase(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.toString();
}
