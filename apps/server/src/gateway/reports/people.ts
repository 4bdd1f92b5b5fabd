import { expectedIn, missingIn } from '@stint/domain/time/expected.ts';
import { addDays } from '@stint/domain/time/plain-date.ts';
import { plainDateAt } from '@stint/domain/time/zone.ts';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { Answer } from '../shared/answer.ts';
import { memberScope } from '../timesheets/see.ts';
import type { ReportReader } from './which-entries.ts';

type Row = {
  id: string;
  name: string;
  schedule: number[];
  archivedOn: string | null;
  minutes: number | null;
  billableMinutes: number | null;
  days: string[] | null;
  lastWorkDate: string | null;
};

/** Whose eyes it is made for, and when and where today is. */
type PeopleReader = ReportReader & { now: Date; timeZone: string };

/**
 * Everybody whose whole time the caller sees: who is in the workspace, and who was and has time in the range. What a manager
 * sees of other people's time on projects is no measure of those people and is left out.
 */
export async function peopleReport(
  tx: Queryable,
  { tenantId, actor, now, timeZone }: PeopleReader,
  { from, to }: { from: string; to: string },
): Promise<Answer<'POST /Reports/People'>> {
  const today = plainDateAt(now, timeZone);
  const [rows, holidays] = await Promise.all([
    tx.rows<Row>(
      sql`
      select m.id, btrim(m.first_name || ' ' || m.last_name) as name, coalesce(m.schedule, t.schedule) as schedule,
        case when m.status = 'archived' then (m.archived_at at time zone t.time_zone)::date::text end as "archivedOn",
        e.minutes, e.billable_minutes as "billableMinutes", e.days, l.last as "lastWorkDate"
      from app.team_member m join app.tenant t on t.tenant_id = ${tenantId}
        left join (
          select e.team_member_id, sum(e.minutes)::bigint as minutes, coalesce(sum(e.minutes) filter (where e.is_billable), 0)::bigint as billable_minutes,
            array_agg(distinct e.work_on::text) as days
          from app.timesheet_entry e
          where e.tenant_id = ${tenantId} and e.deleted_at is null and e.minutes > 0 and e.work_on between ${from} and ${to}
          group by e.team_member_id
        ) e on e.team_member_id = m.id
        left join lateral (
          select max(x.work_on)::text as last from app.timesheet_entry x
          where x.tenant_id = ${tenantId} and x.team_member_id = m.id and x.deleted_at is null and x.minutes > 0
        ) l on true
      where m.tenant_id = ${tenantId} and ${memberScope(actor, 'report.see')} and (m.status = 'active' or e.minutes is not null)
      order by name, m.id`,
      { unnamed: true },
    ),
    tx.rows<{ day: string }>(sql`select h.held_on::text as day from app.holiday h
      where h.tenant_id = ${tenantId} and h.held_on between ${from} and ${to}`),
  ]);
  const free = new Set(holidays.map(({ day }) => day));
  return rows.map(({ id, schedule, archivedOn, days, ...row }) => {
    const last = [to, today, ...(archivedOn ? [addDays(archivedOn, -1)] : [])].sort()[0] ?? to;
    const expectation = { schedule, holidays: free };
    return {
      teamMemberID: id,
      name: row.name,
      minutes: row.minutes ?? 0,
      billableMinutes: row.billableMinutes ?? 0,
      expectedMinutes: expectedIn({ from, to: last }, expectation),
      missingDays: missingIn({ from, to: last }, expectation, new Set(days)),
      lastWorkDate: row.lastWorkDate,
    };
  });
}
