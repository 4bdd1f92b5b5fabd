import { AppError } from '@stint/domain/errors.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Role } from '@stint/domain/workspace/roles.ts';
import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { insertSaga, runSaga } from '../sagas/saga.ts';
import { findInRegions } from '../shared/find-in-regions.ts';
import type { ChangePayload } from './change-saga.ts';
import { requireSlug } from './create.ts';
import type { WorkspaceDeps } from './deps.ts';
import type { HandOverPayload } from './hand-over-saga.ts';
import {
  findMemberOfUser,
  findTenantId,
  getWorkspace,
  type MemberRow,
  type WorkspaceRow,
} from './queries.ts';
import { workspaceSagas } from './sagas.ts';

/** A workspace, the region it lives in, and what the asking person is there. */
export type OwnWorkspace = {
  regionCode: string;
  database: Database;
  workspace: WorkspaceRow;
  member: MemberRow & { role: Role };
};

type LifecycleAbility = 'workspace.configure' | 'workspace.delete' | 'workspace.transfer';

/**
 * Finds a workspace that the person may do something to, archived ones too.
 * @throws AppError `not_found` for strangers as for missing ones, `forbidden` for members without the right
 */
export async function requireOwnWorkspace(
  regions: WorkspaceDeps['regions'],
  userId: string,
  publicId: string,
  ability: LifecycleAbility,
): Promise<OwnWorkspace> {
  const own = await findInRegions(regions, async ([regionCode, { database }]) => {
    const tenantId = await findTenantId(database, publicId);
    if (!tenantId) return null;
    const [workspace, member] = await database.withTenant(tenantId, (tx) =>
      Promise.all([getWorkspace(tx, tenantId), findMemberOfUser(tx, tenantId, userId)]),
    );
    return member && { regionCode, database, workspace, member: { ...member, role: member.role as Role } };
  });
  if (!own) throw new AppError('not_found');
  if (!can({ teamMemberID: own.member.id, role: own.member.role }, ability)) throw new AppError('forbidden');
  return own;
}

/** Renames a workspace or moves it to another address. @throws AppError `slug_taken`, `slug_invalid` */
export async function changeWorkspace(
  deps: WorkspaceDeps,
  own: OwnWorkspace,
  change: ChangePayload,
): Promise<WorkspaceRow> {
  requireState(own, 'active');
  const { name, slug } = change;
  return runWorkspaceSaga(deps, own, 'change', {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(slug === undefined ? {} : { slug: requireSlug(slug.trim()) }),
  });
}

/** Closes a workspace until it is restored. */
export async function archiveWorkspace(deps: WorkspaceDeps, own: OwnWorkspace): Promise<WorkspaceRow> {
  requireState(own, 'active');
  return runWorkspaceSaga(deps, own, 'archive', {});
}

/** Opens a closed workspace again, also one that waits for deletion. */
export async function restoreWorkspace(deps: WorkspaceDeps, own: OwnWorkspace): Promise<WorkspaceRow> {
  requireState(own, 'archived', 'deleting');
  return runWorkspaceSaga(deps, own, 'restore', {});
}

/** Closes a workspace and erases it after 30 days; its address has to be typed. */
export async function deleteWorkspace(
  deps: WorkspaceDeps,
  own: OwnWorkspace,
  typedSlug: string,
): Promise<WorkspaceRow> {
  requireState(own, 'active', 'archived');
  if (typedSlug.trim() !== own.workspace.slug) {
    const message = 'Type the address of the workspace to confirm.';
    throw new AppError('slug_invalid', {
      message,
      fields: [{ code: 'slug_invalid', message, field: 'slug' }],
    });
  }
  return runWorkspaceSaga(deps, own, 'delete', {});
}

/** Hands the workspace over. @throws AppError `reference_invalid` when the other person cannot own it */
export async function transferWorkspace(
  deps: WorkspaceDeps,
  own: OwnWorkspace,
  teamMemberID: string,
): Promise<void> {
  requireState(own, 'active');
  const { database, workspace, member } = own;
  const heir = await database.withTenant(workspace.tenantId, (tx) =>
    tx.maybeOne<{ userId: string | null }>(sql`select user_id as "userId" from app.team_member
      where tenant_id = ${workspace.tenantId} and id = ${teamMemberID} and status = 'active'`),
  );
  if (!heir?.userId || teamMemberID === member.id) throw new AppError('reference_invalid');
  const payload: HandOverPayload = {
    fromMemberId: member.id,
    fromUserId: String(member.userId),
    toMemberId: teamMemberID,
    toUserId: heir.userId,
  };
  await runWorkspaceSaga(deps, own, 'transfer', payload);
}

function requireState({ workspace }: OwnWorkspace, ...allowed: WorkspaceRow['status'][]): void {
  if (!allowed.includes(workspace.status)) throw new AppError('state_conflict');
}

async function runWorkspaceSaga(
  deps: WorkspaceDeps,
  { database, regionCode, workspace, member }: OwnWorkspace,
  kind: keyof typeof workspaceSagas,
  payload: Record<string, unknown>,
): Promise<WorkspaceRow> {
  const id = await insertSaga(database, deps.clock, {
    kind,
    tenantId: workspace.tenantId,
    publicId: workspace.publicId,
    userId: member.userId,
    payload,
    firstStep: workspaceSagas[kind].steps[0]?.name ?? '',
  });
  await runSaga({ ...deps, database, regionCode }, workspaceSagas, id);
  return database.withTenant(workspace.tenantId, (tx) => getWorkspace(tx, workspace.tenantId));
}
