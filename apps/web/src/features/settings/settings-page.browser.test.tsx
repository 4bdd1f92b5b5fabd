import { expect, onTestFinished, test } from 'vitest';
import { writeAs } from '../../lib/formats.ts';
import { inTurn, openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { SettingsPage } from './settings-page.tsx';

const me = { id: 'm1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', version: 1 };
const answers = {
  'GET /TeamMember/:id': me,
  'GET /LongWork': [],
  'GET /TeamMember/:id/Preferences': new Refusal(403, 'forbidden', 'Not readable now.'),
};

test('a refused name keeps what was typed', async () => {
  const { screen } = await openPage(SettingsPage, {
    answers: {
      ...answers,
      'PUT /TeamMember/:id': new Refusal(409, 'version_conflict', 'Changed meanwhile.'),
    },
  });
  await screen.getByLabelText('First name').fill('Augusta');
  await screen.getByRole('button', { name: 'Save' }).first().click();
  await expect.element(screen.getByText('Changed meanwhile.')).toBeVisible();
  await expect.element(screen.getByLabelText('First name')).toHaveValue('Augusta');
});

test('the region is told by its name', async () => {
  const { screen } = await openPage(SettingsPage, { answers });
  await expect.element(screen.getByLabelText('Data region')).toHaveValue('United States');
});

test('a check box with a long hint is as large as its neighbours', async () => {
  const { screen } = await openPage(SettingsPage, {
    answers: { ...answers, 'GET /TeamMember/:id/Preferences': {} },
  });
  const sizeOf = (name: string) => {
    const { width, height } = screen.getByRole('checkbox', { name }).element().getBoundingClientRect();
    return [width, height];
  };
  await expect.element(screen.getByRole('checkbox', { name: 'Weeks' })).toBeVisible();
  expect(sizeOf('Weeks')).toEqual(sizeOf('Reminders'));
});

test('expected hours that no week has are refused with what to enter', async () => {
  const { screen, asked } = await openPage(SettingsPage, { answers });
  await screen.getByLabelText('Expected hours a week').fill('200:00');
  await screen.getByRole('button', { name: 'Save' }).last().click();
  await expect.element(screen.getByText(/at most 168:00/)).toBeVisible();
  expect(asked.some(({ key }) => key === 'PUT /Workspace/Settings')).toBe(false);
});

test('a colleague who changed the workspace a second ago is seen, and nothing typed is lost', async () => {
  const current = { ...startOf().settings, dateFormat: 'DD/MM/YYYY', version: 9 };
  const { screen, asked } = await openPage(SettingsPage, {
    answers: {
      ...answers,
      'PUT /Workspace/Settings': inTurn(
        new Refusal(409, 'version_conflict', 'Changed meanwhile.', { current }),
        { ...current, version: 10 },
      ),
    },
  });
  await screen.getByLabelText('Times of day').selectOptions('2:30 PM');
  await screen.getByLabelText('Numbers').selectOptions('1.234,5');
  await screen.getByRole('button', { name: 'Save' }).last().click();
  await expect.element(screen.getByText(/What you typed is still here/)).toBeVisible();
  await expect.element(screen.getByLabelText('Times of day')).toHaveValue('h12');
  await screen.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect
    .poll(() => asked.filter(({ key }) => key === 'PUT /Workspace/Settings').map(({ body }) => body))
    .toMatchObject([
      { timeFormat: 'h12', numberFormat: 'de', version: 3 },
      { timeFormat: 'h12', numberFormat: 'de', version: 9 },
    ]);
});

test('notifications that cannot be read say why and can be asked for again', async () => {
  const { screen } = await openPage(SettingsPage, { answers });
  await expect.element(screen.getByText('Not readable now.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a member reads the workspace and changes nothing of it', async () => {
  const { screen } = await openPage(SettingsPage, { answers, start: startOf({ role: 'member' }) });
  await expect.element(screen.getByText('An owner or admin can change this.')).toBeVisible();
  await expect.element(screen.getByLabelText('Workspace name')).toBeDisabled();
});

test('each kind of mail is sent as a test, also one that is off; a refusal stands beside its button', async () => {
  const { screen, asked } = await openPage(SettingsPage, {
    answers: {
      ...answers,
      'GET /TeamMember/:id/Preferences': { notifications: { budgets: false } },
      'POST /TestMails': inTurn(new Refusal(403, 'forbidden', 'Not for you.'), {
        to: 'ada@example.com',
      }),
    },
  });
  const button = screen.getByRole('button', { name: 'Send a test: Budgets' });
  await button.click();
  await expect.element(screen.getByText('Not for you.')).toBeVisible();
  await button.click();
  await expect.element(screen.getByText('A test is on its way to ada@example.com.')).toBeVisible();
  await expect.element(screen.getByText('Not for you.')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Send a test: Reminders' }).click();
  await expect
    .poll(() => asked.filter(({ key }) => key === 'POST /TestMails').map(({ body }) => body))
    .toEqual([{ name: 'budgets' }, { name: 'budgets' }, { name: 'reminders' }]);
});

test('expected hours are read as decimals are meant from now on; what nobody typed anew stays', async () => {
  const start = startOf({}, { durationFormat: 'decimal', weeklyMinutes: 2250 });
  writeAs(start.settings);
  onTestFinished(() => writeAs(startOf().settings));
  const { screen, asked } = await openPage(SettingsPage, {
    start,
    answers: { ...answers, 'PUT /Workspace/Settings': start.settings },
  });
  const sent = () => asked.filter(({ key }) => key === 'PUT /Workspace/Settings').map(({ body }) => body);
  await expect.element(screen.getByLabelText('Expected hours a week')).toHaveValue('37.50');
  await screen.getByLabelText('Decimal hours').selectOptions('1.30 means 1:30');
  await screen.getByRole('button', { name: 'Save' }).last().click();
  await expect.poll(() => sent()).toMatchObject([{ weeklyMinutes: 2250, decimalReading: 'minutes' }]);
  await screen.getByLabelText('Expected hours a week').fill('7.30');
  await screen.getByRole('button', { name: 'Save' }).last().click();
  await expect.poll(() => sent().at(-1)).toMatchObject({ weeklyMinutes: 450 });
});

test('files that could not be read are asked for again', async () => {
  const { screen } = await openPage(SettingsPage, {
    answers: {
      ...answers,
      'GET /TeamMember/:id/Preferences': {},
      'GET /LongWork': inTurn(new Refusal(403, 'forbidden', 'No files for you.'), []),
    },
  });
  await expect.element(screen.getByText('No files for you.')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/There is nothing here yet/)).toBeVisible();
});

test('files that are not all shown say how many there are', async () => {
  const work = (longWorkID: string) => ({
    longWorkID,
    kind: 'report',
    status: 'cancelled' as const,
    fileName: null,
  });
  const headers = { 'x-total-count': '60' };
  const { screen } = await openPage(SettingsPage, {
    answers: {
      ...answers,
      'GET /TeamMember/:id/Preferences': {},
      'GET /LongWork': () => Response.json([work('w1'), work('w2')], { headers }),
    },
  });
  await expect.element(screen.getByText('The newest 2 of 60 are shown.')).toBeVisible();
});
