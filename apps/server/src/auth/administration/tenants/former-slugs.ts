import { AppError } from '@stint/domain/errors.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import type { Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { Tenant } from '../../model/tenants/queries.ts';

/** A former address is nobody else's for this long (security 7). */
export const slugReservedMs = 180 * DAY_MS;

/** Frees the address of a tenant for another one of its own. @throws AppError `slug_taken` */
export async function moveSlug(tx: Transaction, held: Tenant, slug: string | null, now: Date): Promise<void> {
  if (slug) {
    // Taking one's own former address back is allowed.
    await tx.run(sql`delete from auth.former_slug where root_tenant_id = ${held.rootTenantId} and mode = ${held.mode}
      and slug = ${slug} and tenant_id = ${held.id}`);
    const reserved =
      await tx.maybeOne(sql`select 1 as one from auth.former_slug where root_tenant_id = ${held.rootTenantId}
      and mode = ${held.mode} and slug = ${slug} and reserved_until > ${now}`);
    if (reserved) throw new AppError('slug_taken');
    const isOwnFormer =
      await tx.maybeOne(sql`select 1 as one from auth.tenant where root_tenant_id = ${held.rootTenantId}
      and mode = ${held.mode} and slug = ${slug} and id <> ${held.id}`);
    if (isOwnFormer) throw new AppError('slug_taken');
  }
  await keepFormerSlug(tx, held, slugReservedMs, now);
}

/** Keeps the present address of a tenant from everybody else for a while. */
export async function keepFormerSlug(tx: Transaction, held: Tenant, forMs: number, now: Date): Promise<void> {
  if (!held.slug) return;
  await tx.run(sql`insert into auth.former_slug (root_tenant_id, mode, slug, tenant_id, reserved_until)
    values (${held.rootTenantId}, ${held.mode}, ${held.slug}, ${held.id}, ${new Date(now.getTime() + forMs)})
    on conflict (root_tenant_id, mode, slug) do update
    set tenant_id = excluded.tenant_id, reserved_until = excluded.reserved_until`);
}
