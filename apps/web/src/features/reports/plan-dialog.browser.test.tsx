import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Answers, inTurn, openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { PlanDialog } from './plan-dialog.tsx';

const ada = { id: 'm1', firstName: 'Ada', lastName: 'Lovelace', status: 'active' as const };
const bob = { id: 'm2', firstName: 'Bob', lastName: 'Baker', status: 'active' as const };
const report = {
  reportID: '0196e78e-8800-74b9-a9be-79cb0bb7fab1',
  name: 'Harbour by month',
  definition: {
    kind: 'summary' as const,
    range: 'lastWeek',
    groupBy: ['client' as const],
    filters: [],
    rounding: null,
    withMoney: false,
  },
  ownerID: 'm1',
  ownerName: 'Ada Lovelace',
  isShared: false,
  isPinned: true,
  link: null,
  schedule: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  version: 3,
};
const schedule = {
  every: 'month' as const,
  on: 31,
  hour: 18,
  columns: ['hours' as const],
  receiverIDs: ['m1', 'm2'],
  nextAt: '2026-11-30T17:00:00.000Z',
};
const start = startOf({}, { timeZone: 'Europe/Zurich', dateFormat: 'YYYY-MM-DD' });
const team = { 'GET /TeamMember/GetTeam/:id': [ada, bob], 'GET /Reports': [] };

/** What the page of this test shows, and whether it was closed. */
const shown: { report: Parameters<typeof PlanDialog>[0]['report']; isClosed: boolean } = {
  report,
  isClosed: false,
};

function Page() {
  return <PlanDialog report={shown.report} onClose={() => Object.assign(shown, { isClosed: true })} />;
}

function open(given: typeof shown.report, answers: Answers) {
  Object.assign(shown, { report: given, isClosed: false });
  return openPage(Page, { start, answers: { ...team, ...answers } });
}

test('a report is sent every week, to oneself at first, and to others once it is shared with them', async () => {
  const refusal = 'Only its owner sees this report. Share it with the team before it is mailed to others.';
  let isRefused = true;
  const { screen, asked } = await open(report, {
    'PUT /Reports/:id': { ...report, isShared: true, version: 4 },
    'PUT /Reports/:id/Schedule': () =>
      isRefused ? new Refusal(400, 'validation_failed', refusal) : { ...report, schedule },
  });
  await expect.element(screen.getByRole('button', { name: 'Do not send it to Ada Lovelace' })).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('On', { exact: true }), 'Fri');
  await userEvent.selectOptions(screen.getByLabelText('At', { exact: true }), '16:00');
  await userEvent.click(screen.getByRole('combobox', { name: 'To' }));
  await userEvent.click(screen.getByRole('option', { name: 'Bob Baker' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send by mail' }));
  await expect.element(screen.getByRole('alert')).toHaveTextContent(refusal);
  isRefused = false;
  await userEvent.click(screen.getByLabelText('Share the report with the team'));
  await userEvent.click(screen.getByRole('button', { name: 'Send by mail' }));
  await expect.element(screen.getByText('The next mail goes out 2026-11-30, 18:00.')).toBeVisible();
  expect(shown.isClosed).toBe(true);
  expect(asked.find(({ key }) => key === 'PUT /Reports/:id')?.body).toEqual({ isShared: true, version: 3 });
  expect(asked.findLast(({ key }) => key === 'PUT /Reports/:id/Schedule')?.body).toEqual({
    every: 'week',
    on: 5,
    hour: 16,
    columns: ['hours', 'billable'],
    receiverIDs: ['m1', 'm2'],
    version: 4,
  });
});

test('what is sent is changed and stopped; nobody to send it to, or nothing to show, cannot be saved', async () => {
  const { screen } = await open(
    { ...report, isShared: true, schedule },
    { 'DELETE /Reports/:id/Schedule': report },
  );
  await expect.element(screen.getByLabelText('On day')).toHaveValue('31');
  await expect.element(screen.getByText('In a shorter month on its last day.')).toBeVisible();
  const save = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(screen.getByLabelText('Hours', { exact: true }));
  await expect.element(save).toBeDisabled();
  await userEvent.click(screen.getByLabelText('Hours', { exact: true }));
  await expect.element(save).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: 'Do not send it to Ada Lovelace' }));
  await userEvent.click(screen.getByRole('button', { name: 'Do not send it to Bob Baker' }));
  await expect.element(save).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Stop sending' }));
  await expect.element(screen.getByText('Harbour by month is not mailed any more.')).toBeVisible();
  expect(shown.isClosed).toBe(true);
});

test('Enter after a name that nobody has saves nothing', async () => {
  const { screen, asked } = await open({ ...report, isShared: true }, {});
  await screen.getByRole('combobox', { name: 'To' }).fill('zzz');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('combobox', { name: 'To' })).toHaveValue('zzz');
  expect(asked.map(({ key }) => key)).not.toContain('PUT /Reports/:id/Schedule');
  expect(shown.isClosed).toBe(false);
});

