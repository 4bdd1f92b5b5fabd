import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
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

test('what is used of a budget stands in the list: near its limit it stands out, and one in money leads to its report', async () => {
  await page.viewport(1280, 800);
  onTestFinished(() => page.viewport(414, 896));
  const hours = (name: string, budgetHours: number, budgetPeriod: 'total' | 'month') => ({
    ...project,
    projectID: name,
    projectName: name,
    budgetKind: 'hours' as const,
    budgetHours,
    budgetPeriod,
  });
  const inMoney = {
    ...project,
    projectID: 'p9',
    projectName: 'Quay',
    budgetKind: 'amount' as const,
    budgetAmount: 90_000,
  };
  const { screen } = await openPage(ProjectsPage, {
    answers: {
      ...answers,
      'GET /Projects': [
        hours('Pier', 20, 'total'),
        hours('Mole', 3, 'month'),
        hours('Dock', 8, 'total'),
        inMoney,
      ],
    },
  });
  await expect.element(screen.getByRole('row', { name: /Pier.*50\.0 %/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Mole.*50\.0 %/ })).toBeVisible();
  await expect.element(screen.getByText('125.0 %')).toHaveAttribute('data-tone', 'danger');
  const link = screen.getByRole('link', { name: 'In money' }).element() as HTMLAnchorElement;
  expect(new URL(link.href).searchParams.get('kind')).toBe('budget');
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

test('the sort lives in the address: a link shows the same order', async () => {
  const other = { ...project, projectID: 'p2', projectName: 'Brand', monthMinutes: 600 };
  const { screen } = await openPage(ProjectsPage, {
    answers: { ...answers, 'GET /Projects': [project, other] },
    path: '/projects?sort=-month',
  });
  await expect.element(screen.getByRole('row').nth(1).getByText('Brand')).toBeVisible();
  await expect
    .element(screen.getByRole('columnheader', { name: /This month/ }))
    .toHaveAttribute('aria-sort', 'descending');
});

test('several projects are archived at once; one that is refused stays chosen and says why', async () => {
  const other = { ...project, projectID: 'p2', projectName: 'Brand' };
  const { screen, asked } = await openPage(ProjectsPage, {
    answers: {
      ...answers,
      'GET /Projects': [project, other],
      'DELETE /Projects/:id': ({ params }) =>
        params['id'] === 'p2' ? new Refusal(403, 'forbidden', 'Not yours.') : project,
    },
  });
  await screen.getByRole('checkbox', { name: 'Choose all' }).click();
  await expect.element(screen.getByRole('region', { name: '2 chosen' })).toBeVisible();
  await screen.getByRole('button', { name: 'Archive them' }).click();
  await expect.element(screen.getByText('Archived one.')).toBeVisible();
  await expect.element(screen.getByText('Not done for Brand: Not yours.')).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: 'Choose Brand' })).toBeChecked();
  expect(asked.filter(({ key }) => key === 'DELETE /Projects/:id')).toHaveLength(2);
});

test('a project is duplicated under a name of its own', async () => {
  const { screen, asked } = await openPage(ProjectsPage, {
    answers: { ...answers, 'POST /Projects/:id/Duplicate': project },
  });
  await screen.getByRole('button', { name: 'Actions for Website' }).click();
  await screen.getByRole('menuitem', { name: 'Duplicate…' }).click();
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Website (copy)');
  await screen.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('Created Website (copy).')).toBeVisible();
  expect(asked.find(({ key }) => key.endsWith('/Duplicate'))?.params).toEqual({ id: 'p1' });
});

test('a name that differs from another only in case or spaces is noticed', async () => {
  const { screen } = await openPage(ProjectsPage, { answers, path: '/projects?new=1' });
  await screen.getByLabelText('Name').fill('web  SITE');
  await expect.element(screen.getByText(/“Website” differs from this only in case or spaces/)).toBeVisible();
});

test('what the list is narrowed to lives in the address and is asked of the gateway; words and order stay', async () => {
  const client = { clientID: '01a203bd-0000-7000-8000-000000000001', clientName: 'Acme' };
  const { screen, addresses } = await openPage(ProjectsPage, {
    answers: { ...answers, 'GET /Clients': [client], 'GET /TeamMember/GetTeam/:id': [] },
    path: `/projects?q=web&sort=-month&client=${client.clientID}&over=1`,
  });
  await expect.element(screen.getByRole('row', { name: /Website/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Filter (2)' })).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: 'Client' })).toHaveValue('Acme');
  await screen.getByLabelText('Billable').selectOptions('Non-billable');
  await expect
    .poll(() => addresses.filter((address) => address.includes('/api/Projects?')).at(-1))
    .toMatch(/clientID=01a203bd.*isBillable=false.*overBudget=true/);
  await expect.element(screen.getByLabelText('Search')).toHaveValue('web');
  await expect
    .element(screen.getByRole('columnheader', { name: /This month/ }))
    .toHaveAttribute('aria-sort', 'descending');
});

test('filters that leave nothing are said, and taken away together', async () => {
  const { screen, addresses } = await openPage(ProjectsPage, {
    answers: { ...answers, 'GET /Projects': [], 'GET /TeamMember/GetTeam/:id': [] },
    path: '/projects?idle=1',
  });
  await expect.element(screen.getByText('Nothing is within these filters')).toBeVisible();
  expect(addresses.some((address) => address.includes('inactiveDays=60'))).toBe(true);
  await screen.getByRole('button', { name: 'Clear the filters' }).first().click();
  await expect.element(screen.getByText('No projects yet')).toBeVisible();
});
