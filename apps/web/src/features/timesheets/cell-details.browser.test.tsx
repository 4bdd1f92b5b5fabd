import { useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPage } from '../../ui/page.fixture.tsx';
import { CellDetails } from './cell-details.tsx';
import type { Draft } from './edit.ts';
import { Inspector, type InspectorProps } from './inspector.tsx';
import type { Cell, Row, ShownEntry } from './sheet.ts';

const answers = { 'GET /Tags': [] };

const row: Row = {
  key: 'p1.',
  projectID: 'p1',
  activityID: null,
  projectName: 'Boat house',
  clientName: null,
  activityName: null,
  isBillable: true,
  color: null,
  cells: [],
  minutes: 0,
  isPinned: false,
};

const theirs: ShownEntry = {
  ...row,
  timesheetID: 'theirs',
  version: 1,
  workDate: '2026-09-21',
  minutes: 60,
  comment: 'from elsewhere',
  tags: [],
  startedAt: null,
  endedAt: null,
  sortOrder: 0,
  isUnsaved: false,
};

function cellOf(entries: ShownEntry[]): Cell {
  const minutes = entries.reduce((sum, entry) => sum + entry.minutes, 0);
  return { workDate: '2026-09-21', entries, minutes, hasComment: false, isUnsaved: false, flag: null };
}

const saved: Draft[] = [];
let fillElsewhere = () => {};

function Details() {
  const [entries, setEntries] = useState<ShownEntry[]>([]);
  fillElsewhere = () => setEntries([theirs]);
  const save = (edits: Draft[]) => void saved.push(...edits);
  return (
    <CellDetails
      place="p1..0"
      row={row}
      cell={cellOf(entries)}
      lockReason={null}
      onSave={save}
      onAmend={() => false}
    />
  );
}

test('a comment that is being written stays when somebody else fills the same cell', async () => {
  const { screen } = await openPage(Details, { answers });
  await screen.getByLabelText('Comment').click();
  await userEvent.keyboard('Lamp re');
  flushSync(() => fillElsewhere());
  await expect.element(screen.getByText('from elsewhere')).toBeVisible();
  await userEvent.keyboard('placed{Tab}');
  expect(saved.map(({ comment }) => comment)).toEqual(['Lamp replaced']);
});

let undo = () => {};

/** Details whose entries are what was saved, the last of which can be taken back. */
function Keeping() {
  const [entries, setEntries] = useState<ShownEntry[]>([]);
  const save = (edits: Draft[]) => {
    saved.push(...edits);
    undo = () => setEntries(entries);
    setEntries(
      edits.filter(({ isDeleted }) => !isDeleted).map((edit) => ({ ...theirs, ...edit }) as ShownEntry),
    );
  };
  return (
    <CellDetails
      place="p1..0"
      row={row}
      cell={cellOf(entries)}
      lockReason={null}
      onSave={save}
      onAmend={() => false}
    />
  );
}

test('an entry that was emptied and is written again is another one, in the same fields', async () => {
  saved.length = 0;
  const { screen } = await openPage(Keeping, { answers });
  const hours = screen.getByLabelText('Hours');
  const field = hours.element();
  for (const typed of ['1:00', '', '2:00']) {
    await hours.fill(typed);
    await userEvent.tab();
    await expect.element(screen.getByLabelText('Billable')).toHaveFocus();
  }
  expect(saved.map(({ minutes, isDeleted }) => [minutes, isDeleted])).toEqual([
    [60, false],
    [0, true],
    [120, false],
  ]);
  const [first, emptied, second] = saved.map(({ timesheetID }) => timesheetID);
  expect(emptied).toBe(first);
  expect(second).not.toBe(first);
  expect(hours.element()).toBe(field);
});

test('an entry that was emptied and comes back is alone, with nothing in its fields but what it had', async () => {
  saved.length = 0;
  const said = vi.spyOn(console, 'error');
  onTestFinished(() => said.mockRestore());
  const { screen } = await openPage(Keeping, { answers });
  const hours = screen.getByLabelText('Hours');
  // The last one is of the entry to come: typed, and deleted before it was left.
  for (const typed of ['1:00', '', '9']) {
    await hours.fill(typed);
    if (typed === '9') await hours.fill('');
    await userEvent.tab();
    await expect.element(screen.getByLabelText('Billable')).toHaveFocus();
  }
  flushSync(() => undo());
  expect(hours.elements()).toHaveLength(1);
  await expect.element(hours).toHaveValue('1:00');
  expect(said.mock.calls).toEqual([]);
  await screen.unmount();
  expect(saved.map(({ minutes, isDeleted }) => [minutes, isDeleted])).toEqual([
    [60, false],
    [0, true],
  ]);
});

test('what cannot be read of an entry stays when another one is added', async () => {
  const { screen } = await openPage(Keeping, { answers });
  const hours = screen.getByLabelText('Hours');
  for (const typed of ['1:00', '1:70']) {
    await hours.fill(typed);
    await userEvent.tab();
    await expect.element(screen.getByLabelText('Billable')).toHaveFocus();
  }
  await screen.getByRole('button', { name: 'Add another entry' }).click();
  await expect.poll(() => hours.elements()).toHaveLength(2);
  await expect.element(hours.first()).toHaveValue('1:70');
});

