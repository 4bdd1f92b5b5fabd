import { randomUUID } from 'node:crypto';
import type { SignOn, Tokens } from '@stint/domain/api/auth/shapes.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import type { FastifyReply } from 'fastify';
import type { Static } from 'typebox';
import type { Transaction } from '../../../platform/database.ts';
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

/** Sends a cookie with the answer. */
type PutCookie = (cookie: string) => void;

export function cookiesOf(reply: FastifyReply): PutCookie {
  return (cookie) => void reply.header('set-cookie', cookie);
}

/** Cookies of what a transaction writes: none goes out for a session that was not, over the ones that the browser has. */
export function withCommitted(tx: Pick<Transaction, 'afterCommit'>, reply: FastifyReply): PutCookie {
  const put = cookiesOf(reply);
  return (cookie) => tx.afterCommit(() => put(cookie));
}

export type TokensAnswer = { tokens: Static<typeof Tokens>; refreshExpiresAt?: string };

/** The tokens of a session as they go out, with the cookies that the server sets itself. */
export async function answerTokens(
  context: AnswerContext,
  putCookie: PutCookie,
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
  setRefreshCookies(context, putCookie, { session, tenant, set });
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
  const host =
    settings.cookieOptionsSetDomain && client.origin ? URL.parse(client.origin)?.hostname : undefined;
  return {
    secure: isHttps,
    sameSite: settings.cookieOptionsSameSite,
    expires: Math.round(days * 10_000) / 10_000,
    path: settings.cookieOptionsPath,
    ...(host ? { domain: host } : {}),
  };
}

function setRefreshCookies(
  context: AnswerContext,
  putCookie: PutCookie,
  { session, tenant, set }: { session: TokenSession; tenant: Tenant; set: TokenSet },
): void {
  const maxAge = (session.idleExpiresAt.getTime() - context.clock.now().getTime()) / 1000;
  const secure = context.config.scheme === 'https';
  const common = { maxAge, secure, sameSite: 'Strict' } as const;
  const refresh = { name: `refresh.${tenant.publicId}`, value: set.refresh, path: refreshPath };
  putCookie(formatCookie({ ...common, ...refresh, httpOnly: true }));
  const xsrf = { name: 'XSRF-TOKEN', value: xsrfToken(context, session.id), path: '/' };
  putCookie(formatCookie({ ...common, ...xsrf, httpOnly: false }));
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

/** Removes the cookies that the server set for a tenant. */
export function clearRefreshCookies(
  context: AnswerContext,
  reply: FastifyReply,
  tenant: Pick<Tenant, 'publicId'>,
): void {
  const secure = context.config.scheme === 'https';
  const gone = { value: '', maxAge: 0, secure, sameSite: 'Strict' } as const;
  const putCookie = cookiesOf(reply);
  putCookie(formatCookie({ ...gone, name: `refresh.${tenant.publicId}`, path: refreshPath, httpOnly: true }));
  putCookie(formatCookie({ ...gone, name: 'XSRF-TOKEN', path: '/', httpOnly: false }));
}

/** The companion that a same-origin browser gets where it has none (security 6), as its cookie's text. */
export function newCompanion({ isSameOrigin, companion }: ClientInfo): string | null {
  return isSameOrigin && companion === null ? randomBytesPooled(32).toString('base64url') : null;
}

/**
 * Has the browser keep its companion from now on: with each session that is opened, which then never outlives it. A session
 * whose companion ended before it would end as stolen.
 */
export function putCompanion(putCookie: PutCookie, value: string): void {
  // `__Host-` needs Secure; browsers take it over http on *.localhost too.
  const kept = { maxAge: companionSeconds, httpOnly: true, secure: true, sameSite: 'Strict' } as const;
  putCookie(formatCookie({ ...kept, name: companionCookie, value, path: '/' }));
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
