import { AppError } from '@stint/domain/errors.ts';
import { isBehindLockDate } from '@stint/domain/time/approval.ts';
import { addDays, daysBetween } from '@stint/domain/time/plain-date.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { may } from '../shared/may.ts';
import { applyChanges } from './apply.ts';
import type { EntryInput } from './changes.ts';
import { requireOwner } from './see.ts';

export type CopyRequest = {
  teamMemberID: string;
  from: string;
  to: string;
  include: 'rows' | 'hours' | 'comments';
};
export type Skipped = {
  projectID: string;
  projectName: string;
  activityID: string | null;
  activityName: string | null;
  reason: 'projectArchived' | 'activityArchived' | 'notAllowed' | 'alreadyThere' | 'dayLocked';
};

type SourceRow = {
  projectID: string;
  projectName: string;
  activityID: string | null;
  activityName: string | null;
  workDate: string;
  minutes: number;
  isBillable: boolean;
  comment: string;
  sortOrder: number;
  tags: string[];
  projectUsable: boolean;
  activityUsable: boolean;
  isPublic: boolean;
  managerID: string | null;
  isMine: boolean;
  isThere: boolean;
  lockDate: string | null;
};

/**
 * Copies a week's rows into another week of the same person, each to the same weekday. `rows` keeps one empty entry per
 * row; rows that the week has already, and what can no longer be used, are left out and named.
 */
export async function copyWeek(
  tx: Transaction,
  context: MemberContext,
  request: CopyRequest,
): Promise<Skipped[]> {
  const { tenantId, actor } = context;
  const asked = await requireOwner(tx, tenantId, actor, request.teamMemberID);
  if (!may(actor, 'time.see', asked)) throw new AppError('not_found');
  const sources = await readSources(tx, context, request);
  const skipped = new Map<string, Skipped>();
  const upserts: EntryInput[] = [];
  const rowsDone = new Set<string>();
  for (const source of sources) {
    const row = `${source.projectID} ${source.activityID}`;
    const reason = skipReason(source, request, context);
    if (reason) skipped.set(row, skippedRow(source, reason));
    else if (request.include !== 'rows' || !rowsDone.has(row)) {
      rowsDone.add(row);
      upserts.push(toInput(source, request));
    }
  }
  await applyChanges(tx, context, {
    ...request,
    asked,
    weekEndDates: [request.to],
    upserts,
    removals: [],
    source: 'grid',
    isList: true,
  });
  return [...skipped.values()];
}

function skipReason(
  source: SourceRow,
  request: CopyRequest,
  { actor }: MemberContext,
): Skipped['reason'] | null {
  if (source.isThere) return 'alreadyThere';
  if (!source.projectUsable) return 'projectArchived';
  if (!source.activityUsable) return 'activityArchived';
  if (isBehindLockDate(targetDate(source, request), source.lockDate)) return 'dayLocked';
  const thing = {
    isPublic: source.isPublic,
    managerID: source.managerID,
    memberIDs: source.isMine ? [actor.teamMemberID] : [],
  };
  return may(actor, 'project.see', thing) ? null : 'notAllowed';
}

function skippedRow(
  { projectID, projectName, activityID, activityName }: SourceRow,
  reason: Skipped['reason'],
): Skipped {
  return { projectID, projectName, activityID, activityName, reason };
}

/** The same weekday of the other week. */
function targetDate({ workDate }: SourceRow, { from, to }: CopyRequest): string {
  return addDays(workDate, daysBetween(from, to));
}

function toInput(source: SourceRow, request: CopyRequest): EntryInput {
  const { include } = request;
  return {
    timesheetID: newId(),
    projectID: source.projectID,
    activityID: source.activityID,
    workDate: targetDate(source, request),
    minutes: include === 'rows' ? 0 : source.minutes,
    isBillable: source.isBillable,
    comment: include === 'comments' ? source.comment : '',
    sortOrder: source.sortOrder,
    ...(include === 'comments' && source.tags.length > 0 ? { tags: source.tags } : {}),
  };
}

function readSources(
  tx: Queryable,
  { tenantId, actor }: MemberContext,
  { teamMemberID, from, to }: CopyRequest,
): Promise<SourceRow[]> {
  return tx.rows<SourceRow>(sql`
    select e.project_id as "projectID", p.name as "projectName", e.activity_id as "activityID", a.name as "activityName", e.work_on as "workDate",
      e.minutes, e.is_billable as "isBillable", e.comment, e.sort_order as "sortOrder",
      array(select g.tag_id from app.entry_tag g join app.tag l on l.tenant_id = g.tenant_id and l.id = g.tag_id
        where g.tenant_id = ${tenantId} and g.entry_id = e.id and l.archived_at is null) as tags,
      p.archived_at is null and p.deleted_at is null as "projectUsable",
      a.id is null or (a.archived_at is null and a.deleted_at is null and (
        exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = p.id and l.activity_id = a.id)
        or (a.is_global and not exists (select from app.project_activity l where l.tenant_id = ${tenantId} and l.project_id = p.id)))) as "activityUsable",
      p.visibility = 'public' as "isPublic", p.manager_id as "managerID",
      exists (select from app.project_member b where b.tenant_id = ${tenantId} and b.project_id = p.id and b.team_member_id = ${actor.teamMemberID}) as "isMine",
      exists (select from app.timesheet_entry x where x.tenant_id = ${tenantId} and x.team_member_id = ${teamMemberID}
        and x.work_on between ${to}::date - 6 and ${to}::date and x.deleted_at is null and x.project_id = e.project_id
        and x.activity_id is not distinct from e.activity_id) as "isThere",
      t.lock_on as "lockDate"
    from app.timesheet_entry e join app.tenant t on t.tenant_id = e.tenant_id
      join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
      left join app.activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
    where e.tenant_id = ${tenantId} and e.team_member_id = ${teamMemberID} and e.work_on between ${from}::date - 6 and ${from}::date
      and e.deleted_at is null
    order by e.work_on, e.sort_order, e.created_at, e.id`);
}
