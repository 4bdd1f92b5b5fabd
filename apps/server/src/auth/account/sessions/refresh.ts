import { AppError } from '@stint/domain/errors.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../../../platform/database.ts';
import { isLost } from '../../../platform/database-errors.ts';
import { isSameSecret, sha256 } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import type { ClientInfo } from '../../mechanisms/http/client.ts';
import { ownOrigin } from '../../mechanisms/http/client.ts';
import { cookieNames, readCookie } from '../../mechanisms/http/cookies.ts';
import type { RefreshOutcome } from '../../mechanisms/metrics/metrics.ts';
import { queueNotice } from '../../mechanisms/outbox/notices.ts';
import {
  answerTokens,
  clearRefreshCookies,
  cookiesOf,
  isXsrfToken,
  newCompanion,
  putCompanion,
  type TokensAnswer,
} from '../../mechanisms/sessions/answer.ts';
import { verifyToken } from '../../mechanisms/tokens/tokens.ts';
import { type EndReason, endSessions, lockSession, type Session } from '../../model/sessions/queries.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserById } from '../../model/users/queries.ts';
import { isMfaRequired } from '../../sign-in/flow.ts';
import { findEntry } from '../../sign-in/membership.ts';
import { tokenTheft } from './notices.ts';
import { type Bound, type Presented, type Rotated, rotateAtOnce } from './rotate.ts';

const overlapMs = 30_000;

/** The refresh token of a call: the Authorization header, or in HttpOnly mode the cookie with its XSRF token. */
export async function readRefreshToken(
  context: AuthContext,
  request: FastifyRequest,
  client: ClientInfo,
  tenantId: string | undefined,
): Promise<string> {
  refuseNavigation(request);
  if (client.bearer) return client.bearer;
  if (request.headers['x-latchkey-refresh'] !== 'cookie') throw new AppError('unauthorized');
  requireOwnOrigin(context, request);
  const publicIds = cookieTenants(request, tenantId);
  if (publicIds.length > 1)
    throw new AppError('unauthorized', {
      message: 'There are several sessions here. Name one by ?tenantId=.',
    });
  const [publicId] = publicIds;
  const token = publicId ? readCookie(request.headers.cookie, cookiePrefix + publicId) : null;
  if (!token) throw new AppError('unauthorized');
  await checkXsrf(context, request, token);
  return token;
}

const cookiePrefix = 'refresh.';

/** The tenants whose refresh cookie may be meant: the one that is named, else all that there are. */
function cookieTenants(request: FastifyRequest, tenantId: string | undefined): string[] {
  const names = cookieNames(request.headers.cookie, cookiePrefix);
  const publicIds = names.map((name) => name.slice(cookiePrefix.length));
  return tenantId ? publicIds.filter((publicId) => publicId === tenantId) : publicIds;
}

/**
 * Does what the refresh cookie of a call asks for. One that is refused is dead for good, as after a logout on another host
 * of the family, and no script can remove it: the refusal expires it by name.
 */
export async function expiringDeadCookie<Result>(
  context: AuthContext,
  http: { request: FastifyRequest; reply: FastifyReply; client: ClientInfo },
  tenantId: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === 'unauthorized';
    const isByCookie = !http.client.bearer && http.client.wantsRefreshCookie;
    const [publicId, ...others] = isRefused && isByCookie ? cookieTenants(http.request, tenantId) : [];
    if (publicId && others.length === 0) clearRefreshCookies(context, http.reply, { publicId });
    throw error;
  }
}

