import { expect, test } from 'vitest';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { openPage } from '../ui/page.fixture.tsx';
import '../styles/base.css';

const project = (index: number) => ({
  projectID: `p${index}`,
  projectName: `Number ${index}`,
  code: null,
  color: null,
  clientID: null,
  clientName: null,
  projectTypeID: 't1',
  isBillable: true,
  isArchived: false,
  monthMinutes: 0,
  trackedMinutes: 0,
  lastWorkDate: null,
  version: 1,
});

test('what is done with several rows stays in sight, however long the list is', async () => {
  const { screen } = await openPage(ProjectsPage, {
    answers: {
      'GET /Projects': Array.from({ length: 100 }, (_, index) => project(index)),
      'GET /Clients': [],
      'GET /ProjectTypeMaster': [],
      'GET /TeamMember/GetTeam/:id': [],
    },
    path: '/projects',
  });
  await screen.getByLabelText('Choose Number 0', { exact: true }).click();
  await expect.element(screen.getByText('Archive them')).toBeVisible();
  // Asking a hundred rows for their roles takes longer than drawing them.
  const bar = document.querySelector('[role="region"]');
  expect(bar?.ariaLabel).toBe('One chosen');
  expect(document.documentElement.scrollHeight).toBeGreaterThan(2 * window.innerHeight);
  const below = () => Number(bar?.getBoundingClientRect().bottom) - window.innerHeight;
  expect(below()).toBeLessThan(0);
  window.scrollTo(0, window.innerHeight);
  await expect.poll(() => window.scrollY).toBe(window.innerHeight);
  expect(below()).toBeLessThan(0);
});
