import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { WeekSheet } from '../../entities/week.ts';
import { openPage, Refusal } from '../../ui/page.fixture.tsx';
import { WeekSteps } from './week-steps.tsx';

const coming = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock(import('./history-drawer.tsx'), async (original) => {
  await coming.promise;
  return original();
});

const week = {
  teamMemberID: 'm1',
  weekEndDate: '2026-11-22',
  status: 'open' as const,
  version: 0,
  lines: [],
};
const sheet = { week, entries: [], locked: [], expectedMinutes: [] } as unknown as WeekSheet;

test('a refused week keeps its note, and the dialog says why', async () => {
  const { screen, asked } = await openPage(
    () => <WeekSteps sheet={sheet} unsaved={null} save={async () => {}} />,
    {
      answers: {
        'GET /TimeSheet/GetDisapproveTimesheets/:teamMemberID': [],
        'GET /Projects/GetArchivedProjects': [],
        'POST /TimeSheet/Submit': new Refusal(409, 'version_conflict', 'Changed meanwhile.'),
      },
    },
  );
  await screen.getByRole('button', { name: 'Submit week' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Short week');
  await dialog.getByRole('button', { name: 'Submit week' }).click();
  await expect.element(dialog.getByText('Changed meanwhile.')).toBeVisible();
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Short week');
  expect(asked.find(({ key }) => key === 'POST /TimeSheet/Submit')?.body).toMatchObject({
    note: 'Short week',
  });
});

test('what is submitted stands in the order of the sheet, projects of one name each with its client', async () => {
  const entry = (projectID: string, projectName: string, clientName: string | null, minutes: number) => ({
    projectID,
    projectName,
    clientName,
    activityName: null,
    workDate: '2026-11-16',
    minutes,
    comment: '',
    tags: [],
  });
  const entries = [
    entry('p1', 'Absence', null, 60),
    entry('p2', 'Website', 'Tidewater', 120),
    entry('p3', 'Website', 'Aare', 180),
    entry('p2', 'Website', 'Tidewater', 30),
  ];
  const { screen } = await openPage(
    () => (
      <WeekSteps sheet={{ ...sheet, entries } as unknown as WeekSheet} unsaved={null} save={async () => {}} />
    ),
    { answers: { 'GET /Projects/GetArchivedProjects': [{ projectID: 'p2' }, { projectID: 'p3' }] } },
  );
  await screen.getByRole('button', { name: 'Submit week' }).click();
  const warning = 'There is time on archived projects: Tidewater · Website, Aare · Website.';
  await expect.element(screen.getByText(warning)).toBeVisible();
  const rows = () =>
    screen
      .getByRole('dialog')
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(rows)
    .toEqual(['Aare · Website3:00', 'Tidewater · Website2:30', 'Absence1:00', 'Total6:30']);
});

test('what changed since a week was sent back is asked for once all of it is saved', async () => {
  const difference = 'GET /TimeSheet/Difference/:teamMemberID/:weekEndDate';
  const sentBack = { ...sheet, week: { ...week, status: 'disapproved', version: 2 } } as unknown as WeekSheet;
  let finish = () => {};
  const { screen, asked } = await openPage(
    () => {
      const [unsaved, setUnsaved] = useState<string | null>('Still saving.');
      finish = () => setUnsaved(null);
      return <WeekSteps sheet={sentBack} unsaved={unsaved} save={async () => {}} />;
    },
    {
      answers: {
        'GET /TimeSheet/GetDisapproveTimesheets/:teamMemberID': [],
        'GET /Projects/GetArchivedProjects': [],
        [difference]: { submittedAt: '2026-11-20T10:00:00Z', added: [], removed: ['e1'], changed: [] },
      },
    },
  );
  await screen.getByRole('button', { name: 'Resubmit week' }).click();
  await expect.element(screen.getByRole('dialog').getByText('Still saving.')).toBeVisible();
  expect(asked.map(({ key }) => key)).not.toContain(difference);
  finish();
  await expect.element(screen.getByRole('dialog').getByText(/: 1$/)).toBeVisible();
});

test('Ctrl+Enter opens what is submitted, and what was submitted can be taken back', async () => {
  const pending = { ...week, status: 'pending' as const, version: 1 };
  const { screen, asked } = await openPage(
    () => <WeekSteps sheet={sheet} unsaved={null} save={async () => {}} />,
    {
      answers: {
        'GET /TimeSheet/GetDisapproveTimesheets/:teamMemberID': [],
        'GET /Projects/GetArchivedProjects': [],
        'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': sheet,
        'POST /TimeSheet/Submit': { results: [{ ...pending, status: 200, week: pending, error: null }] },
        'POST /TimeSheet/Undo': {
          results: [{ ...week, status: 200, week: { ...week, version: 2 }, error: null }],
        },
      },
    },
  );
  await expect.element(screen.getByRole('button', { name: 'Submit week' })).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await screen.getByRole('dialog').getByRole('button', { name: 'Submit week' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('It is as it was before.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'POST /TimeSheet/Undo')?.body).toEqual({
    items: [{ teamMemberID: 'm1', weekEndDate: '2026-11-22', version: 1 }],
  });
});

test('a week with hours that cannot be read is not submitted, and the dialog says why', async () => {
  const { screen, asked } = await openPage(
    () => <WeekSteps sheet={sheet} unsaved="There are hours that cannot be read." save={async () => {}} />,
    { answers: { 'GET /Projects/GetArchivedProjects': [] } },
  );
  await screen.getByRole('button', { name: 'Submit week' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('There are hours that cannot be read.');
  await expect.element(dialog.getByRole('button', { name: 'Submit week' })).toBeDisabled();
  expect(asked.some(({ key }) => key === 'POST /TimeSheet/Submit')).toBe(false);
});

test('what is opened is named while it is fetched as it is once it is here', async () => {
  const step = {
    action: 'submit' as const,
    fromStatus: 'open' as const,
    toStatus: 'pending' as const,
    actorName: 'Ada Lovelace',
    at: '2026-11-20T16:00:00.000Z',
    totalMinutes: 2400,
  };
  const pending = { ...sheet, week: { ...sheet.week, status: 'pending' as const, version: 1 } };
  const { screen } = await openPage(
    () => <WeekSteps sheet={pending} unsaved={null} save={async () => {}} />,
    { answers: { 'GET /TimeSheet/History/:teamMemberID/:weekEndDate': [step] } },
  );
  await screen.getByRole('button', { name: 'History' }).click();
  const name = 'History of 16–22 Nov 2026';
  await expect.element(screen.getByRole('textbox', { name })).toHaveFocus();
  coming.resolve();
  await expect.element(screen.getByRole('dialog', { name })).toBeVisible();
});
