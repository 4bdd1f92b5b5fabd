import { isWritableWeek, type WeekStatus } from '@stint/domain/time/approval.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { enqueue } from '../jobs/queue.ts';
import { auditSource, writeAudit } from '../shared/audit.ts';

export type Reminder = {
  teamMemberID: string;
  weekEndDate: string;
  isReminded: boolean;
  remindedAt: string | null;
};

/** Nobody is reminded of the same week twice in a day. */
const pauseMs = 24 * 60 * 60_000;

type Row = { approverID: string | null; status: string; weekStatus: WeekStatus; remindedAt: Date | null };

/** Reminds people of weeks they have not handed in; the mail goes out after the commit. */
export async function remind(
  context: MemberContext,
  items: readonly { teamMemberID: string; weekEndDate: string }[],
): Promise<Reminder[]> {
  const results: Reminder[] = [];
  for (const item of items) results.push(await remindOne(context, item));
  return results;
}

function remindOne(
  context: MemberContext,
  item: { teamMemberID: string; weekEndDate: string },
): Promise<Reminder> {
  const { database, tenantId, actor, info, identity } = context;
  return database.withTenant(tenantId, async (tx) => {
    const row = await tx.maybeOne<Row>(sql`
      select m.approver_id as "approverID", m.status, coalesce(w.status, 'open') as "weekStatus", r.reminded_at as "remindedAt"
      from app.team_member m
        left join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = m.id and w.week_end_on = ${item.weekEndDate}
        left join app.week_reminder r on r.tenant_id = ${tenantId} and r.team_member_id = m.id and r.week_end_on = ${item.weekEndDate}
      where m.tenant_id = ${tenantId} and m.id = ${item.teamMemberID} for update of m`);
    const last = row?.remindedAt ?? null;
    const mayRemind =
      row !== null &&
      can(actor, 'week.approve', { teamMemberID: item.teamMemberID, approverID: row.approverID });
    const isDue = last === null || info.now.getTime() - last.getTime() >= pauseMs;
    const isOpen = row?.status === 'active' && isWritableWeek(row.weekStatus);
    if (!mayRemind || !isDue || !isOpen)
      return { ...item, isReminded: false, remindedAt: mayRemind ? (last?.toISOString() ?? null) : null };
    await Promise.all([
      tx.run(sql`
        insert into app.week_reminder (tenant_id, team_member_id, week_end_on, reminded_at, reminded_by)
        values (${tenantId}, ${item.teamMemberID}, ${item.weekEndDate}, ${info.now}, ${identity.userUuid})
        on conflict (tenant_id, team_member_id, week_end_on) do update set reminded_at = excluded.reminded_at, reminded_by = excluded.reminded_by`),
      enqueue(tx, { now: () => info.now }, { kind: 'week.reminder', tenantId, payload: item }),
      writeAudit(tx, auditSource(context), [
        { entity: 'week', entityId: `${item.teamMemberID}/${item.weekEndDate}`, action: 'reminded' },
      ]),
    ]);
    return { ...item, isReminded: true, remindedAt: info.now.toISOString() };
  });
}
