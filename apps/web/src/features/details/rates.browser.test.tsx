import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useProjectOptions } from '../../entities/use-project-options.ts';
import { type Answers, later, openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { ActivityPage } from './activity-page.tsx';
import { ProjectPage } from './project-page.tsx';

const id = '01a203bd-0000-7000-8000-000000000001';
const other = '01a203bd-0000-7000-8000-000000000002';
const project = {
  projectID: id,
  projectName: 'Website',
  visibility: 'members' as const,
  memberIDs: ['m1'],
  managerID: 'm1',
  version: 1,
};
const answers = {
  'GET /Projects/GetArchivedProjects': [],
  'GET /Projects': [project],
  'GET /TeamMember/GetTeam/:id': [{ id: 'm1', userID: 'u1', firstName: 'Ada', lastName: 'Lovelace' }],
} satisfies Answers;
const at = (path: string, route: string) => ({ path, route });
const money = (amount: number) => [{ currency: 'EUR', amount }];
const nothing = { entries: 0, minutes: 0, lockedMinutes: 0, before: [], after: [] };

const rate = {
  rateID: id,
  projectID: id,
  teamMemberID: null,
  activityID: null,
  clientID: null,
  kind: 'bill' as const,
  amount: 9000,
  currency: 'EUR',
  effectiveFrom: '2026-01-01',
};
const ofProject = {
  ...answers,
  'GET /Projects/:id': { ...project, clientID: null, hourlyRate: 8000, rateMode: 'project' as const },
  'GET /Rates': [rate, { ...rate, rateID: other, amount: 12_000, effectiveFrom: '2199-01-01' }],
  'GET /Activities': [{ activityID: other, activityName: 'Design' }],
  'POST /Rates/Preview': {
    open: nothing,
    approved: { entries: 1, minutes: 60, lockedMinutes: 0, before: money(9000), after: money(9900) },
  },
} satisfies Answers;
const teamTab = at(`/projects/${id}?tab=team`, '/projects/$id');

test('a project has its rates by date, that of today marked; an owner may change approved time with it', async () => {
  const { screen, asked } = await openPage(ProjectPage, {
    answers: { ...ofProject, 'POST /Rates': {} },
    ...teamTab,
  });
  await expect.element(screen.getByRole('row', { name: /2026-01-01 Now €90\.00/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /2199-01-01 Later €120\.00/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /From the beginning €80\.00/ })).toBeVisible();
  await expect.element(screen.getByText('Time is billed at the rate of the project.')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Whose rate' }).fill('Des');
  await screen.getByRole('option', { name: /^Design/ }).click();
  await screen.getByRole('textbox', { name: 'An hour (EUR)' }).fill('99');
  await screen.getByRole('checkbox', { name: 'Change these as well: €90.00 → €99.00' }).click();
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('The rate is set.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'POST /Rates')?.body).toMatchObject({
    projectID: id,
    activityID: other,
    amount: 9900,
    withApproved: true,
  });
});

test('what an owner agreed to is one rate: of another day nothing is agreed, nor can be before its figures are there', async () => {
  const figures = ofProject['POST /Rates/Preview'];
  const next = later<typeof figures>();
  const { screen, asked } = await openPage(ProjectPage, {
    answers: {
      ...ofProject,
      'POST /Rates/Preview': ({ body }) => (body.effectiveFrom === '2025-01-01' ? next.answer : figures),
      'POST /Rates': {},
    },
    ...teamTab,
  });
  await screen.getByRole('textbox', { name: 'An hour (EUR)' }).fill('99');
  const agreed = screen.getByRole('checkbox', { name: 'Change these as well: €90.00 → €99.00' });
  await agreed.click();
  await expect.element(agreed).toBeChecked();
  await screen.getByLabelText('From').fill('2025-01-01');
  await expect.element(agreed).not.toBeChecked();
  await expect.element(agreed).toBeDisabled();
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('The rate is set.')).toBeVisible();
  const sent = asked.find(({ key }) => key === 'POST /Rates')?.body;
  expect(sent).toMatchObject({ amount: 9900, effectiveFrom: '2025-01-01' });
  expect(sent).not.toHaveProperty('withApproved');
});

test('figures that have come can be agreed to', async () => {
  const figures = ofProject['POST /Rates/Preview'];
  const next = later<typeof figures>();
  const { screen } = await openPage(ProjectPage, {
    answers: {
      ...ofProject,
      'POST /Rates/Preview': ({ body }) => (body.amount === 9900 ? figures : next.answer),
    },
    ...teamTab,
  });
  const amount = screen.getByRole('textbox', { name: 'An hour (EUR)' });
  await amount.fill('99');
  await expect.element(screen.getByRole('checkbox')).toBeEnabled();
  await amount.fill('110');
  await expect.element(screen.getByRole('checkbox')).toBeDisabled();
  next.give({ ...figures, approved: { ...figures.approved, after: money(11_000) } });
  await expect.element(screen.getByRole('checkbox', { name: /€90\.00 → €110\.00/ })).toBeEnabled();
});

