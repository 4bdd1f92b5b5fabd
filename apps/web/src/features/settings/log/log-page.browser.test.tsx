import { expect, test } from 'vitest';
import { ownWays } from '../../../lib/formats.ts';
import { fullDate } from '../../../lib/today.ts';
import { type Answers, openPage, Refusal } from '../../../ui/page.fixture.tsx';
import { LogPage } from './log-page.tsx';

const day = (date: string) => fullDate(date, ownWays().date);

const answers = {
  'GET /TeamMember/GetTeam/:id': [],
  'GET /Audit': [
    {
      id: 'a1',
      at: '2026-11-20T10:00:00.000Z',
      actorName: 'Ada Lovelace',
      actorKind: 'member',
      entity: 'project',
      entityID: 'p1',
      action: 'changed',
      before: { projectName: 'Website' },
      after: { projectName: 'Web shop' },
    },
  ],
} satisfies Answers;

test('an event says who changed what, from what to what', async () => {
  const { screen } = await openPage(LogPage, { answers, path: '/settings/log?what=project' });
  await expect.element(screen.getByText('Ada Lovelace')).toBeVisible();
  await expect.element(screen.getByText('Name: Website → Web shop')).toBeVisible();
  await expect.element(screen.getByLabelText('What')).toHaveValue('project');
});

test('a week is told by its person and days, its hours as everywhere', async () => {
  const week = {
    ...answers['GET /Audit'][0],
    entity: 'week',
    entityID: 'm7/2026-11-15',
    action: 'approve',
    before: { status: 'pending' },
    after: { status: 'approved', totalMinutes: 2415, submitDueDays: 3, reason: null },
  };
  const { screen } = await openPage(LogPage, {
    answers: {
      'GET /TeamMember/GetTeam/:id': [{ id: 'm7', firstName: 'Mia', lastName: 'Wolf' }],
      'GET /Audit': [week],
    },
    path: '/settings/log',
  });
  await expect.element(screen.getByText('Week · Mia Wolf, 9–15 Nov 2026 · approved')).toBeVisible();
  await expect.element(screen.getByText('State: pending → approved')).toBeVisible();
  await expect.element(screen.getByText('Hours: 40:15')).toBeVisible();
  await expect.element(screen.getByText('Days until a week is due: 3')).toBeVisible();
});

test('saved time is told entry by entry: what was changed, added and removed', async () => {
  const entry = (id: string, workOn: string, minutes: number) => ({
    id,
    workOn,
    projectId: 'p1',
    activityId: null,
    minutes,
    isBillable: true,
    comment: '',
  });
  const [monday, tuesday] = [entry('e1', '2026-11-09', 480), entry('e2', '2026-11-10', 480)];
  const wednesday = entry('e3', '2026-11-11', 60);
  const saved = {
    ...answers['GET /Audit'][0],
    entity: 'week',
    entityID: 'm7/2026-11-15',
    action: 'saved',
    before: [monday, wednesday, tuesday],
    after: {
      entries: [
        { ...monday, minutes: 120 },
        { ...wednesday, projectId: 'p2', comment: 'Pier' },
        entry('e4', '2026-11-12', 30),
      ],
      removed: ['e2'],
      reason: 'Sick',
    },
  };
  const { screen } = await openPage(LogPage, {
    answers: { ...answers, 'GET /Audit': [saved] },
    path: '/settings/log',
  });
  await expect.element(screen.getByText('Reason: Sick')).toBeVisible();
  const lines = [...document.querySelectorAll('li li')].map((line) => line.textContent);
  expect(lines).toEqual([
    `${day('2026-11-09')}: 8:00 → 2:00`,
    `${day('2026-11-11')}: 1:00 · another project · Comment: – → Pier`,
    `${day('2026-11-12')}: 0:30`,
    `${day('2026-11-10')}: 8:00 → –`,
    'Reason: Sick',
  ]);
});

test('a list of as many things as before is no list that stayed', async () => {
  const rate = (hourlyRate: number) => ({
    activityRates: [{ activityID: 'a1', hourlyRate }],
    alertPercents: [80],
  });
  const changed = { ...answers['GET /Audit'][0], before: rate(100), after: rate(120) };
  const { screen } = await openPage(LogPage, { answers: { ...answers, 'GET /Audit': [changed] } });
  await expect
    .element(screen.getByText(/^Rates of activities: .*"hourlyRate":100.* → .*"hourlyRate":120/))
    .toBeVisible();
  expect(document.querySelectorAll('li li')).toHaveLength(1);
});

test('settings are told in words, days and moments as the workspace writes them', async () => {
  const set = {
    ...answers['GET /Audit'][0],
    entity: 'workspace',
    action: 'retentionSet',
    before: { months: 60, beginsAt: '2026-10-20T08:00:00.000Z' },
    after: { months: 24, beginsAt: '2026-12-20T08:00:00.000Z', untilDate: '2024-11-30' },
  };
  const { screen } = await openPage(LogPage, { answers: { ...answers, 'GET /Audit': [set] } });
  await expect.element(screen.getByText('Workspace · keeping of old time set')).toBeVisible();
  await expect.element(screen.getByText('Months that time is kept: 60 → 24')).toBeVisible();
  await expect
    .element(screen.getByText(`Begins: ${day('2026-10-20')}, 08:00 → ${day('2026-12-20')}, 08:00`))
    .toBeVisible();
  await expect.element(screen.getByText(`Up to and including: ${day('2024-11-30')}`)).toBeVisible();
});

test('a log without such events says so, and one that is refused says why', async () => {
  const empty = await openPage(LogPage, { answers: { ...answers, 'GET /Audit': [] } });
  await expect.element(empty.screen.getByText(/Nothing matches/)).toBeVisible();
  await empty.screen.unmount();
  const refused = await openPage(LogPage, {
    answers: { ...answers, 'GET /Audit': new Refusal(403, 'forbidden', 'Not for you.') },
  });
  await expect.element(refused.screen.getByText('Not for you.')).toBeVisible();
});
