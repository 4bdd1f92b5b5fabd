import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPage as open, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { ReportsPage } from './reports-page.tsx';

const figures = {
  roundedMinutes: 0,
  amounts: null,
  unpricedMinutes: null,
  costs: null,
  uncostedMinutes: null,
};
const line = (keys: (string | null)[], minutes: number, billableMinutes: number) => ({
  keys,
  minutes,
  billableMinutes,
  entries: 1,
  ...figures,
});
const client = '0196e78e-8800-74b9-a9be-79cb0bb7faee';
const project = '0196e78e-8800-74b9-a9be-79cb0bb7faef';

const report = {
  from: '2026-11-01',
  to: '2026-11-30',
  groupBy: ['client' as const, 'project' as const],
  lines: [
    line([client], 450, 300),
    line([client, project], 450, 300),
    line([null], 30, 0),
    line([null, null], 30, 0),
  ],
  totals: { entries: 2, minutes: 480, billableMinutes: 300, ...figures },
  labels: [{ [client]: 'Harbour' }, { [project]: 'Mole' }],
};
const overTime = {
  ...report,
  groupBy: ['day' as const, 'client' as const],
  lines: [line(['2026-11-02', client], 450, 300), line(['2026-11-03', null], 30, 0)],
  labels: [{}, { [client]: 'Harbour' }],
};
const answers = {
  'POST /Reports/Query': ({ body }: { body: { groupBy: readonly string[] } }) =>
    body.groupBy[0] === 'client' ? report : overTime,
  'POST /Reports/Entries': [],
  'GET /Clients': [],
  'GET /Projects': [],
  'GET /ProjectTypeMaster': [],
  'GET /Activities': [],
  'GET /Tags': [],
  'GET /TeamMember/GetTeam/:id': [],
  'GET /Reports': [],
};

const start = startOf({}, { numberFormat: 'en-US', roundingScope: 'none' });
const openPage: typeof open = (page, options) => open(page, { start, ...options });