test('a plan that is refused after sharing is tried again with the report as it is by then', async () => {
  const { screen, asked } = await open(report, {
    'PUT /Reports/:id': inTurn(
      { ...report, isShared: true, version: 4 },
      new Refusal(409, 'version_conflict', 'Changed meanwhile.'),
    ),
    'PUT /Reports/:id/Schedule': inTurn(new Refusal(500, 'internal', 'Something broke.'), {
      ...report,
      schedule,
    }),
  });
  await userEvent.click(screen.getByLabelText('Share the report with the team'));
  await userEvent.click(screen.getByRole('button', { name: 'Send by mail' }));
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send by mail' }));
  await expect.element(screen.getByText(/The next mail goes out/)).toBeVisible();
  expect(asked.filter(({ key }) => key === 'PUT /Reports/:id')).toHaveLength(1);
});

test('a colleague who changed the plan a second ago: both are there side by side, and either can be kept', async () => {
  const theirs = {
    ...report,
    isShared: true,
    version: 9,
    schedule: { ...schedule, every: 'day' as const, on: 1, hour: 8, receiverIDs: ['m2'] },
  };
  const { screen, asked } = await open(
    { ...report, isShared: true, schedule },
    {
      'PUT /Reports/:id/Schedule': inTurn(
        new Refusal(409, 'version_conflict', 'Changed meanwhile.', { current: theirs }),
        theirs,
      ),
    },
  );
  await userEvent.selectOptions(screen.getByLabelText('At', { exact: true }), '16:00');
  await screen.getByRole('button', { name: 'Save' }).click();
  const choice = screen.getByRole('region', { name: 'Changed by somebody else' });
  const when = choice.getByRole('group', { name: 'How often' });
  await expect.element(when.getByRole('radio', { name: 'Mine Every month, On day 31, 16:00' })).toBeChecked();
  await when.getByRole('radio', { name: 'Theirs Every day, 08:00' }).click();
  await choice.getByRole('button', { name: 'Save “Every day, 08:00”' }).click();
  await expect.element(screen.getByText(/The next mail goes out/)).toBeVisible();
  const sent = asked.filter(({ key }) => key === 'PUT /Reports/:id/Schedule').map(({ body }) => body);
  expect(sent).toMatchObject([
    { every: 'month', on: 31, hour: 16, version: 3 },
    { every: 'day', on: 1, hour: 8, receiverIDs: ['m2'], version: 9 },
  ]);
});

const planned = { ...report, isShared: true, schedule };
const stopped = { ...planned, schedule: null, version: 9 };
const words =
  'Somebody else stopped these mails meanwhile. Their settings are still here, and saving starts them anew.';

test('a plan that a colleague stopped a second ago keeps what it was and what was typed, and saving starts it anew', async () => {
  const { screen, asked } = await open(planned, {
    'PUT /Reports/:id/Schedule': inTurn(
      new Refusal(409, 'version_conflict', 'Changed meanwhile.', { current: stopped }),
      { ...planned, version: 10 },
    ),
  });
  await userEvent.selectOptions(screen.getByLabelText('At', { exact: true }), '16:00');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('status').getByText(words)).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Changed by somebody else' }).elements()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Stop sending' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Send by mail' }).click();
  await expect.element(screen.getByText(/The next mail goes out/)).toBeVisible();
  expect(asked.findLast(({ key }) => key === 'PUT /Reports/:id/Schedule')?.body).toEqual({
    every: 'month',
    on: 31,
    hour: 16,
    columns: ['hours'],
    receiverIDs: ['m1', 'm2'],
    version: 9,
  });
});

/** The open form of a plan that is read again as stopped. */
function ReadAgain() {
  const [isStopped, setIsStopped] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsStopped(true)}>
        Read again
      </button>
      <PlanDialog report={isStopped ? stopped : planned} onClose={() => {}} />
    </>
  );
}

test('a plan that is read again as stopped while its form is open keeps what it was', async () => {
  Object.assign(shown, { report: planned, isClosed: false });
  const { screen } = await openPage(ReadAgain, { start, answers: team });
  await expect.element(screen.getByLabelText('On day')).toHaveValue('31');
  expect(screen.getByText(words).elements()).toEqual([]);
  // The dialog covers it.
  for (const button of document.querySelectorAll('button'))
    if (button.textContent === 'Read again') button.click();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByLabelText('On day')).toHaveValue('31');
  await expect.element(screen.getByRole('button', { name: 'Do not send it to Bob Baker' })).toBeVisible();
});

test('where nothing is chosen the choice says so, and cannot be saved', async () => {
  const theirs = { ...planned, version: 9, schedule: { ...schedule, columns: ['billable' as const] } };
  const { screen } = await open(planned, {
    'PUT /Reports/:id/Schedule': new Refusal(409, 'version_conflict', 'Changed meanwhile.', {
      current: theirs,
    }),
  });
  await userEvent.click(screen.getByLabelText('Billable share'));
  await screen.getByRole('button', { name: 'Save' }).click();
  const choice = screen.getByRole('region', { name: 'Changed by somebody else' });
  await expect.element(choice.getByRole('button', { name: /^Save/ })).toBeVisible();
  await userEvent.click(screen.getByLabelText('Hours', { exact: true }));
  await userEvent.click(screen.getByLabelText('Billable share'));
  await expect.element(choice.getByRole('radio', { name: 'Mine nothing' })).toBeVisible();
  expect(choice.getByRole('button', { name: /^Save/ }).elements()).toEqual([]);
});
