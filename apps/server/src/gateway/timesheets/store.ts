import type { Transaction } from '../../platform/database.ts';
import { inParts, join, sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import type { EntryRow } from './changes.ts';

/**
 * Stores entries, as rows of values: Citus sends these to the one server that holds them, and plans an insert of a select once per
 * shard (decision 030). What came meanwhile under one of the ids is written over in the weeks that the caller holds alone: moved out of
 * another, it would still be counted there.
 * @returns how many rows were stored; fewer than given when an id is somebody else's, or of a week that is not held
 */
export async function upsertEntries(
  tx: Transaction,
  { tenantId, info: { now }, identity: { userUuid } }: MemberContext,
  entries: readonly EntryRow[],
  heldWeeks: readonly string[],
): Promise<number> {
  const rows = entries.map(
    (
      row,
    ) => sql`(${tenantId}, ${row.id}, ${row.teamMemberID}, ${row.weekEndDate}, ${row.workOn}, ${row.projectId}, ${row.activityId},
      ${row.minutes}, ${row.isBillable}, ${row.comment}, ${row.startedAt}, ${row.endedAt}, ${row.source}, ${row.externalRef}, ${row.sortOrder},
      ${now}, ${userUuid}, ${now}, ${userUuid})`,
  );
  const statements = inParts(rows).map(
    (part) => sql`
    insert into app.timesheet_entry as x (tenant_id, id, team_member_id, week_end_on, work_on, project_id, activity_id, minutes, is_billable,
      comment, started_at, ended_at, source, external_ref, sort_order, created_at, created_by, updated_at, updated_by)
    values ${join(part)}
    on conflict (tenant_id, id) do update set week_end_on = excluded.week_end_on, work_on = excluded.work_on, project_id = excluded.project_id,
      activity_id = excluded.activity_id, minutes = excluded.minutes, is_billable = excluded.is_billable, comment = excluded.comment,
      started_at = excluded.started_at, ended_at = excluded.ended_at, external_ref = excluded.external_ref, sort_order = excluded.sort_order,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by, version = x.version + 1
      where x.team_member_id = excluded.team_member_id and x.week_end_on = any(${[...heldWeeks]}::date[]) and x.deleted_at is null`,
  );
  // All go out at once: whoever counts the weeks sends its own behind them.
  const stored = await Promise.all(statements.map((statement) => tx.run(statement)));
  return stored.reduce((sum, some) => sum + some, 0);
}

/** Moves entries to the trash. */
export function removeEntries(
  tx: Transaction,
  { tenantId, info, identity }: MemberContext,
  ids: readonly string[],
): Promise<number> {
  return tx.run(sql`
    update app.timesheet_entry set deleted_at = ${info.now}, deleted_by = ${identity.userUuid}, updated_at = ${info.now},
      updated_by = ${identity.userUuid}, version = version + 1
    where tenant_id = ${tenantId} and id = any(${ids}::uuid[]) and deleted_at is null`);
}

/** Replaces the tags of entries whose tags were sent. */
export async function replaceTags(
  tx: Transaction,
  { tenantId }: MemberContext,
  rows: readonly EntryRow[],
): Promise<void> {
  const given = rows.filter((row) => row.tagsGiven);
  const changed = given.filter((row) => !row.isNew).map((row) => row.id);
  const pairs = given.flatMap((row) => row.tags.map((tag) => sql`(${tenantId}, ${row.id}, ${tag})`));
  const work: Promise<number>[] = [];
  if (changed.length > 0) {
    work.push(
      tx.run(
        sql`delete from app.entry_tag where tenant_id = ${tenantId} and entry_id = any(${changed}::uuid[])`,
      ),
    );
  }
  for (const part of inParts(pairs)) {
    work.push(
      tx.run(
        sql`insert into app.entry_tag (tenant_id, entry_id, tag_id) values ${join(part)}
          on conflict (tenant_id, entry_id, tag_id) do nothing`,
      ),
    );
  }
  await Promise.all(work);
}
