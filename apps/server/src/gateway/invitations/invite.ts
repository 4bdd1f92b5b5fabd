import { parseEmail } from '@stint/domain/auth/email.ts';
import { AppError } from '@stint/domain/errors.ts';
import { mainUrl } from '@stint/domain/workspace/host.ts';
import { canGrantRole, type Role } from '@stint/domain/workspace/roles.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps, MemberContext } from '../context.ts';
import { enqueue } from '../jobs/queue.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import {
  findByHash,
  findMemberByEmail,
  getInvitation,
  type InvitationRow,
  insertInvitation,
  type MemberFlags,
  renewInvitation,
  revokeOpen,
  upsertInvitedMember,
} from './queries.ts';
import { formatToken, hashSecret, invitationSecret } from './token.ts';

/** An invitation can be accepted for seven days (security 4). */
const invitationMs = 7 * 24 * 60 * 60_000;

export type InviteDeps = Pick<GatewayDeps, 'auth' | 'config' | 'clock'>;
export type InviteRequest = {
  email: string;
  role: Role;
  flags: MemberFlags;
  teamMemberID?: string | undefined;
};
export type InviteResult = {
  email: string;
  outcome: 'invited' | 'alreadyMember' | 'invalid';
  invitation: (InvitationRow & { link: string }) | null;
};

/**
 * Invites one address in the caller's transaction: the seat, the invitation and the job that mails it.
 * @throws AppError `forbidden` for a role above the caller's own
 */
export async function inviteOne(
  deps: InviteDeps,
  tx: Transaction,
  context: MemberContext,
  request: InviteRequest,
): Promise<InviteResult> {
  if (!canGrantRole(context.actor.role, request.role)) throw new AppError('forbidden');
  const parsed = parseEmail(request.email);
  if (!parsed.ok) return { email: request.email.trim().slice(0, 254), outcome: 'invalid', invitation: null };
  const { tenantId, info } = context;
  const known = await findMemberByEmail(tx, tenantId, parsed.norm);
  if (known?.status === 'active') return { email: parsed.email, outcome: 'alreadyMember', invitation: null };
  const seat = known?.id ?? (await requirePlaceholder(tx, context, request.teamMemberID)) ?? newId();
  const id = newId();
  const { role, flags } = request;
  const changed = await upsertInvitedMember(tx, tenantId, {
    id: seat,
    email: parsed.email,
    role,
    flags,
    now: info.now,
  });
  if (changed === 0) return { email: parsed.email, outcome: 'alreadyMember', invitation: null };
  await revokeOpen(tx, tenantId, parsed.norm, info.now);
  const secret = invitationSecret(deps.auth.adminKey, id, info.now);
  await insertInvitation(tx, tenantId, {
    id,
    teamMemberID: seat,
    email: parsed.email,
    role,
    tokenHash: hashSecret(secret),
    invitedById: context.member.teamMemberID,
    now: info.now,
    expiresAt: new Date(info.now.getTime() + invitationMs),
  });
  await writeAudit(tx, auditSource(context), [
    { entity: 'invitation', entityId: id, action: 'invite', after: { email: parsed.email, role } },
  ]);
  await enqueueMail(deps, tx, context, id);
  const invitation = await getInvitation(tx, tenantId, id);
  return {
    email: parsed.email,
    outcome: 'invited',
    invitation: { ...invitation, link: linkOf(deps, context, secret) },
  };
}

/** A new link; the former one stops working. @throws AppError `state_conflict` when it was used or taken back */
export async function resendInvitation(
  deps: InviteDeps,
  tx: Transaction,
  context: MemberContext,
  id: string,
): Promise<InvitationRow & { link: string }> {
  const { tenantId, info } = context;
  const invitation = await getInvitation(tx, tenantId, id);
  if (!canGrantRole(context.actor.role, invitation.role)) throw new AppError('forbidden');
  const secret = invitationSecret(deps.auth.adminKey, id, info.now);
  const changed = await renewInvitation(tx, tenantId, id, {
    tokenHash: hashSecret(secret),
    now: info.now,
    expiresAt: new Date(info.now.getTime() + invitationMs),
  });
  if (changed === 0) throw new AppError('state_conflict');
  await writeAudit(tx, auditSource(context), [{ entity: 'invitation', entityId: id, action: 'resend' }]);
  await enqueueMail(deps, tx, context, id);
  return { ...(await getInvitation(tx, tenantId, id)), link: linkOf(deps, context, secret) };
}

