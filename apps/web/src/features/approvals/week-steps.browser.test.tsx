import { expect, test } from 'vitest';
import type { WeekSheet } from '../../entities/week.ts';
import { openPage, Refusal } from '../../ui/page.fixture.tsx';
import { WeekSteps } from './week-steps.tsx';

const week = { teamMemberID: 'm1', weekEndDate: '2026-11-22', status: 'open', version: 0, lines: [] };
const sheet = { week, entries: [], locked: [], expectedMinutes: [] } as unknown as WeekSheet;

test('a refused week keeps its note, and the dialog says why', async () => {
  const { screen, asked } = await openPage(() => <WeekSteps sheet={sheet} isSaved save={async () => {}} />, {
    answers: {
      'GET /TimeSheet/GetDisapproveTimesheets/:teamMemberID': [],
      'GET /Projects/GetArchivedProjects': [],
      'POST /TimeSheet/Submit': new Refusal(409, 'version_conflict', 'Changed meanwhile.'),
    },
  });
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
