import { expect, test } from 'vitest';
import { type Answers, inTurn, openPage, Refusal, startOf } from '../../../ui/page.fixture.tsx';
import { RulesPage } from './rules-page.tsx';

const rules = {
  submitDueDays: 2,
  lockDate: null,
  roundingScope: 'none',
  roundingDirection: 'up',
  roundingMinutes: 15,
  schedule: [480, 480, 480, 480, 480, 0, 0],
  timeZone: 'Europe/Zurich',
  editorsSeeBillRates: false,
};
const answers = {
  'GET /Workspace/Holidays': [{ date: '2020-01-01', name: 'Long ago' }],
  'PUT /Workspace/Settings': { version: 4 },
} satisfies Answers;
const open = (more: Answers = {}) =>
  openPage(RulesPage, { answers: { ...answers, ...more }, start: startOf({}, rules) });

test('the rules are saved together, with the hours of a week added up from its days', async () => {
  const { screen, asked } = await open();
  await screen.getByLabelText('A comment').click();
  await screen.getByLabelText('Locked up to and including').fill('2026-10-31');
  await screen.getByLabelText('Fri').fill('4');
  await screen.getByRole('button', { name: 'Save' }).first().click();
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'PUT /Workspace/Settings')?.body).toMatchObject({
    requiredFields: ['comment'],
    lockDate: '2026-10-31',
    schedule: [480, 480, 480, 480, 240, 0, 0],
    weeklyMinutes: 2160,
    version: 3,
  });
});

test('hours, days and minutes that cannot be are refused where they stand, and nothing is sent', async () => {
  const { screen, asked } = await open();
  await screen.getByLabelText('Days until a week is due').fill('40');
  await screen.getByLabelText('Mon').fill('25');
  await screen.getByRole('button', { name: 'Save' }).first().click();
  await expect.element(screen.getByText('Enter a whole number of days from 0 to 28.')).toBeVisible();
  await expect.element(screen.getByText(/at most 24:00/)).toBeVisible();
  expect(asked.some(({ key }) => key === 'PUT /Workspace/Settings')).toBe(false);
});

test('settings that somebody else changed a second ago leave what was typed, and the choice', async () => {
  const current = { ...startOf({}, rules).settings, submitDueDays: 7, version: 9 };
  const refusal = new Refusal(409, 'version_conflict', 'Changed meanwhile.', { current });
  const again = new Refusal(409, 'version_conflict', 'Changed once more.', {
    current: { ...current, version: 10 },
  });
  const { screen, asked } = await open({
    'PUT /Workspace/Settings': inTurn(refusal, again, { version: 11 }),
  });
  await screen.getByLabelText('Days until a week is due').fill('5');
  await screen.getByRole('button', { name: 'Save' }).first().click();
  await expect.element(screen.getByText(/What you typed is still here/)).toBeVisible();
  await expect.element(screen.getByLabelText('Days until a week is due')).toHaveValue('5');
  await screen.getByRole('button', { name: /^Take (“|all)/ }).click();
  await expect.element(screen.getByLabelText('Days until a week is due')).toHaveValue('7');
  await expect.element(screen.getByText(/What you typed is still here/)).not.toBeInTheDocument();
  await expect.element(screen.getByText('Changed meanwhile.')).not.toBeInTheDocument();
  await screen.getByLabelText('Days until a week is due').fill('6');
  await screen.getByRole('button', { name: 'Save' }).first().click();
  await screen.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  const sent = asked.filter(({ key }) => key === 'PUT /Workspace/Settings').at(-1)?.body;
  expect(sent).toMatchObject({ submitDueDays: 6, version: 10 });
});

