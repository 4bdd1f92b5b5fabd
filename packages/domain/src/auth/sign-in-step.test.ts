import { describe, expect, test } from 'vitest';
import { factorKey } from './factor.ts';
import {
  canPolicyBeMet,
  type FactorName,
  isSecondFactorRequired,
  nextSignInStep,
  type SignInPolicy,
  type SignInState,
  unprovenFactors,
} from './sign-in-step.ts';

/** `email/password email/link` as factors. */
const factors = (text: string): FactorName[] =>
  text
    .split(' ')
    .filter((key) => key !== '')
    .map((key) => {
      const [channel = '', strategy = ''] = key.split('/');
      return { channel, strategy };
    });

const password = 'email/password';
const link = 'email/link';
const mailed = 'email/verificationCode';
const sms = 'sms/verificationCode';
const totp = 'authenticator/totp';
const google = 'email/google';
const custom = 'email/custom';
const saml = 'email/saml';

const policy = (first: string, second: string): SignInPolicy => ({
  firstFactors: factors(first),
  secondFactors: factors(second),
  isMfaRequired: true,
});
const state = (passed: string, more: Partial<SignInState> = {}): SignInState => ({
  passed: factors(passed),
  configured: [],
  isSecondRequired: true,
  ...more,
});

/** What is asked, in short: `second: use sms/verificationCode`, or `in`. */
function ask(rule: SignInPolicy, who: SignInState): string {
  const step = nextSignInStep(rule, who);
  if (!step) return 'in';
  const verb = step.factors.some((factor) => factor.isConfiguredByUser) ? 'use' : 'set up';
  const names = step.factors.map((factor) => factorKey(factor)).join(' ');
  return step.missing === 'firstFactor' ? `first: ${names}` : `second: ${verb} ${names}`;
}

const both = `${password} ${link} ${google}`;

describe('where two factors are required', () => {
  test.each([
    // passed, what the flow lists, has set up, what is asked
    ['', { first: both, second: totp }, '', `first: ${both}`],
    [sms, { first: both, second: totp }, sms, `first: ${both}`],
    [password, { first: both, second: totp }, '', `second: set up ${totp}`],
    [password, { first: both, second: '' }, '', `second: set up ${totp}`],
    [password, { first: both, second: totp }, totp, `second: use ${totp}`],
    [`${password} ${totp}`, { first: both, second: totp }, totp, 'in'],
    [`${totp} ${password}`, { first: both, second: totp }, totp, 'in'],
    [`${password} ${totp}`, { first: both, second: '' }, totp, 'in'],
    [password, { first: both, second: `${sms} ${totp}` }, '', `second: set up ${sms} ${totp}`],
    [password, { first: both, second: `${sms} ${totp}` }, sms, `second: use ${sms}`],
    // a second factor that the tenant does not list is none
    [`${password} ${sms}`, { first: both, second: totp }, sms, `second: set up ${totp}`],
    [`${password} ${totp}`, { first: both, second: sms }, totp, `second: set up ${sms}`],
    [`${password} ${google}`, { first: both, second: totp }, '', `second: set up ${totp}`],
    // who has a second factor proves it before another is set up
    [password, { first: both, second: totp }, sms, `second: use ${sms}`],
    [password, { first: both, second: sms }, totp, `second: use ${totp}`],
    // one mailbox is one proof
    [`${link} ${mailed}`, { first: both, second: totp }, '', `second: set up ${totp}`],
    [`${link} ${mailed}`, { first: both, second: `${sms} ${totp}` }, '', `second: set up ${sms} ${totp}`],
    [link, { first: both, second: `${mailed} ${totp}` }, totp, `second: use ${totp}`],
    [link, { first: both, second: mailed }, mailed, `first: ${password} ${google}`],
    [`${link} ${mailed}`, { first: both, second: mailed }, mailed, `first: ${password} ${google}`],
    [`${link} ${mailed} ${password}`, { first: both, second: mailed }, mailed, 'in'],
    [`${link} ${password}`, { first: both, second: mailed }, mailed, `second: use ${mailed}`],
    // the same channel, where the tenant lists it
    [password, { first: both, second: mailed }, mailed, `second: use ${mailed}`],
    [`${password} ${mailed}`, { first: both, second: mailed }, mailed, 'in'],
    [`${password} ${mailed}`, { first: both, second: totp }, mailed, `second: set up ${totp}`],
    [`${google} ${password}`, { first: both, second: password }, password, 'in'],
    // one factor is not two
    [password, { first: both, second: password }, password, `first: ${link} ${google}`],
    [`${password} ${password}`, { first: both, second: totp }, '', `second: set up ${totp}`],
    [totp, { first: `${password} ${totp}`, second: totp }, totp, `first: ${password}`],
    // providers that no flow can list
    [custom, { first: password, second: totp }, '', `second: set up ${totp}`],
    [`${custom} ${totp}`, { first: password, second: totp }, totp, 'in'],
    [`${saml} ${totp}`, { first: password, second: totp }, totp, 'in'],
  ])('passed %j of %j, having %j: %s', (passed, listed, has, expected) => {
    const who = state(passed, { configured: factors(has) });
    expect(ask(policy(listed.first, listed.second), who)).toBe(expected);
  });

  test('what the server cannot do is not offered', () => {
    const isAvailable = (factor: FactorName) => factor.channel !== 'sms';
    const who = state(password, { isAvailable, configured: factors(sms) });
    expect(ask(policy(both, `${sms} ${totp}`), who)).toBe(`second: set up ${totp}`);
  });

  test("a provider of the tenant's own is a first factor, also where the flow lists others", () => {
    const rule = policy(password, totp);
    expect(ask(rule, state('email/okta', { isOwnProvider: true }))).toBe(`second: set up ${totp}`);
    expect(ask(rule, state(`email/okta ${totp}`, { isOwnProvider: true }))).toBe('in');
    expect(ask(rule, state(`email/okta ${totp}`))).toBe(`first: ${password}`);
    expect(ask(rule, state(link, { isOwnProvider: true }))).toBe(`first: ${password}`);
  });
});

