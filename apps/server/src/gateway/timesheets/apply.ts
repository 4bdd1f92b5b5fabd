import { AppError } from '@stint/domain/errors.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { sql } from '../../platform/sql.ts';
import type { MemberContext } from '../context.ts';
import { type AuditLine, auditSource, writeAudit } from '../shared/audit.ts';
import { tellListeners } from '../shared/events.ts';
import { countWeeks, knownOf, type Written } from '../totals/weeks.ts';
import type { Conflicts, EntryRow, References, StoredEntry, WeekChanges } from './changes.ts';
import { checkChanges } from './check.ts';
import { lockAndRead } from './references.ts';
import { requireOwner } from './see.ts';
import { removeEntries, replaceTags, upsertEntries } from './store.ts';
import { entryItem, entryTables } from './week-json.ts';

/**
 * Saves changes of one person's weeks, all or none: the weeks are locked first, so that a submit, a second tab and this
 * change take turns.
 * @throws AppError `version_conflict` with the current rows in `current`, `state_conflict` where the person was archived meanwhile, and what
 *   `checkChanges` throws
 */
export async function applyChanges(
  tx: Transaction,
  context: MemberContext,
  changes: WeekChanges,
): Promise<EntryRow[]> {
  const { rows } = await applyAndRead(tx, context, changes, async () => {});
  return rows;
}

/**
 * The same, and an answer: three round trips, however many entries.
 * @param read sent right behind what is written; it finds entries and weeks as they will be, the totals of days not yet
 */
export async function applyAndRead<Answer>(
  tx: Transaction,
  context: MemberContext,
  changes: WeekChanges,
  read: () => Promise<Answer>,
): Promise<{ rows: EntryRow[]; answer: Answer }> {
  const { tenantId, actor } = context;
  const asked = changes.asked ?? (await requireOwner(tx, tenantId, actor, changes.teamMemberID));
  const references = await lockAndRead(tx, context, changes);
  checkStillThere(asked, references);
  const conflicts: Conflicts = new Set();
  const { rows, removed } = checkChanges({ actor, changes, references }, conflicts);
  if (conflicts.size > 0) throw await conflictOf(tx, tenantId, [...conflicts]);
  // The cells hold already what was wanted of them.
  if (rows.length + removed.length === 0) return { rows, answer: await read() };
  const removedIds = removed.map((entry) => entry.id);
  // Made before anything is sent: what would throw amid the list left the rest of it at work behind a rollback.
  const audit = { source: auditSource(context), line: auditLine(changes, references, rows, removed) };
  const { teamMemberID, weekEndDates } = changes;
  const known = knownOf(references.weeks.values(), writingOf(references, rows, removed));
  const counting = { teamMemberID, weekEndDates, areOpen: true, ...known };
  const [stored, , , , , , answer] = await Promise.all([
    rows.length > 0 ? upsertEntries(tx, context, rows, weekEndDates) : 0,
    removedIds.length > 0 ? removeEntries(tx, context, removedIds) : 0,
    replaceTags(tx, context, rows),
    countWeeks(tx, context, counting),
    writeAudit(tx, audit.source, [audit.line]),
    Promise.all(tellOf(tx, context, { teamMemberID, rows, removedIds })),
    read(),
  ]);
  if (stored !== rows.length) throw new AppError('version_conflict');
  return { rows, answer };
}

/**
 * Time of those who left may be put right. But who was archived while this change waited for their weeks may have gone into somebody
 * else, where their time is now.
 */
function checkStillThere(asked: { isArchived: boolean }, { isArchived }: References): void {
  if (asked.isArchived || !isArchived) return;
  throw new AppError('state_conflict', {
    message: 'This person was archived or merged meanwhile. Look where their time is now.',
  });
}

const placed = ['workOn', 'projectId', 'activityId', 'isBillable'] as const;

/** Which totals of days can be others by these changes. */
function writingOf(
  { entries }: References,
  rows: readonly EntryRow[],
  removed: readonly StoredEntry[],
): { written: Written; canEmpty: boolean; standing: readonly EntryRow[] | undefined } {
  const before = rows.flatMap(({ id }) => entries.get(id) ?? []);
  const hasMoved = rows.some((row) => {
    const stored = entries.get(row.id);
    return stored !== undefined && placed.some((name) => row[name] !== stored[name]);
  });
  const canEmpty = removed.length > 0 || hasMoved;
  const all = [...rows, ...before, ...removed];
  return {
    written: { days: all.map(({ workOn }) => workOn), projectIds: all.map(({ projectId }) => projectId) },
    canEmpty,
    standing: canEmpty || before.length < rows.length ? undefined : rows,
  };
}

type Saved = { teamMemberID: string; rows: EntryRow[]; removedIds: string[] };

/** One event for what was saved and one for what was removed, however many entries. */
function tellOf(
  tx: Queryable,
  context: MemberContext,
  { teamMemberID, rows, removedIds }: Saved,
): Promise<void>[] {
  const entries = rows.map(
    ({ id, weekEndDate, workOn, projectId, activityId, minutes, isBillable, comment }) => ({
      timesheetID: id,
      weekEndDate,
      workDate: workOn,
      projectID: projectId,
      activityID: activityId,
      minutes,
      isBillable,
      comment,
    }),
  );
  return [
    ...(rows.length > 0 ? [tellListeners(tx, context, 'entry.saved', { teamMemberID, entries })] : []),
    ...(removedIds.length > 0
      ? [tellListeners(tx, context, 'entry.deleted', { teamMemberID, timesheetIDs: removedIds })]
      : []),
  ];
}

/** The refusal of a stale change, with the rows as they are now (security 14). */
async function conflictOf(tx: Queryable, tenantId: string, ids: string[]): Promise<AppError> {
  const rows = await tx.rows<{ item: unknown }>(sql`
    select ${entryItem(tenantId)} as item from ${entryTables} where e.tenant_id = ${tenantId} and e.id = any(${ids}::uuid[])`);
  return new AppError('version_conflict', { details: { current: rows.map((row) => row.item) } });
}

const audited = ['workOn', 'projectId', 'activityId', 'minutes', 'isBillable', 'comment'] as const;

function auditLine(
  changes: WeekChanges,
  { entries }: References,
  rows: EntryRow[],
  removed: StoredEntry[],
): AuditLine {
  const shortOf = (row: EntryRow | StoredEntry) =>
    Object.fromEntries([['id', row.id], ...audited.map((name) => [name, row[name]])]);
  const before = [...rows.flatMap((row) => (row.isNew ? [] : (entries.get(row.id) ?? []))), ...removed];
  return {
    entity: 'week',
    entityId: `${changes.teamMemberID}/${changes.weekEndDates[0]}`,
    action: 'saved',
    before: before.map(shortOf),
    after: {
      entries: rows.map(shortOf),
      removed: removed.map((entry) => entry.id),
      ...(changes.reason ? { reason: changes.reason } : {}),
    },
  };
}
