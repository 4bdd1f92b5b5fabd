import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepFormerKeys, takeUpKeys } from '../auth/model/former-keys.ts';
import { type Config, readConfig } from '../config.ts';
import { gatewaySecrets } from '../gateway/secrets.ts';
import {
  masterSecrets,
  newSecretKey,
  readPrivateFile,
  readSecretKeys,
  writeSecretKeys,
} from '../platform/data-directory.ts';
import { openDatabase } from '../platform/database.ts';
import { findRunningServer } from '../platform/embedded/running-server.ts';
import { createSecrets } from '../platform/secrets.ts';
import { StartError } from '../platform/start-error.ts';
import { type DatabaseLink, locateDatabases, migrateAll } from '../product-databases.ts';
import { type Resealed, resealIdentity, resealRegion } from './rotate-key/reseal.ts';
import { runTool } from './run-tool.ts';

const usage = `Usage: npm run rotate-key -- [--new]
  Changes the master secret (docs/operations.md).
  --new   makes a new one in DATA_DIR, where SECRET_KEY is not set; restart the product after it.
  Without it, beside the restarted product: seals everything anew under the key in use, so that the former one may go. It
  may be interrupted and run again. Code 1: something is sealed with a key that is not known here.
`;

await runTool(async () => {
  const { values } = parseArgs({ options: { new: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) return tell(usage);
  const config = readConfig(process.env);
  if (values.new) return makeNewKey(config);
  await requireRestart(config);
  const located = await locateDatabases(config, () => {}, { attach: true });
  try {
    const done = [
      ...(located.identity ? await ofProvider(config, located.identity) : []),
      ...(await ofRegions(config, located.regions)),
    ];
    const unreadable = done.reduce((sum, each) => sum + each.unreadable, 0);
    if (unreadable > 0) {
      tell(
        `${unreadable} values are sealed with another key: name it as SECRET_KEY_FORMER and run this again.\n`,
      );
      process.exitCode = 1;
      return;
    }
    const elsewhere = notLookedAt(config);
    if (elsewhere.length > 0) {
      tell(
        `What was found is sealed with the key in use. The databases of ${elsewhere.join(' and ')} were not looked at: run this there too before SECRET_KEY_FORMER is unset.\n`,
      );
      return;
    }
    await forgetFormerKey(config);
    tell('Everything is sealed with the key in use; SECRET_KEY_FORMER may be unset at the next restart.\n');
  } finally {
    await located.stop();
  }
});

/** Services that run in other processes alone, with values under the key that is being changed. */
function notLookedAt({ services, secretKey }: Config): string[] {
  // Without a master secret the gateway seals with its server key.
  const sealing = secretKey === undefined ? (['auth'] as const) : (['auth', 'gateway'] as const);
  return sealing.filter((name) => !services.has(name));
}

function tell(text: string): void {
  process.stdout.write(text);
}

async function makeNewKey({ dataDir, secretKey }: Config): Promise<void> {
  if (secretKey !== undefined) {
    throw new StartError(
      'SECRET_KEY is set, so the new one is made by you: set SECRET_KEY to what "openssl rand -base64 48" prints and SECRET_KEY_FORMER to the present one, restart, then run npm run rotate-key.',
    );
  }
  const keys = await readSecretKeys(dataDir);
  const [present, former] = keys;
  if (present === undefined)
    throw new StartError(
      `There is no secret.key in ${dataDir} yet: start the product once, or set DATA_DIR.`,
    );
  if (former !== undefined)
    throw new StartError(
      'The key is being changed already: restart the product, then run npm run rotate-key without --new.',
    );
  await writeSecretKeys(dataDir, [newSecretKey(), present]);
  tell('A new key was made. Restart the product, then run: npm run rotate-key\n');
}

/** A product that still seals with the former key would not read what is sealed anew. */
async function requireRestart({ dataDir, secretKey }: Config): Promise<void> {
  if (secretKey !== undefined || (await readSecretKeys(dataDir)).length < 2) return;
  const cluster = join(dataDir, 'postgres');
  if (!(await findRunningServer(cluster))) return;
  const [made, server] = await Promise.all([
    stat(join(dataDir, 'secret.key')),
    readFile(join(cluster, 'postgres', 'postmaster.pid'), 'utf8'),
  ]);
  // Its third line is the second in which the server began.
  if ((Number(server.split('\n')[2]) + 1) * 1000 < made.mtimeMs)
    throw new StartError('The product runs with the former key: restart it, then run this again.');
}

async function ofProvider(config: Config, link: DatabaseLink): Promise<Resealed[]> {
  await migrateAll([link]);
  const { key, others } = await masterSecrets(config);
  const secrets = createSecrets(key, others);
  const owner = openDatabase({ address: link.owner, max: 1, applicationName: 'rotate-key' });
  try {
    await takeUpKeys(owner, secrets, config.mode);
    // First of all: were this interrupted, nothing that people hold would be lost with the former key.
    await keepFormerKeys(owner, secrets, new Date());
  } finally {
    await owner.close();
  }
  return report('provider', await resealIdentity(link.owner, secrets));
}

async function ofRegions(config: Config, regions: ReadonlyMap<string, DatabaseLink>): Promise<Resealed[]> {
  // Without a master secret the gateway seals with its server key, which this does not change.
  if (config.secretKey === undefined) return [];
  const kept = JSON.parse((await readPrivateFile(config.dataDir, 'latchkey.json')) ?? '{}');
  const secrets = gatewaySecrets(config, config.auth.adminKey ?? kept.adminKey ?? '');
  const done: Resealed[] = [];
  for (const [code, { address }] of regions) {
    const database = openDatabase({ address, max: 2, applicationName: 'rotate-key' });
    try {
      done.push(...report(code, await resealRegion(database, secrets)));
    } finally {
      await database.close();
    }
  }
  return done;
}

function report(place: string, done: Resealed[]): Resealed[] {
  for (const { column, anew, unreadable } of done) {
    const bad = unreadable > 0 ? `, ${unreadable} not readable` : '';
    if (anew > 0 || unreadable > 0) tell(`${place}: ${column}: ${anew} sealed anew${bad}\n`);
  }
  return done;
}

async function forgetFormerKey({ dataDir, secretKey }: Config): Promise<void> {
  const [present, former] = await readSecretKeys(dataDir);
  if (secretKey === undefined && present !== undefined && former !== undefined)
    await writeSecretKeys(dataDir, [present]);
}
