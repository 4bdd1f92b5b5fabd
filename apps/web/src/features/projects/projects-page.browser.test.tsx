import { expect, test } from 'vitest';
import { openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { ProjectsPage } from './projects-page.tsx';

const project = {
  projectID: 'p1',
  projectName: 'Website',
  code: null,
  clientID: null,
  clientName: null,
  projectTypeID: 't1',
  color: null,
  isBillable: true,
  description: null,
  monthMinutes: 90,
  trackedMinutes: 600,
  lastWorkDate: '2026-11-20',
  isArchived: false,
  version: 1,
};
const type = { projectTypeID: 't1', name: 'Client work', billableDefault: true, isActive: true };
const answers = {
  'GET /Projects': [project],
  'GET /Clients': [],
  'GET /ProjectTypeMaster': [type],
};

test('a project is listed with its hours', async () => {
  const { screen } = await openPage(ProjectsPage, { answers });
  await expect.element(screen.getByRole('row', { name: /Website.*1:30/ })).toBeVisible();
});

test('without a project the page says what one is, and offers to add it', async () => {
  const { screen } = await openPage(ProjectsPage, { answers: { ...answers, 'GET /Projects': [] } });
  await expect.element(screen.getByText('No projects yet')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add project' }).elements().length).toBeGreaterThan(0);
});

test('a list that cannot be had says why', async () => {
  const refused = new Refusal(403, 'forbidden', 'Projects are not for you.');
  const { screen } = await openPage(ProjectsPage, { answers: { ...answers, 'GET /Projects': refused } });
  await expect.element(screen.getByText('Projects are not for you.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a refused project keeps its form and what was typed', async () => {
  const { screen, asked } = await openPage(ProjectsPage, {
    answers: { ...answers, 'POST /Projects': new Refusal(409, 'name_taken', 'This name is taken.') },
    path: '/projects?new=1',
  });
  await screen.getByLabelText('Name').fill('Website');
  await screen.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('This name is taken.')).toBeVisible();
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Website');
  expect(asked.find(({ key }) => key === 'POST /Projects')?.body).toMatchObject({ projectName: 'Website' });
});

test('who may not change projects is offered nothing', async () => {
  const { screen } = await openPage(ProjectsPage, { answers, start: startOf({ role: 'member' }) });
  await expect.element(screen.getByRole('row', { name: /Website/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add project' }).elements()).toEqual([]);
});
