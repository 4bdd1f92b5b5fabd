import { addDays } from '@stint/domain/time/plain-date.ts';
import { weekEndOf } from '@stint/domain/time/week.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { today } from '../../lib/today.ts';
import { type Answers, inTurn, openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { DashboardPage } from './dashboard-page.tsx';

const project = '01a203bd-0000-7000-8000-000000000001';
const person = '01a203bd-0000-7000-8000-000000000002';
const week = { teamMemberID: person, weekEndDate: addDays(weekEndOf(today()), -7) };
const figures = { entries: 1, minutes: 600, roundedMinutes: 600, billableMinutes: 300, amounts: null };

const mine = {
  'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': {
    entries: [
      { workDate: today(), minutes: 90, isBillable: true },
      { workDate: addDays(today(), -1), minutes: 30, isBillable: false },
    ],
    expectedMinutes: [480, 480, 480, 480, 480, 480, 480],
    locked: [],
  },
  'GET /Timer/Overview': { timer: null, drafts: [], last: null, schedule: [], now: new Date().toISOString() },
  'GET /TimeSheet/Missing': [{ teamMemberID: 'm1', dates: [addDays(today(), -3)] }],
  'GET /TeamMember/:id': {
    id: 'm1',
    timeSheetList: [{ weekEndDate: week.weekEndDate, status: 'disapproved', totalMinutes: 2400 }],
  },
  'GET /Projects/Picker': [
    {
      projectID: project,
      projectName: 'Website',
      clientName: 'Acme',
      color: null,
      activityID: null,
      activityName: 'Design',
      isBillable: true,
      isFavourite: false,
      lastUsedDate: today(),
    },
  ],
} satisfies Answers;

const team = {
  'GET /TimeSheet/GetPendingTimesheets': [
    { ...week, firstName: 'Grace', lastName: 'Hopper', totalMinutes: 2400, flags: [] },
  ],
  'GET /TimeSheet/Weeks': [],
  'GET /Projects': [
    {
      projectID: project,
      projectName: 'Website',
      budgetKind: 'hours',
      budgetHours: 10,
      budgetPeriod: 'total',
      trackedMinutes: 540,
      monthMinutes: 60,
      color: null,
    },
    {
      projectID: person,
      projectName: 'Quiet',
      budgetKind: 'hours',
      budgetHours: 10,
      budgetPeriod: 'month',
      trackedMinutes: 540,
      monthMinutes: 60,
      color: null,
    },
  ],
  'GET /Projects/SearchAllProjects': { items: [], total: 0, page: 1, size: 200 },
  'POST /Reports/Query': {
    lines: [{ keys: [person], ...figures }],
    totals: figures,
    labels: [{ [person]: 'Grace Hopper' }],
  },
  'GET /TeamMember/GetTeam/:id': [{ id: person, status: 'active', schedule: null, weeklyMinutes: 1200 }],
} satisfies Answers;

test('what is mine is shown, each figure with the way to what is behind it', async () => {
  const { screen } = await openPage(DashboardPage, { answers: mine, start: startOf({ role: 'member' }) });
  await expect.element(screen.getByRole('link', { name: '2:00 Open the week' })).toBeVisible();
  await expect.element(screen.getByText('Today 1:30 of 8:00')).toBeVisible();
  await expect.element(screen.getByText('No timer runs.')).toBeVisible();
  await expect.element(screen.getByText('Disapproved')).toBeVisible();
  const record = screen.getByRole('link', { name: /^Record/ }).element() as HTMLAnchorElement;
  expect(record.href).toContain(`day=${addDays(today(), -3)}`);
  const report = screen.getByRole('link', { name: 'Report: This week' }).element() as HTMLAnchorElement;
  expect(decodeURIComponent(report.href)).toContain('where=person.is.m1');
  await expect.element(screen.getByRole('heading', { name: 'The team' })).not.toBeInTheDocument();
});

test('who leads sees what waits, whose budget ends and what everybody recorded', async () => {
  const { screen } = await openPage(DashboardPage, { answers: { ...mine, ...team } });
  await expect.element(screen.getByRole('link', { name: 'Review one week' })).toBeVisible();
  await expect.element(screen.getByText('Everybody has submitted.')).toBeVisible();
  await expect.element(screen.getByText('90.0 % used')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Quiet' })).not.toBeInTheDocument();
  await expect.element(screen.getByText('10:00 of 20:00 expected hours (50.0 %)')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Grace Hopper' }).last()).toBeVisible();
});

test('the hours of the team take the width of the page, so that no hole is beside them', async () => {
  const { innerWidth: width, innerHeight: height } = window;
  onTestFinished(() => page.viewport(width, height));
  await page.viewport(1440, 900);
  const { screen } = await openPage(DashboardPage, { answers: { ...mine, ...team } });
  const list = screen.getByRole('list', { name: 'Team this week' });
  await expect.element(list).toBeVisible();
  const widthOf = (element: Element | null) => element?.getBoundingClientRect().width ?? 0;
  const part = list.element().closest('section[aria-labelledby="dashboard-team"]');
  expect(widthOf(list.element())).toBeGreaterThan(0.9 * widthOf(part));
});

test('a budget in money says how much of it is used, as one in hours does', async () => {
  const priced = {
    ...team['GET /Projects'][0],
    projectName: 'Priced',
    budgetKind: 'amount' as const,
    budgetHours: null,
    budgetAmount: 100_000,
    lastWorkDate: today(),
  };
  const { screen } = await openPage(DashboardPage, {
    answers: {
      ...mine,
      ...team,
      'GET /Projects': [priced],
      'GET /Projects/SearchAllProjects': { items: [] },
      'GET /Projects/:id/Summary': { budgetAmount: 100_000, budgetUsedAmount: 87_500 },
    },
  });
  await expect.element(screen.getByText('87.5 % used')).toBeVisible();
});

test('budgets that are used up are read to the end, and the card says how many it does not show', async () => {
  const used = Array.from({ length: 214 }, (_, at) => ({
    ...team['GET /Projects'][0],
    projectID: `01a203bd-0000-7000-8000-${String(at).padStart(12, '0')}`,
    projectName: `Used ${at}`,
    trackedMinutes: 700 + at,
  }));
  const { screen } = await openPage(DashboardPage, {
    answers: {
      ...mine,
      ...team,
      'GET /Projects': [],
      'GET /Projects/SearchAllProjects': ({ query }) => {
        const [page, size] = [Number(query['page']), Number(query['size'])];
        return { items: used.slice((page - 1) * size, page * size), total: used.length, page, size };
      },
    },
  });
  await expect.element(screen.getByText('6 of 214 are shown.')).toBeVisible();
  // The fullest is on the second page.
  await expect.element(screen.getByRole('link', { name: 'Used 213' })).toBeVisible();
});

test('a card that is refused says why and is asked for again by itself; the others stand', async () => {
  const answers = {
    ...mine,
    'GET /TimeSheet/Missing': inTurn(
      new Refusal(403, 'forbidden', 'Not readable now.'),
      mine['GET /TimeSheet/Missing'],
    ),
  };
  const { screen } = await openPage(DashboardPage, { answers, start: startOf({ role: 'member' }) });
  await expect.element(screen.getByText('Not readable now.')).toBeVisible();
  await expect.element(screen.getByText('No timer runs.')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('link', { name: /^Record/ })).toBeVisible();
});

test('what was worked on lately is started again from here', async () => {
  const { screen, asked } = await openPage(DashboardPage, {
    answers: { ...mine, 'POST /Timer/Start': { timer: {}, saved: [], drafts: [] } },
    start: startOf({ role: 'member' }),
  });
  await screen.getByRole('button', { name: 'Start the timer for Website · Design' }).click();
  await expect.element(screen.getByText('The timer runs for Website · Design.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'POST /Timer/Start')?.body).toMatchObject({
    projectID: project,
    activityID: null,
  });
});
