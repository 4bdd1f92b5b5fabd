import { expect, test } from 'vitest';
import { ownProviders, solePath } from './own-providers.ts';

const factor = (strategy: string) => ({ channel: 'email', strategy });
const row = (provider: string, isOwn: boolean, providerId = '') => ({ provider, providerId, isOwn });
const okta = row('okta', true);

test.each([
  ['its own alone', ['okta'], [okta], ['okta'], 'okta'],
  ['a custom one, which no flow lists', [], [row('custom', true, 'works')], ['custom'], 'custom'],
  ['SAML, which no flow lists', [], [row('saml', true)], ['saml'], 'saml'],
  ['a password beside it', ['okta', 'password'], [okta], ['okta'], null],
  ['a provider of the root beside it', ['okta', 'google'], [okta, row('google', false)], ['okta'], null],
  ['one that is listed and set up by nobody', ['okta', 'google'], [okta], ['okta'], 'okta'],
  ['a custom one of the root beside it', ['okta'], [okta, row('custom', false, 'all')], ['okta'], null],
  ['two of its own', ['okta'], [okta, row('saml', true)], ['okta', 'saml'], null],
  ['its own that the flow does not take', ['password'], [okta], [], null],
  ['only the root has one', ['google'], [row('google', false)], [], null],
])('%s', (_what, factors, sso, own, sole) => {
  const answer = { authentication: { firstFactors: factors.map(factor), secondFactors: [] }, sso };
  expect(ownProviders(answer).map(({ provider }) => provider)).toEqual(own);
  expect(solePath(answer)?.provider ?? null).toBe(sole);
});

test.each([null, undefined, 'okta', [null, 7, {}]])('%j lists no provider', (sso) => {
  expect(ownProviders({ authentication: null, sso })).toEqual([]);
});
