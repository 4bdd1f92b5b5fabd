import type { RouteComponent } from '@tanstack/react-router';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { ActivitiesPage } from '../features/activities/activities-page.tsx';
import { ClientsPage } from '../features/clients/clients-page.tsx';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { TeamPage } from '../features/team/team-page.tsx';
import { type Answers, openPage, Refusal, startOf } from '../ui/page.fixture.tsx';

/** All that differs between the lists of a workspace. */
type List = {
  path: string;
  Page: RouteComponent;
  list: keyof Answers;
  change: keyof Answers;
  /** One of it, by its number and name. */
  item: (index: number, name: string) => object;
  /** The field of its form that holds the name. */
  field: string;
  add: string;
};

const base = { isArchived: false, code: null, color: null, version: 1 };

const lists: List[] = [
  {
    path: '/projects',
    Page: ProjectsPage,
    list: 'GET /Projects',
    change: 'PUT /Projects/:id',
    item: (index, projectName) => ({
      ...base,
      projectID: `p${index}`,
      projectName,
      clientID: null,
      clientName: null,
      projectTypeID: 't1',
      isBillable: true,
      description: null,
      monthMinutes: 0,
      trackedMinutes: 0,
      lastWorkDate: null,
    }),
    field: 'Name',
    add: 'Add project',
  },
  {
    path: '/clients',
    Page: ClientsPage,
    list: 'GET /Clients',
    change: 'PUT /Clients/:id',
    item: (index, clientName) => ({ ...base, clientID: `c${index}`, clientName, projectCount: 0 }),
    field: 'Name',
    add: 'Add client',
  },
  {
    path: '/activities',
    Page: ActivitiesPage,
    list: 'GET /Activities',
    change: 'PUT /Activities/:id',
    item: (index, activityName) => ({
      ...base,
      activityID: `a${index}`,
      activityName,
      billableDefault: true,
      isGlobal: true,
      sortOrder: index,
    }),
    field: 'Name',
    add: 'Add activity',
  },
  {
    path: '/team',
    Page: TeamPage,
    list: 'GET /TeamMember/GetTeam/:id',
    change: 'PUT /TeamMember/:id',
    item: (index, firstName) => ({
      id: `m${index + 2}`,
      userID: `u${index}`,
      firstName,
      lastName: '',
      email: null,
      role: 'member',
      status: 'active',
      schedule: null,
      weeklyMinutes: null,
      approverID: null,
      approverName: null,
      createEditProjects: false,
      createEditClientsActivities: false,
      createEditTime: false,
      lastEntryAt: null,
      version: 1,
    }),
    field: 'First name',
    add: 'Invite',
  },
];

/** What the pages ask for beside their own list. */
const around: Answers = {
  'GET /Projects': [],
  'GET /Clients': [],
  'GET /Activities': [],
  'GET /ProjectTypeMaster': [
    { projectTypeID: 't1', name: 'Client work', billableDefault: true, isActive: true },
  ],
  'GET /TeamMember/GetTeam/:id': [],
  'GET /Invitations': [],
  'GET /AppRole': [{ id: 4, name: 'member', rank: 1 }],
  'POST /Reports/Query': { lines: [], labels: [] },
};

const LONG = 'Hafenverwaltung Nord, Umbau der Anlegestellen, Bauabschnitt 2';
const RIGHT_TO_LEFT = 'תכנון ובנייה — שלב ב׳';
/** What the gateway answers of 4,000. */
const ANSWERED = 1_000;

const nameFields = { '/projects': 'projectName', '/clients': 'clientName', '/activities': 'activityName' };

function open(list: List, items: readonly object[], more: Answers = {}, start = startOf()) {
  const answers = { ...around, [list.list]: items, ...more } as Answers;
  return openPage(list.Page, { answers, start, path: list.path });
}

