import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { SheetFileDialog } from './sheet-file-dialog.tsx';

function Page() {
  return <SheetFileDialog weekEndDate="2026-11-01" teamMemberID="m2" onClose={() => {}} />;
}

test('a timesheet of the week or its month is asked for as PDF, and a refusal stands in the dialog', async () => {
  let isRefused = true;
  const { screen, asked } = await openPage(Page, {
    start: startOf({}, { numberFormat: 'de-DE', dateFormat: 'YYYY-MM-DD' }),
    answers: {
      'GET /LongWork': [],
      'POST /Reports/Files': () =>
        isRefused
          ? new Refusal(403, 'forbidden', 'This is not yours.')
          : { longWorkID: 'w1', status: 'queued' },
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Make the PDF' }));
  await expect.element(screen.getByRole('alert')).toBeVisible();
  isRefused = false;
  await userEvent.selectOptions(screen.getByLabelText('Days'), 'The month, 2026-10-01 to 2026-10-31');
  await userEvent.click(screen.getByRole('button', { name: 'Make the PDF' }));
  await expect.poll(() => asked.filter(({ key }) => key === 'POST /Reports/Files').length).toBe(2);
  const bodies = asked.flatMap(({ key, body }) => (key === 'POST /Reports/Files' ? [body] : []));
  const same = { of: 'timesheet', form: 'pdf', paper: 'A4', language: 'en', teamMemberID: 'm2' };
  expect(bodies).toEqual([
    { ...same, from: '2026-10-26', to: '2026-11-01' },
    { ...same, from: '2026-10-01', to: '2026-10-31' },
  ]);
});

test.each([
  ['Europe/Zurich', 'A4'],
  ['America/New_York', 'Letter'],
])('where numbers are as nobody chose them, the paper is that of the place: %s', async (timeZone, paper) => {
  const { screen } = await openPage(Page, {
    start: startOf({}, { timeZone, numberFormat: 'en-US' }),
    answers: { 'GET /LongWork': [] },
  });
  await expect.element(screen.getByLabelText('Paper')).toHaveValue(paper);
});
