import { slugProblem } from '@stint/domain/workspace/slug.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { newId, newPublicTenantId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import { newRoot } from '../administration/tenants/root.ts';
import { addTestUsers, hashTestPassword } from '../administration/tenants/test-users.ts';
import { audit } from '../mechanisms/audit/audit.ts';
import { grantRoles } from '../mechanisms/people/roles.ts';
import { createKey } from '../model/keys/api-keys.ts';
import { findTenantByPublicId, insertTenant } from '../model/tenants/queries.ts';
import { tenantRecord } from '../model/tenants/record.ts';
import { newTenantFlow, workspaceSettings } from '../model/tenants/settings.ts';
import { findUserByIdentifier } from '../model/users/queries.ts';
import type { AuthService } from '../service.ts';
import { type Arguments, option, UsageError, word } from './arguments.ts';
import { realmOf, requireTenant } from './named-in-command.ts';

export async function createTenant({ context }: AuthService, args: Arguments) {
  const name = word(args, 0, 'The name');
  const parentId = option(args, 'parent');
  const slug = option(args, 'slug') ?? null;
  if (slug !== null && slugProblem(slug) !== null) throw new UsageError(`${slug} cannot be an address.`);
  if (slug !== null && !parentId) throw new UsageError('A workspace needs --parent.');
  const parent = parentId ? await requireTenant(context, parentId) : null;
  if (!parent) await requireFirstRoot({ context });
  const owner = await findOwner({ context }, args, parent ? realmOf(parent, context) : null);
  const now = context.clock.now();
  const id = newId();
  const publicId = newPublicTenantId();
  const passwordHash = parent ? null : await hashTestPassword(context);
  try {
    return await context.database.transaction(async (tx) => {
      const root = newRoot(context, id, publicId, name);
      const child = parent && {
        ...root,
        rootTenantId: parent.rootTenantId,
        parentId: parent.id,
        mode: realmOf(parent, context).mode,
        slug,
        regionCode: option(args, 'region') ?? null,
        signup: slug === null ? ('open' as const) : ('invited' as const),
        settings: slug === null ? {} : workspaceSettings,
        ...(slug === null
          ? newTenantFlow
          : { firstFactors: parent.firstFactors, secondFactors: parent.secondFactors }),
        creatorUserId: owner?.id ?? null,
      };
      await insertTenant(tx, child ?? { ...root, settings: {} }, now);
      const made = await findTenantByPublicId(tx, publicId);
      if (!made) throw new Error('the new tenant is missing');
      if (owner) await grantRoles(context, tx, { tenant: made, user: owner, roles: ['owner'] });
      const realm = realmOf(made, context);
      await audit(
        tx,
        { action: 'tenant.created', realm, tenantId: id, actorKind: 'system', actorId: 'cli' },
        now,
      );
      if (child) return { tenantId: publicId, name, slug };
      await addTestUsers(context, tx, made, { passwordHash, withRoles: true });
      const { key } = await createKey(
        tx,
        made,
        { mode: realm.mode, kind: 'admin', name: 'made by latchkey tenant create' },
        now,
      );
      return { tenantId: publicId, name, adminKey: key };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'tenant_slug_key')) throw new UsageError(`The address ${slug} is taken.`);
    throw error;
  }
}

/** The product's own root tenant has to be the first: the launcher keeps its key. */
async function requireFirstRoot({ context }: Pick<AuthService, 'context'>): Promise<void> {
  const first = await context.database.maybeOne(
    sql`select 1 as one from auth.tenant where parent_id is null limit 1`,
  );
  if (!first)
    throw new UsageError('Start Latchkey once (npm start): it makes the first root tenant and its key.');
}

async function findOwner(
  { context }: Pick<AuthService, 'context'>,
  args: Arguments,
  realm: ReturnType<typeof realmOf> | null,
) {
  const email = option(args, 'owner');
  if (!email) return null;
  if (!realm) throw new UsageError('--owner needs --parent.');
  const owner = await findUserByIdentifier(context.database, realm, ['email'], email.toLowerCase());
  if (!owner) throw new UsageError(`There is no user ${email}.`);
  return owner;
}

export async function listTenants({ context }: AuthService, args: Arguments) {
  const parentId = option(args, 'parent');
  const parent = parentId ? await requireTenant(context, parentId) : null;
  return context.database.rows<
    Record<string, unknown>
  >(sql`select t.public_id as "tenantId", t.name, t.slug, t.region_code as region,
      t.mode, t.status, (select count(*)::int from auth.membership m where m.tenant_id = t.id) as members
    from auth.tenant t
    where t.status <> 'deleted' and (${parent?.id ?? null}::uuid is null or t.parent_id = ${parent?.id ?? null}::uuid)
    order by t.created_at desc limit 500`);
}

export async function showTenant({ context }: AuthService, args: Arguments) {
  return { ...tenantRecord(await requireTenant(context, word(args, 0, 'The tenant'))) };
}
