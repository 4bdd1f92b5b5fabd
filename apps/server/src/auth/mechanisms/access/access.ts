import { AppError } from '@stint/domain/errors.ts';
import { sql } from '../../../platform/sql.ts';
import { type ApiKey, findKey, looksLikeKey } from '../../model/keys/api-keys.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import type { ClientInfo } from '../http/client.ts';
import type { Reached } from '../keys/reach.ts';
import type { LiveSession } from '../sessions/cache.ts';
import {
  type FirstFactor,
  findFirstFactor,
  looksLikeFirstFactorToken,
} from '../tokens/first-factor-token.ts';
import { type Claims, verifyToken } from '../tokens/tokens.ts';
import type { AccessContext } from './context.ts';

/** Anybody from an allowed page. */
type AnyCaller = { kind: 'any'; client: ClientInfo };

/** A signed-in person. */
export type UserCaller = { kind: 'user'; client: ClientInfo; session: LiveSession; realm: Realm };

/** A server with a key, and what its call names: the door has looked whether the key reaches that. */
export type KeyCaller = { kind: 'key'; client: ClientInfo; key: ApiKey; realm: Realm } & Reached;

/** Somebody between two factors. */
export type FactorCaller = { kind: 'factor'; client: ClientInfo; first: FirstFactor };

export type AuthContexts = {
  public: AnyCaller;
  'sign-in': AnyCaller;
  refresh: AnyCaller;
  user: UserCaller;
  factor: UserCaller | FactorCaller;
  admin: KeyCaller;
  reader: KeyCaller | UserCaller;
  owner: KeyCaller | UserCaller;
  manager: KeyCaller | UserCaller;
  creator: KeyCaller | UserCaller;
};

/**
 * A token is good where its audience says: a child's at that child. The root's own also opens the root's children, for
 * the calls that say so.
 */
export function isGoodAt(session: LiveSession, tenant: Tenant, isRootWelcome: boolean): boolean {
  if (session.providerTenantId !== null && session.providerTenantId !== tenant.id) return false;
  if (session.tenantId === tenant.id) return true;
  return isRootWelcome && session.tenantId === tenant.rootTenantId && tenant.mode === session.mode;
}

/**
 * The signed-in person behind a sign-in call that carries an access token, else null: a dead or foreign token counts as
 * none, and so does that of somebody who is no member. The call is then a first factor.
 */
export async function findSignedIn(
  context: AccessContext,
  client: ClientInfo,
  tenant: Tenant,
): Promise<UserCaller | null> {
  if (!client.bearer || looksLikeFirstFactorToken(client.bearer) || looksLikeKey(client.bearer)) return null;
  const caller = await requireUser(context, client).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 401) return null;
    throw error;
  });
  if (!caller || !isGoodAt(caller.session, tenant, true)) return null;
  return (await rolesIn(context, caller, tenant)) === null ? null : caller;
}

/** @throws AppError `missing_authentication`, `unauthorized` */
export async function requireUser(context: AccessContext, client: ClientInfo): Promise<UserCaller> {
  if (!client.bearer) throw new AppError('missing_authentication');
  const claims = await verifiedClaims(context, client.bearer);
  const session = await context.sessions.find(claims.sid);
  if (!session || session.userId !== claims.userUuid || session.tenantId !== claims.tenantId) {
    throw new AppError('unauthorized');
  }
  // A role change made the token's authorization stale: a refresh brings the new one.
  if (claims.authzVersion !== session.authzVersion) throw new AppError('unauthorized');
  await noteSuccessorSeen(context, session, claims);
  return { kind: 'user', client, session, realm: { rootTenantId: session.rootTenantId, mode: session.mode } };
}

const keepVerifiedMs = 5000;
const mostVerified = 10_000;
const verified = new WeakMap<AccessContext, Map<string, { claims: Claims; until: number }>>();

/** Verified access tokens are kept for 5 s at most; whether the session still lives is asked apart. */
async function verifiedClaims(context: AccessContext, token: string): Promise<Claims> {
  const kept = verified.get(context) ?? new Map<string, { claims: Claims; until: number }>();
  verified.set(context, kept);
  const now = context.clock.now().getTime();
  const known = kept.get(token);
  if (known && known.until > now && known.claims.expiresAt.getTime() > now) return known.claims;
  const claims = await verifyToken(context, token, 'access');
  if (context.config.mode === 'test' && claims.mode !== 'test') throw new AppError('unauthorized');
  if (kept.size >= mostVerified) kept.clear();
  kept.set(token, { claims, until: now + keepVerifiedMs });
  return claims;
}

/** The client got its rotated tokens: from now the previous refresh token lives 30 s. Once per rotation. */
async function noteSuccessorSeen(
  context: AccessContext,
  session: LiveSession,
  claims: Claims,
): Promise<void> {
  if (session.rotatedAt === null || session.successorSeenAt !== null || claims.gen !== session.gen) return;
  const now = context.clock.now();
  session.successorSeenAt = now;
  await context.database.run(sql`update auth.session set successor_seen_at = ${now}
    where id = ${session.id} and gen = ${claims.gen} and successor_seen_at is null`);
}

/** A server with a key, before it was looked what the key reaches. */
export type KeyAlone = Omit<KeyCaller, keyof Reached>;

/** @throws AppError `missing_authentication`, `unauthorized`; `forbidden` for a key of another kind */
export async function readKey(
  context: AccessContext,
  client: ClientInfo,
  kinds: readonly string[],
): Promise<KeyAlone> {
  if (!client.bearer) throw new AppError('missing_authentication');
  const key = looksLikeKey(client.bearer) ? await findKey(context.database, client.bearer) : null;
  if (!key) throw new AppError('unauthorized');
  if (context.config.mode === 'test' && key.mode !== 'test') throw new AppError('unauthorized');
  if (!kinds.includes(key.kind)) {
    throw new AppError('forbidden', { message: `This call takes an ${kinds.join(' or ')} key.` });
  }
  noteKeyUse(context, key);
  return { kind: 'key', client, key, realm: { rootTenantId: key.rootTenantId, mode: key.mode } };
}

const keyUseMs = 60_000;

function noteKeyUse(context: AccessContext, key: ApiKey): void {
  const now = context.clock.now();
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < keyUseMs) return;
  void context.database
    .run(sql`update auth.api_key set last_used_at = ${now} where id = ${key.id}`)
    .catch((error: unknown) => context.log.warn({ err: error }, 'could not note the use of a key'));
}

/** Somebody signed in, or between two factors. @throws AppError as `requireUser` */
export async function readFactor(
  context: AccessContext,
  client: ClientInfo,
): Promise<UserCaller | FactorCaller> {
  if (!looksLikeFirstFactorToken(client.bearer)) return requireUser(context, client);
  const first = await findFirstFactor(context.database, context, client, null);
  if (!first) throw new AppError('unauthorized');
  return { kind: 'factor', client, first };
}

/** Somebody's roles in a tenant, or null when nothing connects them, or the session may not leave its child. */
export async function rolesIn(
  context: AccessContext,
  caller: UserCaller,
  tenant: Tenant,
): Promise<string[] | null> {
  const { session } = caller;
  if (!isGoodAt(session, tenant, true)) return null;
  const row = await context.database.maybeOne<{ roles: string[] }>(sql`select roles from auth.membership
    where tenant_id = ${tenant.id} and user_id = ${session.userId}`);
  return row?.roles ?? (tenant.parentId === null ? [] : null);
}
