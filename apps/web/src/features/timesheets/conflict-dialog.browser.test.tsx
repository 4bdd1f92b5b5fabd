import { expect, test } from 'vitest';
import type { Entry } from '../../entities/week.ts';
import { openPage } from '../../ui/page.fixture.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type Conflict, findConflicts } from './conflicts.ts';
import type { EntryEdit } from './edit.ts';

const cell = {
  projectID: 'p1',
  projectName: 'Website',
  clientName: null,
  activityID: null,
  activityName: null,
  workDate: '2026-11-23',
  comment: '',
  isBillable: true,
};
const believed = [
  { timesheetID: 'a', version: 1 },
  { timesheetID: 'b', version: 1 },
];

function entry(timesheetID: string, minutes: number, change: Partial<Entry> = {}): Entry {
  return { ...cell, tags: [], timesheetID, minutes, version: 1, ...change } as Entry;
}

const edit = (change: Partial<EntryEdit> = {}): EntryEdit => ({
  ...cell,
  timesheetID: 'a',
  version: 1,
  minutes: 180,
  isDeleted: false,
  revision: 1,
  believed,
  ...change,
});

/** The words of the dialog of what was typed and what is stored by then. */
async function show(mine: EntryEdit, ...stored: Entry[]) {
  const conflicts: Conflict[] = findConflicts([mine], { entries: stored } as never);
  const { screen } = await openPage(
    () => <ConflictDialog conflicts={conflicts} onChoose={() => {}} onClose={() => {}} />,
    { answers: {} },
  );
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  const dialog = screen.getByRole('dialog');
  const labels = dialog
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);
  return { dialog, labels: labels.filter((label) => label?.startsWith('Keep')) };
}

const theirsOfA = entry('a', 90, { version: 2 });
const b = entry('b', 120);

test('each button says what its cell then holds, with the entries that nobody touched', async () => {
  const { labels } = await show(edit(), theirsOfA, b);
  expect(labels).toEqual(['Keep yours: 5:00', 'Keep theirs: 3:30', 'Keep both: 6:30']);
});

test('one of two entries that was deleted leaves the other', async () => {
  const { labels } = await show(edit({ isDeleted: true, minutes: 0 }), theirsOfA, b);
  expect(labels).toEqual(['Keep yours: 2:00', 'Keep theirs: 3:30']);
});

test.each([
  ['goes with mine', believed, 'Keep yours: 5:00'],
  ['stays where nobody looked at the cell', undefined, 'Keep yours: 6:00'],
])('what they put beside it %s', async (_, known, label) => {
  const { labels } = await show(edit({ believed: known }), theirsOfA, b, entry('c', 60));
  expect(labels[0]).toBe(label);
});

test('an entry that they moved to another cell counts there and is shown with its place', async () => {
  const moved = entry('a', 90, { version: 2, workDate: '2026-11-24' });
  const { dialog, labels } = await show(edit(), moved, b);
  expect(labels).toEqual(['Keep yours: 5:00', 'Keep theirs: 2:00', 'Keep both: 5:00']);
  await expect.element(dialog.getByText('Website, Tue 24')).toBeVisible();
});