test('who is no owner cannot change approved time, and is told that it keeps its worth', async () => {
  const { screen } = await openPage(ProjectPage, {
    answers: ofProject,
    start: startOf({ role: 'admin' }),
    ...teamTab,
  });
  await screen.getByRole('textbox', { name: 'An hour (EUR)' }).fill('99');
  await expect
    .element(screen.getByText('1:00 approved hours keep what they are worth: €90.00.'))
    .toBeVisible();
  expect(screen.getByRole('checkbox').elements()).toEqual([]);
});

test('a rate that a colleague set a second ago is shown, and what was typed stays', async () => {
  let isTheirs = false;
  const { screen, asked } = await openPage(ProjectPage, {
    answers: {
      ...ofProject,
      'GET /Rates': () => [{ ...rate, amount: isTheirs ? 9500 : 9000 }],
      'POST /Rates': () => {
        if (isTheirs) return {};
        isTheirs = true;
        return new Refusal(409, 'version_conflict', 'Somebody changed this in the meantime.');
      },
    },
    ...teamTab,
  });
  const amount = screen.getByRole('textbox', { name: 'An hour (EUR)' });
  await amount.fill('99');
  await screen.getByLabelText('From').fill('2026-01-01');
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText(/Somebody has just set another amount/)).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /€95\.00/ })).toBeVisible();
  await expect.element(amount).toHaveValue('99');
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('The rate is set.')).toBeVisible();
  const sent = asked.filter(({ key }) => key === 'POST /Rates').map(({ body }) => body);
  expect(sent).toMatchObject([{ believed: 9000 }, { believed: 9500 }]);
});

test('a removed rate can be put back', async () => {
  const { screen, asked } = await openPage(ProjectPage, {
    answers: { ...ofProject, 'DELETE /Rates/:id': rate, 'POST /Rates': {} },
    ...teamTab,
  });
  await screen.getByRole('button', { name: 'Remove the rate €90.00, 2026-01-01' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => asked.find(({ key }) => key === 'POST /Rates')?.body)
    .toMatchObject({
      projectID: id,
      amount: 9000,
      effectiveFrom: '2026-01-01',
    });
});

test('a year that is half typed is no day: nothing is asked, and the field says so', async () => {
  const { screen, asked } = await openPage(ProjectPage, { answers: ofProject, ...teamTab });
  await screen.getByLabelText('From').fill('0202-01-01');
  await screen.getByRole('textbox', { name: 'An hour (EUR)' }).fill('99');
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('Choose the day from which it counts.')).toBeVisible();
  expect(asked.filter(({ key }) => key.startsWith('POST /Rates'))).toEqual([]);
});

test('a rate on a chosen project is typed and sent in the currency of its client, which is waited for', async () => {
  const client = later<{ clientID: string; currency: string }>();
  const { screen, asked } = await openPage(ActivityPage, {
    answers: {
      ...ofProject,
      'GET /Projects': [
        { ...project, clientID: null },
        { ...project, projectID: other, projectName: 'Abroad', clientID: id },
      ],
      'GET /Clients/:id': () => client.answer,
      'GET /Rates': [],
      'GET /Activities/:id': { activityID: other, activityName: 'Design', billableDefault: true },
      'POST /Rates': {},
    },
    ...at(`/activities/${other}?tab=rates`, '/activities/$id'),
  });
  await screen.getByRole('textbox', { name: 'An hour (EUR)' }).fill('99');
  await screen.getByRole('combobox', { name: 'Project' }).fill('Abr');
  await screen.getByRole('option', { name: /^Abroad/ }).click();
  await expect.element(screen.getByRole('textbox', { name: /An hour/ })).not.toBeInTheDocument();
  client.give({ clientID: id, currency: 'JPY' });
  await expect.element(screen.getByRole('textbox', { name: 'An hour (JPY)' })).toHaveValue('99');
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('The rate is set.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'POST /Rates')?.body).toMatchObject({
    activityID: other,
    projectID: other,
    amount: 99,
  });
});

test('rates of a project are those of its client’s currency; until that is known nothing is typed', async () => {
  const client = later<{ clientID: string; currency: string }>();
  const { screen } = await openPage(ProjectPage, {
    answers: {
      ...ofProject,
      'GET /Projects/:id': { ...ofProject['GET /Projects/:id'], clientID: other },
      'GET /Clients/:id': () => client.answer,
    },
    ...teamTab,
  });
  await expect.element(screen.getByRole('heading', { name: 'Hourly rates by date' })).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: /An hour/ })).not.toBeInTheDocument();
  client.give({ clientID: other, currency: 'GBP' });
  await expect.element(screen.getByRole('textbox', { name: 'An hour (GBP)' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /From the beginning £80\.00/ })).toBeVisible();
});

test('an activity has a page with its year and its rates', async () => {
  const { screen } = await openPage(ActivityPage, {
    answers: {
      ...ofProject,
      'GET /Rates': [],
      'GET /Activities/:id': { activityID: other, activityName: 'Design', billableDefault: true },
    },
    ...at(`/activities/${other}?tab=rates`, '/activities/$id'),
  });
  await expect.element(screen.getByRole('heading', { name: 'Design' })).toBeVisible();
  await expect.element(screen.getByText('No rate is set.')).toBeVisible();
  await expect.element(screen.getByText('Counts on projects that are billed by activity.')).toBeVisible();
});

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