/** `GET auth/refresh` and `auth/logout` are calls, never pages or prefetches (security 6). */
export function refuseNavigation(request: FastifyRequest): void {
  const { headers } = request;
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`;
  const isPage = /prefetch|prerender/.test(purpose) || headers['sec-fetch-mode'] === 'navigate';
  if (isPage) throw new AppError('cross_site', { message: 'This is a call and no page. Send it by script.' });
  if (headers['sec-fetch-site'] === 'cross-site' && !headers.authorization) throw new AppError('cross_site');
}

/** Sibling subdomains are not trusted with cookies (security 7). A same-origin GET has no Origin, but a fetch site. */
function requireOwnOrigin(context: AuthContext, request: FastifyRequest): void {
  const { origin } = request.headers;
  const isOwn =
    origin === undefined
      ? request.headers['sec-fetch-site'] === 'same-origin'
      : origin.toLowerCase() === ownOrigin(request, context.config);
  if (!isOwn) throw new AppError('cross_site');
}

async function checkXsrf(context: AuthContext, request: FastifyRequest, token: string): Promise<void> {
  const { sid } = await verifyToken(context, token, 'refresh');
  const given = String(request.headers['x-xsrf-token'] ?? '');
  if (isXsrfToken(context, sid, given)) return;
  throw new AppError('cross_site', {
    message: 'Send the value of the cookie XSRF-TOKEN as header x-xsrf-token.',
  });
}

type Outcome =
  | ({ kind: 'rotated'; session: Session } & Bound)
  | { kind: 'ended'; reason: EndReason; ended: string[] }
  | { kind: 'dead' };

function labelOf(outcome: Outcome): RefreshOutcome {
  if (outcome.kind === 'rotated') return 'rotated';
  if (outcome.kind === 'dead') return 'refused';
  return outcome.reason === 'companion' ? 'companion' : 'reuse';
}

/**
 * Exchanges a refresh token for the next generation: current → rotate; previous → the same successor again, until
 * 30 s after the successor was first seen; anything else ends the session.
 * @throws AppError `unauthorized`
 */
export async function refresh(
  context: AuthContext,
  http: { client: ClientInfo; reply: FastifyReply },
  token: string,
): Promise<TokensAnswer & { sessionId: string }> {
  const claims = await verifyToken(context, token, 'refresh');
  const waitMs = context.refreshLimit.take(claims.sid, context.clock.now().getTime());
  if (waitMs > 0) throw new AppError('rate_limited', { retryAfterSeconds: waitMs / 1000 });
  const given = newCompanion(http.client);
  const companionHash = given ? sha256(given) : http.client.companionHash;
  const tenant = await context.tenants.requireById(claims.tenantId);
  const presented = { client: http.client, claims, companionHash };
  const rotated = await rotateAtOnce(context, tenant, presented).catch(ifLost);
  const { isBound, ...found } = rotated ?? (await rotateInSteps(context, presented));
  if (rotated) context.metrics.refreshed('rotated');
  context.sessions.forget([claims.sid]);
  const answered = await answerTo(context, http, tenant, found);
  // Bound from now on, it is to last as long as one that is given at sign-in. Another refresh may have given another meanwhile.
  const companion = given ?? http.client.companion;
  if (companion && isBound && http.client.isSameOrigin) putCompanion(cookiesOf(http.reply), companion);
  return { ...answered, sessionId: claims.sid };
}

/** What a connection that went left behind is found out by the transaction: a token that was exchanged brings the same again. */
function ifLost(error: unknown): null {
  if (isLost(error)) return null;
  throw error;
}

/** @throws AppError `unauthorized` */
async function rotateInSteps(context: AuthContext, presented: Presented): Promise<Rotated> {
  const outcome = await context.database.transaction((tx) => rotate(context, tx, presented));
  if (outcome.kind === 'ended') context.sessions.forget(outcome.ended);
  context.metrics.refreshed(labelOf(outcome));
  if (outcome.kind !== 'rotated') throw new AppError('unauthorized');
  const { session, isBound } = outcome;
  const tenant = await context.tenants.requireById(session.tenantId);
  const user = await findUserById(context.database, session, session.userId);
  if (!user) throw new AppError('unauthorized');
  return { session, user, entry: await findEntry(context.database, tenant, user), isBound };
}

/** @throws AppError `unauthorized` for who was locked or may no longer enter */
async function answerTo(
  context: AuthContext,
  http: { client: ClientInfo; reply: FastifyReply },
  tenant: Tenant,
  { session, user, entry }: Omit<Rotated, 'isBound'>,
): Promise<TokensAnswer> {
  if (!entry || user.isLocked || tenant.status !== 'active') throw new AppError('unauthorized');
  return answerTokens(context, cookiesOf(http.reply), http.client, {
    session,
    tenant,
    user,
    roles: entry.roles,
    isMfaRequired: isMfaRequired(tenant, user, entry.ownRoles),
  });
}

async function rotate(context: AuthContext, tx: Transaction, presented: Presented): Promise<Outcome> {
  const { client, claims } = presented;
  const now = context.clock.now();
  const session = await lockSession(tx, claims.sid);
  if (!session || session.endedAt !== null || session.expiresAt <= now || session.idleExpiresAt <= now) {
    return { kind: 'dead' };
  }
  if (isForeignBrowser(session, client))
    return endForTheft(context, tx, { session, client, reason: 'companion' });
  const rotated =
    claims.gen === session.gen
      ? await advance(context, tx, session, presented)
      : claims.gen === session.gen - 1 && isOverlapping(session, now)
        ? session
        : null;
  if (rotated) return { kind: 'rotated', session: rotated, isBound: isBoundBy(presented, session, rotated) };
  return endForTheft(context, tx, { session, client, reason: 'reuse' });
}

/** A refresh at the same time may have bound the session to the companion that it gave. */
function isBoundBy(
  { companionHash }: Presented,
  before: Session,
  { companionHash: bound }: Session,
): boolean {
  return !before.isCompanionSeen && !!companionHash && !!bound && isSameSecret(bound, companionHash);
}

/** Once a session was seen with its companion cookie, it never comes without it (security 6). */
function isForeignBrowser(session: Session, client: ClientInfo): boolean {
  if (!session.isCompanionSeen || !session.companionHash) return false;
  return !client.companionHash || !isSameSecret(session.companionHash, client.companionHash);
}

function isOverlapping(session: Session, now: Date): boolean {
  const { rotatedAt, successorSeenAt } = session;
  if (!rotatedAt || now.getTime() - rotatedAt.getTime() > DAY_MS) return false;
  return successorSeenAt === null || now.getTime() - successorSeenAt.getTime() <= overlapMs;
}

/** The next generation: one compare-and-swap (security 6). */
async function advance(
  context: AuthContext,
  tx: Transaction,
  session: Session,
  { client, companionHash }: Presented,
): Promise<Session> {
  const now = context.clock.now();
  const tenant = await context.tenants.requireById(session.tenantId);
  const idle = new Date(now.getTime() + tenant.settings.refreshTokenDuration * 1000);
  const idleExpiresAt = idle < session.expiresAt ? idle : session.expiresAt;
  const isCookieMode = session.isCookieMode || client.wantsRefreshCookie;
  const isCompanionSeen = session.isCompanionSeen || client.companionHash !== null;
  const bound = session.isCompanionSeen ? session.companionHash : companionHash;
  const touched =
    await tx.run(sql`with rotated as (update auth.session set gen = ${session.gen + 1}, rotated_at = ${now},
      successor_seen_at = null, last_used_at = ${now}, idle_expires_at = ${idleExpiresAt}, address = ${client.fullAddress},
      is_cookie_mode = ${isCookieMode}, companion_hash = ${bound}, is_companion_seen = ${isCompanionSeen}
    where id = ${session.id} and gen = ${session.gen} and ended_at is null
    returning root_tenant_id, mode, user_id)
    update auth.user_account u set last_active_at = ${now}, language = coalesce(${client.language}, u.language)
    from rotated r
    where u.root_tenant_id = r.root_tenant_id and u.mode = r.mode and u.id = r.user_id`);
  if (touched !== 1) throw new AppError('unauthorized');
  return {
    ...session,
    gen: session.gen + 1,
    idleExpiresAt,
    isCookieMode,
    companionHash: bound,
    isCompanionSeen,
  };
}

async function endForTheft(
  context: AuthContext,
  tx: Transaction,
  { session, client, reason }: { session: Session; client: ClientInfo; reason: 'reuse' | 'companion' },
): Promise<Outcome> {
  const now = context.clock.now();
  const ended = await endSessions(tx, sql`s.family_id = ${session.familyId}`, reason, now);
  const tenant = await context.tenants.requireById(session.tenantId);
  const user = await findUserById(tx, session, session.userId);
  const event = { realm: session, tenantId: session.tenantId, userId: session.userId };
  const from = { address: client.fullAddress, requestId: client.requestId };
  await audit(
    tx,
    { ...event, ...from, action: 'token.reuse', detail: { sessionId: session.id, reason } },
    now,
  );
  if (user) await queueNotice(context, tx, { tenant, user, notice: tokenTheft });
  return { kind: 'ended', reason, ended };
}
