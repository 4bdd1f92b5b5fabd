import { existsSync } from 'node:fs';
import { validateHeaderValue } from 'node:http';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { isEmail } from '@stint/domain/auth/email.ts';
import { parseSeatPrice, type SeatPrice } from '@stint/domain/workspace/seat-price.ts';
import { findAddressProblems } from './config-addresses.ts';
import { type ArchiveConfig, readArchive } from './config-archive.ts';
import { type Variable, variables } from './config-variables.ts';
import { badPorts } from './platform/bad-ports.ts';
import { type FontFile, readFontFile } from './platform/font-file.ts';
import { callableProblem } from './platform/safe-fetch.ts';
import { findLengthProblem, findSecretProblem } from './platform/secret-problems.ts';
import { parseProxies } from './platform/trusted-proxies.ts';
import { readSecretFiles } from './secret-files.ts';

export type Region = {
  code: string;
  name: string;
  databaseUrl?: string;
  ownerUrl?: string;
  workerUrl?: string;
};

export type Config = {
  mode: 'test' | 'live';
  port: number;
  listenAddress: string;
  mainDomain: string;
  scheme: 'http' | 'https';
  dataDir: string;
  services: ReadonlySet<'auth' | 'gateway' | 'web'>;
  regions: Region[];
  identity: { databaseUrl?: string; ownerUrl?: string; workerUrl?: string };
  databasePool: number;
  /** How long the process still takes requests after SIGTERM. */
  graceSeconds: number;
  drainSeconds: number;
  secretKey?: string;
  /** The master secret before the present one, and the one to come: what they sealed is opened. */
  formerKey?: string;
  nextKey?: string;
  auth: { baseUrl?: string; profile: 'latchkey' | 'v0'; tenantId?: string; adminKey?: string };
  /** How long gateways go on without the provider. */
  providerGraceSeconds: number;
  smtpUrl?: string;
  /** Takes what test mode writes, beside the outbox page. */
  testSmtpUrl?: string;
  mailFrom: string;
  smsUrl?: string;
  trustedProxies: string[];
  limitsPerAddress: boolean;
  billing: boolean;
  /** What a seat costs where no payment service says it. */
  seatPrice: SeatPrice | null;
  stripe: { secretKey?: string; webhookSecret?: string; priceId?: string; apiBase: string };
  content: { spaceId?: string; accessToken?: string; apiBase: string };
  contactAddress?: string;
  errorReportUrl?: string;
  /** Ends in a slash; the first 5 characters of a SHA-1 are appended. */
  breachRangeUrl?: string;
  logLevel: string;
  /** From how many milliseconds on a statement is written down; 0 for never. */
  slowStatementMs: number;
  /** Where traces go, and how many of them; null for nowhere. */
  traces: { url: string; headers: Record<string, string>; share: number } | null;
  metricsKey?: string;
  backupKey?: string;
  /** Where the log of the embedded database is archived; null for nowhere. */
  archive: ArchiveConfig | null;
  archiveKey?: string;
  /** Outside of the databases: who is not to come back by a restore. */
  forgottenDir: string;
  pgBinaries: string;
  /** For letters in PDFs that the fonts of Stint do not have. */
  pdfFontFallback: FontFile | null;
  /** Development: the page is served by Vite with fast reload. */
  isDevelopment: boolean;
};

/** Everything that is wrong with the environment, in one message. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration needs attention:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Base of the provider's calls, ending in a slash: its links carry it and its tokens name it as their issuer. */
export function providerUrl({ auth, scheme, mainDomain }: Config): string {
  return auth.baseUrl ?? `${scheme}://${mainDomain}/v0/`;
}

