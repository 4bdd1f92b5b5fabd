import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** A workspace as the gateway of its region knows it. */
export type WorkspaceRow = {
  tenantId: string;
  publicId: string;
  name: string;
  slug: string;
  regionCode: string;
  status: 'provisioning' | 'active' | 'archived' | 'deleting';
  archivedAt: Date | null;
  deleteAfter: Date | null;
  version: number;
};

/** The internal id of a workspace in this region, or null. */
export async function findTenantId(database: Database, publicId: string): Promise<string | null> {
  const row = await database.maybeOne<{ tenantId: string }>(
    sql`select tenant_id as "tenantId" from app.workspace_directory where public_id = ${publicId}`,
  );
  return row?.tenantId ?? null;
}

/** The workspace itself. @throws AppError `not_found` */
export async function getWorkspace(tx: Pick<Transaction, 'one'>, tenantId: string): Promise<WorkspaceRow> {
  return tx.one<WorkspaceRow>(sql`select tenant_id as "tenantId", public_id as "publicId", name, slug,
      region_code as "regionCode", status, archived_at as "archivedAt", delete_after as "deleteAfter", version
    from app.tenant where tenant_id = ${tenantId}`);
}

export type MemberRow = {
  id: string;
  role: string;
  userId: string | null;
  firstName: string;
  lastName: string;
};

/** The active member that a user is in a workspace, or null. */
export async function findMemberOfUser(
  tx: Pick<Transaction, 'maybeOne'>,
  tenantId: string,
  userId: string,
): Promise<MemberRow | null> {
  return tx.maybeOne<MemberRow>(sql`select id, role, user_id as "userId", first_name as "firstName",
      last_name as "lastName"
    from app.team_member where tenant_id = ${tenantId} and user_id = ${userId} and status = 'active'`);
}

/** How many workspaces a person began to make since a time, in this region; tries that failed do not count. */
export async function countCreated(database: Queryable, userId: string, since: Date): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`select count(*) as count from app.workspace_saga
    where user_id = ${userId} and kind = 'create' and state <> 'failed' and created_at > ${since}`);
  return count;
}

/**
 * The creation of the same person for the same address, running or just done: asked again after a lost answer or a crash.
 * Nobody can mean a second one, since the address is taken by the first.
 */
export async function findOwnCreation(
  database: Database,
  userId: string,
  slug: string,
  since: Date,
): Promise<string | null> {
  const row = await database.maybeOne<{ id: string }>(sql`select id from app.workspace_saga
    where user_id = ${userId} and kind = 'create' and payload->>'slug' = ${slug}
      and (state = 'running' or (state = 'done' and created_at > ${since}))
    order by created_at desc limit 1`);
  return row?.id ?? null;
}

/** Name and address, with the directory's copy; repeatable. The provider leads on from the former address. */
export async function updateWorkspace(
  tx: Transaction,
  workspace: { tenantId: string; publicId: string },
  change: { name?: string | undefined; slug?: string | undefined },
  now: Date,
): Promise<void> {
  const before = await getWorkspace(tx, workspace.tenantId);
  const name = change.name ?? before.name;
  const slug = change.slug ?? before.slug;
  if (name === before.name && slug === before.slug) return;
  await tx.run(sql`update app.tenant set name = ${name}, slug = ${slug}, updated_at = ${now}, version = version + 1,
      catalog_version = catalog_version + 1
    where tenant_id = ${workspace.tenantId}`);
  await tx.run(sql`update app.workspace_directory set slug = ${slug}, updated_at = ${now}
    where public_id = ${workspace.publicId}`);
}

/** Moves a workspace between its states; both copies of the state change together. */
export async function setWorkspaceState(
  tx: Transaction,
  workspace: { tenantId: string; publicId: string },
  state: { status: 'active' | 'archived' | 'deleting'; archivedAt: Date | null; deleteAfter: Date | null },
  now: Date,
): Promise<void> {
  await tx.run(sql`update app.tenant set status = ${state.status}, archived_at = ${state.archivedAt},
      delete_after = ${state.deleteAfter}, updated_at = ${now}, version = version + 1
    where tenant_id = ${workspace.tenantId}`);
  await tx.run(sql`update app.workspace_directory set status = ${state.status}, updated_at = ${now}
    where public_id = ${workspace.publicId}`);
}

/** The provider's public id of a workspace that is being made; known after the saga's first step. */
export async function keepPublicId(database: Database, sagaId: string, publicId: string): Promise<void> {
  await database.run(sql`update app.workspace_saga set public_id = ${publicId} where id = ${sagaId}`);
}
