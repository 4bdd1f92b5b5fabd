import { expect, test } from 'vitest';
import { type Answers, inTurn, openPage, Refusal, startOf } from '../../../ui/page.fixture.tsx';
import { DataPage } from './data-page.tsx';

const off = { months: null, beginsAt: null, setAt: null, setByName: null, version: 0 };
const set = {
  months: 36,
  beginsAt: '2999-01-01T12:00:00.000Z',
  setAt: '2998-12-02T12:00:00.000Z',
  setByName: 'Ada Lovelace',
  version: 1,
};
const preview = {
  beginsAt: '2999-01-01T12:00:00.000Z',
  untilDate: '2996-01-03',
  weeks: 52,
  entries: 1,
  minutes: 450,
  people: 2,
};
const open = (answers: Answers, role = 'owner') =>
  openPage(DataPage, {
    answers: { 'GET /Workspace/Retention': off, ...answers },
    start: startOf({ role }),
    path: '/settings/data',
  });

test('an owner sees what goes before it is set, and when it begins', async () => {
  const { screen, asked } = await open({
    'GET /Workspace/Retention': inTurn(off, set),
    'GET /Workspace/Retention/Preview': preview,
    'PUT /Workspace/Retention': set,
  });
  await expect.element(screen.getByText('All time is kept until somebody removes it.')).toBeVisible();
  await screen.getByRole('button', { name: 'Remove old time…' }).click();
  await screen.getByLabelText('Keep time for, in months').fill('11');
  await screen.getByRole('button', { name: 'Look at what goes' }).click();
  await expect.element(screen.getByText('Enter a whole number of months from 12 to 240.')).toBeVisible();
  expect(asked.map(({ key }) => key)).not.toContain('PUT /Workspace/Retention');
  await screen.getByLabelText('Keep time for, in months').fill('36');
  await screen.getByRole('button', { name: 'Look at what goes' }).click();
  await expect
    .element(
      screen.getByText(
        'On the first day 1 entry with 7:30 hours go: 52 weeks of 2 people, up to 2996-01-03.',
      ),
    )
    .toBeVisible();
  await screen.getByRole('button', { name: 'Remove time older than this' }).click();
  await expect.element(screen.getByText(/Time is kept for 36 months\./)).toBeVisible();
  await expect.element(screen.getByText('Set by Ada Lovelace on 2998-12-02.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'PUT /Workspace/Retention')?.body).toEqual({
    months: 36,
    version: 0,
  });
});

test('of two owners at once the second hears what the first chose, and looks again', async () => {
  const { screen, asked } = await open({
    'GET /Workspace/Retention/Preview': preview,
    'PUT /Workspace/Retention': inTurn(
      new Refusal(409, 'version_conflict', 'Changed meanwhile.', { current: { ...set, months: 12 } }),
      set,
    ),
  });
  await screen.getByRole('button', { name: 'Remove old time…' }).click();
  await screen.getByRole('button', { name: 'Look at what goes' }).click();
  await screen.getByRole('button', { name: 'Remove time older than this' }).click();
  await expect.element(screen.getByRole('radio', { name: 'Theirs 12' })).not.toBeChecked();
  await expect.element(screen.getByRole('radio', { name: 'Mine 36' })).toBeChecked();
  await expect.element(screen.getByLabelText('Keep time for, in months')).toHaveValue('36');
  await screen.getByRole('button', { name: 'Look at what goes' }).click();
  await screen.getByRole('button', { name: 'Remove time older than this' }).click();
  await expect
    .poll(() => asked.filter(({ key }) => key === 'PUT /Workspace/Retention').map(({ body }) => body))
    .toEqual([
      { months: 36, version: 0 },
      { months: 36, version: 1 },
    ]);
});

test('it is taken back with one press; a refusal stands beside it', async () => {
  const { screen } = await open({
    'GET /Workspace/Retention': inTurn(set, off),
    'DELETE /Workspace/Retention': inTurn(new Refusal(403, 'forbidden', 'Not for you.'), off),
  });
  await screen.getByRole('button', { name: 'Keep everything' }).click();
  await expect.element(screen.getByText('Not for you.')).toBeVisible();
  await screen.getByRole('button', { name: 'Keep everything' }).click();
  await expect.element(screen.getByText('All time is kept until somebody removes it.')).toBeVisible();
});

test('an admin reads it and sees who can change it', async () => {
  const { screen } = await open({ 'GET /Workspace/Retention': set }, 'admin');
  await expect.element(screen.getByText('Only an owner can change this.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Change…' })).not.toBeInTheDocument();
});
