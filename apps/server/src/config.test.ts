import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { variables as rows, type Variable } from './config-variables.ts';
import { configurationPage } from './configuration-page.ts';

const variables: readonly Variable[] = rows;

const live = {
  MODE: 'live',
  SMTP_URL: 'smtp://mail.example:25',
  SECRET_KEY: 'k9PzV3qLr7WmX2tYb8NcD5fGh1JkQs4U',
};

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('reading the configuration', () => {
  test('an empty environment gives the embedded product in test mode', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      mode: 'test',
      port: 3000,
      mainDomain: 'stint.localhost:3000',
      scheme: 'http',
      listenAddress: '127.0.0.1',
      billing: true,
    });
    expect(config.regions.map((region) => region.code)).toEqual(['us', 'eu']);
  });

  test('the main domain follows the port', () => {
    expect(readConfig({ PORT: '4100' }).mainDomain).toBe('stint.localhost:4100');
  });

  test.each([
    [{ PORT: 'http' }, /PORT is "http"; use a whole number/],
    [{ PORT: '4190' }, /PORT is 4190, which browsers refuse/],
    [{ PORT: '6000' }, /PORT is 6000, which browsers refuse/],
    [{ MODE: 'production' }, /MODE is "production"; use one of test, live/],
    [{ SERVICES: 'auth,mail' }, /SERVICES names "mail"/],
    [{ REGIONS: 'US=States' }, /REGIONS has "US=States"/],
    [{ LISTEN_ADDRESS: '0.0.0.0' }, /needs MODE=live/],
    [{ IDENTITY_DATABASE_URL: 'postgres://a/b' }, /IDENTITY_DATABASE_OWNER_URL is missing/],
    [
      { IDENTITY_DATABASE_URL: 'postgres://a/b' },
      /IDENTITY_DATABASE_WORKER_URL is missing; .+ run npm run db:bootstrap/,
    ],
    [{ GATEWAY_EU_DATABASE_OWNER_URL: 'postgres://a/b' }, /GATEWAY_EU_DATABASE_URL is missing/],
    [
      { GATEWAY_EU_DATABASE_URL: 'postgres://a/b', GATEWAY_EU_DATABASE_OWNER_URL: 'postgres://c/b' },
      /GATEWAY_EU_DATABASE_WORKER_URL is missing; jobs are claimed with it/,
    ],
    [{ GATEWAY_EU_DATABASE_WORKER_URL: 'postgres://a/b' }, /GATEWAY_EU_DATABASE_URL is missing/],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,proxy' }, /TRUSTED_PROXIES has "proxy"; use addresses, ranges such as/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES has "10.0.0.0\/33"/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /use the address of a collector, such as http:/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'x-key' }, /OTEL_EXPORTER_OTLP_HEADERS is read as name=value/],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=50%' },
      /OTEL_EXPORTER_OTLP_HEADERS has a value for x-key that cannot be sent; write it percent-encoded/,
    ],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%0Ab' }, /a value for x-key that cannot be sent/],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /use a number from 0 to 1/],
    [
      { PDF_FONT_FALLBACK: '/nowhere/font.ttf' },
      /PDF_FONT_FALLBACK is "\/nowhere\/font.ttf", which is no file that can be read/,
    ],
    [
      { PDF_FONT_FALLBACK: import.meta.filename },
      /which is no TrueType or OpenType font; use a .ttf, .otf or .ttc file/,
    ],
    [
      { ARCHIVE_DIR: '/mnt/archive' },
      /ARCHIVE_DIR needs a key that does not lie in DATA_DIR; set ARCHIVE_KEY/,
    ],
    [
      { ...live, MODE: 'test', DATA_DIR: '/srv/stint', ARCHIVE_DIR: '/srv/stint/archive' },
      /ARCHIVE_DIR lies in DATA_DIR and would be lost with it/,
    ],
    [
      {
        ...live,
        MODE: 'test',
        ARCHIVE_DIR: '/mnt/archive',
        SERVICES: 'auth',
        IDENTITY_DATABASE_URL: 'postgres://a/b',
        IDENTITY_DATABASE_OWNER_URL: 'postgres://c/b',
        IDENTITY_DATABASE_WORKER_URL: 'postgres://d/b',
      },
      /every database here is a server of your own; unset it and archive there/,
    ],
    [{ PG_BINARIES: '/nowhere/bin' }, /PG_BINARIES is "\/nowhere\/bin", which is not there/],
  ])('%j is refused with what to do', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  test('headers for the collector of traces are percent-decoded, as other programs read them', () => {
    const { traces } = readConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi,x-key=a%2Cb=',
    });
    expect(traces?.headers).toEqual({ authorization: 'Basic YTpi', 'x-key': 'a,b=' });
  });

  describe('every variable', () => {
    /** A wrong value of each, with what else it needs to be looked at. */
    const wrong: Record<string, Record<string, string>> = {
      MODE: { MODE: 'prod' },
      PORT: { PORT: '70000' },
      LISTEN_ADDRESS: { LISTEN_ADDRESS: '0.0.0.0' },
      MAIN_DOMAIN: { MAIN_DOMAIN: 'https://time.example/' },
      PUBLIC_SCHEME: { PUBLIC_SCHEME: 'ftp' },
      SERVICES: { SERVICES: 'mail' },
      REGIONS: { REGIONS: 'Switzerland' },
      IDENTITY_DATABASE_URL: { IDENTITY_DATABASE_URL: 'mysql://a/b' },
      IDENTITY_DATABASE_OWNER_URL: { IDENTITY_DATABASE_OWNER_URL: 'owner@host' },
      IDENTITY_DATABASE_WORKER_URL: { IDENTITY_DATABASE_WORKER_URL: 'latchkey' },
      'GATEWAY_{REGION}_DATABASE_URL': { GATEWAY_US_DATABASE_URL: 'host/database' },
      'GATEWAY_{REGION}_DATABASE_OWNER_URL': { GATEWAY_EU_DATABASE_OWNER_URL: 'mysql://a/b' },
      'GATEWAY_{REGION}_DATABASE_WORKER_URL': { GATEWAY_EU_DATABASE_WORKER_URL: 'mysql://a/b' },
      DATABASE_POOL: { DATABASE_POOL: '1' },
      SECRET_KEY: { SECRET_KEY: 'short' },
      SECRET_KEY_FORMER: { SECRET_KEY_FORMER: 'short' },
      SECRET_KEY_NEXT: { SECRET_KEY_NEXT: 'short' },
      AUTH_BASE_URL: { AUTH_BASE_URL: 'time.example/v0' },
      AUTH_PROFILE: { AUTH_PROFILE: 'oidc' },
      SMTP_URL: { SMTP_URL: 'mail.example:25' },
      TEST_SMTP_URL: { TEST_SMTP_URL: 'mailpit:1025' },
      SMS_URL: { SMS_URL: 'sms.example' },
      TRUSTED_PROXIES: { TRUSTED_PROXIES: 'proxy.example' },
      LIMITS_PER_ADDRESS: { LIMITS_PER_ADDRESS: 'no' },
      BILLING: { BILLING: 'yes' },
      SEAT_PRICE: { SEAT_PRICE: 'nine' },
      STRIPE_API_BASE: { STRIPE_API_BASE: 'api.stripe.com' },
      CONTENT_API_BASE: { CONTENT_API_BASE: 'graphql' },
      CONTACT_ADDRESS: { CONTACT_ADDRESS: 'nobody' },
      ERROR_REPORT_URL: { ERROR_REPORT_URL: 'errors.example' },
      BREACH_RANGE_URL: { BREACH_RANGE_URL: 'range' },
      SLOW_STATEMENT_MS: { SLOW_STATEMENT_MS: '-1' },
      OTEL_EXPORTER_OTLP_ENDPOINT: { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      OTEL_EXPORTER_OTLP_HEADERS: { OTEL_EXPORTER_OTLP_HEADERS: 'key' },
      OTEL_TRACES_SAMPLER_ARG: { OTEL_TRACES_SAMPLER_ARG: 'all' },
      LOG_LEVEL: { LOG_LEVEL: 'loud' },
      PROVIDER_GRACE_SECONDS: { PROVIDER_GRACE_SECONDS: '601' },
      DRAIN_GRACE_SECONDS: { DRAIN_GRACE_SECONDS: '-1' },
      DRAIN_SECONDS: { DRAIN_SECONDS: '0' },
      METRICS_KEY: { METRICS_KEY: 'short' },
      BACKUP_KEY: { BACKUP_KEY: 'short' },
      PDF_FONT_FALLBACK: { PDF_FONT_FALLBACK: '/nowhere/font.ttf' },
      ARCHIVE_DIR: { ARCHIVE_DIR: '/mnt/archive' },
      ARCHIVE_KEY: { ARCHIVE_KEY: 'short' },
      ARCHIVE_SECONDS: { ARCHIVE_SECONDS: '0' },
      ARCHIVE_BASE_HOURS: { ARCHIVE_BASE_HOURS: 'daily' },
      ARCHIVE_KEEP: { ARCHIVE_KEEP: '36' },
      PG_BINARIES: { PG_BINARIES: '/nowhere/bin' },
    };
    /** Whatever stands in them may be right: only the disk or another service can tell. */
    const elsewhere = [
      'DATA_DIR',
      'FORGOTTEN_DIR',
      'AUTH_TENANT_ID',
      'AUTH_ADMIN_KEY',
      'MAIL_FROM',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_PRICE_ID',
      'CONTENT_SPACE_ID',
      'CONTENT_ACCESS_TOKEN',
    ];

    test('has a wrong value here, or is judged elsewhere', () => {
      const names = variables.map(({ name }) => name);
      expect([...Object.keys(wrong), ...elsewhere].sort()).toEqual(names.sort());
    });

    test.each([
      'postgres://login:word@db.internal:5432/latchkey?sslmode=verify-full',
      'postgresql://login:word@/latchkey?host=/var/run/postgresql',
      'postgres://login@%2Fvar%2Frun%2Fpostgresql/latchkey',
      'postgres:///latchkey',
    ])('a database may be written as %s', (url) => {
      const names = ['URL', 'OWNER_URL', 'WORKER_URL'].map((end) => `IDENTITY_DATABASE_${end}`);
      expect(refusalOf(Object.fromEntries(names.map((name) => [name, url])))).toBe('');
    });

    test.each(Object.entries(wrong))(
      '%s is refused in one line that names it, without secrets',
      (row, env) => {
        const [name = '', value = ''] = Object.entries(env)[0] ?? [];
        const message = refusalOf(env);
        expect(message).toMatch(new RegExp(`^ {2}- ${name}\\b.+`, 'm'));
        const isSecret = variables.find((variable) => variable.name === row)?.secret !== undefined;
        expect(isSecret && message.includes(value)).toBe(false);
      },
    );
  });

  test('all problems are named at once', () => {
    expect(() => readConfig({ PORT: '0', MODE: 'x' })).toThrow(/MODE[\s\S]*PORT/);
  });

  test('live mode starts with a real secret and a mail server', () => {
    expect(readConfig(live)).toMatchObject({ mode: 'live', scheme: 'https' });
  });

  test.each([
    [{ ...live, SECRET_KEY: undefined }, /SECRET_KEY is missing/],
    [{ ...live, SECRET_KEY: 'tooshort' }, /SECRET_KEY has fewer than 32 bytes/],
    [{ ...live, SECRET_KEY: 'changeme-changeme-changeme-changeme' }, /SECRET_KEY is a sample value/],
    [{ ...live, SMTP_URL: undefined }, /SMTP_URL is missing/],
    [{ ...live, TEST_SMTP_URL: 'smtp://127.0.0.1:1025' }, /TEST_SMTP_URL is for test mode; .+ unset it/],
    [{ ...live, PUBLIC_SCHEME: 'http' }, /must be https/],
  ])('security 12: live mode refuses a missing, short or sample secret (%#)', (env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(message);
  });

  test('the documentation page says what the code reads', async () => {
    const page = await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
    expect(page).toBe(configurationPage());
  });
});

