import { expect, onTestFinished, test } from 'vitest';
import { writeAs } from '../../lib/formats.ts';
import { type Answers, inTurn, later, openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { ProjectPage } from './project-page.tsx';

const id = '01a203bd-0000-7000-8000-000000000001';
const other = '01a203bd-0000-7000-8000-000000000002';
const project = {
  projectID: id,
  projectName: 'Website',
  clientID: other,
  clientName: 'Kyoto',
  code: null,
  description: null,
  color: null,
  isBillable: true,
  isArchived: false,
  projectTypeID: other,
  startDate: null,
  endDate: null,
  rateMode: 'project' as const,
  hourlyRate: 12_000,
  activityRates: [] as { activityID: string; hourlyRate: number }[],
  budgetKind: 'none' as const,
  budgetHours: null,
  budgetAmount: null,
  budgetPeriod: 'total' as const,
  alertPercents: [50],
  visibility: 'public' as const,
  memberIDs: [],
  activityIDs: [] as string[],
  managerID: 'm1',
  version: 1,
};
const kyoto = { clientID: other, clientName: 'Kyoto', currency: 'JPY' };
const acme = { clientID: id, clientName: 'Acme', currency: null };
const stored = { ...project, version: 2 };
const nothing = { entries: 0, minutes: 0, lockedMinutes: 0, before: [], after: [] };
const euros = (amount: number) => [{ currency: 'EUR', amount }];

async function open(answers: Answers = {}, start = startOf()) {
  const { screen, asked } = await openPage(ProjectPage, {
    start,
    answers: {
      'GET /Projects/:id': project,
      'PUT /Projects/:id': stored,
      'GET /Clients': [acme, kyoto],
      'GET /Clients/:id': acme,
      'GET /Activities': [
        { activityID: 'a1', activityName: 'Design', isGlobal: true },
        { activityID: 'a2', activityName: 'Review', isGlobal: true },
      ],
      'GET /ProjectTypeMaster': [{ projectTypeID: other, name: 'Retainer', isActive: true }],
      'GET /TeamMember/GetTeam/:id': [],
      'POST /Projects/:id/Preview': { open: nothing, approved: nothing },
      ...answers,
    },
    path: `/projects/${id}?tab=settings`,
    route: '/projects/$id',
  });
  const sent = () => asked.filter(({ key }) => key === 'PUT /Projects/:id').map(({ body }) => body);
  const save = async () => screen.getByRole('button', { name: 'Save', exact: true }).click();
  return { screen, sent, save };
}

test('amounts are in the currency of the client, however late the list of clients comes', async () => {
  const { screen, sent, save } = await open({
    'GET /Clients': later<[]>().answer,
    'GET /Clients/:id': kyoto,
  });
  await expect.element(screen.getByLabelText('An hour (JPY)')).toHaveValue('12000');
  await screen.getByLabelText('An hour (JPY)').fill('13000');
  await save();
  await expect.poll(() => sent()).toMatchObject([{ clientID: other, hourlyRate: 13_000 }]);
});

test.each([
  ['an owner', 'owner', 'somebody else', true],
  ['its manager', 'editor', 'm1', true],
  ['another editor', 'editor', 'somebody else', false],
])('who manages a project is chosen by %s: %s, managed by %s', async (_who, role, managerID, isOpen) => {
  const answers = { 'GET /Projects/:id': { ...project, managerID } };
  const { screen } = await open(answers, startOf({ role }));
  const manager = screen.getByRole('combobox', { name: /^Manager/ });
  await expect.element(manager).toHaveProperty('disabled', !isOpen);
});

test('a client that cannot be read says why, and no amount is shown in a guessed currency', async () => {
  const { screen } = await open({ 'GET /Clients/:id': new Refusal(403, 'forbidden', 'Not readable now.') });
  await expect.element(screen.getByText('Not readable now.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a client that is chosen brings its currency', async () => {
  const { screen, sent, save } = await open({
    'GET /Projects/:id': { ...project, clientID: id, clientName: 'Acme' },
  });
  await expect.element(screen.getByLabelText('An hour (EUR)')).toHaveValue('120.00');
  await screen.getByRole('combobox', { name: /^Client/ }).fill('Kyo');
  await screen.getByRole('option', { name: 'Kyoto' }).click();
  await screen.getByLabelText('An hour (JPY)').fill('13000');
  await save();
  await expect.poll(() => sent()).toMatchObject([{ hourlyRate: 13_000 }]);
});

test('only listed activities have rates; one that is taken out takes its rate along', async () => {
  const { screen, sent, save } = await open({
    'GET /Projects/:id': {
      ...project,
      rateMode: 'activity',
      activityIDs: ['a1'],
      activityRates: [{ activityID: 'a1', hourlyRate: 5000 }],
    },
  });
  await expect.element(screen.getByRole('textbox', { name: 'Design', exact: true })).toHaveValue('50.00');
  expect(screen.getByRole('textbox', { name: 'Review', exact: true }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Take out Design' }).click();
  await expect.element(screen.getByText(/Only activities that this project lists/)).toBeVisible();
  await save();
  await expect.element(screen.getByText('Saved Website.')).toBeVisible();
  expect(sent()).toMatchObject([{ activityIDs: [], activityRates: [] }]);
});

test('what was typed wrong in a field that is no longer shown does not hold up the rest', async () => {
  const { screen, sent, save } = await open();
  await screen.getByLabelText('Budget', { exact: true }).selectOptions('In hours');
  await screen.getByLabelText('Tell the manager at').fill('50, many');
  await screen.getByLabelText('Budget', { exact: true }).selectOptions('No budget');
  await screen.getByLabelText('An hour (EUR)').fill('ninety');
  await screen.getByLabelText('Billed by').selectOptions('Nothing is billed');
  await save();
  await expect.element(screen.getByText('Saved Website.')).toBeVisible();
  expect(sent()).toMatchObject([{ budgetKind: 'none', rateMode: 'none' }]);
  expect(Object.keys(sent()[0] as object)).not.toContain('alertPercents');
  expect(Object.keys(sent()[0] as object)).not.toContain('hourlyRate');
});

test('a conflict is over once the own values are saved, and stays open where saving them fails', async () => {
  const current = { ...project, projectName: 'Their name', version: 7 };
  const { screen, sent, save } = await open({
    'PUT /Projects/:id': inTurn(
      new Refusal(409, 'version_conflict', 'Changed meanwhile.', { current }),
      new Refusal(500, 'internal', 'Something broke.'),
      { ...stored, version: 8 },
      { ...stored, version: 9 },
    ),
  });
  await screen.getByLabelText('Name', { exact: true }).fill('My name');
  await save();
  await screen.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect.poll(() => sent().length).toBe(2);
  await expect.element(screen.getByText(/What you typed is still here/)).toBeVisible();
  await screen.getByRole('button', { name: /^Save (“|as chosen)/ }).click();
  await expect.element(screen.getByText('Saved Website.')).toBeVisible();
  await expect.element(screen.getByText(/What you typed is still here/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await save();
  await expect
    .poll(() => sent())
    .toMatchObject([{ version: 1 }, { version: 7 }, { version: 7 }, { projectName: 'My name', version: 8 }]);
});

test('hours of a budget are read as the workspace reads decimals', async () => {
  const start = startOf({}, { decimalReading: 'minutes' });
  writeAs(start.settings);
  onTestFinished(() => writeAs(startOf().settings));
  const { screen, sent, save } = await open({}, start);
  await screen.getByLabelText('Budget', { exact: true }).selectOptions('In hours');
  await screen.getByLabelText('Hours', { exact: true }).fill('37.30');
  await save();
  await expect.poll(() => sent()).toMatchObject([{ budgetHours: 37.5 }]);
});

test('a rate without a date says what it changes before it is saved: open, locked and approved time', async () => {
  const { screen, sent } = await open({
    'POST /Projects/:id/Preview': ({ body }) => ({
      open: {
        entries: 3,
        minutes: 180,
        lockedMinutes: 60,
        before: euros(36_000),
        after: euros(3 * (body.hourlyRate ?? 0)),
      },
      approved: { entries: 1, minutes: 60, lockedMinutes: 0, before: euros(12_000), after: euros(15_000) },
    }),
  });
  const rate = screen.getByLabelText('An hour (EUR)');
  await expect.element(rate).toHaveValue('120.00');
  expect(screen.getByText(/This changes/).elements()).toEqual([]);
  await rate.fill('150');
  await expect
    .element(screen.getByText(/This changes 3:00 open hours: €360\.00 → €450\.00\. These are 3 entries\./))
    .toBeVisible();
  await expect.element(screen.getByText(/1:00 of these hours lie up to the lock date/)).toBeVisible();
  await expect
    .element(screen.getByText('1:00 approved hours keep what they are worth: €120.00.'))
    .toBeVisible();
  await rate.fill('120.00');
  await expect.element(screen.getByText(/This changes/)).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

test('a rate that is saved changes nothing any more, however it was typed', async () => {
  const { screen, sent, save } = await open({
    'PUT /Projects/:id': { ...stored, hourlyRate: 15_000 },
    'POST /Projects/:id/Preview': {
      open: { entries: 3, minutes: 180, lockedMinutes: 0, before: euros(36_000), after: euros(45_000) },
      approved: nothing,
    },
  });
  await screen.getByLabelText('An hour (EUR)').fill('150');
  await expect.element(screen.getByText(/This changes/)).toBeVisible();
  await save();
  await expect.element(screen.getByText('Saved Website.')).toBeVisible();
  await expect.element(screen.getByText(/This changes/)).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('An hour (EUR)')).toHaveValue('150');
  expect(sent()).toMatchObject([{ hourlyRate: 15_000 }]);
});
