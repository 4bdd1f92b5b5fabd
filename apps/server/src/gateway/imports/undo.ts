import { AppError } from '@stint/domain/errors.ts';
import { isUndoOpen, UNDO_DAYS } from '@stint/domain/time/import/undo-window.ts';
import type { Transaction } from '../../platform/database.ts';
import { raw, type Sql, sql } from '../../platform/sql.ts';
import type { LongWork } from '../long-work/run.ts';
import { writeAudit } from '../shared/audit.ts';
import { type Chosen, holdUnheld } from '../shared/chosen.ts';
import { bumpCatalog } from '../shared/sql-json.ts';
import { holdWeeksWhere } from '../totals/hold.ts';
import { countWeeksOfPeople, type Weeks } from '../totals/weeks.ts';
import { timeoutMs } from './preview.ts';
import { type ImportRow, lockImport, type Made, markUndone } from './queries.ts';
import { CLOSED_NOTE } from './take.ts';

/** @throws AppError `state_conflict` for what was not imported, or longer ago than 30 days */
export function requireUndoable({ status, finishedAt }: ImportRow, now: Date): void {
  if (status !== 'done' || finishedAt === null)
    throw new AppError('state_conflict', { message: 'Only what was imported can be undone.' });
  if (isUndoOpen(finishedAt, now)) return;
  throw new AppError('state_conflict', {
    message: `An import can be undone for ${UNDO_DAYS} days. Delete its entries one by one instead.`,
  });
}

/** Takes an import back: its entries go into the trash, what it made goes where nothing else uses it, its lines are forgotten. */
export async function runUndo(work: LongWork): Promise<void> {
  const { importID } = work.request as { importID: string };
  const { database, tenantId, createdBy } = work;
  const now = work.clock.now();
  await database.withTenant(
    tenantId,
    async (tx) => {
      const row = await lockImport(tx, tenantId, importID);
      requireUndoable(row, now);
      const undoing = { tenantId, importID, userId: createdBy, now };
      const weeks = await openWeeks(tx, undoing);
      const removed = await removeEntries(tx, undoing);
      await countWeeksOfPeople(tx, undoing, weeks);
      await tx.run(
        sql`delete from app.import_line where tenant_id = ${tenantId} and import_id = ${importID}`,
      );
      await removeUnused(tx, undoing, row.made);
      await bumpCatalog(tx, tenantId);
      await markUndone(tx, tenantId, importID, { by: createdBy, now });
      const source = { tenantId, at: now, actorId: createdBy, actorKind: 'member' as const };
      await writeAudit(tx, source, [
        { entity: 'import', entityId: importID, action: 'undone', after: { removed } },
      ]);
      await work.finish({ rows: removed, result: { removed } }, tx);
    },
    { attempts: 1, statementTimeoutMs: timeoutMs },
  );
}

type Undoing = { tenantId: string; importID: string; userId: string; now: Date };

/** A week `w` that the import closed, and that still stands as it left it: who reopened it since has decided on it. */
const closedBy = (importID: string) =>
  sql`(w.import_id = ${importID} and w.status = 'approved' and w.note is not distinct from ${CLOSED_NOTE})`;

/**
 * Opens what the import closed. @returns the weeks that it touched, held until the end
 * @throws AppError `state_conflict` where somebody submitted or approved such a week since, or where its time is locked by now
 */
async function openWeeks(tx: Transaction, { tenantId, importID, userId, now }: Undoing): Promise<Weeks[]> {
  const ownEntries = sql`from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.import_id = ${importID}`;
  const isClosed = closedBy(importID);
  const weeks = await holdWeeksWhere(
    tx,
    tenantId,
    sql`(w.import_id = ${importID} or (w.team_member_id, w.week_end_on) in (select e.team_member_id, e.week_end_on ${ownEntries}))`,
  );
  const { decided, locked } = await tx.one<{ decided: number; locked: number }>(sql`select
    (select count(*) from app.timesheet_week w
      where w.tenant_id = ${tenantId} and w.status in ('pending', 'approved') and not ${isClosed}
        and (w.team_member_id, w.week_end_on) in (select e.team_member_id, e.week_end_on ${ownEntries} and e.deleted_at is null)) as decided,
    (select count(*) ${ownEntries} and e.deleted_at is null
      and e.work_on <= (select t.lock_on from app.tenant t where t.tenant_id = ${tenantId})) as locked`);
  if (decided > 0)
    throw new AppError('state_conflict', {
      message: `${decided} weeks with time of this import were submitted or approved since. Reopen them first; nothing was undone.`,
    });
  if (locked > 0)
    throw new AppError('state_conflict', {
      message: `${locked} entries of this import are behind the lock date. Move it back first; nothing was undone.`,
    });
  await tx.run(sql`insert into app.week_transition (tenant_id, id, team_member_id, week_end_on, at, actor_id, action, from_status, to_status, reason,
      total_minutes, billable_minutes)
    select ${tenantId}::uuid, gen_random_uuid(), w.team_member_id, w.week_end_on, ${now}::timestamptz, ${userId}::uuid, 'reopen', 'approved', 'open',
      'The import was undone', w.total_minutes, w.billable_minutes
    from app.timesheet_week w where w.tenant_id = ${tenantId} and ${isClosed}
    returning 1 as one`);
  await tx.run(sql`update app.timesheet_week w set status = 'open', decided_at = null, decided_by = null, note = null, import_id = null,
      version = w.version + 1, counted_version = w.counted_version + 1, updated_at = ${now}
    where w.tenant_id = ${tenantId} and ${isClosed}`);
  return weeks;
}

