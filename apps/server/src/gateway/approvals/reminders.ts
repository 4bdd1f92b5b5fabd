import { DAY_MS, HOUR_MS } from '@stint/domain/time/units.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import { forgetting } from '../jobs/housekeeping.ts';
import { enqueue } from '../jobs/queue.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import type { PeriodicTask } from '../jobs/worker.ts';
import { wantsMail } from '../shared/wants-mail.ts';
import { isPaused, type SubscriptionRule } from '../subscription/is-paused.ts';

/** Reminders and digests go out from nine in the morning where the workspace is, never at night. */
const fromHour = 9;

type Due = { tenantId: string; weekEndDate: string };

/**
 * Reminders for weeks that are not handed in when they are due, and a digest for those who decide on them: each once a week
 * and person, however many processes look. A workspace is due on the day after its submit day, in its own time zone; one
 * whose subscription is not active is not reminded of weeks that nobody there can hand in.
 */
export function reminders({ clock, config }: SubscriptionRule): PeriodicTask {
  return forEachTenant('reminders', HOUR_MS / 4, (tenantId, { database }) =>
    database.withTenant(tenantId, async (tx) => {
      const due = await findDue(tx, tenantId, clock.now());
      if (!due || (await isPaused({ clock, config }, tx, tenantId))) return;
      await remindMissing(tx, clock, due);
      await announceDigests(tx, clock, due);
    }),
  );
}

/** The week that is due today in a workspace with approval, or null. */
async function findDue(tx: Transaction, tenantId: string, now: Date): Promise<Due | null> {
  return tx.maybeOne<Due>(sql`select d.tenant_id as "tenantId", d.week_end_on::text as "weekEndDate"
    from (select t.tenant_id, l.local, l.local::date - (t.submit_due_days + 1) as week_end_on
      from app.tenant t cross join lateral (select ${now}::timestamptz at time zone t.time_zone as local) l
      where t.tenant_id = ${tenantId} and t.approvals_enabled and t.status = 'active') d
    where extract(hour from d.local) >= ${fromHour} and extract(isodow from d.week_end_on) = 7`);
}

/** People who worked or should have worked that week, did not hand it in and want to hear of it; the row keeps it to once. */
async function remindMissing(tx: Transaction, clock: Clock, { tenantId, weekEndDate }: Due): Promise<void> {
  const now = clock.now();
  const people = await tx.rows<{ id: string }>(sql`insert into app.week_reminder
      (tenant_id, team_member_id, week_end_on, reminded_at)
    select m.tenant_id, m.id, ${weekEndDate}::date, ${now}::timestamptz from app.team_member m
      left join app.timesheet_week w on w.tenant_id = ${tenantId} and w.team_member_id = m.id and w.week_end_on = ${weekEndDate}::date
      where m.tenant_id = ${tenantId} and m.status = 'active' and m.user_id is not null and m.created_at < ${weekEndDate}::date
        and coalesce(w.status, 'open') in ('open', 'disapproved') and coalesce(m.weekly_minutes, 1) > 0
        and ${wantsMail('m', 'reminders')}
    on conflict (tenant_id, team_member_id, week_end_on) do nothing
    returning team_member_id as id`);
  for (const { id } of people) {
    const payload = { teamMemberID: id, weekEndDate, isScheduled: true };
    await enqueue(tx, clock, {
      kind: 'week.reminder',
      tenantId,
      payload,
      key: `reminder:${id}:${weekEndDate}`,
    });
  }
}

/** One digest for each person who decides on weeks; the row of what was announced keeps it to once. */
async function announceDigests(tx: Transaction, clock: Clock, { tenantId, weekEndDate }: Due): Promise<void> {
  const approvers = await tx.rows<{ id: string }>(sql`select m.id from app.team_member m
    where m.tenant_id = ${tenantId} and m.status = 'active' and m.user_id is not null
      and (m.role in ('owner', 'admin') or exists (select from app.team_member p
        where p.tenant_id = ${tenantId} and p.approver_id = m.id and p.status = 'active'))
    order by m.id`);
  for (const { id } of approvers) {
    const key = `digest:${id}:${weekEndDate}`;
    const announced = await tx.run(sql`insert into app.announcement (key, tenant_id, announced_at)
      values (${key}, ${tenantId}, ${clock.now()}) on conflict (key) do nothing`);
    if (announced === 0) continue;
    const payload = { approverID: id, weekEndDate };
    await enqueue(tx, clock, { kind: 'approver.digest', tenantId, payload, key });
  }
}

/** What was announced is remembered a month: longer than anything is announced late. */
export function forgetAnnouncements(clock: Clock): PeriodicTask {
  return forgetting(
    'old announcements',
    { clock, keptMs: 30 * DAY_MS },
    (before) => sql`delete from app.announcement where announced_at < ${before}`,
  );
}
