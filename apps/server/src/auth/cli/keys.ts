import { sql } from '../../platform/sql.ts';
import { audit } from '../mechanisms/audit/audit.ts';
import { createKey, type KeyKind } from '../model/keys/api-keys.ts';
import type { AuthService } from '../service.ts';
import { type Arguments, option, UsageError, word } from './arguments.ts';
import { realmOf, requireTenant } from './named-in-command.ts';

const kinds: readonly string[] = ['admin', 'readonly', 'webhook'];

export async function createNewKey({ context }: AuthService, args: Arguments) {
  const tenant = await requireTenant(context, word(args, 0, 'The tenant'));
  const kind = option(args, 'type') ?? 'admin';
  if (!kinds.includes(kind)) throw new UsageError(`--type is one of ${kinds.join(', ')}.`);
  const realm = realmOf(tenant, context);
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const input = { mode: realm.mode, kind: kind as KeyKind, name: option(args, 'name') ?? null };
    const { key, record } = await createKey(tx, tenant, input, now);
    const detail = { type: kind, keyId: record.id };
    await audit(
      tx,
      { action: 'key.created', realm, tenantId: tenant.id, actorKind: 'system', actorId: 'cli', detail },
      now,
    );
    return { keyId: record.id, type: kind, key };
  });
}

export async function listTenantKeys({ context }: AuthService, args: Arguments) {
  const tenant = await requireTenant(context, word(args, 0, 'The tenant'));
  return context.database.rows<
    Record<string, unknown>
  >(sql`select id as "keyId", kind as type, mode, hint as key, name,
      invalidated_at is null as "isActive", last_used_at as "lastUsedAt", created_at as "createdAt"
    from auth.api_key where tenant_id = ${tenant.id} order by created_at desc`);
}

export async function rotateKey({ context }: AuthService, args: Arguments) {
  const tenant = await requireTenant(context, word(args, 0, 'The tenant'));
  const keyId = word(args, 1, 'The key id');
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const old = await tx.maybeOne<{ kind: KeyKind; mode: 'test' | 'live'; name: string | null }>(sql`
      update auth.api_key set invalidated_at = ${now}
      where tenant_id = ${tenant.id} and id::text = ${keyId} and invalidated_at is null returning kind, mode, name`);
    if (!old) throw new UsageError(`There is no active key ${keyId} of this tenant.`);
    const { key, record } = await createKey(tx, tenant, old, now);
    const realm = { rootTenantId: tenant.rootTenantId, mode: old.mode };
    const detail = { keyId: record.id, replaced: keyId };
    await audit(
      tx,
      { action: 'key.created', realm, tenantId: tenant.id, actorKind: 'system', actorId: 'cli', detail },
      now,
    );
    return { keyId: record.id, type: old.kind, key, replaced: keyId };
  });
}
