import { findFactorKind, isProvider, type Provider, type SocialProvider } from '@stint/domain/auth/factor.ts';
import { AppError } from '@stint/domain/errors.ts';
import { type Profile, profileFromClaims } from './profile.ts';

/** Fetches JSON from a path of the provider's programming interface with the person's access token. */
type ReadJson = (url: string) => Promise<Record<string, unknown>>;

/** Moves an address to the tenant's own server, under `ownPath` where that differs there. */
type Relocate = (address: string, ownPath?: string) => string;

type Shared = {
  scopes: readonly string[];
};

/** OpenID Connect: all is found from the issuer, and the person from the signed id token. */
export type OidcRow = Shared & {
  kind: 'oidc';
  /** Null where every customer has an own one, which the tenant enters. */
  issuer: string | null;
  /** The provider answers with a form that posts itself to us instead of a redirect. */
  isFormPost?: true;
  /** Takes a signing key in place of a client secret. */
  hasSignedSecret?: true;
};

/** OAuth 2 alone: fixed places, and the person is asked for with the access token. */
export type OAuthRow = Shared & {
  kind: 'oauth2';
  /** Name under which identities are kept; no id token carries it. */
  issuer: string;
  /** Full addresses; a tenant's own `issuer` (such as an enterprise server) replaces their origin. */
  authorizationEndpoint: string;
  tokenEndpoint: string;
  /** False where the provider answers a code verifier with an error. */
  hasPkce: boolean;
  /** How the client secret is sent to the token endpoint. */
  secretIn: 'body' | 'header';
  readProfile(readJson: ReadJson, at: Relocate): Promise<Profile>;
};

/** Everything known about one provider (protocol 9.1). */
export type ProviderRow = OidcRow | OAuthRow;

const openIdScopes = ['openid', 'email', 'profile'] as const;

export const providerTable: Readonly<Record<Provider, ProviderRow>> = {
  // Name and email come only with form_post; the client secret is a token signed with a key of the tenant.
  apple: {
    kind: 'oidc',
    issuer: 'https://appleid.apple.com',
    scopes: ['openid', 'email', 'name'],
    isFormPost: true,
    hasSignedSecret: true,
  },
  azure: { kind: 'oidc', issuer: null, scopes: openIdScopes },
  google: { kind: 'oidc', issuer: 'https://accounts.google.com', scopes: openIdScopes },
  okta: { kind: 'oidc', issuer: null, scopes: openIdScopes },
  custom: { kind: 'oidc', issuer: null, scopes: openIdScopes },
  facebook: {
    kind: 'oauth2',
    issuer: 'https://www.facebook.com',
    authorizationEndpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenEndpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    scopes: ['email', 'public_profile'],
    hasPkce: true,
    secretIn: 'body',
    async readProfile(readJson, at) {
      const me = await readJson(at('https://graph.facebook.com/v23.0/me?fields=id,name,email,picture'));
      // Nothing says that the address was ever proven.
      return profileFromClaims({
        iss: this.issuer,
        sub: me.id,
        name: me.name,
        email: me.email,
        picture: dig(me, 'picture', 'data', 'url'),
      });
    },
  },
  github: {
    kind: 'oauth2',
    issuer: 'https://github.com',
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    scopes: ['read:user', 'user:email'],
    hasPkce: true,
    secretIn: 'body',
    async readProfile(readJson, at) {
      const [me, emails] = await Promise.all([
        readJson(at('https://api.github.com/user', '/api/v3/user')),
        readJson(at('https://api.github.com/user/emails', '/api/v3/user/emails')),
      ]);
      const primary = Object.values(emails).find((entry) => isObject(entry) && entry.primary === true);
      return profileFromClaims({
        iss: this.issuer,
        sub: me.id,
        name: me.name ?? me.login,
        picture: me.avatar_url,
        email: dig(primary, 'email'),
        email_verified: dig(primary, 'verified'),
      });
    },
  },
  // Its id token has no nonce and its token endpoint refuses a code verifier, so it is used as OAuth 2.
  linkedin: {
    kind: 'oauth2',
    issuer: 'https://www.linkedin.com/oauth',
    authorizationEndpoint: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenEndpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
    scopes: openIdScopes,
    hasPkce: false,
    secretIn: 'body',
    async readProfile(readJson, at) {
      const me = await readJson(at('https://api.linkedin.com/v2/userinfo'));
      return profileFromClaims({ ...me, iss: this.issuer });
    },
  },
  twitter: {
    kind: 'oauth2',
    issuer: 'https://x.com',
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    tokenEndpoint: 'https://api.x.com/2/oauth2/token',
    scopes: ['users.read', 'tweet.read', 'users.email'],
    hasPkce: true,
    secretIn: 'header',
    async readProfile(readJson, at) {
      const fields = 'name,username,profile_image_url,confirmed_email';
      const { data } = await readJson(at(`https://api.x.com/2/users/me?user.fields=${fields}`));
      const email = dig(data, 'confirmed_email');
      return profileFromClaims({
        iss: this.issuer,
        sub: dig(data, 'id'),
        name: dig(data, 'name'),
        picture: dig(data, 'profile_image_url'),
        email,
        email_verified: typeof email === 'string',
      });
    },
  },
};

/** A provider by its name in a path. @throws AppError `not_found` */
export function parseProvider(text: string): Provider {
  if (!isProvider(text)) throw new AppError('not_found');
  return text;
}

/** A provider's own name, for people. */
export function providerName(strategy: string): string {
  const kind = findFactorKind({ channel: 'email', strategy: strategy as SocialProvider });
  return kind?.buttonText ?? 'your organisation';
}

function dig(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
