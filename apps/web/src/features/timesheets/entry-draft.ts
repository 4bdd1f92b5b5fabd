import { type DecimalReading, type HoursProblem, parseHours } from '@stint/domain/time/hours.ts';
import type { Draft } from './edit.ts';

/** What was changed of an entry and is not taken over yet; hours as they were typed. */
export type EntryDraft = Partial<
  Pick<Draft, 'comment' | 'isBillable' | 'tags' | 'activityID' | 'activityName'>
> & {
  hours?: string;
};

export type Taken = {
  /** The entry as it is now wanted; null where nothing is to be saved. */
  edit: Draft | null;
  /** What stays to be corrected or completed. */
  left: EntryDraft;
  problem: HoursProblem | null;
};

/** Takes over what was typed: hours that cannot be read stay where they are, and all the rest is saved. */
export function takeOver(
  base: Draft,
  draft: EntryDraft,
  { isNew, decimalReading }: { isNew: boolean; decimalReading: DecimalReading },
): Taken {
  const { hours, ...rest } = draft;
  const parsed = readHours(hours, base.minutes, decimalReading);
  const problem = parsed.ok ? null : parsed.reason;
  const edit = { ...base, ...rest, minutes: parsed.ok ? parsed.minutes : base.minutes };
  const isEmpty = edit.minutes === 0 && edit.comment.trim() === '';
  // Nothing is made of an entry that has neither hours nor a comment yet.
  if (isNew && isEmpty) return { edit: null, left: draft, problem };
  const left = problem ? { hours: hours ?? '' } : {};
  // Looked at is not changed: an entry without hours, as copied rows have, stays.
  if (isSame(base, edit)) return { edit: null, left, problem };
  return { edit: isEmpty ? { ...edit, isDeleted: true } : edit, left, problem };
}

function readHours(hours: string | undefined, before: number, decimalReading: DecimalReading) {
  if (hours === undefined) return { ok: true as const, minutes: before };
  return hours.trim() === '' ? { ok: true as const, minutes: 0 } : parseHours(hours, { decimalReading });
}

function isSame(a: Draft, b: Draft): boolean {
  return (
    a.minutes === b.minutes &&
    a.comment === b.comment &&
    a.isBillable === b.isBillable &&
    a.activityID === b.activityID &&
    (a.tags ?? []).join() === (b.tags ?? []).join()
  );
}
