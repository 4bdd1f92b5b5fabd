import { AppError } from '@stint/domain/errors.ts';
import { slugProblem } from '@stint/domain/workspace/slug.ts';
import type { Transaction } from '../../../platform/database.ts';
import { isUniqueViolation } from '../../../platform/database-errors.ts';
import { newId, newPublicTenantId } from '../../../platform/ids.ts';
import type { AuthContext } from '../../context.ts';
import type { KeyCaller, UserCaller } from '../../mechanisms/access/access.ts';
import { audit } from '../../mechanisms/audit/audit.ts';
import { isPersonOf } from '../../mechanisms/keys/reach.ts';
import { takeLimits } from '../../mechanisms/limits/limits.ts';
import { limitRules } from '../../mechanisms/limits/rules.ts';
import { grantRoles } from '../../mechanisms/people/roles.ts';
import { tellOfTenant } from '../../mechanisms/webhooks/queue.ts';
import type { Realm } from '../../model/realm.ts';
import { findTenantByPublicId, insertTenant, type Tenant, takenSlugs } from '../../model/tenants/queries.ts';
import { tenantRecord } from '../../model/tenants/record.ts';
import { newTenantFlow, workspaceSettings } from '../../model/tenants/settings.ts';
import { pictureOf } from '../../model/users/picture.ts';
import { findUserById, type User } from '../../model/users/queries.ts';
import { tenantEvent } from '../tenant-event.ts';

export type NewChild = {
  name: string;
  image?: string | null;
  data?: Record<string, unknown>;
  tenantId?: string;
  regionCode?: string;
  ownerUserUuid?: string;
  status?: string;
  signup?: string;
};

/**
 * Makes a child of a tenant. With `data.tenantNameSlug` it is a workspace: an address of its own, people by invitation.
 * Asked again with the same `tenantId` it answers what is there. Whoever asks as a person becomes owner.
 * @throws AppError `slug_taken`, `slug_invalid`, `rate_limited`
 */
export async function createChild(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  parent: Tenant,
  input: NewChild,
): Promise<Tenant> {
  const publicId = input.tenantId ?? newPublicTenantId();
  const known = await findKnown(context, caller, parent, publicId);
  if (known) return known;
  const { tenantNameSlug, regionCode: regionInData, ...data } = input.data ?? {};
  const slug = requireSlug(tenantNameSlug);
  const regionCode = input.regionCode ?? (typeof regionInData === 'string' ? regionInData : null);
  if (regionCode !== null && !context.config.regions.some(({ code }) => code === regionCode)) {
    throw new AppError('region_unknown');
  }
  const owner = await findOwner(context, caller, input);
  if (caller.kind === 'user')
    await takeLimits(context, limitRules.workspace(caller.realm, caller.session.userId));
  const now = context.clock.now();
  const id = newId();
  try {
    await context.database.transaction(
      async (tx) => {
        if (slug) await checkSlugFree(tx, caller.realm, slug, now);
        await insertTenant(
          tx,
          {
            id,
            publicId,
            rootTenantId: caller.realm.rootTenantId,
            mode: caller.realm.mode,
            parentId: parent.id,
            name: input.name.trim(),
            image: pictureOf(input.image ?? null),
            data,
            slug,
            regionCode,
            status: caller.kind === 'key' && input.status === 'provisioning' ? 'provisioning' : 'active',
            signup: signupOf(input, slug),
            settings: slug === null ? {} : workspaceSettings,
            firstFactors: slug === null ? newTenantFlow.firstFactors : parent.firstFactors,
            secondFactors: slug === null ? newTenantFlow.secondFactors : parent.secondFactors,
            isMfaRequired: false,
            creatorUserId: owner?.id ?? null,
          },
          now,
        );
        const made = await findTenantByPublicId(tx, publicId);
        if (!made) throw new Error('a new tenant is missing');
        if (owner) await grantRoles(context, tx, { tenant: made, user: owner, roles: ['owner'] });
        await audit(tx, tenantEvent(caller, id, 'tenant.created', { slug, regionCode }), now);
        await tellOfTenant(context, tx, parent, { action: 'create', record: tenantRecord(made) });
      },
      { attempts: 1 },
    );
  } catch (error) {
    if (isUniqueViolation(error, 'tenant_slug_key')) throw new AppError('slug_taken');
    if (!isUniqueViolation(error, 'tenant_public_id_key')) throw error;
  }
  context.tenants.forget();
  const made = await findKnown(context, caller, parent, publicId);
  if (!made) throw new AppError('not_found');
  return made;
}

async function findKnown(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  parent: Tenant,
  publicId: string,
): Promise<Tenant | null> {
  const known = await findTenantByPublicId(context.database, publicId);
  if (!known) return null;
  // A person cannot learn about, or take over, what a guessed id names.
  const isSame = known.parentId === parent.id && known.mode === caller.realm.mode;
  const isOwn = caller.kind === 'key' || known.creatorUserId === caller.session.userId;
  if (!isSame || !isOwn)
    throw new AppError('name_taken', { message: 'This tenantId is taken. Choose another one.' });
  return known;
}

function requireSlug(given: unknown): string | null {
  if (given === undefined || given === null) return null;
  if (typeof given !== 'string' || slugProblem(given) !== null) throw new AppError('slug_invalid');
  return given;
}

/** @throws AppError `slug_taken`, also for 180 days after somebody gave it up (security 7) */
async function checkSlugFree(tx: Transaction, realm: Realm, slug: string, now: Date): Promise<void> {
  const taken = await takenSlugs(tx, realm, [slug], now);
  if (taken.has(slug)) throw new AppError('slug_taken');
}

function signupOf(input: NewChild, slug: string | null): 'open' | 'invited' {
  if (input.signup === 'open' || input.signup === 'invited') return input.signup;
  return slug === null ? 'open' : 'invited';
}

async function findOwner(
  context: AuthContext,
  caller: KeyCaller | UserCaller,
  input: NewChild,
): Promise<User | null> {
  const id = caller.kind === 'user' ? caller.session.userId : input.ownerUserUuid;
  if (!id) return null;
  const user = await findUserById(context.database, caller.realm, id);
  const isReached =
    user && (caller.kind === 'user' || (await isPersonOf(context.database, caller.key, caller.home, user)));
  if (!isReached) throw new AppError('not_found');
  return user;
}
