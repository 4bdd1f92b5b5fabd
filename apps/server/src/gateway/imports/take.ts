import type { Transaction } from '../../platform/database.ts';
import { type Sql, sql } from '../../platform/sql.ts';
import { holdWeeksWhere } from '../totals/hold.ts';
import { countWeeksOfPeople, knownOf, type Weeks } from '../totals/weeks.ts';
import type { Plan } from './plan.ts';
import { joiningLines, linesOf } from './staging.ts';

export type Taking = {
  tenantId: string;
  importID: string;
  batchId: string;
  /** Lines of the file. */
  lines: number;
  userId: string;
  takeChanged: boolean;
  closeBefore: string | null;
  now: Date;
};

/** Turns the lines of a batch into entries, and remembers them and their names. */
export async function takeLines(tx: Transaction, taking: Taking, plan: Plan): Promise<void> {
  await insertEntries(tx, taking);
  await tagEntries(tx, taking, plan.tags);
  await rememberLines(tx, taking);
  const weeks = await joiningLines(tx, taking.lines, async () => {
    if (taking.takeChanged) await updateEntries(tx, taking);
    return takenWeeks(tx, taking);
  });
  // A changed entry may lie in a week that was approved since: that one keeps its prices.
  const known = { areOpen: !taking.takeChanged, ...knownOf(weeks, { canEmpty: false }) };
  await countWeeksOfPeople(tx, taking, weeks, known);
  if (taking.closeBefore !== null) await joiningLines(tx, taking.lines, () => closeWeeks(tx, taking));
  await rememberNames(tx, taking, plan);
}

async function insertEntries(
  tx: Transaction,
  { tenantId, importID, batchId, userId, now }: Taking,
): Promise<void> {
  await tx.run(sql`insert into app.timesheet_entry (tenant_id, id, team_member_id, week_end_on, work_on, project_id, activity_id, minutes,
      is_billable, comment, started_at, ended_at, source, import_id, created_at, created_by, updated_at, updated_by)
    select ${tenantId}::uuid, r.entry_id, r.member_id, r.week_end_on, r.work_on, r.project_id, r.activity_id, r.minutes,
      r.is_billable, r.comment, r.started_at, r.ended_at, 'import',
      ${importID}::uuid, ${now}::timestamptz, ${userId}::uuid, ${now}::timestamptz, ${userId}::uuid
    from app.import_row r where r.batch_id = ${batchId} and r.state = 'new'
    on conflict (tenant_id, id) do nothing`);
}

async function tagEntries(tx: Transaction, { tenantId, batchId }: Taking, tags: Plan['tags']): Promise<void> {
  if (tags.size === 0) return;
  const rows = JSON.stringify([...tags].map(([name, id]) => ({ name, id })));
  await tx.run(sql`insert into app.entry_tag (tenant_id, entry_id, tag_id)
    select ${tenantId}::uuid, r.entry_id, t.id
    from app.import_row r cross join lateral jsonb_array_elements_text(r.tags) x (name)
      join json_to_recordset(${rows}) as t (name text, id uuid) on t.name = x.name
    where r.batch_id = ${batchId} and r.state = 'new'
    on conflict (tenant_id, entry_id, tag_id) do nothing`);
}

async function rememberLines(tx: Transaction, { tenantId, importID, batchId }: Taking): Promise<void> {
  await tx.run(sql`insert into app.import_line (tenant_id, fingerprint, place, comment_mark, minutes, import_id, entry_id)
    select ${tenantId}::uuid, r.fingerprint, r.place, r.comment_mark, r.minutes, ${importID}::uuid, r.entry_id
    from app.import_row r where r.batch_id = ${batchId} and r.state = 'new' returning 1 as one`);
}

/** The entries that lines of the batch became, or changed. */
function takenEntries({ tenantId, batchId, takeChanged }: Taking): Sql {
  const lines = linesOf(batchId, 'entry_id', takeChanged ? ['new', 'changed'] : ['new']);
  return sql`select x.team_member_id, x.week_end_on from app.timesheet_entry x join ${lines} r on r.entry_id = x.id
    where x.tenant_id = ${tenantId}`;
}

