import { AppError } from '@stint/domain/errors.ts';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { providerUrl } from '../../config.ts';
import { createTimedCache } from '../../platform/timed-cache.ts';
import type { GatewayDeps, Identity } from '../context.ts';
import { cacheAges } from '../shared/cache-ages.ts';

/** Claims of an access token, checked. */
type Claims = JWTPayload & Record<string, unknown>;

/** Proof that a token was signed by the provider for us; nothing about whether its session still lives. */
export type VerifiedToken = { identity: Identity; authzVersion: number | null; expiresAt: number };

/** A signature is dear, so it is checked once in a while per token and process; liveness at every request. */
export type TokenVerifier = {
  /** @throws AppError `relogin` for a bad token, `unavailable` while the provider does not give its keys */
  verify(token: string): Promise<VerifiedToken>;
  /** Asks the provider for its keys now. @throws when it does not give them */
  prove(): Promise<void>;
};

const skewSeconds = 30;
/** Public keys are asked for again after this long; an emergency removal takes effect within it (security 12). */
const keysForMs = 2 * 60_000;

type PublishedKeys = ReturnType<typeof createRemoteJWKSet>;

type Profile = {
  algorithms: string[];
  typ?: string;
  read(claims: Claims): Omit<Identity, 'kind' | 'regionCode' | 'scopes'>;
};

/** What tells an access token of each profile from any other token of the same signer (security 6). */
const profiles: Record<'latchkey' | 'v0', Profile> = {
  latchkey: { algorithms: ['ES256'], typ: 'at+jwt', read: readLatchkey },
  v0: { algorithms: ['RS256'], read: readClaims },
};

/**
 * Checks access tokens against the provider's published keys.
 * @param isAlone whether the provider is known to be away: then its keys are not asked for
 */
export function createTokenVerifier(deps: GatewayDeps, isAlone: () => boolean): TokenVerifier {
  const { auth, clock, config } = deps;
  const profile = profiles[auth.profile];
  // Made with the first token: Node loads all of fetch for it.
  let keys: PublishedKeys | undefined;
  const issuer = auth.profile === 'latchkey' ? providerUrl(config) : undefined;
  const kept = createTimedCache<VerifiedToken>(clock, { maxAgeMs: cacheAges.verifiedTokenMs });

  const graceMs = config.providerGraceSeconds * 1000;
  /** When keys that were published lately were good for a token last. */
  let knownAt = Number.NEGATIVE_INFINITY;

  /** With the keys that are published, or for a while those that were, where the provider does not give them. */
  async function readPayload(token: string, published: PublishedKeys): Promise<Claims> {
    if (isAlone()) return verifyAlone(token, published, new Error('the provider is away'));
    try {
      const payload = await verifyWith(published, token);
      if (published.fresh) knownAt = clock.now().getTime();
      return payload;
    } catch (error) {
      if (isFaultOfToken(error)) throw error;
      return verifyAlone(token, published, error);
    }
  }

  /** @throws the outage where no keys are kept, or the token's is none of them: it may have been published since */
  async function verifyAlone(token: string, published: PublishedKeys, outage: unknown): Promise<Claims> {
    const known = published.jwks();
    const isKept = graceMs > 0 && clock.now().getTime() - knownAt <= graceMs;
    if (!known || !isKept) throw outage;
    return verifyWith(createLocalJWKSet(known), token).catch((error: { code?: string }) => {
      throw error.code === 'ERR_JWKS_NO_MATCHING_KEY' ? outage : error;
    });
  }

  async function verifyWith(by: JWTVerifyGetKey, token: string): Promise<Claims> {
    const { payload } = await jwtVerify<Claims>(token, by, {
      algorithms: profile.algorithms,
      currentDate: clock.now(),
      clockTolerance: skewSeconds,
      requiredClaims: ['exp', 'iat'],
      ...(profile.typ ? { typ: profile.typ } : {}),
      ...(issuer ? { issuer } : {}),
    });
    return payload;
  }

  async function check(token: string): Promise<VerifiedToken> {
    keys ??= publishedKeys(deps);
    const payload = await readPayload(token, keys);
    if (payload.mode !== config.mode) throw new AppError('relogin');
    const version = payload.authz_version;
    return {
      identity: { kind: 'session', regionCode: null, scopes: ['read', 'write'], ...profile.read(payload) },
      authzVersion: typeof version === 'number' ? version : null,
      expiresAt: ((payload.exp as number) + skewSeconds) * 1000,
    };
  }

  return {
    async verify(token) {
      const verified = await kept.get(token, () => check(token).catch(refuse));
      // It ends at its very instant, not when the cache does.
      if (verified.expiresAt <= clock.now().getTime()) throw new AppError('relogin');
      return verified;
    },
    async prove() {
      keys ??= publishedKeys(deps);
      await keys.reload();
    },
  };
}

function publishedKeys({ auth, config, fetch }: GatewayDeps): PublishedKeys {
  const url = new URL(`tenants/${encodeURIComponent(auth.tenantId)}/jwks`, auth.baseUrl);
  if (config.mode === 'test') url.searchParams.set('test', 'true');
  return createRemoteJWKSet(url, {
    [customFetch]: fetch as never,
    cacheMaxAge: keysForMs,
    cooldownDuration: 10_000,
    timeoutDuration: 5000,
  });
}

/** What the library says about a token; whatever else went wrong, nothing is known about the token. */
const faultsOfToken: ReadonlySet<string> = new Set([
  'ERR_JOSE_ALG_NOT_ALLOWED',
  'ERR_JOSE_NOT_SUPPORTED',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWS_INVALID',
  'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
  'ERR_JWT_CLAIM_VALIDATION_FAILED',
  'ERR_JWT_EXPIRED',
  'ERR_JWT_INVALID',
]);

function refuse(error: unknown): never {
  throw isFaultOfToken(error)
    ? new AppError('relogin', { cause: error })
    : new AppError('unavailable', { cause: error, retryAfterSeconds: 2 });
}

function isFaultOfToken(error: unknown): boolean {
  return error instanceof AppError || faultsOfToken.has((error as { code?: string }).code ?? '');
}

function readLatchkey(claims: Claims) {
  const own = readClaims(claims);
  // `sub`, `sid` and `aud` say the same as the claims that older clients read, or the token is not one of ours.
  if (claims.sub !== own.userUuid || claims.sid !== own.sessionId || claims.aud !== own.tenantId)
    throw new AppError('relogin');
  return own;
}

function readClaims(claims: Claims) {
  return {
    userUuid: text(claims.userUuid),
    sessionId: text(claims.sessionId),
    tenantId: text(claims.tenantId),
    authorization: isAuthorization(claims.authorization) ? claims.authorization : {},
    issuedAt: new Date((claims.iat as number) * 1000),
    authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
    isEmailConfirmed: claims.isEmailConfirmed === true || claims.isConfirmed === true,
  };
}

function text(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= 64) return value;
  throw new AppError('relogin');
}

function isAuthorization(value: unknown): value is Identity['authorization'] {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((entry) => Array.isArray((entry as { roles?: unknown } | null)?.roles))
  );
}
