import { expect, test } from 'vitest';
import { readRequest } from './mail-requests.ts';

test('a request that version 0.1.0 noted is read: it called the realm a world', () => {
  const realm = { rootTenantId: '0199', mode: 'test' } as const;
  const noted = { kind: 'reset', world: realm, tenantId: '0200', origin: '', email: 'a@b.example' } as const;
  expect(readRequest(noted)).toEqual({
    kind: 'reset',
    realm,
    tenantId: '0200',
    origin: '',
    email: 'a@b.example',
  });
});