/**
 * Reads and checks the environment once.
 * @throws ConfigError that names every wrong variable and what to put there; live mode refuses missing, short or
 *   sample secrets
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const env = readSecretFiles(environment, problems);
  const text = (name: string) => env[name]?.trim() || undefined;
  const choice = <T extends string>(name: string, values: readonly T[], otherwise: T): T => {
    const value = text(name);
    if (value === undefined) return otherwise;
    if ((values as readonly string[]).includes(value)) return value as T;
    problems.push(`${name} is "${value}"; use one of ${values.join(', ')}`);
    return otherwise;
  };
  const integer = (name: string, otherwise: number, from: number, to: number): number => {
    const value = text(name);
    if (value === undefined) return otherwise;
    const number = Number(value);
    if (Number.isInteger(number) && number >= from && number <= to) return number;
    problems.push(`${name} is "${value}"; use a whole number from ${from} to ${to}`);
    return otherwise;
  };
  const list = (name: string, otherwise: string): string[] =>
    (text(name) ?? otherwise)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);

  const mode = choice('MODE', ['test', 'live'], 'test');
  const port = integer('PORT', 3000, 1, 65_535);
  if (badPorts.has(port))
    problems.push(`PORT is ${port}, which browsers refuse to open; use another, such as 3000`);
  const mainDomain = text('MAIN_DOMAIN') ?? `stint.localhost:${port}`;
  const scheme = choice('PUBLIC_SCHEME', ['http', 'https'], mode === 'live' ? 'https' : 'http');
  const listenAddress = text('LISTEN_ADDRESS') ?? '127.0.0.1';
  const services = list('SERVICES', 'auth,gateway,web');
  for (const name of services) {
    if (!['auth', 'gateway', 'web'].includes(name))
      problems.push(`SERVICES names "${name}"; use auth, gateway, web`);
  }
  const regions = readRegions(list('REGIONS', 'us=United States,eu=European Union'), text, problems);
  const identity = readUrls('IDENTITY_DATABASE', text, problems);
  const config: Config = {
    mode,
    port,
    listenAddress,
    mainDomain,
    scheme,
    dataDir: resolve(text('DATA_DIR')?.replace(/^~(?=\/)/, () => homedir()) ?? '.data'),
    services: new Set(services as ('auth' | 'gateway' | 'web')[]),
    regions,
    identity,
    databasePool: integer('DATABASE_POOL', 10, 2, 200),
    graceSeconds: integer('DRAIN_GRACE_SECONDS', 5, 0, 600),
    drainSeconds: integer('DRAIN_SECONDS', 25, 1, 600),
    secretKey: text('SECRET_KEY'),
    formerKey: text('SECRET_KEY_FORMER'),
    nextKey: text('SECRET_KEY_NEXT'),
    auth: {
      baseUrl: text('AUTH_BASE_URL'),
      profile: choice('AUTH_PROFILE', ['latchkey', 'v0'], 'latchkey'),
      tenantId: text('AUTH_TENANT_ID'),
      adminKey: text('AUTH_ADMIN_KEY'),
    },
    providerGraceSeconds: integer('PROVIDER_GRACE_SECONDS', 0, 0, 600),
    smtpUrl: text('SMTP_URL'),
    testSmtpUrl: text('TEST_SMTP_URL'),
    mailFrom: text('MAIL_FROM') ?? `Stint <no-reply@${mainDomain.replace(/:\d+$/, '')}>`,
    smsUrl: text('SMS_URL'),
    trustedProxies: readProxies(list('TRUSTED_PROXIES', ''), problems),
    limitsPerAddress: choice('LIMITS_PER_ADDRESS', ['on', 'off'], 'on') === 'on',
    billing: choice('BILLING', ['on', 'off'], 'on') === 'on',
    seatPrice: readSeatPrice(text('SEAT_PRICE'), mode, problems),
    stripe: {
      secretKey: text('STRIPE_SECRET_KEY'),
      webhookSecret: text('STRIPE_WEBHOOK_SECRET'),
      priceId: text('STRIPE_PRICE_ID'),
      apiBase: text('STRIPE_API_BASE') ?? 'https://api.stripe.com',
    },
    content: {
      spaceId: text('CONTENT_SPACE_ID'),
      accessToken: text('CONTENT_ACCESS_TOKEN'),
      apiBase: text('CONTENT_API_BASE') ?? 'https://graphql.contentful.com',
    },
    contactAddress:
      text('CONTACT_ADDRESS') ?? (mode === 'test' ? `contact@${mainDomain.replace(/:\d+$/, '')}` : undefined),
    errorReportUrl: text('ERROR_REPORT_URL'),
    breachRangeUrl: text('BREACH_RANGE_URL'),
    slowStatementMs: integer('SLOW_STATEMENT_MS', 1000, 0, 60_000),
    logLevel: choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    traces: readTraces(text, problems),
    metricsKey: text('METRICS_KEY'),
    backupKey: text('BACKUP_KEY'),
    archive: null,
    archiveKey: text('ARCHIVE_KEY'),
    forgottenDir: '',
    pgBinaries: text('PG_BINARIES') ?? 'npm',
    pdfFontFallback: readFontFile(text('PDF_FONT_FALLBACK'), problems),
    isDevelopment: env.STINT_DEV === '1',
  };
  config.archive = readArchive(
    text,
    integer,
    {
      dataDir: config.dataDir,
      hasKey: Boolean(config.archiveKey ?? config.secretKey),
      hasEmbedded: hasEmbedded(config),
    },
    problems,
  );
  config.forgottenDir = resolve(
    text('FORGOTTEN_DIR') ?? join(config.archive?.dir ?? config.dataDir, 'forgotten'),
  );
  problems.push(
    ...findAddressProblems(
      text,
      regions.map(({ code }) => code),
    ),
  );
  checkMode(config, problems);
  checkSecrets(config, text, problems);
  if (config.contactAddress && !isEmail(config.contactAddress))
    problems.push('CONTACT_ADDRESS is no email address');
  const reportProblem = config.errorReportUrl && callableProblem(config.errorReportUrl, mode === 'test');
  if (reportProblem) problems.push(`ERROR_REPORT_URL cannot be called: ${reportProblem}`);
  if (config.pgBinaries !== 'npm' && !existsSync(config.pgBinaries)) {
    problems.push(`PG_BINARIES is "${config.pgBinaries}", which is not there`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

type ReadText = (name: string) => string | undefined;

function readRegions(entries: string[], text: ReadText, problems: string[]): Region[] {
  return entries.map((entry) => {
    const [code = '', name = code] = entry.split('=', 2);
    if (!/^[a-z]{2,8}$/.test(code))
      problems.push(`REGIONS has "${entry}"; a code is 2 to 8 lowercase letters`);
    const prefix = `GATEWAY_${code.toUpperCase()}_DATABASE`;
    return { code, name, ...readUrls(prefix, text, problems) };
  });
}

/** `8 EUR month`, read already: what knows the digits of currencies takes 14 ms of a start to load. */
const testSeatPrice: SeatPrice = { amount: 800, currency: 'EUR', interval: 'month' };

