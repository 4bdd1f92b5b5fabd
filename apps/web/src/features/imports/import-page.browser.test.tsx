import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Answers, openPage, Refusal } from '../../ui/page.fixture.tsx';
import { ImportPage } from './import-page.tsx';

const upload = { importID: 'i1', sizeBytes: 4, receivedBytes: 0, pieceBytes: 3 };
const found = { value: 'dmy' as const, isSure: true, seen: { line: 3, text: '31/12/2025' } };
const preview = {
  importID: 'i1',
  fileName: 'time.csv',
  kind: 'csv' as const,
  system: 'toggl' as const,
  formatName: 'Toggl detailed report',
  timeZone: 'Europe/Berlin',
  encoding: null,
  separator: ',' as const,
  heads: ['User', 'Duration'],
  columns: {},
  dateOrder: found,
  otherOrder: null,
  clock: { value: 24, isSure: true, seen: null },
  decimal: { value: '.' as const, isSure: true, seen: null },
  style: { value: 'hours' as const, isSure: true, seen: null },
  questions: [],
  currencies: [],
  firstDay: '2025-12-01',
  lastDay: '2025-12-31',
  fileMinutes: 90,
  fileSeconds: 5400,
  counts: { lines: 3, created: 2, known: 0, changed: 0, refused: 1, alike: 0, minutes: 60 },
  people: [
    {
      key: 'ann',
      person: 'Ann',
      email: '',
      lines: 3,
      teamMemberID: null,
      name: null,
      guess: 'new' as const,
    },
  ],
  projects: [],
  activities: [],
  makes: { people: 1, clients: 0, projects: 2, activities: 0, tags: 0 },
  refused: [{ line: 4, code: 'over_24h' as const, column: 'Duration', value: '30:00' }],
};
const member = { id: 'm1', firstName: 'Ada', lastName: 'Lovelace' };
const done = {
  importID: 'i0',
  fileName: 'november.csv',
  system: 'toggl',
  status: 'done' as const,
  error: null,
  counts: { created: 40 },
  longWorkID: null,
  isUnderWay: false,
  createdAt: new Date().toISOString(),
  finishedAt: new Date().toISOString(),
  undoneAt: null,
};
const answers = {
  'GET /Imports': [],
  'GET /TeamMember/GetTeam/:id': [member],
  'GET /Projects': [{ projectID: 'p1', projectName: 'Pier', clientName: 'Harbour', color: null }],
  'GET /Activities': [{ activityID: 'a1', activityName: 'Welding', color: null }],
  'POST /Imports/Files': upload,
  'POST /Imports/Preview': preview,
} satisfies Answers;

/** The gateway takes pieces as bytes, which the fixture does not read: it answers them here. */
function takePieces(): { from: number; bytes: number }[] {
  const pieces: { from: number; bytes: number }[] = [];
  const before = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), location.href);
    if (init?.method !== 'PUT') return before(input, init);
    const from = Number(url.searchParams.get('from'));
    const bytes = (init.body as ArrayBuffer).byteLength;
    pieces.push({ from, bytes });
    return Response.json({ ...upload, receivedBytes: from + bytes });
  };
  return pieces;
}

async function choose(text = 'abcd') {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File([text], 'time.csv', { type: 'text/csv' }));
  if (!input) throw new Error('there is no field for a file');
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('a file is sent in pieces, shown as it was understood, and taken over with what was chosen', async () => {
  const { screen, asked } = await openPage(ImportPage, {
    answers: { ...answers, 'POST /Imports': { ...done, status: 'running' } },
  });
  const pieces = takePieces();
  await choose();
  await expect.element(screen.getByText('Toggl detailed report, 3 lines of time')).toBeVisible();
  expect(pieces).toEqual([
    { from: 0, bytes: 3 },
    { from: 3, bytes: 1 },
  ]);
  await expect.element(screen.getByText('seen: “31/12/2025” in line 3')).toBeVisible();
  await expect
    .element(screen.getByText('Line 4, Duration “30:00”: this is more than 24 hours', { exact: false }))
    .toBeVisible();
  const begin = screen.getByRole('button', { name: 'Import 2 entries' });
  await expect.element(begin).toBeDisabled();
  await screen.getByLabelText('Import the rest without them').click();
  await screen.getByLabelText('Ann (3 lines)').selectOptions('Ada Lovelace');
  await expect.element(begin).toBeEnabled();
  await begin.click();
  await expect.element(screen.getByText('The import has begun. You can leave this page.')).toBeVisible();
  const sent = asked.filter(({ key }) => key === 'POST /Imports').map(({ body }) => body);
  expect(sent).toEqual([
    { importID: 'i1', choices: { leaveOutRefused: true, people: [{ key: 'ann', teamMemberID: 'm1' }] } },
  ]);
});

