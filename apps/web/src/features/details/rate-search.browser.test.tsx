import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useProjectOptions } from '../../entities/use-project-options.ts';
import { type Answers, later, openPage } from '../../ui/page.fixture.tsx';
import { ActivityPage } from './activity-page.tsx';
import { at, ofProject, other, rate } from './rates.fixture.ts';

const far = '01a203bd-0000-7000-8000-000000000003';
const named = (projectID: string, projectName: string) => ({ projectID, projectName, clientID: null });
/** As many as one answer holds. */
const piers = Array.from({ length: 1_000 }, (_, index) => named(`p${index}`, `Pier ${index}`));
const ofActivity = {
  ...ofProject,
  'GET /Projects': piers,
  'GET /Rates': [],
  'GET /Activities/:id': { activityID: other, activityName: 'Design', billableDefault: true },
  'POST /Rates': {},
} satisfies Answers;
const ratesTab = at(`/activities/${other}?tab=rates`, '/activities/$id');

test('of thousands of projects each is found by what is typed, and named in the list of rates', async () => {
  const rated = '01a203bd-0000-7000-8000-000000000004';
  const { screen, asked } = await openPage(ActivityPage, {
    answers: {
      ...ofActivity,
      'GET /Projects': ({ query }) => {
        if (query['ids'] === rated) return [named(rated, 'Old mole')];
        return query['q'] === 'lighthouse' ? [named(far, 'Far lighthouse')] : piers;
      },
      'GET /Rates': [{ ...rate, activityID: other, projectID: rated }],
    },
    ...ratesTab,
  });
  await expect.element(screen.getByRole('row', { name: /Old mole/ })).toBeVisible();
  await screen.getByRole('combobox', { name: 'Project' }).fill('lighthouse');
  await screen.getByRole('option', { name: /^Far lighthouse/ }).click();
  await screen.getByRole('textbox', { name: /An hour/ }).fill('99');
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('The rate is set.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'POST /Rates')?.body).toMatchObject({ projectID: far });
});

test('of thousands of projects Enter before the answer chooses the one that was typed, not a neighbour', async () => {
  const found = later<ReturnType<typeof named>[]>();
  const { screen, asked } = await openPage(ActivityPage, {
    answers: {
      ...ofActivity,
      'GET /Projects': ({ query }) => (query['q'] === '1700' ? found.answer : piers),
    },
    ...ratesTab,
  });
  const box = screen.getByRole('combobox', { name: 'Project' });
  await box.fill('Pier 1700');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Searching…')).toBeVisible();
  await expect.poll(() => asked.some(({ query }) => query['q'] === '1700')).toBe(true);
  await expect.element(box).toHaveValue('Pier 1700');
  await expect.element(box).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('option').elements()).toEqual([]);
  found.give([named(far, 'Pier 1700')]);
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  await screen.getByRole('textbox', { name: /An hour/ }).fill('99');
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('The rate is set.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'POST /Rates')?.body).toMatchObject({ projectID: far });
});

test('who leaves the project before the answer sets no rate for all of them', async () => {
  const found = later<ReturnType<typeof named>[]>();
  const { screen, asked } = await openPage(ActivityPage, {
    answers: {
      ...ofActivity,
      'GET /Projects': ({ query }) => (query['q'] === '1700' ? found.answer : piers),
    },
    ...ratesTab,
  });
  const box = screen.getByRole('combobox', { name: 'Project' });
  await box.fill('Pier 1700');
  await userEvent.tab();
  await screen.getByRole('textbox', { name: /An hour/ }).fill('99');
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('Choose one of the list, or empty the field.')).toBeVisible();
  await expect.element(box).toHaveValue('Pier 1700');
  expect(asked.filter(({ key }) => key.startsWith('POST /Rates'))).toEqual([]);
  found.give([named(far, 'Pier 1700')]);
  await box.click();
  await screen.getByRole('option', { name: /^Pier 1700/ }).click();
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('The rate is set.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'POST /Rates')?.body).toMatchObject({ projectID: far });
});

test('a word that more projects have than one answer holds is not the only one that is asked for', async () => {
  const { screen } = await openPage(ActivityPage, {
    answers: {
      ...ofActivity,
      'GET /Projects': ({ query }) => (query['q'] === 'old' ? [named(far, 'Harbour, old')] : piers),
    },
    ...ratesTab,
  });
  await screen.getByRole('combobox', { name: 'Project' }).fill('harbour old');
  await expect.element(screen.getByRole('option', { name: /^Harbour, old/ })).toBeVisible();
});

test('what was archived keeps its name in the list of rates while a project is searched', async () => {
  const rated = '01a203bd-0000-7000-8000-000000000004';
  const { screen, asked } = await openPage(ActivityPage, {
    answers: {
      ...ofActivity,
      'GET /Projects': ({ query }) => {
        if (query['q']) return new Promise<never>(() => {});
        return query['ids'] ? [] : piers;
      },
      'GET /Projects/GetArchivedProjects': [named(rated, 'Old mole')],
      'GET /Rates': [{ ...rate, activityID: other, projectID: rated }],
    },
    ...ratesTab,
  });
  const row = screen.getByRole('row', { name: /^Old mole \(archived\)/ });
  await expect.element(row).toBeVisible();
  await screen.getByRole('combobox', { name: 'Project' }).fill('lighthouse');
  await expect.poll(() => asked.some(({ query }) => query['q'] === 'lighthouse')).toBe(true);
  await expect.element(row).toBeVisible();
});

const many = Array.from({ length: 250 }, (_, index) => `far${index}`);

/** How many of the rated projects have a name. */
function Named() {
  const { projects } = useProjectOptions(many);
  return <p>{projects.filter(({ projectID }) => projectID.startsWith('far')).length} named</p>;
}

test('of any number of rated projects each is asked for, a hundred at a time, and once', async () => {
  const { screen, asked } = await openPage(Named, {
    answers: {
      'GET /Projects': ({ query }) =>
        query['ids']
          ?.split(',')
          .slice(0, 100)
          .map((each) => named(each, each)) ?? piers,
    },
  });
  await expect.element(screen.getByText('250 named')).toBeVisible();
  const ids = asked.flatMap(({ query }) => query['ids']?.split(',') ?? []);
  expect(ids.toSorted()).toEqual(many.toSorted());
});
