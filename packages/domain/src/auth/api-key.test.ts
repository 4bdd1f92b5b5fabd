import { describe, expect, test } from 'vitest';
import { parseApiKey } from './api-key.ts';

const digits = '0123456789abcdef'.repeat(4);

describe('a server key', () => {
  test('says its world, its kind and its tenant', () => {
    expect(parseApiKey(`lk_live_admin_abcd1234_${digits}`)).toEqual({
      mode: 'live',
      kind: 'admin',
      tenantId: 'abcd1234',
    });
  });

  test.each([
    '',
    'lk_live_admin_abcd1234',
    `lk_live_owner_abcd1234_${digits}`,
    `lk_prod_admin_abcd1234_${digits}`,
    `lk_live_admin_ABCD1234_${digits}`,
    `lk_live_admin_abcd1234_${digits}0`,
    ` lk_live_admin_abcd1234_${digits}`,
  ])('%j is none', (text) => {
    expect(parseApiKey(text)).toBeNull();
  });
});