let askForDetails = () => {};
const week = {
  locked: Array.from({ length: 7 }, () => null),
  weekEndDate: '2026-09-27',
  week: { sheet: { rows: [{ ...row, cells: Array.from({ length: 7 }, () => cellOf([])) }] } },
};

/** The details beside a sheet, and whether they are still asked for. */
function Beside() {
  const [overlay, setOverlay] = useState<object | null>(null);
  askForDetails = () => setOverlay({ kind: 'details', rowKey: row.key, day: 0 });
  const acts = { overlay, closeOverlay: () => setOverlay(null), apply: () => {}, follow: () => {} };
  const props = { shown: week, acts } as unknown as InspectorProps;
  return (
    <>
      <p>{overlay ? 'asked' : 'there'}</p>
      <Inspector {...props} />
    </>
  );
}

test('what is typed right after the details were asked for is typed there, not into the cell', async () => {
  const { screen } = await openPage(Beside, { answers });
  await expect.element(screen.getByText('there')).toBeVisible();
  flushSync(() => askForDetails());
  expect(document.activeElement).toBe(screen.getByLabelText('Hours').element());
  await expect.element(screen.getByText('there')).toBeVisible();
});

/** A sheet of a row with its inspector, as one goes through it. */
function Sheet() {
  const [entries, setEntries] = useState<ShownEntry[][]>(() => [
    [],
    [{ ...theirs, workDate: '2026-09-22' }],
    [],
    [],
    [],
    [],
    [],
  ]);
  const cells = entries.map((each, day) => ({ ...cellOf(each), workDate: `2026-09-${21 + day}` }));
  const apply = (edits: Draft[]) => {
    saved.push(...edits);
    const [edit] = edits;
    if (edit)
      setEntries(
        entries.map((each, day) =>
          edit.workDate === `2026-09-${21 + day}` ? [{ ...theirs, ...edit } as ShownEntry] : each,
        ),
      );
  };
  const acts = { overlay: null, closeOverlay: () => {}, apply, follow: () => {} };
  const shown = { ...week, week: { sheet: { rows: [{ ...row, cells }] } } };
  const props = { shown, acts } as unknown as InspectorProps;
  return (
    <>
      <div data-row-key={row.key}>
        {cells.map((_, day) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
          <input key={day} aria-label={`Day ${day}`} data-day={day} />
        ))}
      </div>
      <Inspector {...props} />
    </>
  );
}

test('who goes through the week by Tab leads past the same form; only what is typed in is another for each cell', async () => {
  saved.length = 0;
  const { screen } = await openPage(Sheet, { answers });
  await screen.getByLabelText('Day 0').click();
  const comment = screen.getByLabelText('Comment');
  await expect.element(comment).toHaveValue('');
  const billable = screen.getByLabelText('Billable').element();
  const built: string[] = [];
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof HTMLElement) built.push(node.tagName);
  });
  watch.observe(document.querySelector('aside') as HTMLElement, { childList: true, subtree: true });
  onTestFinished(() => watch.disconnect());
  for (const said of ['from elsewhere', '', '', '']) {
    await userEvent.tab();
    await expect.element(comment).toHaveValue(said);
  }
  await expect.element(screen.getByRole('complementary', { name: /25/ })).toBeVisible();
  expect(screen.getByLabelText('Billable').element()).toBe(billable);
  // The way to another entry stands beside the one that there is, and goes again; the rest are hours, comment and tags.
  expect(built.filter((tag) => tag === 'BUTTON')).toHaveLength(1);
  expect(built.filter((tag) => tag !== 'BUTTON').toSorted()).toEqual(
    ['DIV', 'INPUT', 'TEXTAREA'].flatMap((tag) => Array.from({ length: 4 }, () => tag)),
  );
});

test('Ctrl+Z in the hours of a cell brings back nothing of the cell before', async () => {
  saved.length = 0;
  const { screen } = await openPage(Sheet, { answers });
  await screen.getByLabelText('Day 1').click();
  const hours = screen.getByLabelText('Hours');
  await hours.click();
  await userEvent.keyboard('{Control>}a{/Control}{Backspace}1:11');
  await screen.getByLabelText('Day 2').click();
  await expect.element(hours).toHaveValue('');
  await hours.click();
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}{Tab}');
  await screen.getByLabelText('Day 3').click();
  await expect.element(screen.getByRole('complementary', { name: /24/ })).toBeVisible();
  expect(saved.map(({ workDate, minutes }) => [workDate, minutes])).toEqual([['2026-09-22', 71]]);
});

test('what was written in the fields of a cell is taken over there and does not go along to the next', async () => {
  saved.length = 0;
  const { screen } = await openPage(Sheet, { answers });
  await screen.getByLabelText('Day 0').click();
  const [hours, comment] = [screen.getByLabelText('Hours'), screen.getByLabelText('Comment')];
  await comment.fill('Lamp replaced');
  await hours.fill('1:70');
  await screen.getByLabelText('Day 2').click();
  await expect.element(hours).toHaveValue('');
  await expect.element(comment).toHaveValue('');
  await expect.element(hours).toBeValid();
  expect(saved.map((each) => [each.workDate, each.comment, each.minutes])).toEqual([
    ['2026-09-21', 'Lamp replaced', 0],
  ]);
  await screen.getByLabelText('Day 0').click();
  await expect.element(comment).toHaveValue('Lamp replaced');
});
