import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { variables } from './config-variables.ts';
import { findSecretProblem, isSampleSecret } from './platform/secret-problems.ts';

const random = () => randomBytes(36).toString('base64');

describe('security 12: samples are known wherever they stand', () => {
  test.each([
    'changeme-changeme-changeme-changeme',
    'please-change-me-before-going-live-0',
    'k9PzV3qLr7WmX2tYb8-CHANGE_ME-h1JkQs4U',
    'MY-SUPER-SECRET-KEY-THAT-IS-LONG-ENOUGH',
    'this.is.an.example.of.thirty.two.bytes',
    'prod-key-for-the-test-server-of-ours',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabcabcabcabcabcabcabc',
    '0123456789abcdef0123456789abcdef',
    'the keyboard cat sits on the keyboard',
    'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
    'sk_live_your_key_here',
    'whsec_test_secret',
    'postgres://stint:postgres@db.internal:5432/latchkey',
    'postgres://stint:p%61ssword@db.internal:5432/latchkey',
    'smtps://mailer:change-me@mail.internal:465',
    'https://sid:your-token@sms.internal/send?from=+15550100',
  ])('%s is one', (value) => {
    expect(isSampleSecret(value)).toBe(true);
  });

  test.each([
    'postgres://stint:q7Zr2Vt9Lw4Xc1@example.com:5432/secret',
    'postgres://stint@127.0.0.1:5432/test',
    'smtp://mail.example:25',
    'sk_test_51NvT9qRk2LmZpX8cB7',
    'lk_test_admin_abcd1234_9f8e7d6c5b4a39281706f5e4d3c2b1a0',
  ])('%s is none: names around it say nothing', (value) => {
    expect(isSampleSecret(value)).toBe(false);
  });

  test('random ones never are', () => {
    for (let turn = 0; turn < 2000; turn++) {
      for (const encoding of ['base64', 'base64url', 'hex'] as const) {
        const value = randomBytes(32).toString(encoding);
        expect([value, findSecretProblem('SECRET_KEY', value)]).toEqual([value, null]);
      }
    }
  });

  test('live mode refuses a sample in every documented secret, with what to do', () => {
    const good = { MODE: 'live', SMTP_URL: 'smtp://mail.internal:25', SECRET_KEY: random() };
    const urls = (prefix: string) => ({
      [`${prefix}_URL`]: 'postgres://a/b',
      [`${prefix}_OWNER_URL`]: 'postgres://c/b',
      [`${prefix}_WORKER_URL`]: 'postgres://d/b',
    });
    const complete = {
      ...good,
      ...urls('IDENTITY_DATABASE'),
      ...urls('GATEWAY_US_DATABASE'),
      ...urls('GATEWAY_EU_DATABASE'),
    };
    expect(readConfig(complete).mode).toBe('live');
    const secrets = variables.filter((row) => 'secret' in row).map(({ name }) => name);
    expect(secrets.length).toBeGreaterThan(10);
    for (const documented of secrets) {
      const name = documented.replace('{REGION}', 'EU');
      const sample = name.endsWith('_URL')
        ? 'postgres://name:changeme-please@host.internal/x'
        : 'real-looking-then-changeme-9f8e7d6c5b4a';
      expect(() => readConfig({ ...complete, [name]: sample })).toThrow(
        new RegExp(`${name} (is|has) a sample`),
      );
    }
  });
});
