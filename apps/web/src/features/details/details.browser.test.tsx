import { expect, test } from 'vitest';
import { type Answers, inTurn, openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { ClientPage } from './client-page.tsx';
import { PersonPage } from './person-page.tsx';
import { ProjectPage } from './project-page.tsx';

const id = '01a203bd-0000-7000-8000-000000000001';
const other = '01a203bd-0000-7000-8000-000000000002';
const figures = {
  entries: 1,
  minutes: 600,
  roundedMinutes: 600,
  billableMinutes: 300,
  amounts: [{ currency: 'EUR', amount: 90000 }],
  unpricedMinutes: 60,
};
const report = {
  lines: [{ keys: [other], ...figures }],
  totals: figures,
  labels: [{ [other]: 'Website' }],
};
const project = {
  projectID: id,
  projectName: 'Website',
  clientID: other,
  clientName: 'Acme',
  code: 'WEB',
  description: null,
  color: null,
  isBillable: true,
  isArchived: false,
  budgetPeriod: 'total' as const,
  monthMinutes: 60,
  trackedMinutes: 1200,
  visibility: 'members' as const,
  memberIDs: ['m1'],
  managerID: 'm1',
  version: 1,
};
const summary = {
  trackedMinutes: 1200,
  billableMinutes: 900,
  budgetMinutes: 2400,
  budgetUsedMinutes: 1200,
  budgetAmount: null,
  forecastDate: '2027-01-15',
  unpricedMinutes: null,
  otherCurrencyMinutes: null,
  openEntries: 3,
  burn: [
    { month: '2026-10-01', minutes: 600, billableMinutes: 500, totalMinutes: 600 },
    { month: '2026-11-01', minutes: 600, billableMinutes: 400, totalMinutes: 1200 },
  ],
  byMember: [{ teamMemberID: 'm1', name: 'Ada Lovelace', minutes: 1200, billableMinutes: 900 }],
  byActivity: [{ activityID: null, activityName: null, minutes: 1200, billableMinutes: 900 }],
};
const ada = {
  id: 'm1',
  userID: 'u1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  role: 'owner' as const,
  status: 'active' as const,
  approverID: null,
  timeZone: null,
  weeklyMinutes: 1200,
  schedule: null,
  lastEntryAt: '2026-11-20',
  timeSheetList: [{ weekEndDate: '2026-11-22', status: 'pending' as const, totalMinutes: 1200 }],
  version: 1,
};
const answers = {
  'GET /Projects/GetArchivedProjects': [],
  'GET /Projects/:id': project,
  'GET /Projects/:id/Summary': summary,
  'GET /Projects': [project],
  'GET /TeamMember/GetTeam/:id': [ada],
  'GET /TeamMember/:id': ada,
  'POST /Reports/Query': report,
  'GET /Rates': [],
  'GET /Activities': [],
} satisfies Answers;
const at = (path: string, route: string) => ({ path, route });

test('a project shows its hours, its budget and who worked on what', async () => {
  const { screen } = await openPage(ProjectPage, { answers, ...at(`/projects/${id}`, '/projects/$id') });
  await expect.element(screen.getByRole('heading', { name: 'Website' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Acme' })).toBeVisible();
  await expect.element(screen.getByText(/^20:00 of 40:00 used \(50\.0 %\) · 20:00 left$/)).toBeVisible();
  await expect.element(screen.getByText('No activity')).toBeVisible();
  await expect.element(screen.getByRole('img', { name: 'How the budget is used' })).toBeVisible();
  const link = screen.getByRole('link', { name: 'Report: By person' }).element() as HTMLAnchorElement;
  expect(decodeURIComponent(link.href)).toContain(`where=project.is.${id}`);
  expect(decodeURIComponent(link.href)).toContain('range=2026-10-01..');
});

test('a part of the page lives in the address, and one that is closed to a person leads to the first', async () => {
  const { screen } = await openPage(ProjectPage, {
    answers,
    start: startOf({ role: 'member' }),
    ...at(`/projects/${id}?tab=history`, '/projects/$id'),
  });
  await expect
    .element(screen.getByRole('link', { name: 'Overview' }))
    .toHaveAttribute('aria-current', 'page');
  await expect.element(screen.getByRole('link', { name: 'History' })).not.toBeInTheDocument();
});

test('a project that is not there says so', async () => {
  const { screen } = await openPage(ProjectPage, {
    answers: { 'GET /Projects/:id': new Refusal(404, 'not_found', 'There is no such project.') },
    ...at(`/projects/${id}`, '/projects/$id'),
  });
  await expect.element(screen.getByText('There is no such project.')).toBeVisible();
});

const money = (amount: number) => [{ currency: 'EUR', amount }];
const nothing = { minutes: 0, before: [], after: [] };

test('a rate says before it is set what it changes; a wrong amount stays with what to enter', async () => {
  const { screen, asked } = await openPage(PersonPage, {
    answers: {
      ...answers,
      'POST /Rates': {},
      'POST /Rates/Preview': {
        open: {
          entries: 12,
          minutes: 2520,
          lockedMinutes: 120,
          before: money(300_000),
          after: money(340_000),
        },
        approved: nothing,
      },
    },
    ...at('/team/m1?tab=rates', '/team/$id'),
  });
  await screen.getByRole('textbox', { name: 'An hour (EUR)' }).fill('ninety');
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('Enter an amount such as 90 or 90.50.')).toBeVisible();
  expect(asked.some(({ key }) => key === 'POST /Rates')).toBe(false);
  await screen.getByRole('textbox', { name: 'An hour (EUR)' }).fill('90.50');
  await expect
    .element(
      screen.getByText(
        'This changes 42:00 open hours: €3,000.00 → €3,400.00. These are 12 entries. 2:00 of these hours lie up to the lock date.',
      ),
    )
    .toBeVisible();
  await screen.getByRole('button', { name: 'Set a rate' }).click();
  await expect.element(screen.getByText('The rate is set.')).toBeVisible();
  const sent = asked.find(({ key }) => key === 'POST /Rates')?.body;
  expect(sent).toMatchObject({
    teamMemberID: 'm1',
    amount: 9050,
    currency: 'EUR',
    kind: 'bill',
    believed: null,
  });
  expect(sent).not.toHaveProperty('withApproved');
});

test('a client shows contact, projects and what its billable time is worth', async () => {
  const client = {
    clientID: id,
    clientName: 'Acme',
    code: null,
    contactName: null,
    isArchived: false,
    version: 1,
  };
  const { screen } = await openPage(ClientPage, {
    answers: { ...answers, 'GET /Clients/:id': client },
    ...at(`/clients/${id}`, '/clients/$id'),
  });
  await expect.element(screen.getByText('€900.00')).toBeVisible();
  await expect.element(screen.getByText('1:00 hours have no rate.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Website' })).toBeVisible();
  await expect.element(screen.getByText(/No contact is kept/)).toBeVisible();
});

test('a person shows profile, weeks and projects', async () => {
  const { screen } = await openPage(PersonPage, { answers, ...at('/team/m1', '/team/$id') });
  await expect.element(screen.getByText('20:00 a week')).toBeVisible();
  await expect.element(screen.getByText('Pending')).toBeVisible();
  await expect.element(screen.getByRole('list', { name: 'By project' })).toBeVisible();
  const [, words] = document.querySelectorAll('figure figcaption span');
  expect(words?.textContent).toBe('Non-billable');
});

const settable = {
  ...project,
  projectTypeID: other,
  startDate: null,
  endDate: null,
  rateMode: 'project' as const,
  hourlyRate: 9000,
  activityRates: [],
  budgetKind: 'none' as const,
  budgetHours: null,
  budgetAmount: null,
  alertPercents: [50, 75, 90, 100],
  activityIDs: [],
};
const settingsAnswers = {
  ...answers,
  'GET /Projects/:id': settable,
  'GET /Clients': [],
  'GET /Clients/:id': { clientID: other, clientName: 'Acme', currency: null },
  'GET /Activities': [],
  'GET /ProjectTypeMaster': [{ projectTypeID: other, name: 'Retainer', isActive: true }],
} satisfies Answers;
const settingsPage = (more: Answers, start = startOf()) =>
  openPage(ProjectPage, {
    answers: { ...settingsAnswers, ...more },
    start,
    ...at(`/projects/${id}?tab=settings`, '/projects/$id'),
  });

test('budget, dates, people and rates of a project are set together', async () => {
  const { screen, asked } = await settingsPage({ 'PUT /Projects/:id': { ...settable, version: 2 } });
  await screen.getByLabelText('Budget', { exact: true }).selectOptions('In hours');
  await screen.getByLabelText('Hours', { exact: true }).fill('120');
  await screen.getByLabelText('Ends on (optional)').fill('2027-03-31');
  await screen.getByLabelText('An hour (EUR)').fill('95.50');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Saved Website.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'PUT /Projects/:id')?.body).toMatchObject({
    budgetKind: 'hours',
    budgetHours: 120,
    endDate: '2027-03-31',
    hourlyRate: 9550,
    memberIDs: ['m1'],
    alertPercents: [50, 75, 90, 100],
    version: 1,
  });
});

