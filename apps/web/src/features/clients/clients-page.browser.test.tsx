import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '../../ui/page.fixture.tsx';
import { ClientsPage } from './clients-page.tsx';

const client = (id: string, clientName: string, own: object = {}) => ({
  clientID: id,
  clientName,
  code: null,
  contactName: null,
  email: null,
  phone: null,
  address: null,
  taxNumber: null,
  notes: null,
  currency: null,
  defaultRate: null,
  projectCount: 1,
  isArchived: false,
  version: 1,
  ...own,
});
const figures = { entries: 5, minutes: 600, roundedMinutes: 600, billableMinutes: 450 };
const answers = {
  'GET /Clients': [client('c1', 'Acme'), client('c2', 'Acme Ltd', { projectCount: 0 })],
  'GET /Projects': [{ projectID: 'p1', projectName: 'Website', trackedMinutes: 600 }],
  'GET /Projects/GetArchivedProjects': [],
  'POST /Reports/Query': { lines: [{ keys: ['c1'], ...figures }], totals: figures, labels: [] },
};

test('a client is merged into another after being told what moves', async () => {
  const { screen, asked } = await openPage(ClientsPage, {
    answers: { ...answers, 'POST /Clients/:id/Merge': client('c2', 'Acme Ltd') },
  });
  await screen.getByRole('button', { name: 'Actions for Acme', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Merge into another…' }).click();
  await expect
    .element(screen.getByText(/One project with 10:00 hours move. Acme is archived./))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Merge' }).click();
  await expect.element(screen.getByText('Choose into which.')).toBeVisible();
  expect(asked.some(({ key }) => key.endsWith('/Merge'))).toBe(false);
  await screen.getByRole('combobox', { name: 'Into' }).fill('Ltd');
  await screen.getByRole('option', { name: 'Acme Ltd' }).click();
  await screen.getByRole('button', { name: 'Merge' }).click();
  await expect.element(screen.getByText('Acme is now part of Acme Ltd.')).toBeVisible();
  expect(asked.find(({ key }) => key.endsWith('/Merge'))).toMatchObject({
    params: { id: 'c2' },
    body: { from: 'c1' },
  });
});

test('billable hours lead to their report, and clients without projects are found', async () => {
  await page.viewport(1280, 800);
  onTestFinished(() => page.viewport(414, 896));
  const { screen } = await openPage(ClientsPage, { answers });
  await expect.element(screen.getByRole('link', { name: '7:30' })).toBeVisible();
  await screen.getByRole('button', { name: 'Filter' }).click();
  await screen.getByRole('button', { name: 'Without projects' }).click();
  await expect.element(screen.getByRole('row', { name: /Acme Ltd/ })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Acme', exact: true })).not.toBeInTheDocument();
});

test('currency and rate of a client are kept; what is none is refused where it stands', async () => {
  const { screen, asked } = await openPage(ClientsPage, {
    answers: { ...answers, 'PUT /Clients/:id': client('c1', 'Acme') },
  });
  await screen.getByRole('button', { name: 'Actions for Acme', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  await screen.getByLabelText('Currency').fill('e');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Enter three letters such as EUR.')).toBeVisible();
  await screen.getByLabelText('Currency').fill('chf');
  await screen.getByLabelText('An hour is billed at (CHF)').fill('120,50');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Saved Acme.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'PUT /Clients/:id')?.body).toMatchObject({
    currency: 'CHF',
    defaultRate: 12050,
    phone: null,
  });
});
