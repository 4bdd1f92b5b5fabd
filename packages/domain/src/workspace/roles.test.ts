import { describe, expect, test } from 'vitest';
import { canGrantRole, grantableRoles, highestRole, isAtLeast, isRole, ROLES, roleRank } from './roles.ts';

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