test('one part of the page is the current one', async () => {
  const { screen } = await settingsPage({});
  await expect.element(screen.getByLabelText('Billed by')).toBeVisible();
  const current = document.querySelectorAll('nav [aria-current]');
  expect(Array.from(current, (link) => link.textContent)).toEqual(['Settings']);
});

test('what cannot be is refused where it stands, and nothing is sent', async () => {
  const { screen, asked } = await settingsPage({});
  await screen.getByLabelText('Starts on (optional)').fill('2027-03-31');
  await screen.getByLabelText('Ends on (optional)').fill('2027-01-01');
  await screen.getByLabelText('Budget', { exact: true }).selectOptions('In money');
  await screen.getByLabelText('Amount (EUR)').fill('much');
  await screen.getByLabelText('Tell the manager at').fill('50, many');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('The project ends before it starts.')).toBeVisible();
  await expect.element(screen.getByText('Enter an amount such as 90 or 90.50.')).toBeVisible();
  await expect.element(screen.getByText(/at most ten whole percentages/)).toBeVisible();
  expect(asked.some(({ key }) => key === 'PUT /Projects/:id')).toBe(false);
});

test('who may not set rates changes the rest of a project and sends nothing of money', async () => {
  const { screen, asked } = await settingsPage(
    { 'PUT /Projects/:id': { ...settable, version: 2 } },
    startOf({ role: 'editor' }),
  );
  await screen.getByLabelText('Name', { exact: true }).fill('Relaunch');
  expect(screen.getByLabelText('Billed by').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => asked.find(({ key }) => key === 'PUT /Projects/:id')?.body).toBeTruthy();
  const body = asked.find(({ key }) => key === 'PUT /Projects/:id')?.body as object;
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['hourlyRate']));
});

