import { splitName } from '@stint/domain/person-name.ts';
import { isTimeZone } from '@stint/domain/time/zone.ts';
import { startTrial } from '@stint/domain/workspace/subscription.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { join, sql } from '../../platform/sql.ts';

/** A workspace to make. Ids come from the caller, so that asking again makes nothing new. */
export type NewTenant = {
  tenantId: string;
  publicId: string;
  name: string;
  slug: string;
  regionCode: string;
  /** IANA name; UTC where it is unknown. */
  timeZone: string;
  owner: { userId: string; email: string | null; name: string | null };
  now: Date;
};

/** Project types of a new workspace: name, whether time is billable, and what a budget counts. */
const projectTypes = [
  ['Time & materials', true, 'none'],
  ['Fixed fee', true, 'amount'],
  ['Retainer', true, 'hours'],
  ['Non-billable/internal', false, 'none'],
] as const;

/** Activities of a new workspace (name, billable, colour), so that a first entry needs no settings. */
const activities = [
  ['General', true, '#6b4de6'],
  ['Meeting', true, '#0f7b8a'],
  ['Administration', false, '#68707d'],
] as const;

/** Makes the rows of a workspace in its region: all of them, or none when they are there already. */
export async function provisionTenant(database: Database, tenant: NewTenant): Promise<void> {
  await database.withTenant(tenant.tenantId, async (tx) => {
    if (!(await insertTenant(tx, tenant))) return;
    await Promise.all([
      insertDirectory(tx, tenant),
      insertSubscription(tx, tenant),
      insertOwner(tx, tenant),
      insertProjectTypes(tx, tenant),
      insertActivities(tx, tenant),
    ]);
  });
}

async function insertTenant(tx: Transaction, tenant: NewTenant): Promise<boolean> {
  const timeZone = isTimeZone(tenant.timeZone) ? tenant.timeZone : 'UTC';
  const inserted = await tx.run(sql`
    insert into app.tenant (tenant_id, public_id, name, slug, region_code, time_zone, created_by, created_at, updated_at)
    values (${tenant.tenantId}, ${tenant.publicId}, ${tenant.name}, ${tenant.slug}, ${tenant.regionCode}, ${timeZone},
      ${tenant.owner.userId}, ${tenant.now}, ${tenant.now})
    on conflict (tenant_id) do nothing`);
  return inserted === 1;
}

function insertDirectory(
  tx: Transaction,
  { publicId, tenantId, slug, regionCode, now }: NewTenant,
): Promise<number> {
  return tx.run(sql`
    insert into app.workspace_directory (public_id, tenant_id, slug, region_code, status, updated_at)
    values (${publicId}, ${tenantId}, ${slug}, ${regionCode}, 'active', ${now})`);
}

function insertSubscription(tx: Transaction, { tenantId, now }: NewTenant): Promise<number> {
  const { status, trialEndsAt } = startTrial(now);
  return tx.run(sql`
    insert into app.subscription (tenant_id, status, trial_ends_at, created_at, updated_at)
    values (${tenantId}, ${status}, ${trialEndsAt}, ${now}, ${now})`);
}

function insertOwner(tx: Transaction, { tenantId, owner, now }: NewTenant): Promise<number> {
  const { firstName, lastName } = splitName(owner.name ?? owner.email?.split('@')[0] ?? 'Owner');
  return tx.run(sql`
    insert into app.team_member (tenant_id, id, user_id, email, first_name, last_name, role, status, role_updated_at, created_at, updated_at)
    values (${tenantId}, ${newId()}, ${owner.userId}, ${owner.email}, ${firstName}, ${lastName}, 'owner', 'active', ${now}, ${now}, ${now})`);
}

function insertProjectTypes(tx: Transaction, { tenantId }: NewTenant): Promise<number> {
  const rows = projectTypes.map(
    ([name, billable, budgetKind], index) =>
      sql`(${tenantId}, ${newId()}, ${name}, ${billable}, ${budgetKind}, ${index + 1})`,
  );
  return tx.run(sql`
    insert into app.project_type (tenant_id, id, name, billable_default, budget_kind, sort_order) values ${join(rows)}`);
}

function insertActivities(tx: Transaction, { tenantId, now }: NewTenant): Promise<number> {
  const rows = activities.map(
    ([name, billable, color], index) =>
      sql`(${tenantId}, ${newId()}, ${name}, ${billable}, ${color}, ${index + 1}, ${now}, ${now})`,
  );
  return tx.run(sql`
    insert into app.activity (tenant_id, id, name, billable_default, color, sort_order, created_at, updated_at)
    values ${join(rows)}`);
}