test('projects and activities of the file are those of the workspace that were chosen, or made', async () => {
  const named = {
    ...preview,
    counts: { ...preview.counts, refused: 0 },
    refused: [],
    projects: [
      { client: 'Acme', project: 'Site', lines: 2, projectID: null, name: 'Site', guess: 'new' as const },
      { client: '', project: '', lines: 1, projectID: 'p1', name: 'Pier', guess: 'remembered' as const },
    ],
    activities: [{ activity: 'Weld', lines: 3, activityID: null, name: 'Weld', guess: 'new' as const }],
  };
  const { screen, asked } = await openPage(ImportPage, {
    answers: { ...answers, 'POST /Imports/Preview': named },
  });
  takePieces();
  await choose();
  await expect.element(screen.getByLabelText('Without a project (1 line)')).toHaveValue('Pier');
  const site = screen.getByRole('combobox', { name: 'Acme › Site (2 lines)' });
  await site.click();
  await screen.getByRole('option', { name: /Pier/ }).click();
  await screen.getByRole('combobox', { name: 'Weld (3 lines)' }).fill('Weld');
  await screen.getByRole('option', { name: 'Welding' }).click();
  const sent = () => asked.filter(({ key }) => key === 'POST /Imports/Preview').at(-1)?.body;
  await expect.poll(sent).toEqual({
    importID: 'i1',
    choices: {
      projects: [{ client: 'Acme', project: 'Site', projectID: 'p1' }],
      activities: [{ activity: 'Weld', activityID: 'a1' }],
    },
  });
});

test('Enter in a field begins no import: its button does', async () => {
  const ready = { ...preview, counts: { ...preview.counts, refused: 0 }, refused: [] };
  const named = {
    ...ready,
    projects: [
      { client: 'Acme', project: 'Site', lines: 2, projectID: null, name: 'Site', guess: 'new' as const },
    ],
  };
  const { screen, asked } = await openPage(ImportPage, {
    answers: { ...answers, 'POST /Imports/Preview': named, 'POST /Imports': { ...done, status: 'running' } },
  });
  takePieces();
  await choose();
  const site = screen.getByRole('combobox', { name: 'Acme › Site (2 lines)' });
  await site.fill('zzz');
  await userEvent.keyboard('{Enter}{Escape}{Enter}');
  await screen.getByLabelText('Close', { exact: false }).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Import 2 entries' })).toBeEnabled();
  expect(asked.map(({ key }) => key)).not.toContain('POST /Imports');
  await screen.getByRole('button', { name: 'Import 2 entries' }).click();
  await expect.poll(() => asked.map(({ key }) => key)).toContain('POST /Imports');
});

test('what cannot be told from the file is asked, and nothing goes on before', async () => {
  const { screen } = await openPage(ImportPage, {
    answers: {
      ...answers,
      'POST /Imports/Preview': {
        ...preview,
        questions: ['dateOrder'],
        counts: { ...preview.counts, refused: 0 },
      },
    },
  });
  takePieces();
  await choose();
  await expect.element(screen.getByText('The file does not say this. Choose it to go on.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Choose what is missing above' })).toBeDisabled();
});

test('a file that is none says why, and another one can be chosen', async () => {
  const { screen } = await openPage(ImportPage, {
    answers: { ...answers, 'POST /Imports/Files': new Refusal(400, 'file_invalid', 'This file is empty.') },
  });
  await choose('');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This file is empty.');
  await expect.element(screen.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

test('an import is taken back after it was asked', async () => {
  const { screen, asked } = await openPage(ImportPage, {
    answers: { ...answers, 'GET /Imports': [done], 'DELETE /Imports/:id': { ...done, isUnderWay: true } },
  });
  await expect.element(screen.getByText('Done: 40 entries')).toBeVisible();
  await screen.getByRole('button', { name: 'Take november.csv back' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect.element(screen.getByText('The import is being taken back.')).toBeVisible();
  expect(asked.filter(({ key }) => key === 'DELETE /Imports/:id')[0]?.params).toEqual({ id: 'i0' });
});

test('imports that are not all shown say how many there are', async () => {
  const headers = { 'x-total-count': '812' };
  const { screen } = await openPage(ImportPage, {
    answers: { ...answers, 'GET /Imports': () => Response.json([done], { headers }) },
  });
  await expect.element(screen.getByText('The newest 1 of 812 are shown.')).toBeVisible();
});
