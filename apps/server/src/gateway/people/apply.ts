import type { Role } from '@stint/domain/workspace/roles.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { type AuditLine, writeAudit } from '../shared/audit.ts';
import { bumpCatalog } from '../shared/sql-json.ts';
import { endMembership } from '../team/end-membership.ts';
import { forgetLater } from './forget.ts';

/** What the provider says of a person in one workspace. */
export type Said = {
  userUuid: string;
  /** Null when they are no member. */
  role: Role | null;
  /** The account itself is deleted: nobody goes by that name any more. */
  isGone: boolean;
  /** Of the membership they have now. */
  since: Date | null;
  tokensValidFrom: Date | null;
  askedAt: Date;
  now: Date;
};

type Row = { id: string; role: Role; roleUpdatedAt: Date };

/**
 * Brings one workspace's own rows in line with what the provider says of a person. Rows that changed here after the
 * provider was asked stay: what they say reached it later.
 */
export function applyStanding(database: Database, tenantId: string, said: Said): Promise<void> {
  return database.withTenant(tenantId, async (tx) => {
    const member = await tx.maybeOne<Row>(sql`
      select id, role, role_updated_at as "roleUpdatedAt" from app.team_member
      where tenant_id = ${tenantId} and user_id = ${said.userUuid} and (status = 'active' or ${said.isGone}) for update`);
    if (!member || member.roleUpdatedAt > said.askedAt) return;
    const lines =
      said.role === null ? await end(tx, tenantId, member, said) : await adjust(tx, tenantId, member, said);
    await writeAudit(tx, { tenantId, at: said.now, actorId: null, actorKind: 'system' }, lines);
  });
}

async function end(
  tx: Transaction,
  tenantId: string,
  { id, role }: Row,
  { now, isGone }: Said,
): Promise<AuditLine[]> {
  await endMembership(tx, tenantId, id, now);
  if (isGone) await forgetLater(tx, tenantId, id, now);
  await bumpCatalog(tx, tenantId);
  return [{ entity: 'teamMember', entityId: id, action: 'archived', before: { role, status: 'active' } }];
}

async function adjust(tx: Transaction, tenantId: string, member: Row, said: Said): Promise<AuditLine[]> {
  const { id } = member;
  const lines: AuditLine[] = [];
  if (said.role !== member.role) {
    await tx.run(sql`update app.team_member set role = ${said.role}, role_updated_at = ${said.askedAt}, updated_at = ${said.now},
      version = version + 1 where tenant_id = ${tenantId} and id = ${id}`);
    lines.push({
      entity: 'teamMember',
      entityId: id,
      action: 'roleCopied',
      before: { role: member.role },
      after: { role: said.role },
    });
  }
  const tokens = await tx.rows<{ id: string }>(sql`
    update app.personal_token set revoked_at = ${said.now}
    where tenant_id = ${tenantId} and team_member_id = ${id} and revoked_at is null and created_at < ${said.tokensValidFrom}
    returning id`);
  const feeds = await tx.run(sql`
    delete from app.calendar_feed where tenant_id = ${tenantId} and team_member_id = ${id} and created_at < ${said.since}`);
  for (const token of tokens) lines.push({ entity: 'token', entityId: token.id, action: 'revoked' });
  if (feeds > 0) lines.push({ entity: 'calendar', entityId: id, action: 'removed' });
  return lines;
}
