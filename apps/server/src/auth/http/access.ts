import type { AuthAccess } from '@stint/domain/api/auth.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { AccessChecks, Http } from '../../platform/http.ts';
import { sql } from '../../platform/sql.ts';
import type { AuthContext, World } from '../context.ts';
import { type ApiKey, findKey, looksLikeKey } from '../keys/api-keys.ts';
import type { LiveSession } from '../sessions/cache.ts';
import {
  type FirstFactor,
  findFirstFactor,
  looksLikeFirstFactorToken,
} from '../sign-in/first-factor-token.ts';
import type { Tenant } from '../tenants/queries.ts';
import { type Claims, verifyToken } from '../tokens/tokens.ts';
import { type Call, readCall } from './call.ts';

/** Anybody from an allowed page. */
export type AnyCaller = { kind: 'any'; call: Call };

/** A signed-in person. */
export type UserCaller = { kind: 'user'; call: Call; session: LiveSession; world: World };

/** A server with a key; it reaches the key's tenant and that tenant's children, in the key's world. */
export type KeyCaller = { kind: 'key'; call: Call; key: ApiKey; world: World };

/** Somebody between two factors. */
export type FactorCaller = { kind: 'factor'; call: Call; first: FirstFactor };

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

/** One check for each access word of the route tables. */
export function createAccess(context: AuthContext): AccessChecks<AuthContexts> {
  const any = async ({ request }: Http): Promise<AnyCaller> => ({
    kind: 'any',
    call: readCall(request, context.config),
  });
  const user = async ({ request }: Http, _row: unknown, route: string) =>
    checkAccountRoute(await requireUser(context, readCall(request, context.config)), route);
  const key = (kinds: string[]) => async (http: Http) => {
    const caller = await requireKey(context, readCall(http.request, context.config), kinds);
    await checkReach(context, caller, tenantParam(http));
    return caller;
  };
  const keyOrRole =
    (kinds: string[], roles: string[] | null) => async (http: Http, row: unknown, route: string) => {
      if (looksLikeKey(readCall(http.request, context.config).bearer)) return key(kinds)(http);
      const caller = await user(http, row, route);
      if (roles) await checkRole(context, caller, tenantParam(http), roles);
      return caller;
    };
  const checks: AccessChecks<AuthContexts> & Record<AuthAccess, unknown> = {
    public: any,
    'sign-in': any,
    refresh: any,
    user,
    factor: async ({ request }, _row, route) => {
      const caller = await requireFactor(context, readCall(request, context.config));
      return caller.kind === 'user' ? checkAccountRoute(caller, route) : caller;
    },
    admin: key(['admin']),
    reader: keyOrRole(['admin', 'readonly'], ['owner', 'admin']),
    owner: keyOrRole(['admin'], ['owner']),
    manager: keyOrRole(['admin'], ['owner', 'admin']),
    creator: keyOrRole(['admin'], null),
  };
  return checks;
}

/** What changes an account beyond one workspace. */
const accountRoutes = new Set([
  'PUT /self',
  'DELETE /self',
  'PUT /self/email',
  'PUT /self/phone',
  'DELETE /self/factors/totp',
  'POST /self/backup-codes',
  'POST /self/identities/:provider',
  'DELETE /self/identities/:id',
  'PUT /tenants/:tenantId/auth/basic',
  'PUT /auth/basic',
  'GET /auth/totp',
  'POST /auth/verify/email',
  'POST /auth/verify/phone',
  'POST /tenants',
]);

/** A session by a child's own provider is good for that child, not for the account at the root (decisions 5). */
function checkAccountRoute(caller: UserCaller, route: string): UserCaller {
  if (caller.session.providerTenantId === null || !accountRoutes.has(route)) return caller;
  throw new AppError('forbidden', {
    message: 'This sign-in is good for this workspace only. Sign in with your own account to change it.',
  });
}

function tenantParam({ request }: Http): string | null {
  return (request.params as { tenantId?: string } | undefined)?.tenantId ?? null;
}

/** @throws AppError `missing_authentication`, `unauthorized` */
export async function requireUser(context: AuthContext, call: Call): Promise<UserCaller> {
  if (!call.bearer) throw new AppError('missing_authentication');
  const claims = await verifiedClaims(context, call.bearer);
  const session = await context.sessions.find(claims.sid);
  if (!session || session.userId !== claims.userUuid || session.tenantId !== claims.tenantId) {
    throw new AppError('unauthorized');
  }
  // A role change made the token's authorization stale: a refresh brings the new one.
  if (claims.authzVersion !== session.authzVersion) throw new AppError('unauthorized');
  await noteSuccessorSeen(context, session, claims);
  return { kind: 'user', call, session, world: { rootTenantId: session.rootTenantId, mode: session.mode } };
}

