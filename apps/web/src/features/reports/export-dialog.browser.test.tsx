import type { ReportKind } from '@stint/domain/time/report.ts';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { ExportButton } from './export-button.tsx';

const id = '0196e78e-8800-74b9-a9be-79cb0bb7faee';
const begun = {
  longWorkID: id,
  kind: 'report' as const,
  status: 'queued' as const,
  rowsDone: 0,
  rowsTotal: 0,
  error: null,
  fileName: 'harbour-entries.xlsx',
  sizeBytes: null,
};
const running = { ...begun, status: 'running' as const, rowsDone: 1200, rowsTotal: 5000 };
// As long as the answer `{}` that stands for the file.
const done = { ...begun, status: 'done' as const, sizeBytes: 2 };

const view = {
  from: '2026-11-01',
  to: '2026-11-30',
  filters: [{ field: 'billable' as const, is: 'is' as const, value: true }],
  groupBy: ['client' as const],
  withMoney: false,
  about: 'This month, by client · one filter',
};
let kind: ReportKind = 'summary';
const Page = () => <ExportButton kind={kind} view={view} />;

beforeEach(() => {
  kind = 'summary';
});

async function open(
  answers: NonNullable<Parameters<typeof openPage>[1]>['answers'],
  role: 'owner' | 'member' = 'owner',
) {
  const start = startOf({ role }, { numberFormat: 'en-US' });
  const opened = await openPage(Page, { answers: { 'GET /LongWork': [], ...answers }, start });
  await userEvent.click(opened.screen.getByRole('button', { name: 'Export' }));
  return opened;
}

test('the chosen columns and the filters of the page are asked for, and the file is downloaded when it is ready', async () => {
  let looks = 0;
  const { screen, asked } = await open({
    'POST /Reports/Files': begun,
    'GET /LongWork': () => {
      const isBegun = asked.some(({ key }) => key === 'POST /Reports/Files');
      looks += isBegun ? 1 : 0;
      if (!isBegun) return [];
      return [looks === 1 ? begun : looks === 2 ? running : done];
    },
    'GET /LongWork/:id/File': {},
  });
  await userEvent.click(screen.getByLabelText('Comment'));
  await userEvent.click(screen.getByRole('button', { name: 'Make the file' }));
  await expect.element(screen.getByText('Waiting for its turn')).toBeVisible();
  await expect.element(screen.getByText('1,200 of 5,000')).toBeVisible();
  await expect.element(screen.getByRole('progressbar', { name: /harbour-entries/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Download harbour-entries.xlsx' })).toBeVisible();
  await expect.poll(() => asked.filter(({ key }) => key === 'GET /LongWork/:id/File')).toHaveLength(1);
  const { body } = asked.find(({ key }) => key === 'POST /Reports/Files') ?? {};
  const { groupBy: _ofLines, ...which } = view;
  expect(body).toMatchObject({ of: 'entries', form: 'xlsx', ...which, withMoney: true });
  expect(body).not.toHaveProperty('groupBy');
  expect((body as { columns: string[] }).columns).not.toContain('comment');
});

test('what is under way can be cancelled, and what is there from before downloaded', async () => {
  let work: object = running;
  const { screen, asked } = await open({
    'GET /LongWork': () =>
      [work, { ...done, longWorkID: id.replace('e', 'f'), fileName: 'yesterday.csv' }] as never,
    'POST /LongWork/:id/Cancel': () => {
      work = { ...running, status: 'cancelled' };
      return work as never;
    },
    'GET /LongWork/:id/File': {},
  });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel harbour-entries.xlsx' }));
  await expect.element(screen.getByText('Cancelled')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Download yesterday.csv' }));
  await expect.poll(() => asked.filter(({ key }) => key === 'GET /LongWork/:id/File')).toHaveLength(1);
});

test('a refusal stands in the dialog, and the choice stays', async () => {
  const { screen } = await open({
    'POST /Reports/Files': new Refusal(429, 'rate_limited', 'Too many at once. Try again in a minute.'),
  });
  await userEvent.selectOptions(screen.getByLabelText('File'), 'pdf');
  await userEvent.selectOptions(screen.getByLabelText('Paper'), 'A4');
  await userEvent.click(screen.getByRole('button', { name: 'Make the file' }));
  await expect.element(screen.getByText(/Too many at once/)).toBeVisible();
  await expect.element(screen.getByLabelText('Paper')).toHaveValue('A4');
});

test('who may not see amounts is offered none, and CSV asks for its separators', async () => {
  const { screen } = await open({}, 'member');
  await expect.element(screen.getByLabelText('Comment')).toBeVisible();
  await expect.element(screen.getByLabelText('Amount')).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('File'), 'csv');
  await expect.element(screen.getByLabelText('Columns and decimals')).toBeVisible();
});

test.each([
  ['pivot', 'The table with its columns of dates', ['client']],
  ['utilisation', 'The table of people', undefined],
] as const)(
  'a report of the kind %s offers its table first, as it is shown',
  async (shown, name, groupBy) => {
    kind = shown;
    const { screen, asked } = await open({ 'POST /Reports/Files': begun });
    await expect.element(screen.getByLabelText('What')).toHaveValue(groupBy ? 'pivot' : 'people');
    await expect.element(screen.getByRole('option', { name })).toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('File'), 'csv');
    await userEvent.click(screen.getByRole('button', { name: 'Make the file' }));
    const sent = () =>
      asked.find(({ key }) => key === 'POST /Reports/Files')?.body as Record<string, unknown>;
    await expect.poll(sent).toMatchObject({ of: groupBy ? 'pivot' : 'people', form: 'csv', from: view.from });
    expect([sent()['groupBy'], 'filters' in sent()]).toEqual([groupBy, groupBy !== undefined]);
  },
);
