import type { AuthAccess, AuthRoute, KeyReach } from '@stint/domain/api/auth/access.ts';
import type { RouteDefinition } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import type { AccessChecks, Http } from '../../../platform/http.ts';
import { sql } from '../../../platform/sql.ts';
import { type ApiKey, findKey, looksLikeKey } from '../../model/keys/api-keys.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { type ClientInfo, ownOrigin, readClient } from '../http/client.ts';
import { modeOfOrigin } from '../http/origins.ts';
import { type Named, type Reached, reachOf } from '../keys/reach.ts';
import type { LiveSession } from '../sessions/cache.ts';
import {
  type FirstFactor,
  findFirstFactor,
  looksLikeFirstFactorToken,
} from '../tokens/first-factor-token.ts';
import { type Claims, verifyToken } from '../tokens/tokens.ts';
import type { AccessContext } from './context.ts';

/** Anybody from an allowed page. */
export type AnyCaller = { kind: 'any'; client: ClientInfo };

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

/** One check for each access word of the route tables. */
export function createAccess(context: AccessContext): AccessChecks<AuthContexts> {
  const any = async ({ request }: Http): Promise<AnyCaller> => ({
    kind: 'any',
    client: readClient(request, context.config),
  });
  const user = async (http: Http, row: RouteDefinition) => {
    const caller = await requireUser(context, readClient(http.request, context.config));
    const { rootMayAct = false, reach } = row as AuthRoute;
    await checkAudience(context, caller, namedTenant(http, reach), rootMayAct);
    return checkWholeAccount(caller, row);
  };
  const key =
    (kinds: string[]) =>
    async (http: Http, row: unknown): Promise<KeyCaller> => {
      const caller = await requireKey(context, readClient(http.request, context.config), kinds);
      const reach = (row as AuthRoute).reach as KeyReach;
      return { ...caller, ...(await reachOf(context, caller.key, reach, readNames(http, reach))) };
    };
  const keyOrRole = (kinds: string[], roles: string[] | null) => async (http: Http, row: RouteDefinition) => {
    if (looksLikeKey(readClient(http.request, context.config).bearer)) return key(kinds)(http, row);
    const caller = await user(http, row);
    if (roles) await checkRole(context, caller, tenantParam(http), roles);
    return caller;
  };
  const checks: AccessChecks<AuthContexts> & Record<AuthAccess, unknown> = {
    public: any,
    'sign-in': any,
    refresh: any,
    user,
    factor: async ({ request }, row) => {
      const caller = await requireFactor(context, readClient(request, context.config));
      return caller.kind === 'user' ? checkWholeAccount(caller, row) : caller;
    },
    admin: key(['admin']),
    reader: keyOrRole(['admin', 'readonly'], ['owner', 'admin']),
    owner: keyOrRole(['admin'], ['owner']),
    manager: keyOrRole(['admin'], ['owner', 'admin']),
    creator: keyOrRole(['admin'], null),
  };
  return fromAllowedPages(context, checks);
}

/** A foreign page is refused alike, whether `Origin`, `x-origin` or the referrer names it; the guard reads `Origin`. */
function fromAllowedPages(
  context: AccessContext,
  checks: AccessChecks<AuthContexts>,
): AccessChecks<AuthContexts> {
  const guarded = Object.entries(checks).map(([name, check]) => [
    name,
    async (http: Http, row: RouteDefinition) => {
      await checkNamedPage(context, http);
      return check(http, row);
    },
  ]);
  return Object.fromEntries(guarded) as AccessChecks<AuthContexts>;
}

async function checkNamedPage(context: AccessContext, http: Http): Promise<void> {
  const { request } = http;
  if (request.headers.origin !== undefined) return;
  const { origin } = readClient(request, context.config);
  if (origin === ownOrigin(request, context.config)) return;
  const publicId = tenantParam(http);
  const tenant = publicId === null ? null : await context.tenants.find(publicId);
  if ((await modeOfOrigin(context, tenant, origin)) === null) throw new AppError('cross_site');
}

/** The tenant that a call is made at. The `tenantId` that makes a tenant names none yet. */
function namedTenant(http: Http, reach: KeyReach | undefined): string | null {
  const inBody = (http.request.body as { tenantId?: unknown } | null | undefined)?.tenantId;
  return tenantParam(http) ?? (typeof inBody === 'string' && reach !== 'parent' ? inBody : null);
}

/**
 * A token is good where its audience says: a child's at that child. The root's own also opens the root's children, for
 * the calls that say so.
 */
export function isGoodAt(session: LiveSession, tenant: Tenant, isRootWelcome: boolean): boolean {
  if (session.providerTenantId !== null && session.providerTenantId !== tenant.id) return false;
  if (session.tenantId === tenant.id) return true;
  return isRootWelcome && session.tenantId === tenant.rootTenantId && tenant.mode === session.mode;
}

/** @throws AppError `unauthorized` for a token that is foreign where the call is made */
async function checkAudience(
  context: AccessContext,
  { session }: UserCaller,
  publicId: string | null,
  isRootWelcome: boolean,
): Promise<void> {
  const tenant = publicId === null ? null : await context.tenants.find(publicId);
  if (tenant && !isGoodAt(session, tenant, isRootWelcome)) throw new AppError('unauthorized');
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

/** A session by a child's own provider, or by what its key was given, is good for that child, not for the account. */
function checkWholeAccount(caller: UserCaller, row: RouteDefinition): UserCaller {
  if (caller.session.providerTenantId === null || !(row as AuthRoute).wholeAccount) return caller;
  throw new AppError('forbidden', {
    message: 'This sign-in is good for this workspace only. Sign in with your own account to change it.',
  });
}

/** Path before body; what is not of its kind counts as absent and is refused by the route's shape. */
function readNames({ request }: Http, reach: KeyReach): Named {
  const params = (request.params ?? {}) as Record<string, unknown>;
  const isObject = typeof request.body === 'object' && request.body !== null;
  const body = (isObject ? request.body : {}) as Record<string, unknown>;
  // Where a tenant is made, `tenantId` is that of the new one.
  const inBody = reach === 'parent' ? body['parentTenantId'] : body['tenantId'];
  const personId = params['id'] ?? body['userUuid'] ?? body['userId'];
  return {
    tenantId: nameOf(params['tenantId'] ?? inBody),
    personId: typeof personId === 'number' ? String(personId) : nameOf(personId),
    email: nameOf(body['email']),
    username: nameOf(body['username']),
    to: nameOf(body['to']),
  };
}

function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 254 && /^[^\p{Cc}\p{Cs}]+$/u.test(value) ? value : null;
}

function tenantParam({ request }: Http): string | null {
  return (request.params as { tenantId?: string } | undefined)?.tenantId ?? null;
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

type KeyAlone = Omit<KeyCaller, keyof Reached>;

async function requireKey(context: AccessContext, client: ClientInfo, kinds: string[]): Promise<KeyAlone> {
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

async function requireFactor(context: AccessContext, client: ClientInfo): Promise<UserCaller | FactorCaller> {
  if (!looksLikeFirstFactorToken(client.bearer)) return requireUser(context, client);
  const first = await findFirstFactor(context.database, context, client, null);
  if (!first) throw new AppError('unauthorized');
  return { kind: 'factor', client, first };
}

async function checkRole(
  context: AccessContext,
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