describe('where one factor is enough', () => {
  const one = (passed: string, has: string, more: Partial<SignInState> = {}) =>
    state(passed, { configured: factors(has), isSecondRequired: false, ...more });

  test.each([
    [password, '', 'in'],
    [password, totp, 'in'],
    [sms, '', `first: ${both}`],
    [custom, '', 'in'],
    [saml, '', 'in'],
    ['email/okta', '', `first: ${both}`],
  ])('passed %j, having %j: %s', (passed, has, expected) => {
    expect(ask(policy(both, totp), one(passed, has))).toBe(expected);
  });

  test.each([
    [password, totp, '', `second: use ${totp}`],
    [password, totp, totp, `second: use ${totp}`],
    [password, totp, sms, `second: use ${totp}`],
    [password, `${totp} ${sms}`, sms, `second: use ${totp} ${sms}`],
    [link, `${totp} ${mailed}`, mailed, `second: use ${totp}`],
    [`${password} ${sms}`, `${totp} ${sms}`, sms, 'in'],
    [`${link} ${mailed}`, `${totp} ${mailed}`, mailed, `second: use ${totp}`],
    [password, sms, sms, 'in'],
  ])('signing in with %j, having %j, listed %j: %s', (passed, has, second, expected) => {
    expect(ask(policy(both, second), one(passed, has, { asksOwnAuthenticator: true }))).toBe(expected);
  });

  test('whoever came in by the authenticator alone is not asked for it', () => {
    const rule = policy(`${password} ${totp}`, totp);
    expect(ask(rule, one(totp, totp, { asksOwnAuthenticator: true }))).toBe('in');
  });
});

test('what is offered says what the person has and prefers', () => {
  const who = state(password, { configured: factors(`${totp} ${sms}`), preferred: factors(sms)[0] });
  expect(nextSignInStep(policy(both, `${totp} ${sms}`), who)?.factors).toEqual([
    { channel: 'authenticator', strategy: 'totp', isConfiguredByUser: true, isPreferredByUser: false },
    { channel: 'sms', strategy: 'verificationCode', isConfiguredByUser: true, isPreferredByUser: true },
  ]);
});

test.each([
  [password, '', ''],
  [password, mailed, ''],
  [password, totp, totp],
  [password, sms, sms],
  [password, `${totp} ${sms}`, `${totp} ${sms}`],
  [`${password} ${sms}`, `${totp} ${sms}`, ''],
  [`${password} ${totp}`, totp, ''],
])('passed %j, having %j, a change of factors asks for %j', (passed, has, expected) => {
  const asked = unprovenFactors({ passed: factors(passed), configured: factors(has) });
  expect(asked.map((factor) => factorKey(factor)).join(' ')).toBe(expected);
});

describe('a policy that nobody can meet', () => {
  const can = (rule: SignInPolicy, without = '', hasOwnProvider = false) =>
    canPolicyBeMet(rule, {
      hasOwnProvider,
      isAvailable: (factor) => !factors(without).some((one) => factorKey(one) === factorKey(factor)),
    });

  test.each([
    [both, totp, '', true],
    [both, sms, sms, false],
    [both, `${sms} ${totp}`, sms, true],
    [link, mailed, '', false],
    [`${link} ${mailed}`, mailed, '', false],
    [`${link} ${password}`, mailed, '', true],
    [password, password, '', false],
    ['', totp, '', false],
    [google, totp, google, false],
    [google, totp, '', true],
  ])('first %j, second %j, without %j: %s', (first, second, without, expected) => {
    expect(can(policy(first, second), without)).toBe(expected);
  });

  test('without first factors there must be a provider of its own', () => {
    expect(can({ ...policy('', ''), isMfaRequired: false })).toBe(false);
    expect(can({ ...policy('', ''), isMfaRequired: false }, '', true)).toBe(true);
    expect(can({ ...policy('', totp), isMfaRequired: ['owner'] }, totp, true)).toBe(false);
  });
});

test.each([
  [false, ['owner'], false, false],
  [false, ['owner'], true, true],
  [true, [], false, true],
  [['owner', 'admin'], ['admin'], false, true],
  [['owner', 'admin'], ['member'], false, false],
  [[], ['member'], false, false],
] as const)('rule %j, roles %j, of the person %s: %s', (rule, roles, isMfaRequired, expected) => {
  expect(isSecondFactorRequired(rule, roles, { isMfaRequired })).toBe(expected);
});
