import { isSameCell } from '@stint/domain/time/cell.ts';
import { expect, test } from 'vitest';
import type { Entry } from '../../entities/week.ts';
import { chosen, findConflicts, outcomesOf } from './conflicts.ts';
import type { EntryEdit } from './edit.ts';

const cell = { projectID: 'p1', activityID: null, workDate: '2026-11-23', comment: '', isBillable: true };
const believed = ['a', 'b'].map((timesheetID) => ({ timesheetID, version: 1 }));
const mine = { ...cell, timesheetID: 'a', version: 1, minutes: 180, isDeleted: false, revision: 1 };
const a = { ...cell, timesheetID: 'a', version: 2, minutes: 90 };
const b = { ...cell, timesheetID: 'b', version: 1, minutes: 120 };
const put = { ...cell, timesheetID: 'c', version: 1, minutes: 60 };
const moved = { ...a, workDate: '2026-11-24' };

/** Minutes of the cell once the edits are stored over what is there. */
function storedMinutes(stored: readonly Entry[], edits: readonly EntryEdit[]): number {
  const entries = new Map<
    string,
    { projectID: string; activityID: string | null; workDate: string; minutes: number }
  >(stored.map((entry) => [entry.timesheetID, entry]));
  for (const edit of edits)
    if (edit.isDeleted) entries.delete(edit.timesheetID);
    else entries.set(edit.timesheetID, edit);
  return [...entries.values()]
    .filter((entry) => isSameCell(entry, cell))
    .reduce((sum, { minutes }) => sum + minutes, 0);
}

const cases: [name: string, edit: object, stored: object[]][] = [
  ['one of two entries was changed by both', { believed }, [a, b]],
  ['one of two entries was deleted here', { believed, isDeleted: true }, [a, b]],
  ['one of two entries was deleted there', { believed }, [b]],
  ['one was put beside them', { believed }, [a, b, put]],
  ['one was put beside them, and nobody looked at the cell', {}, [a, b, put]],
  ['an entry was moved elsewhere', { believed }, [moved, b]],
  ['an entry was moved elsewhere and deleted here', { believed, isDeleted: true }, [moved, b]],
];

test.each(
  cases.flatMap(([name, edit, stored]) =>
    (['mine', 'theirs', 'both'] as const).map((choice) => ({ name, edit, stored, choice })),
  ),
)('what a choice says the cell then holds is what it stores: $name, $choice', ({ edit, stored, choice }) => {
  const entries = stored as Entry[];
  const own = { ...mine, ...edit } as EntryEdit;
  const [conflict] = findConflicts([own], { entries } as never);
  if (!conflict) throw new Error('no conflict');
  const edits = Object.values(chosen({ a: own }, conflict, choice, () => 'new'));
  const minutes = outcomesOf(conflict)[choice].reduce((sum, held) => sum + held.minutes, 0);
  expect(minutes).toBe(storedMinutes(entries, edits));
});
