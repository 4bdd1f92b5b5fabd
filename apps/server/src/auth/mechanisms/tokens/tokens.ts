import { AppError } from '@stint/domain/errors.ts';
import { providerUrl } from '../../../config.ts';
import { isOutage } from '../../../platform/database-errors.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { Realm } from '../../model/realm.ts';
import type { TokenSession } from '../../model/sessions/queries.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { TokenUser } from '../../model/users/queries.ts';
import type { TenantDirectory } from '../tenants/directory.ts';
import { isSignedBy, readJws, signJws } from './jws.ts';
import type { SigningKeys } from './signing-keys.ts';

export type TokensContext = Pick<Foundation, 'config' | 'clock'> & {
  keys: SigningKeys;
  tenants: TenantDirectory;
};

export type TokenKind = 'access' | 'id' | 'refresh';

/** The `typ` header of each kind (security 6, RFC 9068 section 2.1). */
const headerTypes: Record<TokenKind, string> = { access: 'at+jwt', id: 'JWT', refresh: 'rt+jwt' };

/** Clocks may differ by this many seconds (security 6). */
const skewSeconds = 30;

export type Roles = Record<string, { roles: string[] }>;

export type TokenSet = { access: string; id: string; refresh: string };

export type TokenInput = {
  session: TokenSession;
  tenant: Tenant;
  user: TokenUser;
  roles: Roles;
  isMfaRequired: boolean;
};

/** Signs the three tokens of a session's current generation (protocol 4.1, security 6). */
export async function signTokens(context: TokensContext, input: TokenInput): Promise<TokenSet> {
  const { session, tenant, user } = input;
  const realm: Realm = session;
  const { kid, key } = await context.keys.current(realm);
  const now = Math.floor(context.clock.now().getTime() / 1000);
  const end = (seconds: number) => Math.min(now + seconds, Math.floor(session.expiresAt.getTime() / 1000));
  const common = commonClaims(input);
  const registered = { iss: providerUrl(context.config), aud: tenant.publicId, sub: user.id, iat: now };
  const sign = (kind: TokenKind, claims: Record<string, unknown>, exp: number) =>
    signJws(headerTypes[kind], kid, { ...common, ...claims, ...registered, exp }, key);
  const short = end(tenant.settings.accessTokenDuration);
  const authTime = Math.floor(session.authTime.getTime() / 1000);
  return {
    access: sign('access', { authorization: input.roles, amr: session.amr, auth_time: authTime }, short),
    id: sign('id', identityClaims(input), short),
    refresh: sign('refresh', { type: 'refresh' }, Math.floor(session.idleExpiresAt.getTime() / 1000)),
  };
}

function commonClaims({ session, tenant, user }: TokenInput): Record<string, unknown> {
  return {
    sid: session.id,
    gen: session.gen,
    authz_version: user.authzVersion,
    mode: session.mode,
    tenantId: tenant.publicId,
    userId: user.number,
    userUuid: user.id,
    sessionId: session.id,
    isConfirmed: user.emailConfirmedAt !== null,
    isEmailConfirmed: user.emailConfirmedAt !== null,
    isPhoneNumberConfirmed: user.phoneConfirmedAt !== null,
  };
}

/** The claims of the id token (protocol 4.1); `data` is left out when it would not fit a cookie. */
function identityClaims({ user, isMfaRequired }: TokenInput): Record<string, unknown> {
  const data = JSON.stringify(user.data).length <= 1200 ? user.data : {};
  return {
    email: user.email,
    phoneNumber: user.phone,
    username: user.username,
    name: user.name,
    image: (user.image ?? '').length <= 500 ? user.image : null,
    data,
    isMfaRequired,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    confirmedAt: user.emailConfirmedAt?.toISOString() ?? null,
    confirmedEmailAt: user.emailConfirmedAt?.toISOString() ?? null,
    confirmedPhoneNumberAt: user.phoneConfirmedAt?.toISOString() ?? null,
  };
}

/** What a verified token says. */
export type Claims = {
  sid: string;
  gen: number;
  mode: 'test' | 'live';
  tenantId: string;
  userUuid: string;
  authzVersion: number;
  expiresAt: Date;
};

/**
 * Verifies a token of one kind: ES256 by our own key table, `typ`, `iss`, `aud` and all required claims (RFC 8725).
 * @param isExpiryIgnored for logout, which takes expired access tokens (protocol 7.15)
 * @throws AppError `unauthorized` whatever is wrong with it; while the database is away nobody knows, and nobody is signed out
 */
export async function verifyToken(
  context: TokensContext,
  token: string,
  kind: TokenKind,
  { isExpiryIgnored = false }: { isExpiryIgnored?: boolean } = {},
): Promise<Claims> {
  try {
    if (token.length > 8192) throw new Error('too long');
    const read = readJws(token);
    const { header, claims } = read;
    const tenant = await context.tenants.require(String(claims.tenantId));
    const mode = claims.mode === 'live' ? 'live' : 'test';
    const key = await context.keys.find({ rootTenantId: tenant.rootTenantId, mode }, String(header.kid));
    if (!key || !isSignedBy(read, key)) throw new Error('not signed by us');
    if (header.typ !== headerTypes[kind]) throw new Error('another kind of token');
    if (claims.iss !== providerUrl(context.config) || claims.aud !== tenant.publicId)
      throw new Error('not for us');
    const [issuedAt, expiresAt] = [numberOf(claims, 'iat'), numberOf(claims, 'exp')];
    const now = isExpiryIgnored ? issuedAt : Math.floor(context.clock.now().getTime() / 1000);
    if (expiresAt <= now - skewSeconds) throw new Error('expired');
    return {
      sid: textOf(claims, 'sid'),
      gen: numberOf(claims, 'gen'),
      mode,
      tenantId: tenant.id,
      userUuid: textOf(claims, 'sub'),
      authzVersion: numberOf(claims, 'authz_version'),
      expiresAt: new Date(expiresAt * 1000),
    };
  } catch (cause) {
    if (isOutage(cause)) throw cause;
    throw new AppError('unauthorized', { cause });
  }
}

function textOf(claims: Record<string, unknown>, name: string): string {
  const value = claims[name];
  if (typeof value !== 'string') throw new Error(`no ${name}`);
  return value;
}

function numberOf(claims: Record<string, unknown>, name: string): number {
  const value = claims[name];
  if (typeof value !== 'number') throw new Error(`no ${name}`);
  return value;
}
