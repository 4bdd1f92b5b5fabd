import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import type { EntryDraft } from './calendar-entry.ts';
import { CalendarView } from './calendar-view.tsx';

const week = { teamMemberID: 'm1', weekEndDate: '2026-11-22' };
const entry = {
  timesheetID: 'e1',
  teamMemberID: 'm1',
  projectID: 'p1',
  activityID: null,
  projectName: 'Website',
  clientName: 'Acme',
  activityName: null,
  workDate: '2026-11-16',
  minutes: 60,
  comment: '',
  isBillable: true,
  tags: [],
  startedAt: '2026-11-15T20:00:00Z',
  endedAt: '2026-11-15T21:00:00Z',
  externalRef: null,
  version: 1,
};
const sheetOf = (locked: (string | null)[]) => ({
  week: { ...week, status: 'open', lines: [], version: 1 },
  entries: [entry],
  expectedMinutes: [480, 480, 480, 480, 480, 0, 0],
  locked,
});
const open = Array.from({ length: 7 }, () => null);
const feed = {
  eventFeedID: 'f1',
  name: 'Work',
  host: 'calendar.example',
  isFetching: false,
  fetchedAt: null,
  problem: 'not_calendar',
};
const answers = {
  'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': sheetOf(open),
  'GET /Projects': [{ projectID: 'p1', projectName: 'Website', color: '#138947' }],
  'GET /Projects/Picker': [],
  'GET /Tags': [],
  'GET /EventFeeds': [],
  'GET /EventFeeds/Events': [],
};
/** On the other side of the world, whatever the zone of this browser. */
const start = startOf({ timeZone: null }, { timeZone: 'Pacific/Auckland' });

let kept: EntryDraft[] = [];

function Page() {
  const [edits, setEdits] = useState<EntryDraft[]>([]);
  const put = (drafts: EntryDraft[]) => {
    kept = drafts;
    setEdits((before) => [
      ...before.filter((edit) => !drafts.some(({ timesheetID }) => timesheetID === edit.timesheetID)),
      ...drafts,
    ]);
  };
  return <CalendarView week={week} day={0} onDay={() => {}} edits={edits} put={put} />;
}

test('entries stand where they were on the clock of the person, and the clock is named', async () => {
  const { screen } = await openPage(Page, { answers, start });
  await expect
    .element(screen.getByRole('button', { name: /^Acme · Website, Mon 16 Nov, 09:00–10:00/ }))
    .toBeVisible();
  await expect
    .element(screen.getByText(/^Times are in Pacific\/Auckland; your computer is in/))
    .toBeVisible();
});

test('a move is shown at once, before the server has it, and taken back with Control Z', async () => {
  const { screen } = await openPage(Page, { answers, start });
  const block = screen.getByRole('button', { name: /^Acme · Website, Mon/ });
  ((await block.element()) as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect
    .element(screen.getByRole('button', { name: /Mon 16 Nov, 09:30–10:30, 1:00, not saved yet/ }))
    .toHaveFocus();
  expect(kept).toMatchObject([
    { startedAt: '2026-11-15T20:30:00.000Z', endedAt: '2026-11-15T21:30:00.000Z', version: 1 },
  ]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(screen.getByRole('button', { name: /Mon 16 Nov, 09:00–10:00/ })).toBeVisible();
});

test('a day that is locked says so, and nothing of it is changed', async () => {
  const locked = ['lockDate', null, null, null, null, null, null];
  const sheet = { 'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': sheetOf(locked) };
  const { screen } = await openPage(Page, { answers: { ...answers, ...sheet }, start });
  kept = [];
  const block = screen.getByRole('button', { name: /before the lock date, cannot be changed/ });
  ((await block.element()) as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await expect.element(screen.getByText('This day cannot be changed')).toBeInTheDocument();
  expect(kept).toEqual([]);
});

test('a calendar that cannot be read says what to do; a refused address stays as it was typed', async () => {
  const { screen } = await openPage(Page, {
    answers: {
      ...answers,
      'GET /EventFeeds': [feed],
      'POST /EventFeeds': new Refusal(400, 'validation_failed', 'Only https addresses can be called.'),
    },
    start,
  });
  await screen.getByRole('button', { name: 'Calendars' }).click();
  await expect.element(screen.getByText(/^What is at this address is not a calendar/)).toBeVisible();
  await screen.getByLabelText('Address').fill('https://a.example/b.ics');
  await screen.getByRole('button', { name: 'Show calendar' }).click();
  await expect.element(screen.getByText('Only https addresses can be called.')).toBeVisible();
  await expect.element(screen.getByLabelText('Address')).toHaveValue('https://a.example/b.ics');
});
