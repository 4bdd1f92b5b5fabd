import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { projects } from './projects.ts';

/** Keeps a combination at hand for the caller, or no longer. */
export async function setFavourite(
  tx: Transaction,
  context: MemberContext,
  {
    projectID,
    activityID,
    isFavourite,
  }: { projectID: string; activityID: string | null; isFavourite: boolean },
): Promise<void> {
  const { tenantId, actor, info } = context;
  const me = actor.teamMemberID;
  if (!isFavourite) {
    await tx.run(sql`delete from app.favourite where tenant_id = ${tenantId} and team_member_id = ${me} and project_id = ${projectID}
      and activity_id is not distinct from ${activityID}::uuid`);
    return;
  }
  await projects.get(tx, context, projectID);
  await tx.run(sql`insert into app.favourite (tenant_id, id, team_member_id, project_id, activity_id, created_at)
    values (${tenantId}, ${newId()}, ${me}, ${projectID}, ${activityID}, ${info.now})
    on conflict (tenant_id, team_member_id, project_id, activity_id) do nothing`);
}
