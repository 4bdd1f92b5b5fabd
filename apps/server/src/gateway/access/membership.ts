import { AppError } from '@stint/domain/errors.ts';
import { highestRole } from '@stint/domain/workspace/roles.ts';
import type { AskingActor, Workspace } from '../context.ts';
import type { CheckParts } from './asked.ts';
import type { Identified } from './caller.ts';
import type { Located } from './directory.ts';
import { effectiveRole, type StoredMember } from './member-state.ts';
import { syncRole } from './role-copy.ts';

type InWorkspace = Identified & { workspace: Workspace; member: StoredMember };

/** @throws AppError `forbidden` for somebody who is no member */
export async function requireMember(
  { identity, located }: Identified & { located: Located },
  { states }: CheckParts,
): Promise<{ workspace: Workspace; member: StoredMember }> {
  const { workspace, member } = await states.get(located, identity.userUuid);
  if (!member) throw new AppError('forbidden');
  return { workspace, member };
}

/** Without the provider nobody is shown anybody else's. @throws AppError `unavailable` */
export function keepToOwn({ isHeard, http, member }: InWorkspace): void {
  const { teamMemberID = member.teamMemberID } = http.request.params as { teamMemberID?: string };
  if (!isHeard && teamMemberID !== member.teamMemberID)
    throw new AppError('unavailable', { retryAfterSeconds: 2 });
}

/** @throws AppError `gone` with what can be done */
export function requireOpenWorkspace({ workspace: { status } }: InWorkspace): void {
  if (status === 'active') return;
  const message =
    status === 'provisioning'
      ? 'This workspace is still being made.'
      : 'This workspace is archived. An owner can restore it.';
  throw new AppError('gone', { message });
}

/**
 * The role that counts; a newer one that the provider says is taken over. Without the provider everybody is a member, who has
 * their own time and decides nothing.
 * @throws AppError `forbidden` for none
 */
export async function readRole(
  { identity, isHeard, workspace, member }: InWorkspace,
  { clock }: CheckParts,
): Promise<{ actor: AskingActor }> {
  const tokenRole = highestRole(identity.authorization[identity.tenantId]?.roles ?? []);
  const role = effectiveRole(member, tokenRole, identity.issuedAt);
  if (role === null) throw new AppError('forbidden');
  if (isHeard && role !== member.role) await syncRole(workspace, member, role, clock.now());
  const { teamMemberID, createEditProjects, createEditClientsActivities, createEditTime } = member;
  const { editorsSeeBillRates } = workspace.settings;
  const flags = { createEditProjects, createEditClientsActivities, createEditTime, editorsSeeBillRates };
  const actor = { teamMemberID, role, ...flags };
  return { actor: isHeard ? actor : { teamMemberID, role: 'member', otherwise: actor } };
}
