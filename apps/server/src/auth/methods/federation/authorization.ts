import { createHash } from 'node:crypto';
import { AppError } from '@stint/domain/errors.ts';
import type { Configuration, CustomFetch } from 'openid-client';
import type { Clock } from '../../../platform/clock.ts';
import { checkCallable, type SafeFetch } from '../../../platform/safe-fetch.ts';
import { clientSecretOf } from './client-secret.ts';
import { plainTokenAnswer, relocate } from './oauth-quirks.ts';
import { type Profile, profileFromClaims } from './profile.ts';
import { type OAuthRow, type OidcRow, providerTable } from './providers.ts';
import type { ProviderSettings } from './settings.ts';

/** What binds one trip to the provider and back; made at the start, checked at the return (security 9). */
export type TripSecrets = { state: string; nonce: string; codeVerifier: string };

export type Authorizer = {
  /** New random values for one trip. */
  newSecrets(): Promise<TripSecrets>;
  /** The address of the provider's sign-in page. @throws AppError `upstream_failed` */
  startUrl(settings: ProviderSettings, callbackUrl: string, secrets: TripSecrets): Promise<URL>;
  /**
   * Exchanges the code and reads who signed in.
   * @param answer the callback address with the provider's `code`, `state`, `iss` or `error`
   * @throws AppError `upstream_failed` when anything about the answer is not exactly as it must be
   */
  readProfile(settings: ProviderSettings, answer: URL, secrets: TripSecrets): Promise<Profile>;
};

export type AuthorizerOptions = {
  fetch: SafeFetch;
  clock: Clock;
  /** Test mode: http issuers on this machine (protocol 17). */
  allowLoopback: boolean;
};

type Library = typeof import('openid-client');
type Kept = { configuration: Promise<Configuration>; until: number };

const keepForMs = 60 * 60 * 1000;
const maxKept = 200;

/** Talks OpenID Connect and OAuth 2 to other providers; the library is loaded by the first sign-in. */
export function createAuthorizer(options: AuthorizerOptions): Authorizer {
  const kept = new Map<string, Kept>();

  async function configurationOf(library: Library, settings: ProviderSettings): Promise<Configuration> {
    const key = keyOf(settings);
    const now = options.clock.now().getTime();
    const known = kept.get(key);
    if (known && known.until > now) return known.configuration;
    const configuration = configure(library, settings, options);
    if (kept.size >= maxKept) kept.clear();
    kept.set(key, { configuration, until: now + keepForMs });
    // A provider that was down for a moment is asked again next time.
    configuration.catch(() => kept.delete(key));
    return configuration;
  }

  return {
    async newSecrets() {
      const library = await import('openid-client');
      return {
        state: library.randomState(),
        nonce: library.randomNonce(),
        codeVerifier: library.randomPKCECodeVerifier(),
      };
    },
    async startUrl(settings, callbackUrl, secrets) {
      const library = await import('openid-client');
      const configuration = await configurationOf(library, settings).catch(failUpstream);
      const row = providerTable[settings.provider];
      const parameters = await startParameters(library, row, settings, secrets);
      const url = library.buildAuthorizationUrl(configuration, { ...parameters, redirect_uri: callbackUrl });
      return checkPage(url, options.allowLoopback);
    },
    async readProfile(settings, answer, secrets) {
      const library = await import('openid-client');
      const row = providerTable[settings.provider];
      try {
        const configuration = await configurationOf(library, settings);
        return row.kind === 'oidc'
          ? await readClaims(library, configuration, answer, secrets)
          : await readAccount(library, configuration, row, { settings, answer, secrets });
      } catch (error) {
        return failUpstream(error);
      }
    },
  };
}

async function configure(
  library: Library,
  settings: ProviderSettings,
  { fetch, clock, allowLoopback }: AuthorizerOptions,
): Promise<Configuration> {
  const row = providerTable[settings.provider];
  const insecure = allowLoopback ? [library.allowInsecureRequests] : [];
  if (row.kind === 'oauth2') return configureOAuth(library, row, settings, { fetch, insecure });
  const issuer = new URL(settings.issuer ?? row.issuer ?? '');
  const secret = clientSecretOf(settings, settings.issuer ?? row.issuer ?? '', clock.now());
  return library.discovery(issuer, settings.clientId, secret, undefined, {
    [library.customFetch]: asLibraryFetch(fetch),
    // Without it the signature of an id token from the token endpoint is not checked at all.
    execute: [...insecure, library.enableNonRepudiationChecks],
    timeout: 10,
  });
}

