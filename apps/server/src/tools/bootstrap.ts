import { UsageError } from '../auth/cli/arguments.ts';
import { type Config, readConfig } from '../config.ts';
import { bootstrapDatabases, type DatabasePlan } from '../platform/bootstrap.ts';
import { type CitusNode, joinCluster } from '../platform/citus-cluster.ts';
import { explainRefusal } from '../platform/database-refusal.ts';
import { runTool } from './run-tool.ts';

// `npm run db:bootstrap -- postgres://superuser@host/postgres`: makes roles, databases and schemas on one's own server
// for the URLs of the environment. With the servers of a Citus cluster, its coordinator first, the databases of the regions
// are made on each and joined. Idempotent.
await runTool(async () => {
  const [first, ...others] = process.argv.slice(2);
  if (!first || ![first, ...others].every((address) => URL.canParse(address))) {
    throw new UsageError(
      'Usage: npm run db:bootstrap -- postgres://superuser:password@host:5432/postgres [the same for each Citus worker]',
    );
  }
  const config = readConfig(process.env);
  const regions = config.regions.map((region) => plan('app', region)).filter((entry) => entry !== null);
  const identity = plan('auth', config.identity);
  const plans = [...(identity ? [identity] : []), ...regions];
  if (plans.length === 0) throw new UsageError('No …_DATABASE_URL is set, so there is nothing to prepare.');
  const variable = 'the address that was given';
  await bootstrapDatabases((database) => withDatabase(first, database), plans).catch((error: unknown) => {
    throw explainRefusal(error, { variable, address: first });
  });
  if (others.length > 0) {
    for (const url of others) await bootstrapDatabases((database) => withDatabase(url, database), regions);
    for (const region of regions) {
      const superuser = loginOf(new URL(first));
      await joinCluster(
        region.database,
        [nodeAt(first), ...others.map(nodeAt)],
        [superuser, ...loginsOf(region)],
      );
    }
  }
  process.stdout.write(`Prepared ${plans.map((entry) => entry.database).join(', ')}.\n`);
});

/** The others reach a server under the name by which it is given here. */
function nodeAt(address: string): CitusNode {
  const { hostname, port } = new URL(address);
  return {
    host: hostname,
    port: Number(port || 5432),
    connect: (database) => withDatabase(address, database),
  };
}

function loginsOf({ owner, ownerPassword = '', login, loginPassword = '' }: DatabasePlan) {
  return [
    { name: owner, password: ownerPassword },
    { name: login, password: loginPassword },
  ];
}

function loginOf({ username, password }: URL) {
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

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
