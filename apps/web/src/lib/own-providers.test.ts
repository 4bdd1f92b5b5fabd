import { expect, test } from 'vitest';
import { ownProviders, solePath } from './own-providers.ts';

const factor = (strategy: string) => ({ channel: 'email', strategy });
const row = (provider: string, isOwn: boolean, providerId = '') => ({ provider, providerId, isOwn });
const okta = row('okta', true);

test.each([
  { what: 'its own alone', factors: ['okta'], sso: [okta], own: ['okta'], sole: 'okta' },
  {
    what: 'a custom one, which no flow lists',
    factors: [],
    sso: [row('custom', true, 'works')],
    own: ['custom'],
    sole: 'custom',
  },
  { what: 'SAML, which no flow lists', factors: [], sso: [row('saml', true)], own: ['saml'], sole: 'saml' },
  { what: 'a password beside it', factors: ['okta', 'password'], sso: [okta], own: ['okta'], sole: null },
  {
    what: 'a provider of the root beside it',
    factors: ['okta', 'google'],
    sso: [okta, row('google', false)],
    own: ['okta'],
    sole: null,
  },
  {
    what: 'one that is listed and set up by nobody',
    factors: ['okta', 'google'],
    sso: [okta],
    own: ['okta'],
    sole: 'okta',
  },
  {
    what: 'a custom one of the root beside it',
    factors: ['okta'],
    sso: [okta, row('custom', false, 'all')],
    own: ['okta'],
    sole: null,
  },
  {
    what: 'two of its own',
    factors: ['okta'],
    sso: [okta, row('saml', true)],
    own: ['okta', 'saml'],
    sole: null,
  },
  { what: 'its own that the flow does not take', factors: ['password'], sso: [okta], own: [], sole: null },
  { what: 'only the root has one', factors: ['google'], sso: [row('google', false)], own: [], sole: null },
])('$what', ({ factors, sso, own, sole }) => {
  const answer = { authentication: { firstFactors: factors.map(factor), secondFactors: [] }, sso };
  expect(ownProviders(answer).map(({ provider }) => provider)).toEqual(own);
  expect(solePath(answer)?.provider ?? null).toBe(sole);
});

test.each([null, undefined, 'okta', [null, 7, {}]])('%j lists no provider', (sso) => {
  expect(ownProviders({ authentication: null, sso })).toEqual([]);
});
