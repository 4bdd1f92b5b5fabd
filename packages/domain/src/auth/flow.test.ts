import { describe, expect, test } from 'vitest';
import type { Factor } from './factor.ts';
import {
  chooseFactor,
  firstFactorAction,
  isSecondFactorRequired,
  missingStep,
  offerSecondFactors,
  parseFlow,
  secondFactorsFor,
  uniqueFactors,
} from './flow.ts';

const password: Factor = { channel: 'email', strategy: 'password' };
const link: Factor = { channel: 'email', strategy: 'link' };
const emailCode: Factor = { channel: 'email', strategy: 'verificationCode' };
const smsCode: Factor = { channel: 'sms', strategy: 'verificationCode' };
const totp: Factor = { channel: 'authenticator', strategy: 'totp' };
const google: Factor = { channel: 'email', strategy: 'google' };
const strange: Factor = { channel: 'pigeon', strategy: 'letter' };

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

describe('chooseFactor', () => {
  test.each([
    [[], { kind: 'disabled' }],
    [[password], { kind: 'form', factor: password }],
    [[totp], { kind: 'form', factor: totp }],
    [[google], { kind: 'selection', factors: [google] }],
    [[password, google], { kind: 'selection', factors: [password, google] }],
    [[strange], { kind: 'unknown', factor: strange }],
    [[strange, password], { kind: 'selection', factors: [strange, password] }],
  ])('%j', (factors, expected) => {
    expect(chooseFactor(factors)).toEqual(expected);
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

describe('second factors of a sign-in', () => {
  const available = [password, emailCode, smsCode, totp];
  const keys = (factors: Factor[]) => factors.map(({ channel, strategy }) => `${channel}/${strategy}`);

  test('use another channel than the first', () => {
    const offered = secondFactorsFor({ listed: null, available, firstFactor: password, configured: [] });
    expect(keys(offered)).toEqual(['sms/verificationCode', 'authenticator/totp']);
  });

  test('unless the tenant lists one on the same', () => {
    const offered = secondFactorsFor({
      listed: [emailCode, totp],
      available,
      firstFactor: password,
      configured: [],
    });
    expect(keys(offered)).toEqual(['email/verificationCode', 'authenticator/totp']);
  });

  test('never repeat the first, and are never links, providers or what the server cannot do', () => {
    const listed = [password, link, google, strange, smsCode, totp];
    const offered = secondFactorsFor({
      listed,
      available: [password, totp],
      firstFactor: password,
      configured: [],
    });
    expect(keys(offered)).toEqual(['authenticator/totp']);
  });

  test('carry what the user has and prefers', () => {
    expect(
      secondFactorsFor({
        listed: null,
        available,
        firstFactor: password,
        configured: [totp],
        preferred: totp,
      }),
    ).toEqual([
      { ...smsCode, isConfiguredByUser: false, isPreferredByUser: false },
      { ...totp, isConfiguredByUser: true, isPreferredByUser: true },
    ]);
  });
});

test.each([
  [false, ['owner'], false, false],
  [false, ['owner'], true, true],
  [true, [], false, true],
  [['owner', 'admin'], ['admin'], false, true],
  [['owner', 'admin'], ['member'], false, false],
  [[], ['member'], false, false],
] as const)('rule %j, roles %j, user wants it %s: %s', (rule, roles, isMfaRequired, expected) => {
  expect(isSecondFactorRequired(rule, roles, { isMfaRequired })).toBe(expected);
});

describe('entering a workspace', () => {
  const flow = { firstFactors: [password, google], secondFactors: [totp, emailCode, password] };

  test.each([
    [[password], false, null],
    [[link], false, 'firstFactor'],
    [[], false, 'firstFactor'],
    [[password], true, 'secondFactor'],
    [[password, totp], true, null],
    [[google, password], true, null],
    [[password, smsCode], true, 'secondFactor'],
    [[link, totp], true, 'firstFactor'],
    [[password, password], true, 'secondFactor'],
  ])('with %j, second required %s: %s', (done, isMfaRequired, missing) => {
    expect(missingStep(done, flow, isMfaRequired)).toBe(missing);
  });
});

test('a factor counts once, where it stands first', () => {
  expect(uniqueFactors([password, totp, { ...password }, google])).toEqual([password, totp, google]);
});