function removeEntries(tx: Transaction, { tenantId, importID, userId, now }: Undoing): Promise<number> {
  return tx.run(sql`update app.timesheet_entry set deleted_at = ${now}, deleted_by = ${userId}, updated_at = ${now},
      updated_by = ${userId}, version = version + 1
    where tenant_id = ${tenantId} and import_id = ${importID} and deleted_at is null`);
}

/** Uses of a row `x`, but for entries of the import itself, which go with it. */
const otherEntries = ({ tenantId, importID }: Undoing, isUse: Sql) =>
  sql`exists (select from app.timesheet_entry e where e.tenant_id = ${tenantId} and e.deleted_at is null
    and e.import_id is distinct from ${importID} and ${isUse})`;
const entriesBy = (undoing: Undoing, column: string) =>
  otherEntries(undoing, sql`${raw(`e.${column}`)} = x.id`);
const entriesTagged = (undoing: Undoing) =>
  otherEntries(
    undoing,
    sql`e.id in (select g.entry_id from app.entry_tag g where g.tenant_id = ${undoing.tenantId} and g.tag_id = x.id)`,
  );

/** What an import made and nobody has used for anything else; of clients all. */
function findUnused(tx: Transaction, undoing: Undoing, made: Made): Promise<Required<Chosen>> {
  const unused = (table: string, ids: readonly string[] | undefined, uses: Sql) =>
    sql`array(select x.id from app.${raw(table)} x where x.tenant_id = ${undoing.tenantId}
      and x.id = any(${[...(ids ?? [])]}::uuid[]) and not ${uses})`;
  return tx.one<Required<Chosen>>(sql`select
    ${unused('team_member', made.people, entriesBy(undoing, 'team_member_id'))} as team_member,
    ${unused('activity', made.activities, sql`(x.version > 1 or ${entriesBy(undoing, 'activity_id')})`)} as activity,
    ${unused('project', made.projects, sql`(x.version > 1 or ${entriesBy(undoing, 'project_id')})`)} as project,
    ${unused('client', made.clients, sql`(x.version > 1)`)} as client,
    ${unused('tag', made.tags, entriesTagged(undoing))} as tag`);
}

/**
 * What nobody else uses goes at the very end: whoever names it in a save waits from then on, and not while all of the entries go.
 * What a save holds at that moment is in use and stays. Nothing is waited for here, since those who hold it may wait for our weeks.
 */
async function removeUnused(tx: Transaction, undoing: Undoing, made: Made): Promise<void> {
  const { tenantId, now } = undoing;
  const unused = await holdUnheld(tx, tenantId, await findUnused(tx, undoing, made));
  await tx.run(sql`update app.project x set deleted_at = ${now}, updated_at = ${now}, version = x.version + 1
    where x.tenant_id = ${tenantId} and x.id = any(${unused.project}::uuid[]) and x.version = 1 and not ${entriesBy(undoing, 'project_id')}`);
  await tx.run(sql`update app.activity x set deleted_at = ${now}, updated_at = ${now}, version = x.version + 1
    where x.tenant_id = ${tenantId} and x.id = any(${unused.activity}::uuid[]) and x.version = 1 and not ${entriesBy(undoing, 'activity_id')}`);
  await tx.run(sql`update app.client x set deleted_at = ${now}, updated_at = ${now}, version = x.version + 1
    where x.tenant_id = ${tenantId} and x.id = any(${unused.client}::uuid[]) and x.version = 1
      and not exists (select from app.project p where p.tenant_id = ${tenantId} and p.client_id = x.id and p.deleted_at is null)`);
  await tx.run(sql`update app.team_member x set status = 'archived', archived_at = ${now}, email = null, updated_at = ${now}, version = x.version + 1
    where x.tenant_id = ${tenantId} and x.id = any(${unused.team_member}::uuid[]) and x.status = 'placeholder' and not ${entriesBy(undoing, 'team_member_id')}`);
  await tx.run(
    sql`delete from app.tag x where x.tenant_id = ${tenantId} and x.id = any(${unused.tag}::uuid[]) and not ${entriesTagged(undoing)}`,
  );
}
