import { AppError } from '@stint/domain/errors.ts';
import { totalOf } from '@stint/domain/time/day-total.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { scopeOf } from '@stint/domain/workspace/permissions.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type JsonText, parseJson, toJsonText } from '../../platform/json-text.ts';
import { sql } from '../../platform/sql.ts';
import type { AskingActor, MemberContext } from '../context.ts';
import { etagOf, matches } from '../shared/answer.ts';
import { inOneTrip } from '../shared/json-sql.ts';
import { away, may } from '../shared/may.ts';
import { requireDate } from '../shared/sql-json.ts';
import { applyChanges } from './apply.ts';
import type { EntryInput } from './changes.ts';
import {
  type EntryJson,
  entriesText,
  entryItem,
  entryTables,
  type WeekRow,
  type WeekSheetJson,
  type WeekStamp,
  weekEntriesQuery,
  weekQuery,
  weekText,
} from './week-json.ts';
import type { WeekStamps } from './week-stamps.ts';

type WeekText = { etag: string; text: JsonText<WeekSheetJson> };

type Rows = Pick<Queryable, 'rows'>;

/**
 * A week as JSON text with its validator.
 * @param rows a transaction, or what runs each statement in a round trip of its own
 * @throws AppError `not_found` for a person whose week the caller may not see, the same as for nobody; `unavailable` where
 *   they may once the provider is back
 */
export async function readWeek(
  tx: Rows,
  context: MemberContext,
  teamMemberID: string,
  weekEndDate: string,
): Promise<WeekText> {
  const { tenantId, actor } = context;
  const args = { tenantId, teamMemberID, weekEndDate };
  const [row] = await tx.rows<WeekRow>(weekQuery(args));
  if (!row) throw new AppError('not_found');
  if (canSee(actor, teamMemberID, row)) return { etag: row.etag, text: await textOf(tx, row, args) };
  const managed = await managedProjects(tx, context);
  if (managed.length === 0) throw new AppError('not_found');
  if (actor.otherwise) throw away();
  return partOfWeek(await textOf(tx, row, args), new Set(managed.map(({ id }) => id)));
}

/** The same in one round trip: begin, tenant, query and commit go out together, for four trips would halve the throughput. */
export async function readWeekAlone(
  context: MemberContext,
  teamMemberID: string,
  weekEndDate: string,
): Promise<WeekText> {
  const { database, tenantId } = context;
  return readWeek(inOneTrip(database, tenantId), context, teamMemberID, weekEndDate);
}

/** The validator of a week that the caller has already and may see; null where the week has to be read. */
export async function findUnchanged(
  stamps: WeekStamps,
  context: MemberContext,
  {
    teamMemberID,
    weekEndDate,
    ifNoneMatch,
  }: { teamMemberID: string; weekEndDate: string; ifNoneMatch: string },
): Promise<string | null> {
  if (ifNoneMatch === '') return null;
  const stamp = await stamps.find(context, teamMemberID, weekEndDate);
  if (!stamp || !canSee(context.actor, teamMemberID, stamp)) return null;
  return matches(ifNoneMatch, stamp.etag) ? stamp.etag : null;
}

/** Once it was written the answer of a write is asked for here alone: its repetition does nothing that would ask before. */
function canSee(actor: AskingActor, teamMemberID: string, { approverID }: WeekStamp): boolean {
  return may(actor, 'time.see', { teamMemberID, approverID });
}

async function textOf(
  tx: Rows,
  row: WeekRow,
  args: { tenantId: string; teamMemberID: string; weekEndDate: string },
): Promise<JsonText<WeekSheetJson>> {
  const { teamMemberID, weekEndDate } = args;
  const entries =
    entriesText(row, teamMemberID, weekEndDate) ??
    (await tx.rows<{ text: JsonText<EntryJson[]> }>(weekEntriesQuery(args)))[0]?.text ??
    toJsonText<EntryJson[]>([]);
  return weekText(row, entries, teamMemberID, weekEndDate);
}

/** The projects by which somebody sees a part of others' weeks, when the provider is there. */
async function managedProjects(tx: Rows, { tenantId, actor }: MemberContext): Promise<{ id: string }[]> {
  if (scopeOf(actor.otherwise ?? actor, 'time.see') !== 'managed') return [];
  return tx.rows<{ id: string }>(sql`
    select p.id from app.project p where p.tenant_id = ${tenantId} and p.manager_id = ${actor.teamMemberID}`);
}

