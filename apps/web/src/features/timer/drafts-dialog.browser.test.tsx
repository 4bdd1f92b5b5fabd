import { expect, test } from 'vitest';
import { type Answers, inTurn, openPage, Refusal } from '../../ui/page.fixture.tsx';
import { DraftsDialog } from './drafts-dialog.tsx';
import { noWork, useTimer } from './use-timer.ts';

const draft = {
  ...noWork,
  draftID: '0196e78e-8800-74b9-a9be-79cb0bb7fab1',
  version: 1,
  reason: 'project_missing' as const,
  startedAt: '2026-11-19T20:00:00.000Z',
  endedAt: '2026-11-20T09:00:20.000Z',
};
const overview = (drafts: (typeof draft)[]) => ({
  timer: null,
  drafts,
  last: null,
  schedule: [],
  now: new Date().toISOString(),
});

function Page() {
  return <DraftsDialog timer={useTimer()} onClose={() => {}} />;
}

async function open(answers: Answers) {
  const { screen, asked } = await openPage(Page, { answers: { 'GET /Projects/Picker': [], ...answers } });
  await screen.getByRole('button', { name: 'Finish' }).click();
  const choice = screen.getByRole('region', { name: 'Changed by somebody else' });
  const end = screen.getByRole('group', { name: 'Ended' });
  const sent = () => asked.filter(({ key }) => key.startsWith('PUT ')).map(({ body }) => body);
  return { screen, choice, end, sent };
}

test('the part of it that stays after a save is the own one: nobody else is said to have changed it', async () => {
  const rest = {
    ...draft,
    comment: 'Caulking',
    endedAt: new Date('2026-11-20T00:00').toISOString(),
    version: 2,
  };
  const { screen, choice, end, sent } = await open({
    'GET /Timer/Overview': inTurn(overview([draft]), overview([rest])),
    'PUT /Timer/Drafts/:draftID': { saved: [], minutes: 0, drafts: [] },
  });
  await screen.getByRole('textbox', { name: /^Comment/ }).fill('Caulking ');
  await end.getByRole('textbox', { name: 'Time' }).fill('9:30');
  await screen.getByRole('button', { name: 'Save to the week' }).click();
  await expect.element(end.getByRole('textbox', { name: 'Time' })).toHaveValue('00:00');
  await expect.element(screen.getByRole('textbox', { name: /^Comment/ })).toHaveValue('Caulking');
  expect(choice.elements()).toEqual([]);
  expect(sent()).toHaveLength(1);
});

const theirs = { ...draft, endedAt: '2026-11-20T09:15:40.000Z', version: 7 };
const refused = new Refusal(409, 'version_conflict', 'Somebody changed this in the meantime.', {
  current: theirs,
});

test('a time that is typed anew while both sides are shown is nothing until it is a time', async () => {
  const { screen, choice, end } = await open({
    'GET /Timer/Overview': overview([draft]),
    'PUT /Timer/Drafts/:draftID': refused,
  });
  const time = end.getByRole('textbox', { name: 'Time' });
  await time.fill('1:30');
  await screen.getByRole('button', { name: 'Save to the week' }).click();
  await expect.element(choice).toBeVisible();
  await time.fill('10:');
  await expect.element(choice.getByRole('radio', { name: 'Mine nothing', exact: true })).toBeChecked();
  await expect.element(time).toHaveValue('10:');
});

test('once theirs was taken nothing says that it was refused, and their end keeps its seconds', async () => {
  const { screen, choice, end, sent } = await open({
    'GET /Timer/Overview': overview([draft]),
    'PUT /Timer/Drafts/:draftID': inTurn(refused, { saved: [], minutes: 0, drafts: [] }),
  });
  await end.getByRole('textbox', { name: 'Time' }).fill('1:30');
  await screen.getByRole('button', { name: 'Save to the week' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await choice.getByRole('button', { name: /^Take (“|all)/ }).click();
  await expect.element(choice).not.toBeInTheDocument();
  expect(screen.getByRole('alert').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Save to the week' }).click();
  await expect.poll(sent).toMatchObject([{ version: 1 }, { version: 7, endedAt: theirs.endedAt }]);
});
