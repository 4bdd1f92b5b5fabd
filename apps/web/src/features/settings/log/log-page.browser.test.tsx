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
  await expect.element(screen.getByText('projectName: Website → Web shop')).toBeVisible();
  await expect.element(screen.getByLabelText('What')).toHaveValue('project');
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
