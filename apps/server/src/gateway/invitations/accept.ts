import { normalizeEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import { splitName } from '@stint/domain/person-name.ts';
import { roleBehind } from '@stint/domain/workspace/own-credential.ts';
import { canGrantRole, type Role } from '@stint/domain/workspace/roles.ts';
import type { Database } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { insertSaga, runSaga } from '../sagas/saga.ts';
import type { WorkspaceDeps } from '../workspace-lifecycle/deps.ts';
import {
  findMemberOfUser,
  findTenantId,
  getWorkspace,
  type WorkspaceRow,
} from '../workspace-lifecycle/queries.ts';
import { type AcceptPayload, acceptSaga } from './accept-saga.ts';
import { findByHash, type InvitationRow } from './queries.ts';
import { hashSecret, parseToken } from './token.ts';

/** An invitation that a link leads to, with its workspace. */
export type Found = {
  regionCode: string;
  database: Database;
  workspace: WorkspaceRow;
  invitation: InvitationRow;
  inviterRole: Role | null;
};

/** @throws AppError `not_found` for a link that leads nowhere */
export async function findInvitation(deps: WorkspaceDeps, text: string): Promise<Found> {
  const token = parseToken(text);
  const region = token && deps.regions.get(token.regionCode);
  const tenantId = region && (await findTenantId(region.database, token.publicId));
  if (!token || !region || !tenantId) throw new AppError('not_found');
  const found = await region.database.withTenant(tenantId, async (tx) => {
    const invitation = await findByHash(tx, tenantId, hashSecret(token.secret));
    if (!invitation) throw new AppError('not_found');
    const inviter = await tx.maybeOne<{
      userUuid: string | null;
    }>(sql`select user_id as "userUuid" from app.team_member
      where tenant_id = ${tenantId} and id = ${invitation.invitedById} and status = 'active'`);
    return { invitation, workspace: await getWorkspace(tx, tenantId), inviter: inviter?.userUuid ?? null };
  });
  const inviterRole = await roleOfInviter(deps, found);
  return { ...found, inviterRole, regionCode: token.regionCode, database: region.database };
}

/** The role that stands behind an invitation: what the provider says now of the one who invited. */
async function roleOfInviter(
  { provider }: WorkspaceDeps,
  {
    invitation,
    workspace,
    inviter,
  }: { invitation: InvitationRow; workspace: WorkspaceRow; inviter: string | null },
): Promise<Role | null> {
  if (inviter === null) return null;
  const standing = await provider.findStanding(inviter);
  return roleBehind({ kind: 'invitation', madeAt: invitation.createdAt }, standing, workspace.publicId);
}

/**
 * Whether the link can still be used: not taken back, used or expired, its workspace open, and the one who invited still
 * allowed to (security 10). @throws AppError `gone` with what to do
 */
export function requireUsable({ invitation, workspace, inviterRole }: Found, now: Date): void {
  const isOver =
    invitation.revokedAt !== null || invitation.acceptedAt !== null || invitation.expiresAt <= now;
  const isAllowed = inviterRole !== null && canGrantRole(inviterRole, invitation.role);
  if (!isOver && isAllowed && workspace.status === 'active') return;
  throw new AppError('gone', {
    message: 'This invitation is no longer valid. Ask the person who invited you for a new one.',
  });
}

export type Accepted = { workspace: WorkspaceRow; teamMemberID: string };

/**
 * Makes the signed-in person a member. Their proven address must be the invited one. Repeatable: whoever accepted gets the
 * same answer again.
 * @throws AppError `gone`, `not_found`, `email_unconfirmed`, `forbidden`
 */
export async function acceptInvitation(
  deps: WorkspaceDeps,
  userUuid: string,
  text: string,
): Promise<Accepted> {
  const found = await findInvitation(deps, text);
  const { invitation, workspace, database, regionCode } = found;
  const teamMemberID = invitation.teamMemberID;
  if (invitation.acceptedBy === userUuid) return { workspace, teamMemberID };
  requireUsable(found, deps.clock.now());
  const name = await requireInvited(deps, userUuid, invitation);
  const member = await database.withTenant(workspace.tenantId, (tx) =>
    findMemberOfUser(tx, workspace.tenantId, userUuid),
  );
  if (member) return { workspace, teamMemberID: member.id };
  const payload: AcceptPayload = {
    invitationId: invitation.id,
    teamMemberID,
    userUuid,
    role: invitation.role,
    ...(name ? splitName(name) : {}),
  };
  const sagaId = await insertSaga(database, deps.clock, {
    kind: 'accept',
    tenantId: workspace.tenantId,
    publicId: workspace.publicId,
    userId: userUuid,
    payload,
    firstStep: 'provider-role',
  });
  await runSaga({ ...deps, database, regionCode }, { accept: acceptSaga }, sagaId);
  return { workspace, teamMemberID };
}

/** @returns the name the person goes by, where the provider knows one */
async function requireInvited(
  deps: WorkspaceDeps,
  userUuid: string,
  invitation: InvitationRow,
): Promise<string | null> {
  const user = await deps.provider.findUser(userUuid);
  if (!user?.email || normalizeEmail(user.email) !== normalizeEmail(invitation.email)) {
    throw new AppError('forbidden', {
      message: 'This invitation is for another email address. Sign in with the one that was invited.',
    });
  }
  if (!user.isEmailConfirmed) throw new AppError('email_unconfirmed');
  return user.name;
}
