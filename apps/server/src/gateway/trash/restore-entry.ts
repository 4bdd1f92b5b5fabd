import { AppError } from '@stint/domain/errors.ts';
import { readOnlyReason, type WeekStatus } from '@stint/domain/time/approval.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { holdReferred, stillInTrash } from '../shared/archiving.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';
import { purgeAfterMs } from '../shared/purge-after.ts';
import { holdWeeksWhere } from '../totals/hold.ts';
import { countWeeks } from '../totals/weeks.ts';

type Row = {
  teamMemberID: string;
  weekEndDate: string;
  deletedAt: Date | null;
  approverID: string | null;
  managerID: string | null;
  status: WeekStatus;
  workDate: string;
  lockDate: string | null;
};

/**
 * Brings an entry back from the trash, into a week that can still be written. One that lives already stays as it is.
 * @throws AppError `not_found`, `gone` after 30 days, `week_locked`, `forbidden`, `state_conflict` where its project or its activity is
 *   in the trash
 */
export async function restoreEntry(tx: Transaction, context: MemberContext, id: string): Promise<void> {
  const { tenantId, actor, info, identity } = context;
  const trashed = await holdReferred(tx, tenantId, 'timesheet_entry', id);
  await holdWeeksWhere(
    tx,
    tenantId,
    sql`(w.team_member_id, w.week_end_on) in (select e.team_member_id, e.week_end_on from app.timesheet_entry e
      where e.tenant_id = ${tenantId} and e.id = ${id})`,
  );
  const row = await tx.one<Row>(sql`
    select e.team_member_id as "teamMemberID", e.week_end_on as "weekEndDate", e.deleted_at as "deletedAt", m.approver_id as "approverID",
      p.manager_id as "managerID", w.status, e.work_on as "workDate", t.lock_on as "lockDate"
    from app.timesheet_entry e join app.team_member m on m.tenant_id = ${tenantId} and m.id = e.team_member_id
      join app.project p on p.tenant_id = ${tenantId} and p.id = e.project_id join app.tenant t on t.tenant_id = ${tenantId}
      join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
    where e.tenant_id = ${tenantId} and e.id = ${id}`);
  const isMine = row.teamMemberID === actor.teamMemberID;
  if (!can(actor, 'time.see', row)) throw new AppError('not_found');
  if (!isMine && !can(actor, 'time.editOthers', row)) throw new AppError('forbidden');
  if (row.deletedAt === null) return;
  if (row.deletedAt.getTime() < info.now.getTime() - purgeAfterMs) throw new AppError('gone');
  if (readOnlyReason(row) !== null) throw new AppError('week_locked');
  if (trashed !== null) throw stillInTrash(trashed);
  await tx.run(sql`update app.timesheet_entry set deleted_at = null, deleted_by = null, updated_at = ${info.now}, updated_by = ${identity.userUuid},
    version = version + 1 where tenant_id = ${tenantId} and id = ${id}`);
  const source = auditSource(context);
  await Promise.all([
    countWeeks(tx, context, { teamMemberID: row.teamMemberID, weekEndDates: [row.weekEndDate] }),
    writeAudit(tx, source, [{ entity: 'entry', entityId: id, action: 'restored' }]),
  ]);
}
