import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Answers, openPage } from '../../ui/page.fixture.tsx';
import { ActivitiesPage } from './activities-page.tsx';

const activity = (id: string, activityName: string, sortOrder: number) => ({
  activityID: id,
  activityName,
  code: null,
  billableDefault: true,
  isGlobal: true,
  color: null,
  sortOrder,
  isArchived: false,
  version: 1,
});
const figures = { entries: 5, minutes: 600, roundedMinutes: 600, billableMinutes: 600 };
const answers = {
  'GET /Activities': [activity('a1', 'Design', 0), activity('a2', 'Review', 0)],
  'POST /Reports/Query': {
    lines: [{ keys: ['a1'], ...figures }],
    totals: figures,
    labels: [],
  },
} satisfies Answers;

test('an activity says how often it was used, and is moved among the others', async () => {
  const { screen, asked } = await openPage(ActivitiesPage, {
    answers: { ...answers, 'PUT /Activities/:id': activity('a2', 'Review', 10) },
  });
  await expect.element(screen.getByRole('row', { name: /Design.*5/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Actions for Review' }).click();
  await screen.getByRole('menuitem', { name: 'Move up' }).click();
  await expect.element(screen.getByText('Moved Review.')).toBeVisible();
  const sent = asked.filter(({ key }) => key === 'PUT /Activities/:id');
  expect(sent.map(({ params, body }) => [params['id'], body])).toEqual([
    ['a2', { sortOrder: 10, version: 1 }],
    ['a1', { sortOrder: 20, version: 1 }],
  ]);
});

test('before a merge it is said what moves; without another activity nothing is sent', async () => {
  const { screen, asked } = await openPage(ActivitiesPage, {
    answers: { ...answers, 'POST /Activities/:id/Merge': activity('a2', 'Review', 0) },
  });
  await screen.getByRole('button', { name: 'Actions for Design' }).click();
  await screen.getByRole('menuitem', { name: 'Merge into another…' }).click();
  await expect.element(screen.getByText(/5 entries move/)).toBeVisible();
  await screen.getByRole('button', { name: 'Merge' }).click();
  await expect.element(screen.getByText('Choose into which.')).toBeVisible();
  expect(asked.some(({ key }) => key.endsWith('/Merge'))).toBe(false);
  await screen.getByRole('combobox', { name: 'Into' }).fill('Rev');
  await screen.getByRole('option', { name: 'Review' }).click();
  await screen.getByRole('button', { name: 'Merge' }).click();
  await expect.element(screen.getByText('Design is now part of Review.')).toBeVisible();
  expect(asked.find(({ key }) => key.endsWith('/Merge'))).toMatchObject({
    params: { id: 'a2' },
    body: { from: 'a1' },
  });
});

test('an activity is dragged to the place of another with the mouse', async () => {
  const { screen, asked } = await openPage(ActivitiesPage, {
    answers: { ...answers, 'PUT /Activities/:id': activity('a2', 'Review', 10) },
  });
  await expect.element(screen.getByRole('row', { name: /Design.*5/ })).toBeVisible();
  const grips = screen.getByTitle('Drag to move');
  await userEvent.dragAndDrop(grips.nth(1), screen.getByRole('row', { name: /Design/ }));
  await expect.element(screen.getByText('Moved Review.')).toBeVisible();
  const sent = asked.filter(({ key }) => key === 'PUT /Activities/:id');
  expect(sent.map(({ params }) => params['id'])).toEqual(['a2', 'a1']);
});

test('only the whole list in its own order can be moved about', async () => {
  const { screen } = await openPage(ActivitiesPage, { answers, path: '/activities?sort=name' });
  await expect.element(screen.getByRole('row', { name: /Design.*5/ })).toBeVisible();
  expect(screen.getByTitle('Drag to move').elements()).toEqual([]);
});

test('those that nobody used this year are found', async () => {
  const { screen } = await openPage(ActivitiesPage, { answers, path: '/activities?idle=1' });
  await expect.element(screen.getByRole('row', { name: /Review/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Design/ })).not.toBeInTheDocument();
});
