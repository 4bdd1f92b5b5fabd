import type { reportRoutes } from '@stint/domain/api/gateway/reports.ts';
import type { RouteInput } from '@stint/domain/api/route.ts';
import { AppError } from '@stint/domain/errors.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { can } from '@stint/domain/workspace/permissions.ts';
import type { Transaction } from '../../platform/database.ts';
import { type JsonText, joinItems } from '../../platform/json-text.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { holdChosen } from '../shared/chosen.ts';
import { requireDate } from '../shared/sql-json.ts';
import { applyChanges } from '../timesheets/apply.ts';
import { chosenBy } from '../timesheets/references.ts';
import { type EntryJson, entryItem, entryTables } from '../timesheets/week-json.ts';

type Body = RouteInput<(typeof reportRoutes)['PUT /Reports/Entries']>['body'];
type Place = {
  id: string;
  teamMemberID: string;
  weekEndDate: string;
  approverID: string | null;
  managerID: string | null;
};

/**
 * Changes of entries wherever they lie, all or none: each person's weeks are saved as their own sheet would save them, people
 * in one order, so that two such changes wait for each other instead of for ever.
 * @throws AppError `not_found` for an entry that the caller may not see, and what `applyChanges` throws
 */
export async function changeEntries(
  tx: Transaction,
  context: MemberContext,
  { upserts, reason }: Body,
): Promise<JsonText<EntryJson[]>> {
  const places = await placesOf(tx, context, new Set(upserts.map(({ timesheetID }) => timesheetID)));
  const people = [...new Set([...places.values()].map(({ teamMemberID }) => teamMemberID))].sort();
  // For all of them before the first one's weeks are held.
  await holdChosen(tx, context.tenantId, chosenBy(upserts));
  for (const teamMemberID of people) {
    const own = upserts.filter(({ timesheetID }) => places.get(timesheetID)?.teamMemberID === teamMemberID);
    const weeks = own.flatMap(({ timesheetID, workDate }) => [
      places.get(timesheetID)?.weekEndDate ?? '',
      ...(workDate === undefined ? [] : [weekEndOf(requireDate(workDate, 'workDate'))]),
    ]);
    await applyChanges(tx, context, {
      teamMemberID,
      weekEndDates: [...new Set(weeks)].sort(),
      upserts: own,
      removals: [],
      reason,
      source: 'grid',
      isList: false,
    });
  }
  return readEntries(tx, context, [...places.keys()]);
}

/** Where entries lie now. @throws AppError `not_found` unless all are there to be seen */
async function placesOf(
  tx: Transaction,
  { tenantId, actor }: MemberContext,
  ids: ReadonlySet<string>,
): Promise<Map<string, Place>> {
  const rows = await tx.rows<Place>(sql`
    select e.id, e.team_member_id as "teamMemberID", e.week_end_on as "weekEndDate", m.approver_id as "approverID", p.manager_id as "managerID"
    from app.timesheet_entry e join app.team_member m on m.tenant_id = ${tenantId} and m.id = e.team_member_id
      join app.project p on p.tenant_id = ${tenantId} and p.id = e.project_id
    where e.tenant_id = ${tenantId} and e.id = any(${[...ids]}::uuid[])`);
  const seen = rows.filter((place) => can(actor, 'time.see', place));
  if (seen.length < ids.size) throw new AppError('not_found');
  return new Map(seen.map((place) => [place.id, place]));
}

export async function readEntries(
  tx: Transaction,
  { tenantId }: MemberContext,
  ids: readonly string[],
): Promise<JsonText<EntryJson[]>> {
  const rows = await tx.rows<{ item: JsonText<EntryJson> }>(sql`
    select (${entryItem(tenantId)})::text as item from ${entryTables}
    where e.tenant_id = ${tenantId} and e.id = any(${[...ids]}::uuid[]) order by e.work_on, e.id`);
  return joinItems(rows.map(({ item }) => item));
}
