import type { PlainDate } from '@stint/domain/time/plain-date.ts';
import type { Queryable } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';

/** The version goes on where what was set was taken back. */
export type StoredRetention = { version: number } & (
  | { months: number; beginsAt: Date; setAt: Date; setByName: string | null }
  | { months: null; beginsAt: null; setAt: null; setByName: null }
);

const NEVER_SET: StoredRetention = {
  months: null,
  beginsAt: null,
  setAt: null,
  setByName: null,
  version: 0,
};

export async function findRetention(tx: Queryable, tenantId: string): Promise<StoredRetention> {
  const stored = await tx.maybeOne<StoredRetention>(sql`
    select r.months, r.begins_at as "beginsAt", r.set_at as "setAt", r.version,
      (select btrim(m.first_name || ' ' || m.last_name) from app.team_member m where m.tenant_id = ${tenantId} and m.user_id = r.set_by) as "setByName"
    from app.retention r where r.tenant_id = ${tenantId}`);
  return stored ?? NEVER_SET;
}

/** The last day that is too old at a time, in the zone of the workspace. */
export async function lastOldDay(
  tx: Queryable,
  tenantId: string,
  { months, at }: { months: number; at: Date },
) {
  const { zone } = await tx.one<{ zone: string }>(
    sql`select t.time_zone as zone from app.tenant t where t.tenant_id = ${tenantId}`,
  );
  const { day } = await tx.one<{ day: PlainDate }>(
    sql`select app.retention_end(${months}::int, ${at}::timestamptz, ${zone})::text as day`,
  );
  return day;
}

/** What was recorded up to a day. */
export type OldTime = { weeks: number; entries: number; minutes: number; people: number };

export function countOldTime(tx: Queryable, tenantId: string, until: PlainDate): Promise<OldTime> {
  return tx.one<OldTime>(sql`
    select count(distinct (e.team_member_id, e.week_end_on))::int as weeks, count(*)::int as entries,
      coalesce(sum(e.minutes), 0)::bigint as minutes, count(distinct e.team_member_id)::int as people
    from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.deleted_at is null and e.work_on <= ${until}::date`);
}