test('a project that a colleague changed a second ago: mine or theirs', async () => {
  const current = { ...settable, projectName: 'Their name', version: 7 };
  const refusal = new Refusal(409, 'version_conflict', 'Changed meanwhile.', { current });
  const { screen, asked } = await settingsPage({
    'PUT /Projects/:id': inTurn(refusal, refusal, { ...settable, version: 8 }),
  });
  await screen.getByLabelText('Name', { exact: true }).fill('My name');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/What you typed is still here/)).toBeVisible();
  await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('My name');
  await screen.getByRole('button', { name: /^Take (“|all)/ }).click();
  await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('Their name');
  await screen.getByLabelText('Name', { exact: true }).fill('Both');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await screen.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect.element(screen.getByText('Saved Website.')).toBeVisible();
  expect(asked.filter(({ key }) => key === 'PUT /Projects/:id').at(-1)?.body).toMatchObject({
    projectName: 'Both',
    version: 7,
  });
});

const client = { clientID: id, clientName: 'Acme', code: null, isArchived: false, version: 1 };
const saved = {
  reportID: other,
  name: 'Hours for Acme',
  definition: {
    kind: 'summary' as const,
    range: 'thisMonth',
    groupBy: ['project' as const],
    filters: [{ field: 'client' as const, is: 'is' as const, values: [id] }],
    rounding: null,
    withMoney: false,
  },
  link: null,
  version: 1,
};

