import { expect, test } from 'vitest';
import { type Answers, inTurn, later, openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { ActivityPage } from './activity-page.tsx';
import { ProjectPage } from './project-page.tsx';
import { at, id, money, ofProject, other, project, rate, teamTab } from './rates.fixture.ts';

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
  await expect.element(screen.getByRole('row', { name: /€95\.00/ })).toBeVisible();
  const choice = screen.getByRole('region', { name: 'Changed by somebody else' });
  await expect.element(choice.getByRole('radio', { name: 'Mine 99' })).toBeChecked();
  await choice.getByRole('radio', { name: 'Theirs 95.00' }).click();
  await expect.element(amount).toHaveValue('95.00');
  await choice.getByRole('radio', { name: 'Mine 99' }).click();
  await expect.element(amount).toHaveValue('99');
  await choice.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect.element(screen.getByText('The rate is set.')).toBeVisible();
  await expect.element(choice).not.toBeInTheDocument();
  const sent = asked.filter(({ key }) => key === 'POST /Rates').map(({ body }) => body);
  expect(sent).toMatchObject([{ believed: 9000 }, { believed: 9500 }]);
});

test('a rate that a colleague removed a second ago can be set all the same; one who takes theirs sends nothing', async () => {
  let rates = [rate];
  const { screen, asked } = await openPage(ProjectPage, {
    answers: {
      ...ofProject,
      'GET /Rates': () => rates,
      'POST /Rates': () => new Refusal(409, 'version_conflict', 'Somebody changed this in the meantime.'),
    },
    ...teamTab,
  });
  const set = async (amount: string) => {
    await screen.getByRole('textbox', { name: 'An hour (EUR)' }).fill(amount);
    await screen.getByRole('button', { name: 'Set a rate' }).click();
  };
  await screen.getByLabelText('From').fill('2026-01-01');
  rates = [];
  await set('99');
  await expect.element(screen.getByText(/Somebody has just removed the rate/)).toBeVisible();
  rates = [{ ...rate, amount: 9500 }];
  await set('98');
  await screen.getByRole('button', { name: /^Take (“|all)/ }).click();
  await expect.element(screen.getByRole('textbox', { name: 'An hour (EUR)' })).toHaveValue('');
  expect(asked.filter(({ key }) => key === 'POST /Rates')).toHaveLength(2);
});

test('a refusal for another reason is told as it is, not as a colleague’s change', async () => {
  const { screen } = await openPage(ProjectPage, {
    answers: {
      ...ofProject,
      'POST /Rates': new Refusal(409, 'state_conflict', 'The project is being archived.'),
    },
    ...teamTab,
  });
  await screen.getByRole('textbox', { name: 'An hour (EUR)' }).fill('99');
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('The project is being archived.')).toBeVisible();
  await expect.element(screen.getByText(/Somebody has just removed the rate/)).not.toBeInTheDocument();
});

test('what an owner agreed to before a colleague was faster has to be agreed to again', async () => {
  const { screen, asked } = await openPage(ProjectPage, {
    answers: {
      ...ofProject,
      'GET /Rates': inTurn([rate], [{ ...rate, amount: 9500 }]),
      'POST /Rates': inTurn(
        new Refusal(409, 'version_conflict', 'Somebody changed this in the meantime.'),
        {},
      ),
    },
    ...teamTab,
  });
  await screen.getByRole('textbox', { name: 'An hour (EUR)' }).fill('99');
  await screen.getByLabelText('From').fill('2026-01-01');
  const agreed = screen.getByRole('checkbox', { name: /^Change these as well/ });
  await agreed.click();
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByRole('button', { name: /^Save (“|as chosen)/ })).toBeVisible();
  await expect.element(agreed).not.toBeChecked();
  await screen.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect.element(screen.getByText('The rate is set.')).toBeVisible();
  const sent = asked.filter(({ key }) => key === 'POST /Rates').map(({ body }) => body);
  expect(sent).toMatchObject([{ withApproved: true }, { believed: 9500 }]);
  expect(sent[1]).not.toHaveProperty('withApproved');
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

test('rates on what was archived, or of somebody who is no longer on the project, are named', async () => {
  const archived = '01a203bd-0000-7000-8000-000000000009';
  const ofActivityPage = {
    ...ofProject,
    'GET /Rates': [{ ...rate, activityID: other, projectID: archived }],
    'GET /Projects/GetArchivedProjects': ({ query }) =>
      query['ids'] === archived ? [{ ...project, projectID: archived, projectName: 'Old mole' }] : [],
    'GET /Activities/:id': { activityID: other, activityName: 'Design', billableDefault: true },
  } satisfies Answers;
  const activity = await openPage(ActivityPage, {
    answers: ofActivityPage,
    ...at(`/activities/${other}?tab=rates`, '/activities/$id'),
  });
  await expect.element(activity.screen.getByRole('row', { name: /^Old mole \(archived\)/ })).toBeVisible();
  await activity.screen.unmount();
  const { screen } = await openPage(ProjectPage, {
    answers: {
      ...ofProject,
      'GET /Rates': [
        { ...rate, activityID: archived },
        { ...rate, rateID: other, teamMemberID: 'm7' },
        { ...rate, rateID: archived, teamMemberID: 'm8' },
      ],
      'GET /Activities/GetArchivedActivities': [{ activityID: archived, activityName: 'Etching' }],
      'GET /TeamMember/GetTeam/:id': [
        { id: 'm1', userID: 'u1', firstName: 'Ada', lastName: 'Lovelace' },
        { id: 'm8', userID: 'u8', firstName: 'Grace', lastName: 'Hopper' },
      ],
      'GET /TeamMember/GetArchivedTeam': [{ id: 'm7', userID: 'u7', firstName: 'Linus', lastName: 'Berg' }],
    },
    ...teamTab,
  });
  await expect.element(screen.getByRole('row', { name: /^Etching \(archived\)/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^Linus Berg \(archived\)/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^Grace Hopper 2026/ })).toBeVisible();
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
