import { describe, expect, test } from 'vitest';
import {
  changeOf,
  type Draft,
  draftOf,
  offeredFirst,
  offeredSecond,
  policyOf,
  problemOf,
} from './sign-in-draft.ts';

const password = { channel: 'email', strategy: 'password' };
const totp = { channel: 'authenticator', strategy: 'totp' };
const draft: Draft = { first: ['email/password'], second: [], who: 'nobody', startsOn: '' };

test('a provider is offered where it is set up, an authenticator never as the first step', () => {
  expect(offeredFirst([])).not.toContain('email/okta');
  expect(offeredFirst(['okta'])).toContain('email/okta');
  expect(offeredFirst(['okta'])).not.toContain('authenticator/totp');
});

test('an authenticator comes first of what counts as second, and a link never counts', () => {
  expect(offeredSecond()[0]).toBe('authenticator/totp');
  expect(offeredSecond()).not.toContain('email/link');
});

describe('who needs a second step', () => {
  test.each([
    ['nobody', false],
    ['leaders', ['owner', 'admin']],
    ['everybody', true],
  ] as const)('%s is sent as %j, and read back', (who, isMfaRequired) => {
    const policy = policyOf({ ...draft, second: ['authenticator/totp'], who });
    expect(policy).toEqual({ firstFactors: [password], secondFactors: [totp], isMfaRequired });
    const authentication = { ...policy, isMfaRequired: policy.isMfaRequired as boolean | string[] };
    expect(draftOf({ authentication }).who).toBe(who);
  });
});

test('a start is the midnight of that day where the owner is; without one it begins at once', () => {
  expect(changeOf(draft)).not.toHaveProperty('startsAt');
  const { startsAt } = changeOf({ ...draft, startsOn: '2027-01-04' });
  expect(new Date(String(startsAt)).getHours()).toBe(0);
});

test.each([
  [{ first: [] }, 'first'],
  [{ startsOn: '2026-11-22' }, 'start'],
  [{ startsOn: '2026-11-23' }, null],
  [{}, null],
])('%j is refused for %s', (change, problem) => {
  expect(problemOf({ ...draft, ...change }, '2026-11-22')).toBe(problem);
});
