import type { PlainDate } from './plain-date.ts';

/** An entry as a submitted week keeps it, and as it is now. */
export interface SnapshotEntry {
  timesheetID: string;
  workDate: PlainDate;
  projectID: string;
  activityID: string | null;
  minutes: number;
  comment: string;
  isBillable: boolean;
  tags?: readonly string[] | undefined;
}

/** The fields whose changes are told. */
const COMPARED_FIELDS = [
  'workDate',
  'projectID',
  'activityID',
  'minutes',
  'comment',
  'isBillable',
  'tags',
] as const;

/** A field that can differ. */
type ComparedField = (typeof COMPARED_FIELDS)[number];

/** An entry that is in both, with what is different about it. */
interface ChangedEntry<Entry extends SnapshotEntry> {
  before: Entry;
  after: Entry;
  fields: ComparedField[];
}

/** What changed since a week was submitted: the approver sees it when it is submitted again. */
export interface WeekDiff<Entry extends SnapshotEntry> {
  added: Entry[];
  removed: Entry[];
  changed: ChangedEntry<Entry>[];
  /** Minutes more (or, negative, fewer) than before. */
  minutesDelta: number;
  /** The same for each day that has another total than before. */
  dayDeltas: Map<PlainDate, number>;
  isSame: boolean;
}

/** Compares the entries of a submitted week with those of now by timesheetID; the order of either does not matter. */
export function diffWeek<Entry extends SnapshotEntry>(
  before: readonly Entry[],
  after: readonly Entry[],
): WeekDiff<Entry> {
  const earlier = new Map(before.map((entry) => [entry.timesheetID, entry]));
  const later = new Set(after.map((entry) => entry.timesheetID));
  const added = after.filter((entry) => !earlier.has(entry.timesheetID));
  const removed = before.filter((entry) => !later.has(entry.timesheetID));
  const changed = after.flatMap((entry) => changeOf(earlier.get(entry.timesheetID), entry));
  return {
    added,
    removed,
    changed,
    minutesDelta: minutesOf(after) - minutesOf(before),
    dayDeltas: dayDeltasOf(before, after),
    isSame: added.length + removed.length + changed.length === 0,
  };
}

function changeOf<Entry extends SnapshotEntry>(
  before: Entry | undefined,
  after: Entry,
): ChangedEntry<Entry>[] {
  if (!before) return [];
  const fields = COMPARED_FIELDS.filter((field) => comparable(before, field) !== comparable(after, field));
  return fields.length > 0 ? [{ before, after, fields }] : [];
}

function comparable(entry: SnapshotEntry, field: ComparedField): string | number | boolean | null {
  return field === 'tags' ? JSON.stringify([...(entry.tags ?? [])].sort()) : entry[field];
}

function dayDeltasOf(
  before: readonly SnapshotEntry[],
  after: readonly SnapshotEntry[],
): Map<PlainDate, number> {
  const deltas = new Map<PlainDate, number>();
  const add = (date: PlainDate, minutes: number) => deltas.set(date, (deltas.get(date) ?? 0) + minutes);
  for (const entry of before) add(entry.workDate, -entry.minutes);
  for (const entry of after) add(entry.workDate, entry.minutes);
  return new Map([...deltas].filter(([, minutes]) => minutes !== 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function minutesOf(entries: readonly SnapshotEntry[]): number {
  return entries.reduce((sum, entry) => sum + entry.minutes, 0);
}
