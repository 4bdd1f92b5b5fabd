import { AppError } from '@stint/domain/errors.ts';
import type { AuthContext } from '../../context.ts';
import type { KeyCaller } from '../../mechanisms/access/access.ts';
import type { HandlersOf } from '../../mechanisms/access/handlers.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { takeLimits } from '../../mechanisms/limits/limits.ts';
import { limitRules } from '../../mechanisms/limits/rules.ts';
import {
  type ApiKey,
  createKey,
  endKey,
  findKey,
  type KeyKind,
  listKeys,
  looksLikeKey,
} from '../../model/keys/api-keys.ts';
import type { Tenant } from '../../model/tenants/queries.ts';
import { tenantEvent } from '../tenant-event.ts';

type KeyRoutes = HandlersOf<
  | 'POST /keys'
  | 'GET /keys/:type'
  | 'GET /tenants/:tenantId/keys/:type'
  | 'POST /keys/verify'
  | 'PUT /keys/invalidate'
  | 'DELETE /keys'
>;

/** Server keys: hashed, scoped to a tenant and realm, shown once (protocol 10, security 12). */
export function keyRoutes(context: AuthContext): KeyRoutes {
  return {
    async 'POST /keys'({ body }, caller) {
      const { tenant } = caller;
      const now = context.clock.now();
      const { key, record } = await context.database.transaction(async (tx) => {
        const input = { mode: caller.realm.mode, kind: body.type as KeyKind, name: body.name ?? null };
        const made = await createKey(tx, tenant, input, now);
        await audit(
          tx,
          keyEvent(caller, tenant, 'key.created', { type: body.type, keyId: made.record.id }),
          now,
        );
        return made;
      });
      return { ...keyRecord(record, tenant), key };
    },
    async 'GET /keys/:type'({ params }, caller) {
      return list(context, caller, caller.home, params.type);
    },
    async 'GET /tenants/:tenantId/keys/:type'({ params }, caller) {
      return list(context, caller, caller.tenant, params.type);
    },
    async 'POST /keys/verify'({ body }, { client }) {
      await takeLimits(context, limitRules.keyCheck(client.address));
      const found = looksLikeKey(body.key) ? await findKey(context.database, body.key) : null;
      if (!found) throw new AppError('invalid_api_key', { details: { result: parts(body.key) } });
      const { publicId } = await context.tenants.requireById(found.tenantId);
      return {
        message: 'OK',
        result: { mode: found.mode, type: found.kind, tenantId: publicId, isActive: true },
      };
    },
    async 'PUT /keys/invalidate'({ body }, caller) {
      return end(context, caller, body, false);
    },
    async 'DELETE /keys'({ body }, caller) {
      return end(context, caller, body, true);
    },
  };
}

/** What a bad key claims to be. */
function parts(key: string) {
  const [, mode = '', type = '', tenantId = ''] = /^lk_([a-z]+)_([a-z]+)_([a-z0-9]+)_/.exec(key) ?? [];
  return { mode, type, tenantId, isActive: false };
}

function keyEvent(
  caller: KeyCaller,
  tenant: Tenant,
  action: 'key.created' | 'key.ended',
  detail: Record<string, unknown>,
) {
  return { ...tenantEvent(caller, tenant.id, 'tenant.changed', detail), action };
}

function keyRecord(key: ApiKey, tenant: Tenant) {
  return {
    keyId: key.id,
    key: key.hint,
    type: key.kind,
    mode: key.mode,
    tenantId: tenant.publicId,
    name: key.name,
    isActive: key.invalidatedAt === null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
  };
}

async function list(context: AuthContext, caller: KeyCaller, tenant: Tenant, kind: string) {
  const keys = await listKeys(context.database, tenant.id, caller.realm.mode, kind);
  return { results: keys.map((key) => keyRecord(key, tenant)) };
}

type Which = { tenantId?: string; key?: string; keyId?: string };

async function end(context: AuthContext, caller: KeyCaller, body: Which, remove: boolean) {
  const { tenant } = caller;
  const now = context.clock.now();
  const outcome = await context.database.transaction(async (tx) => {
    const ended = await endKey(tx, tenant, body, { remove, now });
    if (ended === 'done')
      await audit(tx, keyEvent(caller, tenant, 'key.ended', { keyId: body.keyId ?? null, remove }), now);
    return ended;
  });
  if (outcome === 'missing') throw new AppError('not_found');
  if (outcome === 'last') throw new AppError('last_key');
  return { message: 'OK' };
}
