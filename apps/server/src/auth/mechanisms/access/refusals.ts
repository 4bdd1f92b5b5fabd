import { authRoutes } from '@stint/domain/api/auth.ts';
import { parseIdentifier } from '@stint/domain/auth/username.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findKey, looksLikeKey } from '../../model/keys/api-keys.ts';
import type { Realm } from '../../model/realm.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { findUserByIdentifier } from '../../model/users/queries.ts';
import { audit } from '../audit/audit.ts';
import { readClient } from '../http/client.ts';
import { modeOfCall } from '../http/origins.ts';
import { createSlidingLimit } from '../limits/in-process.ts';
import { identifierHash } from '../limits/limits.ts';
import { requireUser } from './access.ts';
import type { AccessContext } from './context.ts';

/** One event a minute for the same caller and call: a flood of refusals is one fact. */
const windowMs = 60_000;

/**
 * Notes in the audit log what leaves no trace elsewhere (security 12): a sign-in that has to wait (`signin.locked`) and a
 * call that the caller's role or key does not allow (`access.refused`). The answer is made by then, and says nothing of it.
 */
export function auditRefusals(app: FastifyInstance, context: AccessContext): void {
  const seen = createSlidingLimit(windowMs, 1);
  const isFirst = (key: string) => seen.take(key, context.clock.now().getTime()) === 0;
  app.addHook('onSend', async (request, reply, payload) => {
    const type = [403, 429].includes(reply.statusCode) ? typeOf(payload) : null;
    const note = type === 'rate_limited' ? noteLock : type === 'forbidden' ? noteRefusal : null;
    await note?.(context, request, isFirst).catch((error: unknown) =>
      context.log.warn({ err: error }, 'a refusal could not be audited'),
    );
    return payload;
  });
}

type IsFirst = (key: string) => boolean;

/** Somebody who names an account and has to wait, whether the account exists or not. */
async function noteLock(context: AccessContext, request: FastifyRequest, isFirst: IsFirst): Promise<void> {
  if (!isCredentialCall(request)) return;
  const client = readClient(request, context.config);
  const body = (request.body ?? {}) as Record<string, unknown>;
  const named = [body.emailOrUsername, body.email, body.username].find((one) => typeof one === 'string');
  const spelt = String(named ?? '').trim();
  if (!isFirst(`lock ${client.address} ${identifierHash(spelt)}`)) return;
  const tenant = await tenantOf(context, request);
  if (!tenant) return;
  const mode = await modeOfCall(context, tenant, client.origin);
  const realm: Realm = { rootTenantId: tenant.rootTenantId, mode };
  const parsed = parseIdentifier(spelt);
  const user = await findUserByIdentifier(
    context.database,
    realm,
    [parsed?.kind ?? 'email'],
    parsed?.norm ?? '',
  );
  const who = { realm, tenantId: tenant.id, userId: user?.id ?? null, actorKind: 'anonymous' } as const;
  const from = { address: client.fullAddress, requestId: client.requestId };
  const detail = { call: routeOf(request) };
  await audit(context.database, { ...who, ...from, action: 'signin.locked', detail }, context.clock.now());
}

async function noteRefusal(context: AccessContext, request: FastifyRequest, isFirst: IsFirst): Promise<void> {
  const client = readClient(request, context.config);
  const route = routeOf(request);
  const caller = await callerOf(context, request);
  if (!caller || !isFirst(`refused ${caller.actorId} ${route}`)) return;
  const asked = await tenantOf(context, request);
  // Of another root's tenant nothing is noted there: to this caller it does not exist.
  const isNear = asked?.rootTenantId === caller.realm.rootTenantId;
  const tenantId = asked && isNear ? asked.id : caller.tenantId;
  const from = { address: client.fullAddress, requestId: client.requestId };
  const event = { ...caller, tenantId, ...from, action: 'access.refused', detail: { call: route } } as const;
  await audit(context.database, event, context.clock.now());
}

type Refused = {
  realm: Realm;
  tenantId: string;
  userId: string | null;
  actorKind: 'user' | 'key';
  actorId: string;
};

async function callerOf(context: AccessContext, request: FastifyRequest): Promise<Refused | null> {
  const client = readClient(request, context.config);
  if (looksLikeKey(client.bearer)) {
    const key = client.bearer ? await findKey(context.database, client.bearer) : null;
    if (!key) return null;
    return { realm: key, tenantId: key.tenantId, userId: null, actorKind: 'key', actorId: key.id };
  }
  const caller = await requireUser(context, client).catch(() => null);
  if (!caller) return null;
  const { userId, tenantId } = caller.session;
  return { realm: caller.realm, tenantId, userId, actorKind: 'user', actorId: userId };
}

async function tenantOf(context: AccessContext, request: FastifyRequest): Promise<Tenant | null> {
  const inPath = (request.params as { tenantId?: string } | undefined)?.tenantId;
  const inBody = (request.body as { tenantId?: unknown } | null | undefined)?.tenantId;
  const id = inPath ?? (typeof inBody === 'string' ? inBody : null);
  return id ? context.tenants.find(id) : null;
}

/** `POST /tenants/:tenantId/auth/basic`, as the table of calls has it. */
function routeOf(request: FastifyRequest): string {
  return `${request.method} ${(request.routeOptions.url ?? '').replace(/^\/v0/, '')}`;
}

function isCredentialCall(request: FastifyRequest): boolean {
  const route = routeOf(request);
  const long = route.replace(/ \/auth\//, ' /tenants/:tenantId/auth/');
  const table = authRoutes as Record<string, { rate?: string } | undefined>;
  return (table[route] ?? table[long])?.rate === 'credential';
}

function typeOf(payload: unknown): string | null {
  if (typeof payload !== 'string') return null;
  return (JSON.parse(payload) as { error?: { type?: string } }).error?.type ?? null;
}
