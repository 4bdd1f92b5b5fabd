import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { configurationPage } from './configuration-page.ts';

const live = {
  MODE: 'live',
  SMTP_URL: 'smtp://mail.example:25',
  SECRET_KEY: 'k9PzV3qLr7WmX2tYb8NcD5fGh1JkQs4U',
};

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
    [{ PG_BINARIES: '/nowhere/bin' }, /PG_BINARIES is "\/nowhere\/bin", which is not there/],
  ])('%j is refused with what to do', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
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
