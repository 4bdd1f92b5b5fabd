import { expect, onTestFinished, test } from 'vitest';
import { openSitePage, Refusal } from '../../ui/page.fixture.tsx';
import { CreateWorkspacePage } from './create-workspace-page.tsx';
import { InvitePage } from './invite-page.tsx';

test('without a region that was chosen nothing is made, and what to do is said', async () => {
  localStorage.removeItem('stint.newWorkspace');
  const { screen, asked } = await openSitePage(CreateWorkspacePage, {
    'GET /Workspaces/Availability': { isAvailable: true, problem: null, suggestions: [] },
    'POST /Workspaces': new Refusal(409, 'slug_taken', 'This address was taken just now.'),
  });
  await screen.getByLabelText('Workspace name').fill('Harbour Studio');
  await screen.getByRole('button', { name: 'Create workspace' }).click();
  await expect
    .element(screen.getByText('Choose a data region first. It cannot be changed later.'))
    .toBeVisible();
  expect(asked.some(({ key }) => key === 'POST /Workspaces')).toBe(false);
});

test('the address follows the name, is looked up, and a refusal keeps both', async () => {
  localStorage.setItem('stint.newWorkspace', JSON.stringify({ regionCode: 'eu' }));
  onTestFinished(() => localStorage.removeItem('stint.newWorkspace'));
  const { screen, asked } = await openSitePage(CreateWorkspacePage, {
    'GET /Workspaces/Availability': { isAvailable: true, problem: null, suggestions: [] },
    'POST /Workspaces': new Refusal(409, 'slug_taken', 'This address was taken just now.'),
  });
  await screen.getByLabelText('Workspace name').fill('Harbour Studio');
  await expect.element(screen.getByLabelText('Address')).toHaveValue('harbour-studio');
  await expect.element(screen.getByText('This address is free.')).toBeVisible();
  await screen.getByRole('button', { name: 'Create workspace' }).click();
  await expect.element(screen.getByText('This address was taken just now.')).toBeVisible();
  await expect.element(screen.getByLabelText('Workspace name')).toHaveValue('Harbour Studio');
  expect(asked.find(({ key }) => key === 'POST /Workspaces')?.body).toMatchObject({
    name: 'Harbour Studio',
    slug: 'harbour-studio',
  });
});

test('an invitation that is over says what to do', async () => {
  const { screen } = await openSitePage(InvitePage, {
    'GET /Invitations/:token/Preview': new Refusal(404, 'not_found', 'Not found.'),
  });
  await expect.element(screen.getByText('This invitation is no longer open')).toBeVisible();
});
