import { describe, expect, test } from 'vitest';
import {
  canGrantRole,
  currentRole,
  grantableRoles,
  hasRole,
  highestRole,
  isAtLeast,
  isRole,
  ROLES,
  roleRank,
} from './roles.ts';

test('roles rank from owner down', () => {
  expect(ROLES.map(roleRank)).toEqual([4, 3, 2, 1]);
  expect(isAtLeast('admin', 'editor')).toBe(true);
  expect(isAtLeast('editor', 'editor')).toBe(true);
  expect(isAtLeast('editor', 'admin')).toBe(false);
});

test.each(['Owner', 'guest', '', null, 1])('%j is not a role', (text) => {
  expect(isRole(text)).toBe(false);
});

test('the highest known role counts', () => {
  expect(highestRole(['member', 'viewer', 'admin'])).toBe('admin');
  expect(highestRole(['viewer'])).toBeNull();
  expect(highestRole([])).toBeNull();
});

describe('who may give which role', () => {
  test.each([
    ['owner', null, ['owner', 'admin', 'editor', 'member']],
    ['owner', 'owner', ['owner', 'admin', 'editor', 'member']],
    ['admin', null, ['admin', 'editor', 'member']],
    ['admin', 'member', ['admin', 'editor', 'member']],
    ['admin', 'admin', ['admin', 'editor', 'member']],
    ['admin', 'owner', []],
    ['editor', null, []],
    ['editor', 'member', []],
    ['member', null, []],
    ['member', 'member', []],
  ] as const)('%s to somebody who is %s: %j', (actor, current, expected) => {
    expect(grantableRoles(actor, current)).toEqual(expected);
    for (const role of ROLES)
      expect(canGrantRole(actor, role, current)).toBe((expected as readonly string[]).includes(role));
  });
});

describe('roles in a token', () => {
  const authorization = { abcd1234: { roles: ['admin', 'member'] }, empty123: { roles: [] } };

  test('a role counts in its own tenant only', () => {
    expect(hasRole(authorization, 'abcd1234', 'admin')).toBe(true);
    expect(hasRole(authorization, 'abcd1234', 'owner')).toBe(false);
    expect(hasRole(authorization, 'empty123', 'admin')).toBe(false);
    expect(currentRole(authorization, 'abcd1234')).toBe('admin');
    expect(currentRole(authorization, 'empty123')).toBeNull();
  });

  test.each([
    null,
    undefined,
    {},
    JSON.parse('{"abcd1234":{}}'),
    JSON.parse('{"abcd1234":{"roles":"admin"}}'),
    JSON.parse('{"abcd1234":null}'),
  ])('anything else is no: %j', (broken) => {
    expect(hasRole(broken, 'abcd1234', 'admin')).toBe(false);
    expect(currentRole(broken, 'abcd1234')).toBeNull();
  });

  test('no tenant and inherited names are no', () => {
    expect(hasRole(authorization, '', 'admin')).toBe(false);
    expect(hasRole(authorization, null, 'admin')).toBe(false);
    expect(hasRole(authorization, 'constructor', 'admin')).toBe(false);
  });
});
