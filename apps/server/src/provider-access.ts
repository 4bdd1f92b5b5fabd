import { join } from 'node:path';
import { parseApiKey } from '@stint/domain/auth/api-key.ts';
import { type Config, ConfigError, providerUrl } from './config.ts';
import { readPrivateFile, writePrivateFile } from './platform/data-directory.ts';
import { StartError } from './platform/start-error.ts';

/** What automation needs of the provider; kept in `latchkey.json` of the data directory, mode 0600. */
export type ProviderAccess = { tenantId: string; adminKey: string; baseUrl: string };

/** The part of our own provider that knows its first tenant. */
export type RootTenants = {
  ensureRootTenant(): Promise<{ tenantId: string; adminKey: string | null }>;
};

/**
 * Root tenant and server key: configured, else kept in `latchkey.json`, else made now by our own provider.
 * @throws ConfigError when neither is there for a service that cannot work without
 */
export async function providerAccess(config: Config, auth: RootTenants | undefined): Promise<ProviderAccess> {
  if (!auth && !config.auth.baseUrl)
    throw new ConfigError([
      'AUTH_BASE_URL is missing; SERVICES leaves out auth, so the provider is elsewhere',
    ]);
  const baseUrl = baseUrlOf(config);
  const text = await readPrivateFile(config.dataDir, 'latchkey.json');
  const kept = text ? parseKept(text, config.dataDir) : {};
  const made = auth ? await auth.ensureRootTenant() : null;
  const adminKey = config.auth.adminKey ?? made?.adminKey ?? kept.adminKey ?? '';
  const tenantId =
    config.auth.tenantId ?? made?.tenantId ?? parseApiKey(adminKey)?.tenantId ?? kept.tenantId ?? '';
  checkAccess(config, { tenantId, adminKey });
  const access: ProviderAccess = { tenantId, adminKey, baseUrl };
  const written = `${JSON.stringify(access, null, 2)}\n`;
  if (auth && written !== text) await writePrivateFile(config.dataDir, 'latchkey.json', written);
  return access;
}

/** How a tool reaches the provider, which runs. @throws ConfigError where nobody says with which key */
export async function runningProvider(config: Config): Promise<ProviderAccess> {
  const text = await readPrivateFile(config.dataDir, 'latchkey.json');
  const kept = text ? parseKept(text, config.dataDir) : {};
  const adminKey = config.auth.adminKey ?? kept.adminKey ?? '';
  const tenantId = config.auth.tenantId ?? parseApiKey(adminKey)?.tenantId ?? kept.tenantId ?? '';
  checkAccess(config, { tenantId, adminKey });
  return { tenantId, adminKey, baseUrl: kept.baseUrl ?? baseUrlOf(config) };
}

function baseUrlOf(config: Config): string {
  return config.mode === 'live' ? providerUrl(config) : (config.auth.baseUrl ?? localBaseUrl(config));
}

function parseKept(text: string, dataDir: string): Partial<ProviderAccess> {
  try {
    return JSON.parse(text) as Partial<ProviderAccess>;
  } catch (cause) {
    throw new StartError(
      `${join(dataDir, 'latchkey.json')} is no JSON: bring it back from a backup, or remove it and name the provider's key with AUTH_ADMIN_KEY (npm run latchkey -- key create makes one).`,
      { cause },
    );
  }
}

/** The provider keeps the hash of a key alone, so one that is lost cannot be read back from it. */
function checkAccess(config: Config, { tenantId, adminKey }: Omit<ProviderAccess, 'baseUrl'>): void {
  const { services, auth } = config;
  if (!services.has('gateway') && !services.has('web')) return;
  const problems = [
    ...(adminKey === ''
      ? [
          `AUTH_ADMIN_KEY is missing and ${config.dataDir} has no latchkey.json with one; copy adminKey of the first process, or make one with: npm run latchkey -- key create ${tenantId || '{tenant}'}`,
        ]
      : []),
    ...(tenantId === '' ? ['AUTH_TENANT_ID is missing; copy tenantId of the first process'] : []),
  ];
  if (problems.length > 0 && auth.profile === 'latchkey') throw new ConfigError(problems);
}

/** For programs on this machine, whose resolvers need not know names below localhost; test mode answers to it. */
function localBaseUrl({ listenAddress, port }: Config): string {
  return `http://${listenAddress.includes(':') ? `[${listenAddress}]` : listenAddress}:${port}/v0/`;
}
