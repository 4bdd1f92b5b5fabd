import { type ApiKeyParts, parseApiKey } from '@stint/domain/auth/api-key.ts';
import { ConfigError } from '../../../config.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { newId, newPublicTenantId } from '../../../platform/ids.ts';
import { sha256 } from '../../../platform/secrets.ts';
import { sql } from '../../../platform/sql.ts';
import type { AuthContext } from '../../context.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { createKey, keepKey } from '../../model/keys/api-keys.ts';
import {
  findTenantByPublicId,
  insertTenant,
  type NewTenant,
  type Tenant,
} from '../../model/tenants/queries.ts';
import { newTenantFlow, rootSettings } from '../../model/tenants/settings.ts';
import { addTestUsers, hashTestPassword } from './test-users.ts';

/** `adminKey` only when it was made now: it is stored hashed. */
export type RootTenant = { tenantId: string; adminKey: string | null };

type GivenKey = ApiKeyParts & { key: string };

/**
 * The first root tenant of the deployment with an admin key; made at the first start. A key that the deployment brings
 * along (`AUTH_ADMIN_KEY`) is accepted: it names the tenant, and several processes may start with it at once.
 * @throws ConfigError when the key is of another deployment
 */
export async function ensureRootTenant(context: AuthContext): Promise<RootTenant> {
  const given = readGivenKey(context);
  const there = await findFirstRoot(context.database);
  if (there !== null && !given) return { tenantId: there, adminKey: null };
  const passwordHash = there !== null ? null : await hashTestPassword(context);
  return context.database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('latchkey root tenant'))`);
    const known = await findFirstRoot(tx);
    const tenant = known
      ? await requireTenant(tx, known)
      : await makeRoot(context, tx, given?.tenantId ?? newPublicTenantId(), passwordHash);
    if (given) await acceptKey(context, tx, tenant, given);
    const made = !known && !given ? await makeKey(context, tx, tenant) : null;
    return { tenantId: tenant.publicId, adminKey: made };
  });
}

/** Its public id. */
async function findFirstRoot(db: Queryable): Promise<string | null> {
  const row = await db.maybeOne<{ publicId: string }>(sql`select public_id as "publicId" from auth.tenant
    where parent_id is null and status <> 'deleted' order by created_at limit 1`);
  return row?.publicId ?? null;
}

/** Another protocol's key is its provider's affair. */
function readGivenKey({ config }: AuthContext): GivenKey | null {
  const key = config.auth.adminKey;
  if (!key || config.auth.profile !== 'latchkey') return null;
  const parts = parseApiKey(key);
  if (parts?.kind === 'admin' && parts.mode === config.mode) return { ...parts, key };
  throw new ConfigError([
    `AUTH_ADMIN_KEY is no admin key of ${config.mode} mode; it reads lk_${config.mode}_admin_{tenant}_{64 hexadecimal digits}`,
  ]);
}

async function makeRoot(
  context: AuthContext,
  tx: Transaction,
  publicId: string,
  passwordHash: string | null,
): Promise<Tenant> {
  const id = newId();
  const now = context.clock.now();
  await insertTenant(tx, newRoot(context, id, publicId, 'Stint'), now);
  const tenant = await requireTenant(tx, publicId);
  await addTestUsers(context, tx, tenant, { passwordHash, withRoles: false });
  const realm = { rootTenantId: id, mode: context.config.mode };
  await audit(tx, { action: 'tenant.created', realm, tenantId: id, actorKind: 'system' }, now);
  tx.afterCommit(() => context.tenants.forget());
  return tenant;
}

async function requireTenant(tx: Transaction, publicId: string): Promise<Tenant> {
  const tenant = await findTenantByPublicId(tx, publicId);
  if (!tenant) throw new Error('the root tenant is missing');
  return tenant;
}

async function makeKey(context: AuthContext, tx: Transaction, tenant: Tenant): Promise<string> {
  const { mode } = context.config;
  const input = { mode, kind: 'admin', name: 'made at the first start' } as const;
  return (await createKey(tx, tenant, input, context.clock.now())).key;
}

/** Keeps the hash of a key that is new here; the former one goes on until it is ended, so keys change without a gap. */
async function acceptKey(
  context: AuthContext,
  tx: Transaction,
  tenant: Tenant,
  { key, mode, tenantId }: GivenKey,
): Promise<void> {
  if (tenantId !== tenant.publicId) {
    throw new ConfigError([
      `AUTH_ADMIN_KEY is a key of tenant ${tenantId}, and this database belongs to ${tenant.publicId}; set a key of that tenant, made with: npm run latchkey -- key create ${tenant.publicId}`,
    ]);
  }
  const known = await tx.maybeOne<{ isEnded: boolean }>(sql`select invalidated_at is not null as "isEnded"
    from auth.api_key where key_hash = ${sha256(key)}`);
  if (known?.isEnded) throw new ConfigError(['AUTH_ADMIN_KEY was ended; set the key that took its place']);
  if (known) return;
  const now = context.clock.now();
  const { id } = await keepKey(tx, tenant, { mode, kind: 'admin', name: 'set by the operator', key }, now);
  const realm = { rootTenantId: tenant.rootTenantId, mode };
  const detail = { type: 'admin', keyId: id };
  await audit(tx, { action: 'key.created', realm, tenantId: tenant.id, actorKind: 'system', detail }, now);
}

/** A root tenant with the product's paths and flow. */
export function newRoot(context: AuthContext, id: string, publicId: string, name: string): NewTenant {
  return {
    id,
    publicId,
    rootTenantId: id,
    mode: context.config.mode,
    parentId: null,
    name,
    image: null,
    data: {},
    slug: null,
    regionCode: null,
    status: 'active',
    signup: 'open',
    settings: rootSettings,
    ...newTenantFlow,
    isMfaRequired: false,
    creatorUserId: null,
  };
}