/**
 * The link that was sent last, derived again: for whoever hands it over by another way. It is worth nothing to anybody but the
 * invited person, whose address has to be proven.
 * @throws AppError `state_conflict` when it can no longer be used, or was sent under another key of the server
 */
export async function readInvitationLink(
  deps: InviteDeps,
  tx: Transaction,
  context: MemberContext,
  id: string,
): Promise<InvitationRow & { link: string }> {
  const { tenantId, info } = context;
  const invitation = await getInvitation(tx, tenantId, id);
  if (!canGrantRole(context.actor.role, invitation.role)) throw new AppError('forbidden');
  const { sentAt, acceptedAt, revokedAt, expiresAt } = invitation;
  if (!sentAt || acceptedAt || revokedAt || expiresAt <= info.now) throw new AppError('state_conflict');
  const secret = invitationSecret(deps.auth.adminKey, id, sentAt);
  // Under another key than the one it was sent with, the link would be one that opens nothing.
  const opened = await findByHash(tx, tenantId, hashSecret(secret));
  if (opened?.id !== id)
    throw new AppError('state_conflict', { message: 'This link cannot be read again. Send it again.' });
  await writeAudit(tx, auditSource(context), [{ entity: 'invitation', entityId: id, action: 'copyLink' }]);
  return { ...invitation, link: linkOf(deps, context, secret) };
}

/** Takes an invitation back and frees its seat. @throws AppError `state_conflict` when it was used already */
export async function revokeInvitation(
  tx: Transaction,
  context: MemberContext,
  id: string,
): Promise<InvitationRow> {
  const { tenantId, info } = context;
  const invitation = await getInvitation(tx, tenantId, id);
  if (invitation.acceptedAt) throw new AppError('state_conflict');
  if (invitation.revokedAt) return invitation;
  await tx.run(sql`update app.invitation set revoked_at = ${info.now}
    where tenant_id = ${tenantId} and id = ${id} and accepted_at is null and revoked_at is null`);
  await tx.run(sql`update app.team_member set status = 'archived', archived_at = ${info.now}, updated_at = ${info.now},
      version = version + 1
    where tenant_id = ${tenantId} and id = ${invitation.teamMemberID} and status = 'invited'`);
  await writeAudit(tx, auditSource(context), [{ entity: 'invitation', entityId: id, action: 'revoke' }]);
  return getInvitation(tx, tenantId, id);
}

async function requirePlaceholder(
  tx: Transaction,
  { tenantId }: MemberContext,
  id: string | undefined,
): Promise<string | null> {
  if (!id) return null;
  const row = await tx.maybeOne(sql`select 1 as one from app.team_member
    where tenant_id = ${tenantId} and id = ${id} and status = 'placeholder' for update`);
  if (!row) throw new AppError('reference_invalid');
  return id;
}

function enqueueMail(deps: InviteDeps, tx: Transaction, context: MemberContext, id: string): Promise<void> {
  const { tenantId } = context;
  return enqueue(tx, deps.clock, {
    kind: 'invitation.mail',
    tenantId,
    payload: { invitationId: id },
    key: `invitation:${id}`,
  });
}

function linkOf({ config }: InviteDeps, { workspace }: MemberContext, secret: string): string {
  const token = formatToken({ regionCode: workspace.region.code, publicId: workspace.publicId, secret });
  return mainUrl({ protocol: config.scheme, mainDomain: config.mainDomain }, `/invite?token=${token}`);
}
