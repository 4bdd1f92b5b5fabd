import { describe, expect, test } from 'vitest';
import { type OwnCredential, roleBehind, type Standing } from './own-credential.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const usual: Standing = {
  isLocked: false,
  tokensValidFrom: null,
  memberships: { acme: { roles: ['admin'], since: at(1) }, other: { roles: ['owner'], since: at(1) } },
};
const member = (roles: string[], since: Date | null = at(1)) => ({ memberships: { acme: { roles, since } } });
const all: OwnCredential[] = ['token', 'calendar', 'job', 'invitation'];

describe.each(all)('a %s made on day 10', (kind) => {
  const role = (change: Partial<Standing> | null) =>
    roleBehind({ kind, madeAt: at(10) }, change && { ...usual, ...change }, 'acme');

  test.each<[string, Partial<Standing> | null, string | null]>([
    ['has the role of its person', {}, 'admin'],
    ['shrinks with the role', member(['member']), 'member'],
    ['ends with the person', null, null],
    ['ends with the lock', { isLocked: true }, null],
    ['ends with the membership', { memberships: { other: { roles: ['owner'], since: at(1) } } }, null],
    ['ends with the last role', member([]), null],
    ['is worth nothing to a role we do not know', member(['viewer']), null],
    ['stays ended when its person left and came back', member(['admin'], at(11)), null],
    ['holds from the instant of joining', member(['admin'], at(10)), 'admin'],
    ['holds where a provider does not say since when', member(['admin'], null), 'admin'],
  ])('%s', (_name, change, expected) => {
    expect(role(change)).toBe(expected);
  });

  test('ends with a new password if it is a token', () => {
    expect(role({ tokensValidFrom: at(11) })).toBe(kind === 'token' ? null : 'admin');
    expect(role({ tokensValidFrom: at(9) })).toBe('admin');
  });
});