function configureOAuth(
  library: Library,
  row: OAuthRow,
  settings: ProviderSettings,
  { fetch, insecure }: { fetch: SafeFetch; insecure: ((configuration: Configuration) => void)[] },
): Configuration {
  const at = (address: string) => relocate(address, settings.issuer);
  const server = {
    issuer: row.issuer,
    authorization_endpoint: at(row.authorizationEndpoint),
    token_endpoint: at(row.tokenEndpoint),
  };
  const { clientId, clientSecret } = settings;
  const authentication =
    row.secretIn === 'header'
      ? library.ClientSecretBasic(clientSecret)
      : library.ClientSecretPost(clientSecret);
  const configuration = new library.Configuration(server, clientId, clientSecret, authentication);
  for (const allow of insecure) allow(configuration);
  const client = asLibraryFetch(fetch);
  configuration[library.customFetch] = async (url, init) =>
    url === server.token_endpoint ? plainTokenAnswer(await client(url, init)) : client(url, init);
  return configuration;
}

async function startParameters(
  library: Library,
  row: OidcRow | OAuthRow,
  settings: ProviderSettings,
  { state, nonce, codeVerifier }: TripSecrets,
): Promise<Record<string, string>> {
  const scopes = settings.scopes.length > 0 ? settings.scopes : row.scopes;
  const isOidc = row.kind === 'oidc';
  const hasPkce = isOidc || row.hasPkce;
  return {
    scope: [...new Set(isOidc ? ['openid', ...scopes] : scopes)].join(' '),
    state,
    ...(isOidc ? { nonce } : {}),
    ...(isOidc && row.isFormPost ? { response_mode: 'form_post' } : {}),
    ...(hasPkce
      ? {
          code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }
      : {}),
  };
}

async function readClaims(
  library: Library,
  configuration: Configuration,
  answer: URL,
  { state, nonce, codeVerifier }: TripSecrets,
): Promise<Profile> {
  const tokens = await library.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('the provider sent no id token');
  // The library looks at azp only where there are several audiences (OpenID Connect Core 3.1.3.7, step 5).
  const { client_id } = configuration.clientMetadata();
  if (claims.azp !== undefined && claims.azp !== client_id) throw new Error('azp names another client');
  return profileFromClaims(claims);
}

async function readAccount(
  library: Library,
  configuration: Configuration,
  row: OAuthRow,
  trip: { settings: ProviderSettings; answer: URL; secrets: TripSecrets },
): Promise<Profile> {
  const { state, codeVerifier } = trip.secrets;
  const tokens = await library.authorizationCodeGrant(configuration, trip.answer, {
    expectedState: state,
    ...(row.hasPkce ? { pkceCodeVerifier: codeVerifier } : {}),
  });
  const readJson = async (address: string) => {
    const headers = new Headers({ accept: 'application/json', 'user-agent': 'Latchkey' });
    const url = new URL(address);
    const answer = await library.fetchProtectedResource(
      configuration,
      tokens.access_token,
      url,
      'GET',
      null,
      headers,
    );
    return (await answer.json()) as Record<string, unknown>;
  };
  return row.readProfile(readJson, (address, ownPath) => relocate(address, trip.settings.issuer, ownPath));
}

/** The page that a person is sent to: https, or this machine in test mode. */
function checkPage(url: URL, allowLoopback: boolean): URL {
  const isHttps = url.protocol === 'https:' && !url.username && !url.password;
  if (!isHttps) checkCallable(url, allowLoopback);
  return url;
}

/** The library's own name for the same shape of call. */
function asLibraryFetch(fetch: SafeFetch): CustomFetch {
  return (url, init) => fetch(url, init as RequestInit);
}

function failUpstream(cause: unknown): never {
  throw cause instanceof AppError ? cause : new AppError('upstream_failed', { cause });
}

function keyOf(settings: ProviderSettings): string {
  const { provider, issuer, clientId, clientSecret, signer } = settings;
  return createHash('sha256')
    .update(JSON.stringify([provider, issuer, clientId, clientSecret, signer]))
    .digest('base64url');
}
