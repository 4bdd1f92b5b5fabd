import type { Queryable } from '../../platform/database.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { Weeks } from './weeks.ts';

/**
 * Holds the weeks of a condition on `w` until the end of the transaction, in the order in which all take them. While one was waited
 * for, its entries may have gone to another person, with whom theirs was merged: where the condition goes by entries it is looked at
 * again until nothing else is found.
 * @returns the weeks of which the condition is true, all of them held
 */
export async function holdWeeksWhere(tx: Queryable, tenantId: string, condition: Sql): Promise<Weeks[]> {
  const held = new Set<string>();
  for (;;) {
    const weeks = await tx.rows<{ teamMemberID: string; weekEndDate: string }>(sql`
      select w.team_member_id as "teamMemberID", w.week_end_on as "weekEndDate" from app.timesheet_week w
      where w.tenant_id = ${tenantId} and ${condition}
      order by w.team_member_id, w.week_end_on for no key update of w`);
    const before = held.size;
    for (const { teamMemberID, weekEndDate } of weeks) held.add(`${teamMemberID} ${weekEndDate}`);
    if (held.size === before)
      return [...Map.groupBy(weeks, ({ teamMemberID }) => teamMemberID)].map(([teamMemberID, own]) => ({
        teamMemberID,
        weekEndDates: own.map(({ weekEndDate }) => weekEndDate),
      }));
  }
}
