import type { Role } from '@stint/domain/workspace/roles.ts';
import type { Queryable } from '../../platform/database.ts';
import { raw, sql } from '../../platform/sql.ts';

export type InvitationRow = {
  id: string;
  teamMemberID: string;
  email: string;
  role: Role;
  /** Name of the member who invited. */
  invitedBy: string;
  /** Language of the member who invited; of the one invited nothing is known yet. */
  locale: string | null;
  invitedById: string;
  createdAt: Date;
  sentAt: Date | null;
  expiresAt: Date;
  acceptedAt: Date | null;
  acceptedBy: string | null;
  revokedAt: Date | null;
};

const columns = raw(`i.id, i.team_member_id as "teamMemberID", i.email, i.role, i.created_at as "createdAt",
  i.sent_at as "sentAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt", i.accepted_by as "acceptedBy",
  i.revoked_at as "revokedAt", i.invited_by as "invitedById",
  coalesce(btrim(m.first_name || ' ' || m.last_name), '') as "invitedBy", m.locale`);

/** Those that are over are history: more than anybody looks through. */
const MOST_PAST = 500;

/** Every one that can still be used at `now`, and the latest of the others; newest first, each with the number of all. */
export function listInvitations(
  tx: Queryable,
  tenantId: string,
  now: Date,
): Promise<(InvitationRow & { total: number })[]> {
  return tx.rows(sql`select ${columns},
      (select count(*)::int from app.invitation every_one where every_one.tenant_id = ${tenantId}) as total from app.invitation i
    left join app.team_member m on m.tenant_id = i.tenant_id and m.id = i.invited_by
    where i.tenant_id = ${tenantId} and (
      (i.accepted_at is null and i.revoked_at is null and i.expires_at > ${now})
      or i.id in (select past.id from app.invitation past where past.tenant_id = ${tenantId}
        and (past.accepted_at is not null or past.revoked_at is not null or past.expires_at <= ${now})
        order by past.created_at desc, past.id desc limit ${MOST_PAST}))
    order by i.created_at desc, i.id desc`);
}

/** @throws AppError `not_found` */
export function getInvitation(tx: Queryable, tenantId: string, id: string): Promise<InvitationRow> {
  return tx.one(sql`select ${columns} from app.invitation i
    left join app.team_member m on m.tenant_id = i.tenant_id and m.id = i.invited_by
    where i.tenant_id = ${tenantId} and i.id = ${id}`);
}

/** Whether somebody was invited to the workspace before, by another invitation or by this one. */
export async function wasInvitedBefore(
  tx: Queryable,
  tenantId: string,
  { id, email, sentAt, createdAt }: Pick<InvitationRow, 'id' | 'email' | 'sentAt' | 'createdAt'>,
): Promise<boolean> {
  if (sentAt !== null && sentAt > createdAt) return true;
  const earlier = await tx.maybeOne(sql`select 1 as one from app.invitation
    where tenant_id = ${tenantId} and email_norm = ${email.toLowerCase()} and id <> ${id}
      and created_at < ${createdAt} and accepted_at is null limit 1`);
  return earlier !== null;
}

/** The invitation that a secret opens, whatever its state, or null. */
export function findByHash(tx: Queryable, tenantId: string, hash: Buffer): Promise<InvitationRow | null> {
  return tx.maybeOne(sql`select ${columns} from app.invitation i
    left join app.team_member m on m.tenant_id = i.tenant_id and m.id = i.invited_by
    where i.tenant_id = ${tenantId} and i.token_hash = ${hash}`);
}

export type InvitedMember = { id: string; status: string; userId: string | null };

/** Who has an address in a workspace already, in any state. */
export function findMemberByEmail(
  tx: Queryable,
  tenantId: string,
  norm: string,
): Promise<InvitedMember | null> {
  return tx.maybeOne(sql`select id, status, user_id as "userId" from app.team_member
    where tenant_id = ${tenantId} and email_norm = ${norm} for update`);
}

export type MemberFlags = {
  createEditProjects?: boolean | undefined;
  createEditClientsActivities?: boolean | undefined;
  createEditTime?: boolean | undefined;
};

/** The seat that waits for the invited person; a placeholder or archived member becomes it, with all its time. */
export function upsertInvitedMember(
  tx: Queryable,
  tenantId: string,
  member: { id: string; email: string; role: Role; flags: MemberFlags; now: Date },
): Promise<number> {
  const { id, email, role, flags, now } = member;
  const projects = flags.createEditProjects ?? false;
  const catalog = flags.createEditClientsActivities ?? false;
  const time = flags.createEditTime ?? false;
  return tx.run(sql`insert into app.team_member (tenant_id, id, email, first_name, last_name, role, status,
      create_edit_projects, create_edit_clients_activities, create_edit_time, role_updated_at, created_at, updated_at)
    values (${tenantId}, ${id}, ${email}, ${email.split('@')[0]}, '', ${role}, 'invited', ${projects}, ${catalog}, ${time},
      ${now}, ${now}, ${now})
    on conflict (tenant_id, id) do update set email = excluded.email, role = excluded.role, status = 'invited',
      create_edit_projects = excluded.create_edit_projects,
      create_edit_clients_activities = excluded.create_edit_clients_activities,
      create_edit_time = excluded.create_edit_time, archived_at = null, updated_at = excluded.updated_at,
      version = app.team_member.version + 1
    where app.team_member.status <> 'active'`);
}

export function insertInvitation(
  tx: Queryable,
  tenantId: string,
  invitation: {
    id: string;
    teamMemberID: string;
    email: string;
    role: Role;
    tokenHash: Buffer;
    invitedById: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<number> {
  const { id, teamMemberID, email, role, tokenHash, invitedById, now, expiresAt } = invitation;
  return tx.run(sql`insert into app.invitation
      (tenant_id, id, team_member_id, email, role, token_hash, invited_by, created_at, sent_at, expires_at)
    values (${tenantId}, ${id}, ${teamMemberID}, ${email}, ${role}, ${tokenHash}, ${invitedById}, ${now}, ${now},
      ${expiresAt})`);
}

/** Takes back every open invitation of an address. */
export function revokeOpen(tx: Queryable, tenantId: string, norm: string, now: Date): Promise<number> {
  return tx.run(sql`update app.invitation set revoked_at = ${now}
    where tenant_id = ${tenantId} and email_norm = ${norm} and accepted_at is null and revoked_at is null`);
}

/** A new secret and seven new days for an open invitation; the former link is void. @returns rows changed */
export function renewInvitation(
  tx: Queryable,
  tenantId: string,
  id: string,
  renewal: { tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<number> {
  return tx.run(sql`update app.invitation set token_hash = ${renewal.tokenHash}, sent_at = ${renewal.now},
      expires_at = ${renewal.expiresAt}
    where tenant_id = ${tenantId} and id = ${id} and accepted_at is null and revoked_at is null`);
}
