import { expect, test } from 'vitest';
import {
  FACTOR_KINDS,
  factorKey,
  findFactorKind,
  isProvider,
  isSameFactor,
  isSsoFactor,
  SOCIAL_PROVIDERS,
} from './factor.ts';

test.each([
  {
    channel: 'email',
    strategy: 'password',
    screen: 'password',
    buttonText: 'Username and password',
    isSso: false,
  },
  { channel: 'email', strategy: 'link', screen: 'emailLink', buttonText: 'Email me a link', isSso: false },
  {
    channel: 'email',
    strategy: 'verificationCode',
    screen: 'emailCode',
    buttonText: 'Email me a code',
    isSso: false,
  },
  {
    channel: 'sms',
    strategy: 'verificationCode',
    screen: 'smsCode',
    buttonText: 'Text me a code',
    isSso: false,
  },
  {
    channel: 'authenticator',
    strategy: 'totp',
    screen: 'totp',
    buttonText: 'Use an authenticator app',
    isSso: false,
  },
  { channel: 'email', strategy: 'apple', screen: 'sso', buttonText: 'Apple', isSso: true },
  { channel: 'email', strategy: 'github', screen: 'sso', buttonText: 'GitHub', isSso: true },
  { channel: 'email', strategy: 'linkedin', screen: 'sso', buttonText: 'LinkedIn', isSso: true },
])(
  '$channel and $strategy: screen $screen, button $buttonText',
  ({ channel, strategy, screen, buttonText, isSso }) => {
    expect(findFactorKind({ channel, strategy })).toMatchObject({ screen, buttonText, isSso });
    expect(isSsoFactor({ channel, strategy })).toBe(isSso);
  },
);

test.each([
  ['sms', 'password'],
  ['authenticator', 'verificationCode'],
  ['sms', 'google'],
  ['email', 'custom'],
  ['email', 'Password'],
  ['', ''],
])('%s and %s is no factor', (channel, strategy) => {
  expect(findFactorKind({ channel, strategy })).toBeNull();
  expect(isSsoFactor({ channel, strategy })).toBe(false);
});

test('every provider has a button', () => {
  expect(FACTOR_KINDS.filter((kind) => kind.isSso).map((kind) => kind.strategy)).toEqual(SOCIAL_PROVIDERS);
});

test('links and providers cannot be second factors', () => {
  expect(FACTOR_KINDS.filter((kind) => kind.canBeSecond).map(factorKey)).toEqual([
    'email/password',
    'email/verificationCode',
    'sms/verificationCode',
    'authenticator/totp',
  ]);
});

test('marks of the user do not make another factor', () => {
  const configured = { channel: 'sms', strategy: 'verificationCode', isConfiguredByUser: true };
  expect(isSameFactor(configured, { channel: 'sms', strategy: 'verificationCode' })).toBe(true);
  expect(isSameFactor(configured, { channel: 'email', strategy: 'verificationCode' })).toBe(false);
});

test('custom is a provider without a button', () => {
  expect(isProvider('custom')).toBe(true);
  expect(isProvider('google')).toBe(true);
  expect(isProvider('myspace')).toBe(false);
  expect(isProvider('password')).toBe(false);
});
