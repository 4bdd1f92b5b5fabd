import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { useApp } from '../../lib/app-context.ts';
import { type Answers, openPage, startOf } from '../../ui/page.fixture.tsx';
import type { EntryEdit } from './edit.ts';
import { createTimeStore, TimeStoreContext } from './time-store.ts';
import { WeekPage } from './week-page.tsx';

/** The last day of the week that these tests open. */
const SUNDAY = '2026-09-27';

type Entry = { timesheetID: string; workDate: string; minutes: number };

/** An entry of the row "Boat house", and of others by their project. */
export function entryOf(entry: Entry & { projectID?: string; projectName?: string; tags?: string[] }) {
  return {
    version: 1,
    projectID: 'p1',
    activityID: null,
    projectName: 'Boat house',
    clientName: null,
    activityName: null,
    comment: '',
    isBillable: true,
    tags: [],
    startedAt: null,
    endedAt: null,
    sortOrder: 0,
    ...entry,
  };
}

export function weekOf(teamMemberID: string, entries: ReturnType<typeof entryOf>[]) {
  return {
    week: { teamMemberID, weekEndDate: SUNDAY, status: 'open' as const, version: 1, lines: [] },
    entries,
    expectedMinutes: Array.from({ length: 7 }, () => 0),
    locked: Array.from({ length: 7 }, () => null),
  };
}

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

type Opening = {
  /** How large the window is until the end of the test. */
  size: readonly [width: number, height: number];
  view?: 'week' | 'day';
  answers: Answers;
};

/** The page of a week, with what it asks for beside that week. */
export async function openWeekPage({ size, view = 'week', answers }: Opening) {
  await page.viewport(...size);
  onTestFinished(() => page.viewport(414, 896));
  onTestFinished(() => localStorage.clear());
  const address = `/time?week=${SUNDAY}&view=${view}${view === 'day' ? '&day=1' : ''}`;
  const opened = await openPage(Page, {
    path: address,
    start: startOf({}, { approvalsEnabled: false }),
    answers: {
      'GET /Projects': [{ projectID: 'p1', isBillable: true, color: null }],
      'GET /Projects/Picker': [],
      'GET /TimeSheet/Missing': [],
      'GET /Tags': [],
      ...answers,
    },
  });
  const cellOf = (day: string, row = 'Boat house') =>
    opened.screen.getByRole('textbox', { name: new RegExp(`^Hours, ${row}, ${day}`) });
  return { ...opened, address, cellOf };
}

/** What this device keeps for the server. */
export function keptEdits(): EntryEdit[] {
  const boxes = Object.keys(localStorage).filter((key) => key.startsWith('stint.edits.'));
  return boxes.flatMap((key): EntryEdit[] =>
    Object.values(JSON.parse(localStorage.getItem(key) ?? '{}').edits ?? {}),
  );
}
