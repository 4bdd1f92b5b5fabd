import { type Belief, type CellPlace, isSameCell } from '@stint/domain/time/cell.ts';
import { settleSpan } from '@stint/domain/time/entry-span.ts';
import type { EntryDraft, WeekKey } from '../../entities/week.ts';

/** One entry as a person left it, on its way to the server. */
export type EntryEdit = EntryDraft & {
  sortOrder?: number | undefined;
  /** What the cell held on the screen when it was changed; absent where nobody looked at a cell. */
  believed?: readonly Belief[] | undefined;
  /** Counts up with every change, so that a change made during a save is not taken for saved. */
  revision: number;
};

/** An edit before it is kept. */
export type Draft = Omit<EntryEdit, 'revision'>;

const STAYING = ['isBillable', 'tags', 'startedAt', 'endedAt', 'sortOrder', 'externalRef'] as const;

/**
 * An edit on top of one that still waits: what it says nothing of stays as that one left it, and other minutes move an end
 * that waits, as the gateway does with a stored one.
 */
export function onTopOf(before: EntryEdit | undefined, edit: Draft): Draft {
  if (!before) return edit;
  const stays = STAYING.filter((name) => edit[name] === undefined && before[name] !== undefined);
  const whole: Draft = { ...edit, ...Object.fromEntries(stays.map((name) => [name, before[name]])) };
  const { startedAt, endedAt } = before;
  if (edit.startedAt !== undefined || !startedAt || !endedAt) return whole;
  const { workDate, minutes } = edit;
  return { ...whole, ...settleSpan({ ...before, startedAt, endedAt }, { workDate, minutes }, 'UTC') };
}

/** The body of one SaveWeek. */
export function saveBody(week: WeekKey, edits: readonly EntryEdit[]) {
  const kept = edits.filter((edit) => !edit.isDeleted);
  const removed = edits.filter((edit) => edit.isDeleted && edit.version !== null);
  const cells = believedCells(edits);
  return {
    ...week,
    upserts: kept.map((edit) => ({
      timesheetID: edit.timesheetID,
      ...(edit.version === null ? {} : { version: edit.version }),
      projectID: edit.projectID,
      activityID: edit.activityID,
      workDate: edit.workDate,
      minutes: edit.minutes,
      comment: edit.comment,
      ...(edit.isBillable === undefined ? {} : { isBillable: edit.isBillable }),
      ...(edit.tags === undefined ? {} : { tags: edit.tags }),
      ...(edit.startedAt === undefined ? {} : { startedAt: edit.startedAt, endedAt: edit.endedAt ?? null }),
      ...(edit.sortOrder === undefined ? {} : { sortOrder: edit.sortOrder }),
      ...(edit.externalRef === undefined ? {} : { externalRef: edit.externalRef }),
      source: edit.externalRef ? ('calendar' as const) : ('grid' as const),
    })),
    deletes: removed.map(({ timesheetID, version }) => ({ timesheetID, version: version ?? 0 })),
    ...(cells.length > 0 ? { cells } : {}),
  };
}

type BelievedCell = CellPlace & { believed: Belief[] };

/** Each cell once, with what the first of its edits was made from. */
function believedCells(edits: readonly EntryEdit[]): BelievedCell[] {
  const cells: BelievedCell[] = [];
  for (const { projectID, activityID, workDate, believed } of edits) {
    const place = { projectID, activityID, workDate };
    if (believed && !cells.some((cell) => isSameCell(cell, place)))
      cells.push({ ...place, believed: [...believed] });
  }
  return cells;
}

/** The edits with what their cells hold as far as the server was heard; a belief that they have already stays. */
export function believing<Edit extends Draft>(
  edits: readonly Edit[],
  heard: readonly (Belief & CellPlace)[],
): Edit[] {
  return edits.map((edit) => (edit.believed ? edit : { ...edit, believed: beliefOf(edit, heard) }));
}

/** What a cell holds, as a belief. */
export function beliefOf(place: CellPlace, heard: readonly (Belief & CellPlace)[]): Belief[] {
  return heard
    .filter((entry) => isSameCell(entry, place))
    .map(({ timesheetID, version }) => ({ timesheetID, version }));
}