test('a client gets a link to its hours of the month, which can be withdrawn', async () => {
  const linked = { ...saved, link: { columns: ['hours' as const, 'billable' as const], expiresAt: null } };
  const { screen, asked } = await openPage(ClientPage, {
    answers: {
      ...answers,
      'GET /Clients/:id': client,
      'GET /Reports': inTurn([], [linked]),
      'POST /Reports': saved,
      'POST /Reports/:id/Link': { url: 'http://stint.localhost:3000/share/abc', report: linked },
      'DELETE /Reports/:id/Link': saved,
    },
    ...at(`/clients/${id}`, '/clients/$id'),
  });
  await screen.getByRole('button', { name: 'Make a link' }).click();
  await expect.element(screen.getByLabelText('Address')).toHaveValue('http://stint.localhost:3000/share/abc');
  expect(asked.find(({ key }) => key === 'POST /Reports')?.body).toMatchObject({
    name: 'Hours for Acme',
    definition: saved.definition,
  });
  await screen.getByRole('button', { name: 'Withdraw the link' }).click();
  await expect.element(screen.getByText('The link no longer works.')).toBeVisible();
});

/** What somebody may have saved for the same client and month. */
const OTHERS = {
  'by person': { groupBy: ['person'] },
  'with each person': { groupBy: ['project', 'person'] },
  'with money': { withMoney: true },
  rounded: { rounding: { stepMinutes: 15, direction: 'up', scope: 'entry' } },
  'of another kind': { kind: 'profitability' },
  'of everybody else': { filters: [{ field: 'client', is: 'isNot', values: [id] }] },
} as const;

test('a saved report that shows more than the page says never gets the link: it makes its own', async () => {
  const others = Object.entries(OTHERS).map(([name, change], index) => ({
    ...saved,
    reportID: `01a203bd-0000-7000-8000-00000000010${index}`,
    name,
    definition: { ...saved.definition, ...change },
    link: { columns: ['hours' as const], expiresAt: null },
  }));
  const { screen, asked } = await openPage(ClientPage, {
    answers: {
      ...answers,
      'GET /Clients/:id': client,
      'GET /Reports': others,
      'POST /Reports': saved,
      'POST /Reports/:id/Link': { url: 'http://stint.localhost:3000/share/abc', report: saved },
    },
    ...at(`/clients/${id}`, '/clients/$id'),
  });
  await screen.getByRole('button', { name: 'Make a link' }).click();
  await expect.element(screen.getByLabelText('Address')).toBeVisible();
  const made = asked.filter(({ key }) => ['POST /Reports', 'POST /Reports/:id/Link'].includes(key));
  expect(made).toMatchObject([
    { key: 'POST /Reports', body: { definition: saved.definition } },
    { key: 'POST /Reports/:id/Link', params: { id: other } },
  ]);
});

test('its own report is found again, however the answer orders what it asks', async () => {
  const turned = Object.fromEntries(Object.entries(saved.definition).reverse()) as typeof saved.definition;
  const { screen } = await openPage(ClientPage, {
    answers: {
      ...answers,
      'GET /Clients/:id': client,
      'GET /Reports': [
        { ...saved, definition: turned, link: { columns: ['hours', 'billable'], expiresAt: null } },
      ],
    },
    ...at(`/clients/${id}`, '/clients/$id'),
  });
  await expect.element(screen.getByRole('button', { name: 'Withdraw the link' })).toBeVisible();
});
