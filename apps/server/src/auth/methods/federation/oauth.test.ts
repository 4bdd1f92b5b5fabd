import { expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { createSafeFetch } from '../../../platform/safe-fetch.ts';
import { createAuthorizer } from './authorization.ts';
import { createBrowser } from './browser.fixture.ts';
import { type OAuthServerPlan, startOAuthServer } from './oauth-server.fixture.ts';
import type { ProviderSettings } from './settings.ts';

const fetch = createSafeFetch({ clock: systemClock, allowLoopback: true });
const authorizer = createAuthorizer({ fetch, clock: systemClock, allowLoopback: true });
const callback = 'http://stint.localhost/v0/auth/x/login';

const github: OAuthServerPlan = {
  authorize: '/login/oauth/authorize',
  token: '/login/oauth/access_token',
  secretIn: 'body',
  tokenExtra: { token_type: 'bearer', scope: 'read:user,user:email' },
  resources: {
    '/api/v3/user': { id: 583231, login: 'octocat', name: null, avatar_url: 'https://a.example/u/583231' },
    '/api/v3/user/emails': [
      { email: 'old@example.com', primary: false, verified: true },
      { email: 'octo@example.com', primary: true, verified: true },
    ],
  },
};
const facebook: OAuthServerPlan = {
  authorize: '/v23.0/dialog/oauth',
  token: '/v23.0/oauth/access_token',
  secretIn: 'body',
  tokenExtra: { token_type: 'bearer', expires_in: 5_000_000 },
  resources: {
    '/v23.0/me': {
      id: '10158',
      name: 'Ann Example',
      email: 'ann@example.com',
      picture: { data: { url: 'https://f.example/a.jpg' } },
    },
  },
};
const linkedin: OAuthServerPlan = {
  authorize: '/oauth/v2/authorization',
  token: '/oauth/v2/accessToken',
  secretIn: 'body',
  refusesPkce: true,
  // No token type, and an id token without nonce that must not be looked at.
  tokenExtra: { expires_in: 5184000, scope: 'email,openid,profile', id_token: 'not.a.token' },
  resources: {
    '/v2/userinfo': { sub: 'pCx', name: 'Ann Example', email: 'ann@example.com', email_verified: true },
  },
};
const twitter: OAuthServerPlan = {
  authorize: '/i/oauth2/authorize',
  token: '/2/oauth2/token',
  secretIn: 'header',
  tokenExtra: { token_type: 'bearer' },
  resources: { '/2/users/me': { data: { id: '2244994945', name: 'Ann', username: 'ann' } } },
};

const people = [
  [
    'github',
    github,
    {
      issuer: 'https://github.com',
      subject: '583231',
      email: 'octo@example.com',
      isEmailProven: true,
      name: 'octocat',
      image: 'https://a.example/u/583231',
    },
  ],
  [
    'facebook',
    facebook,
    {
      issuer: 'https://www.facebook.com',
      subject: '10158',
      email: 'ann@example.com',
      isEmailProven: false,
      name: 'Ann Example',
      image: 'https://f.example/a.jpg',
    },
  ],
  [
    'linkedin',
    linkedin,
    {
      issuer: 'https://www.linkedin.com/oauth',
      subject: 'pCx',
      email: 'ann@example.com',
      isEmailProven: true,
      name: 'Ann Example',
      image: null,
    },
  ],
  [
    'twitter',
    twitter,
    {
      issuer: 'https://x.com',
      subject: '2244994945',
      email: null,
      isEmailProven: false,
      name: 'Ann',
      image: null,
    },
  ],
] as const;

async function signIn(
  provider: ProviderSettings['provider'],
  plan: OAuthServerPlan,
  clientSecret = 'secret',
) {
  const server = await startOAuthServer(plan);
  try {
    const settings = {
      provider,
      providerId: '',
      issuer: server.issuer,
      clientId: 'client',
      clientSecret,
      signer: null,
      scopes: [],
    };
    const secrets = await authorizer.newSecrets();
    const start = await authorizer.startUrl(settings, callback, secrets);
    const answer = await createBrowser(null, '').follow(start, (url) => url.href.startsWith(callback));
    return { start, profile: await authorizer.readProfile(settings, answer, secrets) };
  } finally {
    server.close();
  }
}

it.each(people)('%s names the person as its documentation says', async (provider, plan, profile) => {
  expect((await signIn(provider, plan)).profile).toEqual(profile);
});

it.each(people.filter(([name]) => name !== 'linkedin'))(
  'security 9: %s is asked with an S256 challenge',
  async (provider, plan) => {
    const { start } = await signIn(provider, plan);
    expect(start.searchParams.get('code_challenge_method')).toBe('S256');
    expect(start.searchParams.get('state')).toMatch(/^[\w-]{43}$/);
  },
);

it.each(people)('%s with a wrong client secret signs nobody in', async (provider, plan) => {
  await expect(signIn(provider, plan, 'wrong')).rejects.toMatchObject({ code: 'upstream_failed' });
});

it('github: an address that is not verified there is not proven here', async () => {
  const emails = [{ email: 'octo@example.com', primary: true, verified: false }];
  const resources = { ...github.resources, '/api/v3/user/emails': emails };
  const { profile } = await signIn('github', { ...github, resources });
  expect(profile).toMatchObject({ email: 'octo@example.com', isEmailProven: false });
});

it('an account without id signs nobody in', async () => {
  const resources = { '/v23.0/me': { name: 'Nobody' } };
  await expect(signIn('facebook', { ...facebook, resources })).rejects.toMatchObject({
    code: 'upstream_failed',
  });
});