test('lines stand under each other with the whole below, and a group closes', async () => {
  const { screen } = await openPage(ReportsPage, { answers });
  const row = (words: string) => screen.getByRole('row', { name: new RegExp(words) });
  await expect.element(row('Harbour 7:30 .*66.7 %')).toBeVisible();
  await expect.element(row('Mole 7:30 .*66.7 %')).toBeVisible();
  await expect.element(row('Total 8:00 .*62.5 %')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show what is below Harbour' }));
  await expect.element(row('Mole')).not.toBeInTheDocument();
});

test('a figure leads to its entries, with what narrows it as filters', async () => {
  const { screen, asked } = await openPage(ReportsPage, { answers });
  await userEvent.click(screen.getByRole('row', { name: /Mole/ }).getByRole('button', { name: '7:30' }));
  await expect.element(screen.getByRole('button', { name: 'Back to the report' })).toBeVisible();
  const entries = asked.filter(({ key }) => key === 'POST /Reports/Entries').at(-1);
  expect(entries?.body).toMatchObject({
    filters: [
      { field: 'client', is: 'is', values: [client] },
      { field: 'project', is: 'is', values: [project] },
    ],
  });
});

test('the columns over time are walked by arrow keys, each said with its parts', async () => {
  const { screen } = await openPage(ReportsPage, { answers, path: '/?range=2026-11-02..2026-11-03' });
  await expect.element(screen.getByText('Hours over time', { exact: true })).toBeVisible();
  screen
    .getByRole('group', { name: /Hours over time/ })
    .element()
    .focus();
  await userEvent.keyboard('{Home}');
  await expect.element(screen.getByText(/7:30/).last()).toBeVisible();
});

test('what is pointed at in the shares is shown in the table, and the other way round, by keys as well', async () => {
  const { screen } = await openPage(ReportsPage, { answers, path: '/?range=2026-11-02..2026-11-03' });
  const row = screen.getByRole('row', { name: /Harbour 7:30/ });
  const share = screen.getByRole('button', { name: 'Harbour 93.8 %' });
  await expect.element(share).toBeVisible();
  share.element().focus();
  await expect.element(row).toHaveAttribute('data-marked', 'true');
  const dimmed = () => document.querySelectorAll('svg [data-part="1"][data-dim]').length;
  expect(dimmed()).toBeGreaterThan(0);
  await userEvent.keyboard('{Tab}');
  await expect.element(row).not.toHaveAttribute('data-marked');
  const figure = row.getByRole('button', { name: '7:30' });
  figure.element().focus();
  await expect.element(row).toHaveAttribute('data-marked', 'true');
  await expect.poll(dimmed).toBeGreaterThan(0);
});

test('a filter of nothing at all is added by its menu and taken away again', async () => {
  const { screen } = await openPage(ReportsPage, { answers });
  await userEvent.click(screen.getByRole('button', { name: 'Add a filter' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'client', exact: true }));
  await userEvent.selectOptions(screen.getByLabelText('Condition'), 'is empty');
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await expect.element(screen.getByText('client is empty', { exact: true })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter client is empty' }));
  await expect.element(screen.getByText('client is empty', { exact: true })).not.toBeInTheDocument();
});

test('a refusal says why and can be tried again', async () => {
  const refused = new Refusal(400, 'validation_failed', 'This report would have more than 20000 lines.');
  const { screen } = await openPage(ReportsPage, { answers: { ...answers, 'POST /Reports/Query': refused } });
  await expect.element(screen.getByText('This report would have more than 20000 lines.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

const definition = {
  kind: 'summary' as const,
  range: 'lastMonth',
  groupBy: ['client' as const],
  filters: [],
  rounding: null,
  withMoney: false,
};
const saved = {
  reportID: '0196e78e-8800-74b9-a9be-79cb0bb7fab1',
  name: 'Harbour by month',
  definition,
  ownerID: 'm1',
  ownerName: 'Ada Lovelace',
  isShared: true,
  isPinned: true,
  link: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
  version: 3,
};

test('a pinned report opens with what it asks, and what is changed in it can be saved', async () => {
  const { screen, asked } = await openPage(ReportsPage, {
    answers: { ...answers, 'GET /Reports': [saved], 'PUT /Reports/:id': { ...saved, version: 4 } },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Harbour by month' }));
  await expect.element(screen.getByText('Last month, by client', { exact: true })).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Range'), 'This year');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect.element(screen.getByText('Saved Harbour by month')).toBeVisible();
  const sent = asked.find(({ key }) => key === 'PUT /Reports/:id');
  expect(sent?.body).toEqual({ definition: { ...definition, range: 'thisYear' }, version: 3 });
});

test('a filter by what was archived since names it, also while another project is searched', async () => {
  const piers = Array.from({ length: 1_000 }, (_, at) => ({
    projectID: `p${at}`,
    projectName: `Pier ${at}`,
  }));
  const { screen, asked } = await openPage(ReportsPage, {
    answers: {
      ...answers,
      'GET /Projects': ({ query }) => {
        if (query['q']) return new Promise<never>(() => {});
        return query['ids'] ? [] : piers;
      },
      'GET /Projects/GetArchivedProjects': [{ projectID: project, projectName: 'Old mole' }],
      'GET /Clients/GetArchivedClients': [{ clientID: client, clientName: 'Harbour' }],
    },
    path: `/?where=project.is.${project};client.is.${client}`,
  });
  const chip = screen.getByText(/Old mole \(archived\)$/);
  await expect.element(chip).toBeVisible();
  await expect.element(screen.getByText(/Harbour \(archived\)$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add a filter' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'project', exact: true }));
  await screen.getByRole('combobox', { name: 'Value' }).fill('lighthouse');
  await expect.poll(() => asked.some(({ query }) => query['q'] === 'lighthouse')).toBe(true);
  await expect.element(chip).toBeVisible();
});

test('a chart on a phone has letters that can be read, and no figure of it is cut', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(414, 896));
  await openPage(ReportsPage, { answers });
  await expect.poll(() => document.querySelectorAll('svg[data-chart] text').length).toBeGreaterThan(0);
  const chart = document.querySelector('svg[data-chart]')?.getBoundingClientRect();
  for (const letters of document.querySelectorAll<SVGTextElement>('svg[data-chart] text')) {
    const { left, height } = letters.getBoundingClientRect();
    expect(height).toBeGreaterThan(10);
    expect(left).toBeGreaterThanOrEqual(Number(chart?.left));
  }
});

test('what is looked at is saved under a name, which may not be empty', async () => {
  const { screen, asked } = await openPage(ReportsPage, { answers: { ...answers, 'POST /Reports': saved } });
  await userEvent.click(screen.getByRole('button', { name: 'Save report' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await expect
    .element(screen.getByRole('dialog').getByRole('textbox'))
    .toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(screen.getByRole('dialog').getByRole('textbox'), 'Harbour by month');
  await userEvent.click(screen.getByRole('dialog').getByLabelText('Share it with the team'));
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(asked.find(({ key }) => key === 'POST /Reports')?.body).toMatchObject({
    name: 'Harbour by month',
    isShared: true,
    definition: { kind: 'summary', range: 'thisMonth', groupBy: ['client', 'project'] },
  });
});

test('a link is made with chosen columns, its address shown once; it can be withdrawn', async () => {
  const linked = { ...saved, link: { columns: ['hours' as const], expiresAt: null } };
  const { screen, asked } = await openPage(ReportsPage, {
    answers: {
      ...answers,
      'GET /Reports': [linked],
      'POST /Reports/:id/Link': { url: 'http://acme.stint.localhost/share/us_acme_1', report: linked },
      'DELETE /Reports/:id/Link': saved,
    },
    path: `/?saved=${saved.reportID}`,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Harbour by month' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Link for people outside' }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/It works until it is withdrawn/)).toBeVisible();
  await userEvent.click(dialog.getByLabelText('Amounts'));
  await userEvent.click(dialog.getByRole('button', { name: 'Make a new link' }));
  await expect
    .element(dialog.getByLabelText('Address'))
    .toHaveValue('http://acme.stint.localhost/share/us_acme_1');
  expect(asked.find(({ key }) => key === 'POST /Reports/:id/Link')?.body).toEqual({
    columns: ['hours', 'amounts'],
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw link' }));
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a table by day has a column for each day of the range', async () => {
  const range = { from: '2026-11-02', to: '2026-11-03' };
  const whole = { ...report, ...range };
  const pivot = {
    ...whole,
    groupBy: ['day' as const, 'client' as const],
    lines: [line(['2026-11-02'], 450, 0), line(['2026-11-02', client], 450, 0)],
    labels: [{}, { [client]: 'Harbour' }],
  };
  const { screen, asked } = await openPage(ReportsPage, {
    answers: {
      ...answers,
      'POST /Reports/Query': ({ body }) => (body.groupBy[0] === 'day' ? pivot : whole),
    },
    path: '/?kind=pivot&by=client&range=2026-11-02..2026-11-03',
  });
  await expect.element(screen.getByRole('row', { name: 'Harbour 7:30 – 7:30', exact: true })).toBeVisible();
  const rounded = (keys: (string | null)[]) => ({ ...line(keys, 450, 0), roundedMinutes: 480 });
  const rounding = { stepMinutes: 30, direction: 'nearest', scope: 'total' };
  pivot.lines = [rounded(['2026-11-02']), rounded(['2026-11-02', client])];
  await userEvent.selectOptions(screen.getByLabelText('Rounding'), '30.nearest.total');
  await expect.element(screen.getByText(/below them as rounded/)).toBeVisible();
  const wanted = expect.objectContaining({ groupBy: ['day', 'client'], rounding });
  await expect.poll(() => asked.map(({ body }) => body)).toContainEqual(wanted);
  const cell = screen
    .getByRole('row', { name: /^Harbour/ })
    .getByRole('cell')
    .first();
  await expect.element(cell).toHaveTextContent('7:308:00 Rounded');
});

const mole = {
  timesheetID: '0196e78e-8800-74b9-a9be-79cb0bb7fac1',
  teamMemberID: 'm1',
  weekEndDate: '2026-11-08',
  workDate: '2026-11-02',
  projectID: project,
  projectName: 'Mole',
  clientName: 'Harbour',
  activityID: null,
  activityName: null,
  comment: '',
  minutes: 450,
  isBillable: true,
  tags: [],
  status: 'open' as const,
  version: 1,
};

test('entries behind a figure are changed at once and taken back, and the report is where it was', async () => {
  const locked = {
    ...mole,
    timesheetID: '0196e78e-8800-74b9-a9be-79cb0bb7fac2',
    status: 'approved' as const,
  };
  const { screen, asked } = await openPage(ReportsPage, {
    answers: {
      ...answers,
      'POST /Reports/Entries': [mole, locked],
      'PUT /Reports/Entries': [{ ...mole, isBillable: false, version: 2 }],
    },
  });
  await userEvent.click(screen.getByRole('row', { name: /Mole/ }).getByRole('button', { name: '7:30' }));
  await expect.element(screen.getByRole('heading', { name: 'Entries of Harbour › Mole' })).toBeVisible();
  await userEvent.click(screen.getByLabelText('Choose all that can be changed'));
  await userEvent.click(screen.getByRole('button', { name: 'Change 1 entry' }));
  await userEvent.selectOptions(screen.getByRole('dialog').getByLabelText('Billable'), 'Non-billable');
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Save' }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await expect.element(screen.getByText('Everything is as it was.')).toBeVisible();
  const sent = asked.filter(({ key }) => key === 'PUT /Reports/Entries').map(({ body }) => body);
  expect(sent).toEqual([
    { upserts: [{ timesheetID: mole.timesheetID, version: 1, isBillable: false }] },
    { upserts: [{ timesheetID: mole.timesheetID, version: 2, isBillable: true }] },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Back to the report' }));
  await expect.element(screen.getByRole('row', { name: /Total 8:00/ })).toBeVisible();
});

test('entries of days up to the lock date are changed with a reason, which is asked for', async () => {
  const { screen, asked } = await openPage(ReportsPage, {
    start: startOf({}, { numberFormat: 'en-US', roundingScope: 'none', lockDate: mole.workDate }),
    answers: {
      ...answers,
      'POST /Reports/Entries': [mole],
      'PUT /Reports/Entries': [{ ...mole, isBillable: false, version: 2 }],
    },
  });
  await userEvent.click(screen.getByRole('row', { name: /Mole/ }).getByRole('button', { name: '7:30' }));
  await userEvent.click(screen.getByLabelText('Choose all that can be changed'));
  await userEvent.click(screen.getByRole('button', { name: 'Change 1 entry' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.selectOptions(dialog.getByLabelText('Billable'), 'Non-billable');
  await userEvent.fill(dialog.getByLabelText('Reason'), 'Billed twice');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked.find(({ key }) => key === 'PUT /Reports/Entries')?.body).toMatchObject({
    reason: 'Billed twice',
  });
});

test('people are measured by what is expected of them, and who lacks time stands first', async () => {
  const person = { lastWorkDate: '2026-11-02', billableMinutes: 300, expectedMinutes: 960 };
  const people = [
    { ...person, teamMemberID: client, name: 'Ada', minutes: 480, missingDays: 1 },
    { ...person, teamMemberID: project, name: 'Bo', minutes: 0, missingDays: 2, lastWorkDate: null },
  ];
  const { screen } = await openPage(ReportsPage, {
    answers: { ...answers, 'POST /Reports/People': people },
    path: '/?kind=utilisation',
  });
  await expect.element(screen.getByRole('row', { name: /Ada 16:00 8:00 .*50.0 %/ })).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Report', { exact: true }), 'Who has no time');
  await expect.element(screen.getByRole('row', { name: 'Bo 2 – Never' })).toBeVisible();
});

test('the days of the year are walked by arrow keys, each said with its hours, and saved as a picture', async () => {
  const days = { ...report, groupBy: ['day' as const], lines: [line(['2026-11-03'], 450, 0)], labels: [{}] };
  const { screen } = await openPage(ReportsPage, {
    answers: {
      ...answers,
      'POST /Reports/Query': ({ body }) =>
        body.groupBy[0] === 'client' ? { ...report, from: '2026-11-02', to: '2026-11-03' } : days,
    },
    path: '/?range=2026-11-02..2026-11-03&chart=year',
  });
  await userEvent.click(screen.getByText('The chart as a table'));
  await expect.element(screen.getByRole('row', { name: '2026-11-03 7:30' })).toBeVisible();
  screen
    .getByRole('group', { name: /Days of 2026:/ })
    .element()
    .focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByText(/^2026-\d\d-\d\d: /)).toBeVisible();
  const saved: Blob[] = [];
  const real = URL.createObjectURL;
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return 'data:,';
  };
  onTestFinished(() => {
    URL.createObjectURL = real;
  });
  for (const kind of ['SVG', 'PNG']) {
    await userEvent.click(screen.getByRole('button', { name: 'Save picture' }));
    await userEvent.click(screen.getByRole('menuitem', { name: `As ${kind}` }));
  }
  await expect.poll(() => saved.map(({ type }) => type)).toEqual(['image/svg+xml', 'image/png']);
  expect(await saved[0]?.text()).toMatch(/^<svg .*fill="rgb/s);
  expect((await saved[1]?.arrayBuffer())?.byteLength).toBeGreaterThan(1000);
});
