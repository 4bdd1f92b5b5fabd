import { expect, test } from 'vitest';
import { ownWays } from '../../../lib/formats.ts';
import { formatMoney } from '../../../lib/money.ts';
import { fullDate } from '../../../lib/today.ts';
import { type Answers, openPage, Refusal, startOf } from '../../../ui/page.fixture.tsx';
import { LogPage } from './log-page.tsx';

const [PIER, FERRY, PERSON] = ['1', '2', '3'].map((end) => `01972fa7-9000-7000-8000-00000000000${end}`) as [
  string,
  string,
  string,
];
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
      names: {},
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
    names: { m7: 'Mia Wolf' },
  };
  const { screen } = await openPage(LogPage, {
    answers: { ...answers, 'GET /Audit': [week] },
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
    projectId: PIER,
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
        { ...wednesday, projectId: FERRY, comment: 'Pier' },
        entry('e4', '2026-11-12', 30),
      ],
      removed: ['e2'],
      reason: 'Sick',
    },
    names: { [PIER]: 'Pier 7' },
  };
  const { screen } = await openPage(LogPage, {
    answers: { ...answers, 'GET /Audit': [saved] },
    path: '/settings/log',
  });
  await expect.element(screen.getByText('Reason: Sick')).toBeVisible();
  const lines = [...document.querySelectorAll('li li')].map((line) => line.textContent);
  expect(lines).toEqual([
    `${day('2026-11-09')}: 8:00 → 2:00`,
    `${day('2026-11-11')}: 1:00 · Project: Pier 7 → no longer there · Comment: Pier`,
    `${day('2026-11-12')}: 0:30`,
    `${day('2026-11-10')}: 8:00 → –`,
    'Reason: Sick',
  ]);
});

test('people and things are told by their names, lists by what came and went, amounts as money', async () => {
  const changed = {
    ...answers['GET /Audit'][0],
    before: {
      clientID: PIER,
      managerID: null,
      memberIDs: [PIER, FERRY],
      hourlyRate: 7500,
      activityRates: [{ activityID: FERRY, hourlyRate: 100 }],
      visibility: 'public',
      alertPercents: [80],
    },
    after: {
      clientID: FERRY,
      managerID: PIER,
      memberIDs: [FERRY, PERSON],
      hourlyRate: 8050,
      activityRates: [{ activityID: FERRY, hourlyRate: 120 }],
      visibility: 'members',
      alertPercents: [80],
    },
    names: { [PIER]: 'Pier 7', [FERRY]: 'Northwind', [PERSON]: 'Mia Wolf' },
  };
  const { screen } = await openPage(LogPage, { answers: { ...answers, 'GET /Audit': [changed] } });
  await expect.element(screen.getByText('Manager: Pier 7')).toBeVisible();
  const money = (amount: number) => formatMoney(amount, startOf().settings.currency);
  expect([...document.querySelectorAll('li li')].map((line) => line.textContent)).toEqual([
    'Client: Pier 7 → Northwind',
    'Manager: Pier 7',
    'Members: + Mia Wolf, − Pier 7',
    `An hour: ${money(7500)} → ${money(8050)}`,
    `Rates of activities: + Northwind ${money(120)}, − Northwind ${money(100)}`,
    'Who records time here: everybody → only its members',
  ]);
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
