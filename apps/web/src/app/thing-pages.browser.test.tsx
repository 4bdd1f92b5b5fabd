import { expect, test } from 'vitest';
import { type Answers, openPage, startOf } from '../ui/page.fixture.tsx';
import { ActivityPage } from './activity-page.tsx';
import { ClientPage } from './client-page.tsx';
import { PersonPage } from './person-page.tsx';

const id = '01a203bd-0000-7000-8000-000000000001';
const base = { isArchived: false, code: null, color: null, version: 4 };
const client = { ...base, clientID: id, clientName: 'Acme', defaultRate: null, currency: null };
const activity = { ...base, activityID: id, activityName: 'Design', billableDefault: true, isGlobal: true };
const ada = {
  id: 'm2',
  firstName: 'Ada',
  lastName: 'King',
  email: null,
  role: 'member' as const,
  status: 'active' as const,
  approverID: null,
  approverName: null,
  timeZone: null,
  weeklyMinutes: null,
  schedule: [480, 480, 480, 480, 480, 0, 0],
  lastEntryAt: null,
  timeSheetList: [],
  version: 4,
};
const figures = {
  entries: 0,
  minutes: 0,
  roundedMinutes: 0,
  billableMinutes: 0,
  amounts: [],
  unpricedMinutes: 0,
};
const answers = {
  'GET /Clients/:id': client,
  'GET /Clients': [client],
  'PUT /Clients/:id': client,
  'GET /Activities/:id': activity,
  'GET /Activities': [activity],
  'PUT /Activities/:id': activity,
  'GET /TeamMember/:id': ada,
  'GET /TeamMember/GetTeam/:id': [ada],
  'PUT /TeamMember/:id': ada,
  'GET /AppRole': [{ id: 4, name: 'member', rank: 1 }],
  'GET /Projects': [],
  'GET /Projects/GetArchivedProjects': [],
  'POST /Reports/Query': { lines: [], totals: figures, labels: [] },
} satisfies Answers;

const pages = [
  {
    Page: ClientPage,
    route: '/clients/$id',
    own: client.clientName,
    change: 'PUT /Clients/:id',
    field: 'Name',
  },
  {
    Page: ActivityPage,
    route: '/activities/$id',
    own: activity.activityName,
    change: 'PUT /Activities/:id',
    field: 'Name',
  },
  {
    Page: PersonPage,
    route: '/team/$id',
    own: 'Ada King',
    change: 'PUT /TeamMember/:id',
    field: 'First name',
  },
];
const at = (route: string) => ({ route, path: route.replace('$id', id) });

test.each(pages)(
  '$route: what is read can be changed there, by those who may',
  async ({ Page, route, own, ...its }) => {
    const { screen, asked } = await openPage(Page, { answers, ...at(route) });
    await expect.element(screen.getByRole('heading', { name: own })).toBeVisible();
    await screen.getByRole('button', { name: 'Edit', exact: true }).click();
    await screen.getByRole('dialog').getByLabelText(its.field, { exact: true }).fill('Another');
    await screen.getByRole('button', { name: 'Save' }).click();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(asked.find(({ key }) => key === its.change)?.body).toMatchObject({ version: 4 });
  },
);

const second = '01a203bd-0000-7000-8000-000000000002';
/** Two things of each kind; the second of a later version, as a change that follows it would take it for news. */
const isSecond = ({ params }: { params: Record<string, string> }) => params['id'] === second;
const ofBoth = {
  ...answers,
  'GET /Clients/:id': (asked) =>
    isSecond(asked) ? { ...client, clientID: second, clientName: 'Bolt', version: 9 } : client,
  'GET /Activities/:id': (asked) =>
    isSecond(asked) ? { ...activity, activityID: second, activityName: 'Bolt', version: 9 } : activity,
  'GET /TeamMember/:id': (asked) =>
    isSecond(asked) ? { ...ada, id: second, firstName: 'Bolt', lastName: '', version: 9 } : ada,
} satisfies Answers;

test.each(pages)(
  '$route: a form that is open for one goes with it when Back leads to another',
  async ({ Page, route, own, ...its }) => {
    const { screen, history } = await openPage(Page, { answers: ofBoth, ...at(route) });
    const isShown = (name: string) =>
      expect.element(screen.getByRole('heading', { name, exact: true, level: 1 })).toBeVisible();
    const field = screen.getByRole('dialog').getByLabelText(its.field, { exact: true });
    await isShown(own);
    history.push(route.replace('$id', second));
    await isShown('Bolt');
    history.back();
    await isShown(own);
    await screen.getByRole('button', { name: 'Edit', exact: true }).click();
    await field.fill('Another');
    history.forward();
    await isShown('Bolt');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect.element(field).toHaveValue('Bolt');
  },
);

test.each(pages)('$route: who may not change it is not offered to', async ({ Page, route, own }) => {
  const { screen } = await openPage(Page, { answers, start: startOf({ role: 'member' }), ...at(route) });
  await expect.element(screen.getByRole('heading', { name: own })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Edit', exact: true }).elements()).toEqual([]);
});

test('what is archived is brought back before it is changed', async () => {
  const archived = { ...answers, 'GET /Clients/:id': { ...client, isArchived: true } };
  const { screen } = await openPage(ClientPage, { answers: archived, ...at('/clients/$id') });
  await expect.element(screen.getByText('Archived')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Edit', exact: true }).elements()).toEqual([]);
});
