import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useApp } from '../../lib/app-context.ts';
import { later, openPage, startOf } from '../../ui/page.fixture.tsx';
import type { EntryEdit } from './edit.ts';
import { createTimeStore, TimeStoreContext } from './time-store.ts';
import { WeekPage } from './week-page.tsx';

const SUNDAY = '2026-09-27';
const known = { tagID: 't1', tagName: 'On site', color: null, isArchived: false, version: 1 };
const made = { ...known, tagID: 't9', tagName: 'Rush' };

/** An hour on Tuesday, with a tag. */
const week = {
  week: { teamMemberID: 'm1', weekEndDate: SUNDAY, status: 'open' as const, version: 1, lines: [] },
  entries: [
    {
      timesheetID: 'tuesday',
      version: 1,
      projectID: 'p1',
      activityID: null,
      projectName: 'Boat house',
      clientName: null,
      activityName: null,
      workDate: '2026-09-22',
      minutes: 60,
      comment: '',
      isBillable: true,
      tags: ['t1'],
      startedAt: null,
      endedAt: null,
      sortOrder: 0,
    },
  ],
  expectedMinutes: Array.from({ length: 7 }, () => 0),
  locked: Array.from({ length: 7 }, () => null),
};

const Nothing = () => null;

function Page() {
  const { session } = useApp();
  const queryClient = useQueryClient();
  const [store] = useState(() => createTimeStore(session, queryClient));
  return (
    <TimeStoreContext value={store}>
      <WeekPage Steps={Nothing} Notes={Nothing} />
    </TimeStoreContext>
  );
}

/** What this device keeps for the server, by day: minutes and tags. */
function kept() {
  const boxes = Object.keys(localStorage).filter((key) => key.startsWith('stint.edits.'));
  const edits = boxes.flatMap((key): EntryEdit[] =>
    Object.values(JSON.parse(localStorage.getItem(key) ?? '{}').edits ?? {}),
  );
  return edits.map(({ workDate, minutes, tags }) => [workDate.slice(-2), minutes, tags ?? 'as they are']);
}

/** The sheet with the details of a day beside it, where a tag was made that does not come until it is said. */
async function openMaking(day: 'Mon' | 'Tue') {
  await page.viewport(1600, 900);
  onTestFinished(() => page.viewport(414, 896));
  onTestFinished(() => localStorage.clear());
  let isMade = false;
  const answer = later<typeof made>();
  const never = new Promise<never>(() => {});
  const { screen, asked } = await openPage(Page, {
    path: `/time?week=${SUNDAY}&view=week`,
    start: startOf({}, { approvalsEnabled: false }),
    answers: {
      'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': week,
      'PUT /TimeSheet/SaveWeek': never,
      'GET /Projects': [{ projectID: 'p1', isBillable: true, color: null }],
      'GET /Projects/Picker': [],
      'GET /TimeSheet/Missing': [],
      'GET /Tags': () => (isMade ? [known, made] : [known]),
      'POST /Tags': answer.answer,
    },
  });
  const cellOf = (name: string) =>
    screen.getByRole('textbox', { name: new RegExp(`^Hours, Boat house, ${name}`) });
  await cellOf(day).click();
  const details = screen.getByRole('complementary');
  const hours = details.getByLabelText('Hours');
  await expect.element(hours).toHaveValue(day === 'Tue' ? '1:00' : '');
  await details.getByLabelText('Tags').click();
  await userEvent.keyboard('Rush');
  await details.getByRole('option').last().click();
  /** It comes, and all tags are asked for anew. */
  const comes = async () => {
    const before = asked.length;
    isMade = true;
    answer.give(made);
    await expect.poll(() => asked.slice(before).map(({ key }) => key)).toContain('GET /Tags');
  };
  return { cellOf, details, hours, comes };
}

test('a tag that is made slowly takes no hours back that were written meanwhile, and none of the tags', async () => {
  const { details, hours, comes } = await openMaking('Tue');
  await expect.element(details.getByText('On site')).toBeVisible();
  await hours.fill('2:00');
  await userEvent.tab();
  await expect.poll(kept).toEqual([['22', 120, ['t1']]]);
  await comes();
  await expect.poll(kept).toEqual([['22', 120, ['t1', 't9']]]);
});

test('it takes over nothing that is still being typed', async () => {
  const { hours, comes } = await openMaking('Tue');
  await hours.fill('1:4');
  await comes();
  await expect.poll(kept).toEqual([['22', 60, ['t1', 't9']]]);
  await userEvent.keyboard('5{Tab}');
  await expect.poll(kept).toEqual([['22', 105, ['t1', 't9']]]);
});

test('it goes to its entry with all that was done with it, also when one is elsewhere', async () => {
  const { cellOf, hours, comes } = await openMaking('Tue');
  await hours.fill('2:00');
  await cellOf('Wed').click();
  await expect.element(hours).toHaveValue('');
  await cellOf('Tue').fill('3:00');
  await cellOf('Wed').click();
  await expect.poll(kept).toEqual([['22', 180, ['t1']]]);
  await comes();
  await expect.poll(kept).toEqual([['22', 180, ['t1', 't9']]]);
  await expect.element(hours).toHaveValue('');
});

test('one for an entry that is not there yet waits with it for its hours', async () => {
  const { details, hours, comes } = await openMaking('Mon');
  await hours.fill('1:3');
  await comes();
  await expect.element(details.getByRole('button', { name: /Rush/ })).toBeVisible();
  expect(kept()).toEqual([]);
  await userEvent.keyboard('0{Tab}');
  await expect.poll(kept).toEqual([['21', 90, ['t9']]]);
});

test('nothing comes back for it of an entry that was removed meanwhile', async () => {
  const { cellOf, comes } = await openMaking('Tue');
  await cellOf('Tue').fill('');
  await cellOf('Wed').click();
  await expect.poll(kept).toEqual([['22', 0, 'as they are']]);
  await comes();
  expect(kept()).toEqual([['22', 0, 'as they are']]);
});