describe.each(lists)('$path', (list) => {
  test('of thousands only what is seen is drawn; all are counted, reached by keys and found', async () => {
    const items = Array.from({ length: ANSWERED }, (_, index) => list.item(index, `Number ${index}`));
    const { screen } = await open(list, items);
    // Asking a thousand rows for their roles takes longer than drawing them.
    const rows = () => document.querySelectorAll('tbody tr').length;
    await expect.poll(rows).toBeGreaterThan(100);
    const drawn = rows();
    expect(drawn).toBeLessThan(ANSWERED / 2);
    expect(document.querySelector('table')?.ariaRowCount).toBe(String(ANSWERED + 1));
    // As the keyboard presses it: nothing is scrolled.
    const more = screen.getByRole('button', { name: /^Show more/ }).element() as HTMLElement;
    more.click();
    await expect.poll(rows).toBeGreaterThan(drawn);
    const first = document.querySelectorAll('tbody tr')[drawn];
    expect(first?.contains(document.activeElement)).toBe(true);
    await screen.getByLabelText('Search').fill('Number 999');
    await expect.poll(rows).toBe(1);
  });

  test.each([
    ['sixty characters', LONG],
    ['a script from right to left', RIGHT_TO_LEFT],
  ])('a name of %s makes the page no wider than a phone, and is there in full', async (_, name) => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(414, 896));
    const { screen } = await open(list, [list.item(1, name)]);
    await expect.element(screen.getByTitle(name)).toBeVisible();
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  test('who may change nothing is offered nothing', async () => {
    const { screen } = await open(list, [list.item(1, 'Harbour')], {}, startOf({ role: 'member' }));
    await expect.element(screen.getByRole('row', { name: /Harbour/ })).toBeVisible();
    expect(screen.getByRole('button', { name: list.add }).elements()).toEqual([]);
    expect(screen.getByRole('button', { name: 'Actions for Harbour' }).elements()).toEqual([]);
    expect(screen.getByRole('checkbox').elements()).toEqual([]);
  });

  test('what a colleague changed a second ago is told, what was typed stays, and one of both is chosen', async () => {
    const item = list.item(1, 'Harbour');
    const current = { ...list.item(1, 'Theirs'), version: 7 };
    const refusal = new Refusal(409, 'version_conflict', 'Changed meanwhile.', { current });
    const { screen, asked } = await open(list, [item], {
      [list.change]: ({ body }: { body: { version: number } }) => (body.version === 7 ? item : refusal),
    } as Answers);
    await screen.getByRole('button', { name: 'Actions for Harbour' }).click();
    await screen.getByRole('menuitem', { name: 'Edit' }).click();
    const field = screen.getByRole('dialog').getByLabelText(list.field, { exact: true });
    await field.fill('Mine');
    await screen.getByRole('button', { name: 'Save' }).click();
    await expect.element(screen.getByText(/What you typed is still here/)).toBeVisible();
    await expect.element(field).toHaveValue('Mine');
    await screen.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
    await expect.element(screen.getByText('Saved Mine.')).toBeVisible();
    expect(asked.filter(({ key }) => key === list.change).at(-1)?.body).toMatchObject({ version: 7 });
  });
});

test.each([
  ['/projects', 'POST /Projects', 'projectID'],
  ['/clients', 'POST /Clients', 'clientID'],
  ['/activities', 'POST /Activities', 'activityID'],
] as const)(
  '%s: a new one whose answer was lost is the same at the next press, also under another name',
  async (path, route, id) => {
    const list = lists.find((one) => one.path === path) as List;
    const added: { id: unknown; key: string | null; name: unknown }[] = [];
    let hasStored = false;
    const { screen } = await open(list, [], {
      [route]: ({
        body,
        idempotencyKey,
      }: {
        body: Record<string, unknown>;
        idempotencyKey: string | null;
      }) => {
        added.push({ id: body[id], key: idempotencyKey, name: body[nameFields[path]] });
        if (!hasStored) {
          hasStored = true;
          return new Refusal(500, 'internal', 'Something broke.');
        }
        return new Refusal(409, 'idempotency_mismatch', 'Another body.');
      },
      [`GET /${route.slice(6)}/:id`]: list.item(1, 'Harbour'),
      [list.change]: list.item(1, 'Harbour two'),
    } as Answers);
    await screen.getByRole('button', { name: list.add }).first().click();
    const dialog = screen.getByRole('dialog');
    await dialog.getByLabelText('Name', { exact: true }).fill('Harbour');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect.element(dialog.getByText(/Something broke/)).toBeVisible();
    await dialog.getByLabelText('Name', { exact: true }).fill('Harbour two');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(added.map(({ name }) => name)).toEqual(['Harbour', 'Harbour two']);
    expect(new Set(added.map((one) => `${one.id} ${one.key}`)).size).toBe(1);
    expect(added[0]?.key).toBe(added[0]?.id);
  },
);

test('a conflict outlasts a lost connection: the choice is there until one of both is stored', async () => {
  const list = lists.find(({ path }) => path === '/activities') as List;
  const item = list.item(1, 'Harbour');
  const saw = (version: number) =>
    new Refusal(409, 'version_conflict', 'Changed meanwhile.', { current: { ...item, version } });
  let isLost = false;
  const { screen, asked } = await open(list, [item], {
    [list.change]: ({ body: { version } }: { body: { version: number } }) => {
      if (isLost) throw new TypeError('Failed to fetch');
      if (version === 1) return saw(7);
      return version === 7 ? saw(8) : item;
    },
  } as Answers);
  await screen.getByRole('button', { name: 'Actions for Harbour' }).click();
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  await screen.getByRole('dialog').getByLabelText(list.field, { exact: true }).fill('Mine');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/What you typed is still here/)).toBeVisible();
  isLost = true;
  await screen.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect
    .element(screen.getByText('There is no connection to the server. What you typed is kept.'))
    .toBeVisible();
  await expect.element(screen.getByText(/What you typed is still here/)).toBeVisible();
  isLost = false;
  await screen.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect.element(screen.getByText('Changed meanwhile.')).toBeVisible();
  await screen.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect.element(screen.getByText('Saved Mine.')).toBeVisible();
  expect(asked.filter(({ key }) => key === list.change).at(-1)?.body).toMatchObject({ version: 8 });
});
