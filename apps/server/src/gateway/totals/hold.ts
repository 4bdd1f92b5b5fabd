import type { Queryable } from '../../platform/database.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import type { Weeks } from './weeks.ts';

/**
 * Holds the weeks of a condition on `w` until the end of the transaction, in the order in which all take them. While one was waited
 * for, its entries or its import may have gone to another person, with whom theirs was merged. A statement that waited does not find
 * those any more, nor those that they went to: it is over where one that waits for nobody finds none that is not held.
 * @returns the weeks of which the condition is true, all of them held
 */
export async function holdWeeksWhere(tx: Queryable, tenantId: string, condition: Sql): Promise<Weeks[]> {
  const weeks = sql`select w.team_member_id as "teamMemberID", w.week_end_on as "weekEndDate" from app.timesheet_week w
    where w.tenant_id = ${tenantId} and ${condition}
    order by w.team_member_id, w.week_end_on`;
  const held = new Set<string>();
  for (;;) {
    for (const week of await tx.rows<Week>(sql`${weeks} for no key update of w`)) held.add(keyOf(week));
    const found = await tx.rows<Week>(weeks);
    if (!found.every((week) => held.has(keyOf(week)))) continue;
    return [...Map.groupBy(found, ({ teamMemberID }) => teamMemberID)].map(([teamMemberID, own]) => ({
      teamMemberID,
      weekEndDates: own.map(({ weekEndDate }) => weekEndDate),
    }));
  }
}

type Week = { teamMemberID: string; weekEndDate: string };
const keyOf = ({ teamMemberID, weekEndDate }: Week) => `${teamMemberID} ${weekEndDate}`;