function readSeatPrice(text: string | undefined, mode: Config['mode'], problems: string[]): SeatPrice | null {
  if (!text) return mode === 'test' ? testSeatPrice : null;
  const price = parseSeatPrice(text);
  if (!price) problems.push(`SEAT_PRICE is "${text}"; write it such as 9.50 EUR month`);
  return price;
}

/** A database of one's own has three logins: of the service, of its owner, and of who claims jobs. */
function readUrls(
  prefix: string,
  text: ReadText,
  problems: string[],
): { databaseUrl?: string; ownerUrl?: string; workerUrl?: string } {
  const databaseUrl = text(`${prefix}_URL`);
  const ownerUrl = text(`${prefix}_OWNER_URL`);
  const workerUrl = text(`${prefix}_WORKER_URL`);
  if (databaseUrl && !ownerUrl)
    problems.push(`${prefix}_OWNER_URL is missing; the migrator connects with it`);
  if (databaseUrl && !workerUrl)
    problems.push(
      `${prefix}_WORKER_URL is missing; jobs are claimed with it. Name a login of its own, then run npm run db:bootstrap`,
    );
  if ((ownerUrl || workerUrl) && !databaseUrl)
    problems.push(`${prefix}_URL is missing; the service connects with it`);
  return { databaseUrl, ownerUrl, workerUrl };
}

