import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPage } from '../../../ui/page.fixture.tsx';
import type { ShownEntry } from '../sheet.ts';
import { EntryForm } from './entry-form.tsx';
import type { Day, EntryChange } from './use-day.ts';

const entry: ShownEntry = {
  timesheetID: 'e1',
  version: 1,
  projectID: 'p1',
  activityID: null,
  projectName: 'Boat house',
  clientName: null,
  activityName: null,
  workDate: '2026-09-21',
  minutes: 60,
  comment: '',
  isBillable: true,
  tags: [],
  startedAt: null,
  endedAt: null,
  sortOrder: 0,
  isUnsaved: false,
};
const changes: EntryChange[] = [];
const day = {
  date: '2026-09-21',
  timeZone: 'UTC',
  decimalReading: 'decimal',
  change: (_: ShownEntry, change: EntryChange) => changes.push(change),
} as unknown as Day;

function Page() {
  return <EntryForm entry={entry} day={day} onClose={() => {}} />;
}

test('what is wrong is said and has the focus; mended, it is saved', async () => {
  const { screen } = await openPage(Page, { answers: { 'GET /Projects/Picker': [] } });
  await screen.getByRole('textbox', { name: 'Hours' }).fill('1:70');
  await screen.getByRole('textbox', { name: 'Comment' }).fill('Caulking');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Minutes go up to 59.', { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Hours' })).toHaveFocus();
  expect(changes).toEqual([]);
  await userEvent.fill(screen.getByRole('textbox', { name: 'Hours' }), '1:10');
  await screen.getByRole('button', { name: 'Save' }).click();
  expect(changes).toMatchObject([{ minutes: 70, comment: 'Caulking' }]);
});