test('a holiday needs a day of its year and a name', async () => {
  const { screen, asked } = await open({ 'PUT /Workspace/Holidays': [] });
  await screen.getByRole('button', { name: 'Add holiday' }).click();
  await expect.element(screen.getByText('Choose a day of the year.')).toBeVisible();
  await expect.element(screen.getByText('Enter a name.')).toBeVisible();
  expect(asked.some(({ key }) => key === 'PUT /Workspace/Holidays')).toBe(false);
  const year = new Date().getFullYear();
  await screen.getByLabelText('Date').fill(`${year}-12-26`);
  await screen.getByLabelText('Name').fill('Boxing Day');
  await screen.getByRole('button', { name: 'Add holiday' }).click();
  await expect.element(screen.getByText('The holidays are saved.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'PUT /Workspace/Holidays')?.body).toEqual({
    year,
    holidays: [{ date: `${year}-12-26`, name: 'Boxing Day' }],
    believed: [],
  });
});

test('a holiday that a colleague added a second ago stays beside the own one', async () => {
  const year = new Date().getFullYear();
  const theirs = { date: `${year}-08-01`, name: 'National Day' };
  const { screen, asked } = await open({
    'PUT /Workspace/Holidays': inTurn(
      new Refusal(409, 'version_conflict', 'Changed meanwhile.', { current: [theirs] }),
      [],
    ),
  });
  await screen.getByLabelText('Date').fill(`${year}-12-26`);
  await screen.getByLabelText('Name').fill('Boxing Day');
  await screen.getByRole('button', { name: 'Add holiday' }).click();
  await expect.element(screen.getByText('The holidays are saved.')).toBeVisible();
  expect(asked.filter(({ key }) => key === 'PUT /Workspace/Holidays').at(-1)?.body).toEqual({
    year,
    holidays: [theirs, { date: `${year}-12-26`, name: 'Boxing Day' }],
    believed: [theirs],
  });
});

test('the country to begin with is that of the workspace, whatever the browser is set up for', async () => {
  const { screen, asked } = await open({
    'GET /Workspace/Holidays/Countries': [
      { code: 'CH', name: 'Switzerland', isOwn: true, states: [] },
      { code: 'US', name: 'United States', isOwn: false, states: [] },
    ],
    'GET /Workspace/Holidays/Suggested': [],
  });
  await screen.getByRole('button', { name: 'Take those of a country…' }).click();
  await expect.element(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('Switzerland');
  const suggested = () => asked.filter(({ key }) => key === 'GET /Workspace/Holidays/Suggested');
  await expect
    .poll(() => suggested().map(({ query }) => (query as { country: string }).country))
    .toEqual(['CH']);
});

test('holidays of a country are looked at, some left out, and the rest taken over', async () => {
  const year = new Date().getFullYear();
  const { screen, asked } = await open({
    'GET /Workspace/Holidays': [{ date: `${year}-01-01`, name: 'New Year' }],
    'GET /Workspace/Holidays/Countries': [
      { code: 'CH', name: 'Switzerland', isOwn: false, states: [{ code: 'ZH', name: 'Zurich' }] },
    ],
    'GET /Workspace/Holidays/Suggested': [
      { date: `${year}-01-01`, name: "New Year's Day" },
      { date: `${year}-01-02`, name: "Berchtold's Day" },
      { date: `${year}-08-01`, name: 'National Day' },
    ],
    'PUT /Workspace/Holidays': [],
  });
  await screen.getByRole('button', { name: 'Take those of a country…' }).click();
  await screen.getByRole('combobox', { name: 'Country' }).fill('Switz');
  await screen.getByRole('option', { name: 'Switzerland' }).click();
  await expect.element(screen.getByLabelText(/New Year's Day/)).toBeDisabled();
  await screen.getByLabelText(/Berchtold/).click();
  await screen.getByRole('button', { name: 'Add one holiday' }).click();
  await expect.element(screen.getByText('The holidays are saved.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'PUT /Workspace/Holidays')?.body).toEqual({
    year,
    holidays: [
      { date: `${year}-01-01`, name: 'New Year' },
      { date: `${year}-08-01`, name: 'National Day' },
    ],
    believed: [{ date: `${year}-01-01`, name: 'New Year' }],
  });
});
