import type { Role } from '@stint/domain/workspace/roles.ts';
import { sql } from '../../platform/sql.ts';
import type { Workspace } from '../context.ts';
import { writeAudit } from '../shared/audit.ts';
import type { StoredMember } from './member-state.ts';

/** Takes over a role that the provider changed without us, so that lists and personal tokens follow. */
export async function syncRole(
  workspace: Workspace,
  member: StoredMember,
  role: Role,
  now: Date,
): Promise<void> {
  const { tenantId, region } = workspace;
  await region.database.withTenant(tenantId, async (tx) => {
    const changed = await tx.run(sql`
      update app.team_member set role = ${role}, role_updated_at = ${now}, updated_at = ${now}, version = version + 1
      where tenant_id = ${tenantId} and id = ${member.teamMemberID} and role = ${member.role}
        and role_updated_at = ${member.roleUpdatedAt}`);
    if (changed === 0) return;
    await writeAudit(tx, { tenantId, at: now, actorId: null, actorKind: 'system' }, [
      {
        entity: 'teamMember',
        entityId: member.teamMemberID,
        action: 'roleCopied',
        before: { role: member.role },
        after: { role },
      },
    ]);
  });
}
