import { randomUUID } from 'node:crypto';
import type { SignOn, Tokens } from '@stint/domain/api/auth/shapes.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import type { FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import { randomBytesPooled } from '../../../platform/random.ts';
import type { Foundation } from '../../model/foundation.ts';
import type { Session, TokenSession } from '../../model/sessions/queries.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { User } from '../../model/users/queries.ts';
import { userFields } from '../../model/users/record.ts';
import { type ClientInfo, companionCookie } from '../http/client.ts';
import { formatCookie } from '../http/cookies.ts';
import type { TokensContext } from '../tokens/tokens.ts';
import { type Roles, signTokens, type TokenInput, type TokenSet } from '../tokens/tokens.ts';

export type AnswerContext = TokensContext & Pick<Foundation, 'secrets'>;

/** Browsers keep no cookie longer than 400 days (RFC 6265bis). */
const companionSeconds = 400 * 24 * 60 * 60;
/** The refresh cookie goes to the two calls that read it. */
const refreshPath = '/v0/auth/';

export type TokensAnswer = { tokens: Static<typeof Tokens>; refreshExpiresAt?: string };

/** The tokens of a session as they go out, with the cookies that the server sets itself. */
export async function answerTokens(
  context: AnswerContext,
  reply: FastifyReply,
  client: ClientInfo,
  input: TokenInput,
): Promise<TokensAnswer> {
  const { session, tenant } = input;
  const set = await signTokens(context, input);
  const cookieOptions = scriptCookieOptions(context, session, tenant, client);
  const strict = { ...cookieOptions, sameSite: 'Strict' };
  const tokens = {
    access: { value: set.access, cookieOptions },
    id: { value: set.id, cookieOptions },
  };
  if (!session.isCookieMode)
    return { tokens: { ...tokens, refresh: { value: set.refresh, cookieOptions: strict } } };
  setRefreshCookies(context, reply, { session, tenant, set });
  return {
    tokens: { ...tokens, refresh: { cookieOptions: strict } },
    refreshExpiresAt: session.idleExpiresAt.toISOString(),
  };
}

/** Access and id cookies last as long as the refresh token, so that clients know somebody is signed in. */
function scriptCookieOptions(
  context: AnswerContext,
  session: TokenSession,
  tenant: Tenant,
  client: ClientInfo,
) {
  const { settings } = tenant;
  const isHttps = client.origin?.startsWith('https:') ?? context.config.scheme === 'https';
  const days = (session.idleExpiresAt.getTime() - context.clock.now().getTime()) / DAY_MS;
  const host = client.origin && URL.canParse(client.origin) ? new URL(client.origin).hostname : undefined;
  return {
    secure: isHttps,
    sameSite: settings.cookieOptionsSameSite,
    expires: Math.round(days * 10_000) / 10_000,
    path: settings.cookieOptionsPath,
    ...(settings.cookieOptionsSetDomain && host ? { domain: host } : {}),
  };
}

function setRefreshCookies(
  context: AnswerContext,
  reply: FastifyReply,
  { session, tenant, set }: { session: TokenSession; tenant: Tenant; set: TokenSet },
): void {
  const maxAge = (session.idleExpiresAt.getTime() - context.clock.now().getTime()) / 1000;
  const secure = context.config.scheme === 'https';
  const common = { maxAge, secure, sameSite: 'Strict' } as const;
  addCookie(reply, {
    ...common,
    name: `refresh.${tenant.publicId}`,
    value: set.refresh,
    path: refreshPath,
    httpOnly: true,
  });
  addCookie(reply, {
    ...common,
    name: 'XSRF-TOKEN',
    value: xsrfToken(context, session.id),
    path: '/',
    httpOnly: false,
  });
}

/** HMAC(sid, nonce) (security 7). */
function xsrfToken(context: AnswerContext, sid: string): string {
  const nonce = randomBytesPooled(12).toString('base64url');
  return `${nonce}.${context.secrets.mac('xsrf', `${sid} ${nonce}`).toString('base64url')}`;
}

/** Whether we made this token for a session. */
export function isXsrfToken(context: AnswerContext, sid: string, given: string): boolean {
  const [nonce = '', mac = ''] = given.split('.', 2);
  return context.secrets.isMac(Buffer.from(mac, 'base64url'), 'xsrf', `${sid} ${nonce}`);
}

function addCookie(reply: FastifyReply, cookie: Parameters<typeof formatCookie>[0]): void {
  reply.header('set-cookie', formatCookie(cookie));
}

/** Removes the cookies that the server set for a tenant. */
export function clearRefreshCookies(
  context: AnswerContext,
  reply: FastifyReply,
  tenant: Pick<Tenant, 'publicId'>,
): void {
  const secure = context.config.scheme === 'https';
  const gone = { value: '', maxAge: 0, secure, sameSite: 'Strict' } as const;
  addCookie(reply, { ...gone, name: `refresh.${tenant.publicId}`, path: refreshPath, httpOnly: true });
  addCookie(reply, { ...gone, name: 'XSRF-TOKEN', path: '/', httpOnly: false });
}

/** Gives a same-origin browser its companion cookie where it has none (security 6). @returns the secret's text, or null */
export function issueCompanion(reply: FastifyReply, client: ClientInfo): string | null {
  if (!client.isSameOrigin || client.companionHash) return null;
  const value = randomBytesPooled(32).toString('base64url');
  // `__Host-` needs Secure; browsers take it over http on *.localhost too.
  addCookie(reply, {
    name: companionCookie,
    value,
    path: '/',
    maxAge: companionSeconds,
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  });
  return value;
}

/** The sign-on answer of protocol 5.1. It never carries `isMfaRequired: true` (protocol 17). */
export function signOnAnswer(
  parts: { session: Session; tenant: Tenant; user: User; roles: Roles; redirectTo: string },
  tokens: TokensAnswer,
): SignOn {
  const { session, tenant, user, roles, redirectTo } = parts;
  return {
    message: 'OK',
    redirectTo,
    sessionId: session.id,
    nonce: randomUUID(),
    ...tokens,
    ...userFields(user),
    isMfaRequired: false,
    tenantId: tenant.publicId,
    tenant: { tenantId: tenant.publicId, name: tenant.name },
    authentication: { firstFactors: tenant.firstFactors, secondFactors: tenant.secondFactors },
    authorization: roles,
  };
}