/** The weeks that were written, and no others, whatever else the workspace has. */
function takenWeeks(tx: Transaction, taking: Taking): Promise<(Weeks & { isCounted: boolean })[]> {
  return tx.rows(sql`
    select w.team_member_id as "teamMemberID", array_agg(w.week_end_on::text) as "weekEndDates", bool_and(w.counted_version = w.version) as "isCounted"
    from app.timesheet_week w where w.tenant_id = ${taking.tenantId} and (w.team_member_id, w.week_end_on) in (${takenEntries(taking)})
    group by w.team_member_id`);
}

/** Lines that were edited in the source: what they say now, where the entry is still there and can be written. */
async function updateEntries(tx: Transaction, taking: Taking): Promise<void> {
  const { tenantId, batchId, userId, now } = taking;
  // Held like those of the file: an entry may have been moved to another week here.
  await holdWeeksWhere(tx, tenantId, sql`(w.team_member_id, w.week_end_on) in (${takenEntries(taking)})`);
  await tx.run(sql`update app.timesheet_entry e set minutes = r.minutes, comment = r.comment, started_at = r.started_at, ended_at = r.ended_at,
      updated_at = ${now}, updated_by = ${userId}, version = e.version + 1
    from ${linesOf(batchId, 'entry_id, minutes, comment, started_at, ended_at', ['changed'])} r, app.timesheet_week w
    where e.tenant_id = ${tenantId} and w.tenant_id = ${tenantId} and e.id = r.entry_id
      and e.deleted_at is null and w.team_member_id = e.team_member_id and w.week_end_on = e.week_end_on
      and w.status in ('open', 'disapproved')
      and (e.work_on <= (select t.lock_on from app.tenant t where t.tenant_id = ${tenantId})) is not true`);
  await tx.run(sql`update app.import_line l set fingerprint = r.fingerprint, minutes = r.minutes, comment_mark = r.comment_mark
    from ${linesOf(batchId, 'fingerprint, former, minutes, comment_mark', ['changed'])} r where l.tenant_id = ${tenantId} and l.fingerprint = r.former`);
}

/** What weeks say that were closed by an import, as long as nobody reopened them. */
export const CLOSED_NOTE = 'Imported';

/** History: nobody submits it, nobody is reminded of it, and who may reopen weeks can. */
async function closeWeeks(
  tx: Transaction,
  { tenantId, importID, batchId, userId, closeBefore, now }: Taking,
): Promise<void> {
  const touched = sql`(w.team_member_id, w.week_end_on) in ${linesOf(batchId, 'member_id, week_end_on', ['new'])}`;
  await tx.run(sql`insert into app.week_transition (tenant_id, id, team_member_id, week_end_on, at, actor_id, action, from_status, to_status, note,
      total_minutes, billable_minutes)
    select ${tenantId}::uuid, gen_random_uuid(), w.team_member_id, w.week_end_on, ${now}::timestamptz, ${userId}::uuid, 'approve', w.status, 'approved', ${CLOSED_NOTE},
      w.total_minutes, w.billable_minutes
    from app.timesheet_week w where w.tenant_id = ${tenantId} and w.status in ('open', 'disapproved') and w.week_end_on < ${closeBefore}::date and ${touched}
    returning 1 as one`);
  await tx.run(sql`update app.timesheet_week w set status = 'approved', decided_at = ${now}, decided_by = ${userId}, note = ${CLOSED_NOTE},
      import_id = ${importID}, version = w.version + 1, counted_version = w.counted_version + 1, updated_at = ${now}
    where w.tenant_id = ${tenantId} and w.status in ('open', 'disapproved') and w.week_end_on < ${closeBefore}::date and ${touched}`);
}

async function rememberNames(tx: Transaction, { tenantId, now }: Taking, plan: Plan): Promise<void> {
  const rows = [
    ...plan.people.filter(({ key }) => key !== '').map(({ key, id }) => ({ kind: 'person', name: key, id })),
    ...plan.projects.map(({ client, project, id }) => ({
      kind: 'project',
      name: `${client}\n${project}`,
      id,
    })),
    ...plan.activities.flatMap(({ activity, id }) => (id ? [{ kind: 'activity', name: activity, id }] : [])),
  ];
  await tx.run(sql`insert into app.import_name (tenant_id, kind, name, target_id, updated_at)
    select ${tenantId}::uuid, r.kind, r.name, r.id, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}) as r (kind text, name text, id uuid)
    on conflict (tenant_id, kind, name) do update set target_id = excluded.target_id, updated_at = excluded.updated_at`);
}
