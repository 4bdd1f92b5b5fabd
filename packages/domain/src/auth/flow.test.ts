import { describe, expect, test } from 'vitest';
import type { Factor } from './factor.ts';
import { firstFactorAction, offerSecondFactors, parseFlow, uniqueFactors } from './flow.ts';

const password: Factor = { channel: 'email', strategy: 'password' };
const smsCode: Factor = { channel: 'sms', strategy: 'verificationCode' };
const totp: Factor = { channel: 'authenticator', strategy: 'totp' };
const google: Factor = { channel: 'email', strategy: 'google' };

describe('parseFlow', () => {
  test.each([
    [
      { firstFactors: [password], secondFactors: [totp] },
      { firstFactors: [password], secondFactors: [totp] },
    ],
    [{ firstFactors: [] }, { firstFactors: [], secondFactors: [] }],
    [
      { firstFactors: [password, null, 'x', { channel: 'email' }] },
      { firstFactors: [password], secondFactors: [] },
    ],
    [{ firstFactors: 'password' }, null],
    [{}, null],
    [null, null],
    [undefined, null],
    ['flow', null],
  ])('%j', (value, expected) => {
    expect(parseFlow(value)).toEqual(expected);
  });
});

test.each([
  ['login', 'use'],
  ['signup', 'setup'],
  ['reset', 'setup'],
] as const)('the first factor of %s: %s', (type, action) => {
  expect(firstFactorAction(type)).toBe(action);
});

describe('second factors to offer', () => {
  const has = (factor: Factor, isConfiguredByUser: boolean): Factor => ({ ...factor, isConfiguredByUser });

  test('only those of the user, when there are any', () => {
    expect(offerSecondFactors([has(totp, true), has(smsCode, false)])).toEqual({
      action: 'use',
      factors: [has(totp, true)],
    });
  });

  test('otherwise all, to set one up', () => {
    expect(offerSecondFactors([has(totp, false), smsCode])).toEqual({
      action: 'setup',
      factors: [has(totp, false), smsCode],
    });
    expect(offerSecondFactors([])).toEqual({ action: 'setup', factors: [] });
  });
});

test('a factor counts once, where it stands first', () => {
  expect(uniqueFactors([password, totp, { ...password }, google])).toEqual([password, totp, google]);
});