/** What a manager of projects sees of another person's week: the entries on those projects and their sums alone. */
function partOfWeek(text: JsonText<WeekSheetJson>, projectIds: ReadonlySet<string>): WeekText {
  const body = parseJson(text);
  const entries = body.entries.filter(({ projectID }) => projectIds.has(projectID));
  const { minutes, billableMinutes } = totalOf(entries);
  const week = { ...body.week, totalMinutes: minutes, billableMinutes, lines: [] };
  const part = toJsonText<WeekSheetJson>({ ...body, week, entries });
  return { etag: etagOf(part), text: part };
}

/** An entry. @throws AppError `not_found` */
export async function getEntry(
  tx: Queryable,
  { tenantId, actor }: MemberContext,
  id: string,
): Promise<JsonText<EntryJson>> {
  const row = await tx.one<{
    item: JsonText<EntryJson>;
    owner: string;
    approverID: string | null;
    managerID: string | null;
  }>(sql`
    select (${entryItem(tenantId)})::text as item, e.team_member_id as owner, p.manager_id as "managerID",
      (select m.approver_id from app.team_member m where m.tenant_id = ${tenantId} and m.id = e.team_member_id) as "approverID"
    from ${entryTables} where e.tenant_id = ${tenantId} and e.id = ${id}`);
  const thing = { teamMemberID: row.owner, approverID: row.approverID, managerID: row.managerID };
  if (!may(actor, 'time.see', thing)) throw new AppError('not_found');
  return row.item;
}

export async function addEntry(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { teamMemberID, ...input }: EntryInput & { teamMemberID?: string | undefined; workDate: string },
): Promise<JsonText<EntryJson>> {
  const weekEndDate = weekEndOf(requireDate(input.workDate, 'workDate'));
  await applyChanges(tx, context, {
    teamMemberID: teamMemberID ?? context.actor.teamMemberID,
    weekEndDates: [weekEndDate],
    upserts: [{ ...input, timesheetID: id }],
    removals: [],
    source: context.identity.kind === 'token' ? 'api' : 'grid',
    isList: false,
  });
  return getEntry(tx, context, id);
}

type Place = {
  teamMemberID: string;
  weekEndDate: string;
  approverID: string | null;
  managerID: string | null;
};

/** Where an entry lies now, if the caller may know of it. @throws AppError `not_found` */
async function placeOf(tx: Queryable, { tenantId, actor }: MemberContext, id: string): Promise<Place> {
  const place = await tx.one<Place>(sql`
    select e.team_member_id as "teamMemberID", e.week_end_on as "weekEndDate", m.approver_id as "approverID", p.manager_id as "managerID"
    from app.timesheet_entry e join app.team_member m on m.tenant_id = e.tenant_id and m.id = e.team_member_id
      join app.project p on p.tenant_id = e.tenant_id and p.id = e.project_id
    where e.tenant_id = ${tenantId} and e.id = ${id}`);
  if (!may(actor, 'time.see', place)) throw new AppError('not_found');
  return place;
}

/** Changes an entry; when its day moves to another week, both weeks are locked and both have to be open. */
export async function changeEntry(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { reason, ...input }: EntryInput & { version: number; reason?: string | undefined },
): Promise<JsonText<EntryJson>> {
  const { teamMemberID, weekEndDate } = await placeOf(tx, context, id);
  const target =
    input.workDate === undefined ? weekEndDate : weekEndOf(requireDate(input.workDate, 'workDate'));
  await applyChanges(tx, context, {
    teamMemberID,
    weekEndDates: [...new Set([weekEndDate, target])],
    upserts: [{ ...input, timesheetID: id }],
    removals: [],
    reason,
    source: 'grid',
    isList: false,
  });
  return getEntry(tx, context, id);
}

export async function removeEntry(
  tx: Transaction,
  context: MemberContext,
  id: string,
  { version, reason }: { version?: number | undefined; reason?: string | undefined },
): Promise<JsonText<EntryJson>> {
  const { teamMemberID, weekEndDate } = await placeOf(tx, context, id);
  await applyChanges(tx, context, {
    teamMemberID,
    weekEndDates: [weekEndDate],
    upserts: [],
    removals: [{ timesheetID: id, version }],
    reason,
    source: 'grid',
    isList: false,
  });
  return getEntry(tx, context, id);
}
