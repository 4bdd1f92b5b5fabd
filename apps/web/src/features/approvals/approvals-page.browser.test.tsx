import { flushSync } from 'react-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inTurn, openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { ApprovalsPage } from './approvals-page.tsx';

const week = (teamMemberID: string, firstName: string) => ({
  teamMemberID,
  weekEndDate: '2026-11-22',
  status: 'pending' as const,
  version: 2,
  totalMinutes: 2400,
  billableMinutes: 1200,
  nonBillableMinutes: 1200,
  lines: [],
  firstName,
  lastName: '',
  normMinutes: null,
  flags: [],
});
const sheet = { week: week('m2', 'Grace'), entries: [], locked: [], expectedMinutes: [] };
const answers = {
  'GET /TimeSheet/GetPendingTimesheets': [week('m2', 'Grace'), week('m3', 'Linus')],
  'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': sheet,
  'GET /TimeSheet/History/:teamMemberID/:weekEndDate': [],
  'GET /TimeSheet/Difference/:teamMemberID/:weekEndDate': {
    submittedAt: null,
    added: [],
    removed: [],
    changed: [],
  },
};

// Beside the list there is room for a week.
beforeEach(() => page.viewport(1280, 800));

test('nothing waiting is said, and so is why a list cannot be had', async () => {
  const { screen } = await openPage(ApprovalsPage, {
    answers: {
      ...answers,
      'GET /TimeSheet/GetPendingTimesheets': inTurn(new Refusal(403, 'forbidden', 'No inbox for you.'), []),
    },
  });
  await expect.element(screen.getByText('No inbox for you.')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nothing waiting')).toBeVisible();
});

test('projects of one name are lines of their own, each with its client', async () => {
  const entry = (projectID: string, clientName: string, minutes: number) => ({
    timesheetID: projectID,
    projectID,
    projectName: 'Website',
    clientName,
    activityID: null,
    activityName: null,
    workDate: '2026-11-16',
    minutes,
    comment: '',
    isBillable: true,
  });
  const entries = [entry('p1', 'Tidewater', 60), entry('p2', 'Aare', 90)];
  const { screen } = await openPage(ApprovalsPage, {
    answers: {
      ...answers,
      'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': { ...sheet, entries },
    },
  });
  await expect.element(screen.getByRole('rowheader', { name: 'Aare · Website' })).toBeVisible();
  const rows = screen
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual([
    'Aare · Website1:301:30',
    'Tidewater · Website1:001:00',
    'Day2:30––––––2:30',
  ]);
});

test('a week that is disapproved needs a reason, and a refusal keeps what was typed', async () => {
  const { screen, asked } = await openPage(ApprovalsPage, {
    answers: {
      ...answers,
      'POST /TimeSheet/Disapprove': new Refusal(409, 'version_conflict', 'Somebody decided already.'),
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Grace' })).toBeVisible();
  await userEvent.keyboard('x');
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Reason').fill('Friday is missing');
  await dialog.getByRole('button', { name: 'Disapprove' }).click();
  await expect.element(dialog.getByText('Somebody decided already.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('Friday is missing');
  expect(asked.find(({ key }) => key === 'POST /TimeSheet/Disapprove')?.body).toMatchObject({
    items: [{ teamMemberID: 'm2', weekEndDate: '2026-11-22', version: 2 }],
    reason: 'Friday is missing',
  });
});

test('a week that was decided elsewhere meanwhile is not changed for the next one under the hands', async () => {
  const [grace, linus] = [week('m2', 'Grace'), week('m3', 'Linus')];
  const { screen, asked } = await openPage(ApprovalsPage, {
    answers: {
      ...answers,
      'GET /TimeSheet/GetPendingTimesheets': inTurn([grace, linus], [linus]),
      'POST /TimeSheet/Disapprove': new Refusal(409, 'version_conflict', 'Somebody decided already.'),
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Grace' })).toBeVisible();
  await userEvent.keyboard('x');
  const dialog = screen.getByRole('dialog', { name: /Grace/ });
  await dialog.getByLabelText('Reason').fill('Friday is missing');
  await dialog.getByRole('button', { name: 'Disapprove' }).click();
  await expect
    .element(screen.getByRole('heading', { name: 'Linus', includeHidden: true }))
    .toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Disapprove' }).click();
  const sent = () => asked.filter(({ key }) => key === 'POST /TimeSheet/Disapprove');
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]?.body).toMatchObject({ items: [{ teamMemberID: 'm2' }] });
  await expect.element(dialog.getByText('Somebody decided already.')).toBeVisible();
});

test('J and K go through the list, and the address follows', async () => {
  const { screen, history } = await openPage(ApprovalsPage, { answers });
  await expect.element(screen.getByRole('heading', { name: 'Grace' })).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(screen.getByRole('heading', { name: 'Linus' })).toBeVisible();
  await expect.poll(() => history.location.search).toContain('m3');
  await expect.element(screen.getByRole('heading', { name: 'Linus' })).toBeVisible();
  await userEvent.keyboard('k');
  await expect.element(screen.getByRole('heading', { name: 'Grace' })).toBeVisible();
  await expect.poll(() => history.location.search).toContain('m2');
  await expect.element(screen.getByRole('heading', { name: 'Grace' })).toBeVisible();
  // An address from elsewhere is followed as well: the way back, a link.
  history.push('/approvals?week=m3.2026-11-22');
  await expect.element(screen.getByRole('heading', { name: 'Linus' })).toBeVisible();
});

test('of weeks that are passed in a run only the first and the last are asked for', async () => {
  const people = ['m2', 'm3', 'm4', 'm5'];
  const { screen, asked } = await openPage(ApprovalsPage, {
    answers: {
      ...answers,
      'GET /TimeSheet/GetPendingTimesheets': people.map((id) => week(id, `Person ${id}`)),
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Person m2' })).toBeVisible();
  // All in one task, so that no machine is slow enough to rest between them.
  for (let press = 0; press < 3; press++)
    flushSync(() => void dispatchEvent(new KeyboardEvent('keydown', { key: 'j' })));
  await expect.element(screen.getByRole('heading', { name: 'Person m5' })).toBeVisible();
  const sheets = () => asked.filter(({ key }) => key.startsWith('GET /TimeSheet/GetByWeek'));
  await expect.poll(() => sheets().at(-1)?.params.teamMemberID).toBe('m5');
  expect(sheets().map(({ params }) => params.teamMemberID)).toEqual(['m2', 'm5']);
});

test('a decision can be taken back for as long as nobody was told of it', async () => {
  const decided = { ...week('m2', 'Grace'), status: 'approved' as const, version: 3 };
  const { screen, asked } = await openPage(ApprovalsPage, {
    answers: {
      ...answers,
      'POST /TimeSheet/Approve': { results: [{ ...decided, status: 200, week: decided, error: null }] },
      'POST /TimeSheet/Undo': inTurn(
        {
          results: [
            { ...decided, status: 422, week: null, error: { code: 'state_conflict', message: 'Too late.' } },
          ],
        },
        { results: [{ ...decided, status: 200, week: { ...decided, version: 4 }, error: null }] },
      ),
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Grace' })).toBeVisible();
  await userEvent.keyboard('a');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Too late.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'POST /TimeSheet/Undo')?.body).toEqual({
    items: [{ teamMemberID: 'm2', weekEndDate: '2026-11-22', version: 3 }],
  });
  await userEvent.keyboard('a');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('It is as it was before.')).toBeVisible();
});

test('which week is due next is said, and of those that are not there when each person was reminded', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 25, 12), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const open = { ...week('m2', 'Grace'), status: 'open' as const };
  const { screen } = await openPage(ApprovalsPage, {
    answers: {
      ...answers,
      'GET /TimeSheet/GetPendingTimesheets': [],
      'GET /TimeSheet/Weeks': ({ query }) =>
        query['status'] === 'open'
          ? [
              { ...open, remindedAt: '2026-11-24T09:00:00' },
              { ...open, teamMemberID: 'm3', firstName: 'Linus', remindedAt: null },
            ]
          : [],
    },
    start: startOf({}, { submitDueDays: 10 }),
  });
  await expect
    .element(screen.getByText('Next: the week 9–15 Nov 2026 is due on 2026-11-25.', { exact: true }))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Not submitted' }).click();
  await expect.element(screen.getByText(/Who is late is reminded by mail at nine/)).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: /Grace.*Reminded 2026-11-24, 09:00/ }))
    .toBeVisible();
  expect(screen.getByRole('button', { name: /Linus.*Reminded/ }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Disapproved' }).click();
  await expect.element(screen.getByText('No disapproved weeks')).toBeVisible();
  expect(screen.getByText(/is due on/).elements()).toEqual([]);
});

test('what several weeks are decided with stays in sight, however long the list is', async () => {
  await page.viewport(390, 600);
  const { screen } = await openPage(ApprovalsPage, {
    answers: {
      ...answers,
      'GET /TimeSheet/GetPendingTimesheets': Array.from({ length: 30 }, (_, at) =>
        week(`m${at + 2}`, `P${at}`),
      ),
    },
  });
  await screen.getByRole('checkbox', { name: 'Select all without a warning' }).click();
  const bar = screen.getByRole('group', { name: '30 weeks chosen' });
  await expect.element(bar.getByRole('button', { name: 'Approve 30' })).toBeVisible();
  await expect.poll(() => document.documentElement.scrollHeight / window.innerHeight).toBeGreaterThan(1.5);
  const below = () => bar.element().getBoundingClientRect().bottom - window.innerHeight;
  expect(below()).toBeLessThanOrEqual(0);
  window.scrollTo(0, 200);
  await expect.poll(() => window.scrollY).toBe(200);
  expect(Math.abs(below())).toBeLessThan(1);
});