const keepVerifiedMs = 5000;
const mostVerified = 10_000;
const verified = new WeakMap<AuthContext, Map<string, { claims: Claims; until: number }>>();

/** Verified access tokens are kept for 5 s at most; whether the session still lives is asked apart (performance P3). */
async function verifiedClaims(context: AuthContext, token: string): Promise<Claims> {
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

/** The client got its rotated tokens: from now the previous refresh token lives 30 s (decisions 9). Once per rotation. */
async function noteSuccessorSeen(context: AuthContext, session: LiveSession, claims: Claims): Promise<void> {
  if (session.rotatedAt === null || session.successorSeenAt !== null || claims.gen !== session.gen) return;
  const now = context.clock.now();
  session.successorSeenAt = now;
  await context.database.run(sql`update auth.session set successor_seen_at = ${now}
    where id = ${session.id} and gen = ${claims.gen} and successor_seen_at is null`);
}

async function requireKey(context: AuthContext, call: Call, kinds: string[]): Promise<KeyCaller> {
  if (!call.bearer) throw new AppError('missing_authentication');
  const key = looksLikeKey(call.bearer) ? await findKey(context.database, call.bearer) : null;
  if (!key) throw new AppError('unauthorized');
  if (context.config.mode === 'test' && key.mode !== 'test') throw new AppError('unauthorized');
  if (!kinds.includes(key.kind)) throw new AppError('forbidden');
  noteKeyUse(context, key);
  return { kind: 'key', call, key, world: { rootTenantId: key.rootTenantId, mode: key.mode } };
}

const keyUseMs = 60_000;

function noteKeyUse(context: AuthContext, key: ApiKey): void {
  const now = context.clock.now();
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < keyUseMs) return;
  void context.database
    .run(sql`update auth.api_key set last_used_at = ${now} where id = ${key.id}`)
    .catch((error: unknown) => context.log.warn({ err: error }, 'could not note the use of a key'));
}

async function requireFactor(context: AuthContext, call: Call): Promise<UserCaller | FactorCaller> {
  if (!looksLikeFirstFactorToken(call.bearer)) return requireUser(context, call);
  const first = await findFirstFactor(context.database, context, call, null);
  if (!first) throw new AppError('unauthorized');
  return { kind: 'factor', call, first };
}

/** A key reaches its tenant and the children of it, in its world; anything else looks as if it were not there. */
async function checkReach(context: AuthContext, caller: KeyCaller, publicId: string | null): Promise<void> {
  if (publicId === null) return;
  await reachableTenant(context, caller, publicId);
}

/** The tenant of a public id as a key may see it. @throws AppError `not_found` */
export async function reachableTenant(
  context: AuthContext,
  caller: KeyCaller,
  publicId: string,
): Promise<Tenant> {
  const { key } = caller;
  const tenant = await context.tenants.require(publicId);
  const isOwn = tenant.id === key.tenantId;
  const isChild = tenant.rootTenantId === key.tenantId || tenant.parentId === key.tenantId;
  if (!isOwn && !isChild) throw new AppError('not_found');
  if (tenant.parentId !== null && tenant.mode !== key.mode) throw new AppError('not_found');
  return tenant;
}

async function checkRole(
  context: AuthContext,
  caller: UserCaller,
  publicId: string | null,
  roles: string[],
): Promise<void> {
  if (publicId === null) throw new AppError('forbidden');
  const tenant = await context.tenants.require(publicId);
  const own = await rolesIn(context, caller, tenant);
  if (own === null) throw new AppError('not_found');
  if (!own.some((role) => roles.includes(role))) throw new AppError('forbidden');
}

/** Somebody's roles in a tenant, or null when nothing connects them, or the session may not leave its child. */
export async function rolesIn(
  context: AuthContext,
  caller: UserCaller,
  tenant: Tenant,
): Promise<string[] | null> {
  const { session } = caller;
  if (tenant.rootTenantId !== session.rootTenantId) return null;
  if (tenant.parentId !== null && tenant.mode !== session.mode) return null;
  if (session.tenantId !== tenant.id && session.tenantId !== tenant.rootTenantId) return null;
  if (session.providerTenantId !== null && session.providerTenantId !== tenant.id) return null;
  const row = await context.database.maybeOne<{ roles: string[] }>(sql`select roles from auth.membership
    where tenant_id = ${tenant.id} and user_id = ${session.userId}`);
  return row?.roles ?? (tenant.parentId === null ? [] : null);
}

/** The tenant that a call means: the one in the path, else `tenantId` of the body, else the key's own. */
export async function tenantOfKeyCall(
  context: AuthContext,
  caller: KeyCaller,
  publicId: string | undefined,
): Promise<Tenant> {
  return publicId
    ? reachableTenant(context, caller, publicId)
    : context.tenants.requireById(caller.key.tenantId);
}
