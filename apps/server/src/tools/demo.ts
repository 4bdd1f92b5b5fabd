import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { isPlainDate } from '@stint/domain/time/plain-date.ts';
import { type Config, readConfig } from '../config.ts';
import { createWorkspaceProvider } from '../gateway/provider/client.ts';
import { createWorkspace } from '../gateway/workspace-lifecycle/create.ts';
import { systemClock } from '../platform/clock.ts';
import { readPrivateFile } from '../platform/data-directory.ts';
import { openDatabase } from '../platform/database.ts';
import { createLogger } from '../platform/log.ts';
import { sql } from '../platform/sql.ts';
import { startProduct } from '../product.ts';
import { type DatabaseLink, locateDatabases } from '../product-databases.ts';
import type { ProviderAccess } from '../provider-access.ts';
import { fillHarbourStudio } from './harbour/fill.ts';
import { emailOf, people } from './harbour/people.ts';
import { createProviderCall, demoPassword, ensureUsers } from './harbour/provider-users.ts';
import { runTool } from './run-tool.ts';

const name = 'Harbour Studio';
const slug = 'harbour-studio';
const seed = 'stint';

// `npm run demo`: fills a workspace that people can really sign in to, while the product runs or while it is stopped.
await runTool(async () => {
  // Whoever calls it wrongly hears of it before anything is made.
  chosenToday();
  const config = readConfig(process.env);
  if (config.mode === 'live') throw new Error('The demo has known passwords, so it is for test mode only.');
  const product = await attachOrStart(config);
  const located = await locateDatabases(config, () => {}, { attach: true });
  try {
    const region = config.regions[0];
    const link = region && located.regions.get(region.code);
    if (!region || !link) throw new Error('There is no data region to fill.');
    await fillOnce(config, product.access, region.code, link);
    printSignIns(config);
  } finally {
    await located.stop();
    await product.close();
  }
});

async function fillOnce(
  config: Config,
  access: ProviderAccess,
  regionCode: string,
  link: DatabaseLink,
): Promise<void> {
  const database = openDatabase({ address: link.address, max: 4 });
  try {
    const known = await database.maybeOne(
      sql`select 1 as one from app.workspace_directory where slug = ${slug}`,
    );
    if (known) return print(`${name} is there already; nothing was changed.`);
    const started = performance.now();
    const users = await ensureUsers(createProviderCall(access), access);
    print(`  ${people.length} people at the provider`);
    const provider = createWorkspaceProvider({
      baseUrl: access.baseUrl,
      rootTenantId: access.tenantId,
      adminKey: access.adminKey,
      fetch,
    });
    // No jobs are claimed here, so none needs the login for it.
    const region = { code: regionCode, name: regionCode, database, queue: database };
    const deps = {
      regions: new Map([[regionCode, region]]),
      clock: systemClock,
      config,
      provider,
    };
    const userId = String(users.get('olivia'));
    const workspace = await createWorkspace(deps, {
      userId,
      name,
      slug,
      regionCode,
      timeZone: 'Europe/Lisbon',
    });
    for (const person of people) {
      if (person.role !== 'owner')
        await provider.setRoles(workspace.publicId, String(users.get(person.key)), [person.role]);
    }
    const today = chosenToday() ?? systemClock.now().toISOString().slice(0, 10);
    const filled = await fillHarbourStudio(link.owner, { seed, today, tenantId: workspace.tenantId, users });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    print(`  ${filled.entries} entries in ${filled.weeks.length} weeks since ${filled.from}, ${seconds} s`);
  } finally {
    await database.close();
  }
}

/** `--today=YYYY-MM-DD`: the day up to which the studio has worked; the current day where absent. */
function chosenToday(): string | null {
  const { today } = parseArgs({ options: { today: { type: 'string' } } }).values;
  if (today === undefined) return null;
  if (!isPlainDate(today)) throw new Error(`--today is "${today}"; use a date as YYYY-MM-DD.`);
  return today;
}

type Attached = { access: ProviderAccess; close(): Promise<void> };

/** The running product where there is one, else provider and gateway of this process for as long as it takes. */
async function attachOrStart(config: Config): Promise<Attached> {
  const kept = await readPrivateFile(config.dataDir, 'latchkey.json');
  const access = kept ? (JSON.parse(kept) as ProviderAccess) : null;
  if (access && (await isAnswering(access.baseUrl))) return { access, close: async () => {} };
  print('The product is not running; its services are started for a moment.');
  const product = await startProduct({
    config: { ...config, port: await freePort(), services: new Set(['auth', 'gateway']) },
    log: createLogger('warn'),
  });
  return { access: product.provider, close: () => product.close() };
}

async function isAnswering(baseUrl: string): Promise<boolean> {
  const answer = await fetch(new URL('/readyz', baseUrl), { signal: AbortSignal.timeout(3000) }).catch(
    () => null,
  );
  return answer?.ok === true;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function printSignIns(config: Config): void {
  print('');
  print(
    `  ${name}   ${config.scheme}://${slug}.${config.mainDomain}   (sign in at ${config.scheme}://${config.mainDomain}/signin)`,
  );
  for (const person of people) print(`  ${person.role.padEnd(7)} ${emailOf(person)}`);
  print(`  password for all of them: ${demoPassword}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
