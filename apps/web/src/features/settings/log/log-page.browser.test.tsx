import { expect, test } from 'vitest';
import { type Answers, openPage, Refusal } from '../../../ui/page.fixture.tsx';
import { LogPage } from './log-page.tsx';

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

test('a log without such events says so, and one that is refused says why', async () => {
  const empty = await openPage(LogPage, { answers: { ...answers, 'GET /Audit': [] } });
  await expect.element(empty.screen.getByText(/Nothing matches/)).toBeVisible();
  await empty.screen.unmount();
  const refused = await openPage(LogPage, {
    answers: { ...answers, 'GET /Audit': new Refusal(403, 'forbidden', 'Not for you.') },
  });
  await expect.element(refused.screen.getByText('Not for you.')).toBeVisible();
});