/** Whether one of the databases that this process asks for is the embedded one. */
function hasEmbedded({ services, identity, regions }: Config): boolean {
  return (
    (services.has('auth') && !identity.databaseUrl) ||
    (services.has('gateway') && regions.some(({ databaseUrl }) => !databaseUrl))
  );
}

/** By the names that programs for traces have in common (OpenTelemetry's specification of environment variables). */
function readTraces(text: ReadText, problems: string[]): Config['traces'] {
  const base = text('OTEL_EXPORTER_OTLP_ENDPOINT');
  const headers: Record<string, string> = {};
  for (const pair of text('OTEL_EXPORTER_OTLP_HEADERS')?.split(',') ?? []) {
    const [, name = '', value = ''] = /^\s*([\w-]+)=(.*?)\s*$/.exec(pair) ?? [];
    if (name === '')
      problems.push('OTEL_EXPORTER_OTLP_HEADERS is read as name=value,name=value; write it so');
    else headers[name] = decodeHeader(name, value, problems);
  }
  const share = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  if (!(share >= 0 && share <= 1))
    problems.push('OTEL_TRACES_SAMPLER_ARG is the part of traces that is kept; use a number from 0 to 1');
  if (base === undefined) return null;
  if (!isHttpUrl(base)) {
    problems.push(
      `OTEL_EXPORTER_OTLP_ENDPOINT is "${base}"; use the address of a collector, such as http://127.0.0.1:4318`,
    );
    return null;
  }
  return { url: `${base.replace(/\/+$/, '')}/v1/traces`, headers, share };
}

/** Values come percent-encoded, so that a comma or a space may be in them (OpenTelemetry's protocol exporter, OTLP headers). */
function decodeHeader(name: string, value: string, problems: string[]): string {
  try {
    const decoded = decodeURIComponent(value);
    validateHeaderValue(name, decoded);
    return decoded;
  } catch {
    // The value is a secret, so it is not repeated.
    problems.push(
      `OTEL_EXPORTER_OTLP_HEADERS has a value for ${name} that cannot be sent; write it percent-encoded, a space as %20 and % as %25`,
    );
    return '';
  }
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function readProxies(entries: string[], problems: string[]): string[] {
  for (const entry of entries) {
    if (parseProxies(entry) === null)
      problems.push(
        `TRUSTED_PROXIES has "${entry}"; use addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal`,
      );
  }
  return entries;
}

function checkMode(config: Config, problems: string[]): void {
  const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(config.listenAddress);
  if (config.mode === 'test') {
    if (!isLoopback) problems.push('LISTEN_ADDRESS is a network address, which needs MODE=live');
    return;
  }
  if (config.testSmtpUrl)
    problems.push('TEST_SMTP_URL is for test mode; live mode sends its mail to SMTP_URL, so unset it');
  if (!config.smtpUrl) problems.push('SMTP_URL is missing; live mode sends real mail');
  if (config.scheme !== 'https') problems.push('PUBLIC_SCHEME must be https in live mode');
}

/** What others know is no secret, whichever variable holds it; a backup is as real in test mode. */
function checkSecrets({ mode, regions }: Config, text: ReadText, problems: string[]): void {
  const names = variables
    .filter((row: Variable) => row.secret !== undefined)
    .flatMap(({ name }) => regions.map(({ code }) => name.replace('{REGION}', code.toUpperCase())));
  for (const name of new Set(names)) {
    const isReal = mode === 'live' || ['BACKUP_KEY', 'ARCHIVE_KEY'].includes(name);
    const problem = isReal ? findSecretProblem(name, text(name)) : findLengthProblem(name, text(name));
    if (problem) problems.push(problem);
  }
}
