import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
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
