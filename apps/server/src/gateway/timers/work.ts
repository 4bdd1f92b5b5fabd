import type { TimerWork } from '@stint/domain/time/timer-draft.ts';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { may } from '../shared/may.ts';
import { fieldError } from '../shared/sql-json.ts';

/** What time was for, as a caller sends it. */
export type WorkInput = {
  projectID?: string | null | undefined;
  activityID?: string | null | undefined;
  comment?: string | undefined;
  isBillable?: boolean | null | undefined;
  tags?: string[] | undefined;
};

/** What time was for, as it is stored. */
export type Work = TimerWork & { tagIds: string[]; isBillable: boolean | null };

export const noWork: Work = { projectId: null, activityId: null, comment: '', isBillable: null, tagIds: [] };

/** Columns of `Work`, of a timer or a draft. */
export const workColumns = sql`project_id as "projectId", activity_id as "activityId", comment, is_billable as "isBillable", tag_ids as "tagIds"`;

/** SQL for the fields of `Work` in an answer: of `r`, with its project `p`, client `c` and activity `a`. */
export const workItem = {
  projectID: 'r.project_id',
  activityID: 'r.activity_id',
  projectName: 'p.name',
  clientName: 'c.name',
  activityName: 'a.name',
  color: 'p.color',
  comment: 'r.comment',
  isBillable: 'r.is_billable',
  tags: 'r.tag_ids',
};

/** The tables that `workItem` reads the names from. */
export const workTables = (tenantId: string) => sql`
  left join app.project p on p.tenant_id = ${tenantId} and p.id = r.project_id
  left join app.client c on c.tenant_id = ${tenantId} and c.id = p.client_id
  left join app.activity a on a.tenant_id = ${tenantId} and a.id = r.activity_id`;

/** What is sent replaces what was there, field by field. */
export function mergeWork<Before extends Work>(before: Before, input: WorkInput): Before {
  return {
    ...before,
    projectId: input.projectID === undefined ? before.projectId : input.projectID,
    activityId: input.activityID === undefined ? before.activityId : input.activityID,
    comment: input.comment?.trim() ?? before.comment,
    isBillable: input.isBillable === undefined ? before.isBillable : input.isBillable,
    tagIds: input.tags ?? before.tagIds,
  };
}

type Found = {
  /** Seen by the caller. */
  project: { isUsable: boolean } | null;
  activity: { isUsable: boolean } | null;
  usableTags: string[];
};

async function find(
  tx: Queryable,
  { tenantId, actor }: MemberContext,
  { projectId, activityId, tagIds }: Pick<Work, 'projectId' | 'activityId' | 'tagIds'>,
): Promise<Found> {
  type Project = { isUsable: boolean; isPublic: boolean; managerID: string | null; isMine: boolean };
  const found = await tx.one<Found & { project: Project | null }>(sql`
    select (select json_build_object('isUsable', p.archived_at is null, 'isPublic', p.visibility = 'public', 'managerID', p.manager_id,
        'isMine', exists (select from app.project_member b
          where b.tenant_id = ${tenantId} and b.project_id = p.id and b.team_member_id = ${actor.teamMemberID}))
      from app.project p where p.tenant_id = ${tenantId} and p.id = ${projectId} and p.deleted_at is null) as project,
      (select json_build_object('isUsable', a.archived_at is null)
        from app.activity a where a.tenant_id = ${tenantId} and a.id = ${activityId} and a.deleted_at is null) as activity,
      (select coalesce(array_agg(g.id::text), '{}') from app.tag g
        where g.tenant_id = ${tenantId} and g.id = any(${tagIds}::uuid[]) and g.archived_at is null) as "usableTags"`);
  const { project } = found;
  const isSeen =
    project &&
    may(actor, 'project.see', { ...project, memberIDs: project.isMine ? [actor.teamMemberID] : [] });
  return { ...found, project: isSeen ? project : null };
}

/** What is sent names things that exist here, are seen by the caller and can be used. @throws AppError `reference_invalid` */
export async function requireUsable(tx: Queryable, context: MemberContext, input: WorkInput): Promise<void> {
  const { projectID = null, activityID = null, tags = [] } = input;
  const found = await find(tx, context, { projectId: projectID, activityId: activityID, tagIds: tags });
  if (projectID !== null && !found.project?.isUsable)
    throw fieldError('reference_invalid', 'projectID', 'This project does not exist here or is archived.');
  if (activityID !== null && !found.activity?.isUsable)
    throw fieldError('reference_invalid', 'activityID', 'This activity does not exist here or is archived.');
  if (found.usableTags.length !== tags.length)
    throw fieldError('reference_invalid', 'tags', 'A tag does not exist here or is archived.');
}

/**
 * The same without what the caller cannot name: nothing of a person's time is refused for it, and nothing that they may
 * not see is named to them. What was archived stays, so that they see what it was for.
 */
export async function keepKnown<Given extends Work>(
  tx: Queryable,
  context: MemberContext,
  work: Given,
): Promise<Given> {
  const { project, activity, usableTags } = await find(tx, context, work);
  return {
    ...work,
    projectId: project && work.projectId,
    activityId: activity && work.activityId,
    tagIds: work.tagIds.filter((id) => usableTags.includes(id)),
  };
}