describe('secrets in files', () => {
  let folder: string;
  const path = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stint-secrets-'));
    await writeFile(path('key'), `${live.SECRET_KEY}\n`);
    await writeFile(path('empty'), ' \n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('every secret may be one, without the line break at its end', async () => {
    await writeFile(path('url'), 'postgres://login:Vb7@db/time\n');
    const config = readConfig({
      SECRET_KEY_FILE: path('key'),
      REGIONS: 'ch=Switzerland',
      GATEWAY_CH_DATABASE_URL_FILE: path('url'),
      GATEWAY_CH_DATABASE_OWNER_URL_FILE: path('url'),
      GATEWAY_CH_DATABASE_WORKER_URL_FILE: path('url'),
    });
    expect(config.secretKey).toBe(live.SECRET_KEY);
    expect(config.regions[0]?.ownerUrl).toBe('postgres://login:Vb7@db/time');
  });

  test('what a file holds is checked as if it stood in the environment', async () => {
    await writeFile(path('short'), 'tooshort');
    const env = { ...live, SECRET_KEY: undefined, SECRET_KEY_FILE: path('short') };
    expect(() => readConfig(env)).toThrow(/SECRET_KEY has fewer than 32 bytes/);
  });

  test.each([
    ['nowhere', /SECRET_KEY_FILE names .+nowhere, which cannot be read \(ENOENT\); put the secret there/],
    ['.', /SECRET_KEY_FILE names .+, which cannot be read \(EISDIR\)/],
    ['empty', /SECRET_KEY_FILE names .+empty, which is empty; put the secret into it/],
  ])('the file %s is refused with what to do', (name, message) => {
    expect(() => readConfig({ SECRET_KEY_FILE: path(name) })).toThrow(message);
  });

  test('both at once are refused', () => {
    const env = { SECRET_KEY: live.SECRET_KEY, SECRET_KEY_FILE: path('key') };
    expect(() => readConfig(env)).toThrow(/SECRET_KEY and SECRET_KEY_FILE are both set; keep one of them/);
  });

  test('what is no secret is not looked for in files', () => {
    expect(readConfig({ PORT_FILE: '/nowhere', NPM_CONFIG_FILE: '/nowhere' }).port).toBe(3000);
  });
});
