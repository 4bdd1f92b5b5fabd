import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { writeAs } from '../../lib/formats.ts';
import { inTurn, later, openPage, Refusal, startOf } from '../../ui/page.fixture.tsx';
import { TeamPage } from './team-page.tsx';

const person = (id: string, firstName: string, own: object = {}) => ({
  id,
  userID: `u-${id}`,
  firstName,
  lastName: '',
  email: `${firstName.toLowerCase()}@example.com`,
  role: 'member' as const,
  status: 'active' as const,
  lastEntryAt: null,
  createEditProjects: false,
  createEditClientsActivities: false,
  createEditTime: false,
  version: 1,
  ...own,
});
const roles = [
  { id: 1, name: 'owner' as const, rank: 4 },
  { id: 4, name: 'member' as const, rank: 1 },
];
const answers = {
  'GET /TeamMember/GetTeam/:id': [person('m1', 'Ada', { role: 'owner' }), person('m2', 'Grace')],
  'GET /Invitations': [],
  'GET /AppRole': roles,
};

test('people are loading, then there', async () => {
  const team = later<ReturnType<typeof person>[]>();
  const { screen } = await openPage(TeamPage, {
    answers: { ...answers, 'GET /TeamMember/GetTeam/:id': () => team.answer },
  });
  await expect.element(screen.getByText('Loading…')).toBeInTheDocument();
  team.give(answers['GET /TeamMember/GetTeam/:id']);
  await expect.element(screen.getByRole('row', { name: /Grace/ })).toBeVisible();
});

test('a list that cannot be had says why, and trying again brings it', async () => {
  const { screen } = await openPage(TeamPage, {
    answers: {
      ...answers,
      'GET /TeamMember/GetTeam/:id': inTurn(new Refusal(403, 'forbidden', 'You may not see the team.'), [
        person('m2', 'Grace'),
      ]),
    },
  });
  await expect.element(screen.getByText('You may not see the team.')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('row', { name: /Grace/ })).toBeVisible();
});

test('a refused invitation keeps what was typed', async () => {
  const { screen, asked } = await openPage(TeamPage, {
    answers: { ...answers, 'POST /Invitations': new Refusal(403, 'forbidden', 'No seat is left.') },
  });
  await screen.getByRole('button', { name: 'Invite' }).click();
  await screen.getByLabelText('Email addresses').fill('new@example.com');
  await screen.getByRole('button', { name: 'Send invitations' }).click();
  await expect.element(screen.getByText('No seat is left.')).toBeVisible();
  await expect.element(screen.getByLabelText('Email addresses')).toHaveValue('new@example.com');
  expect(asked.find(({ key }) => key === 'POST /Invitations')?.body).toEqual({
    emails: ['new@example.com'],
    role: 'member',
  });
});

test('a member sees people without what only those who manage may do', async () => {
  const { screen } = await openPage(TeamPage, { answers, start: startOf({ role: 'member' }) });
  await expect.element(screen.getByRole('row', { name: /Grace/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Invite' }).elements()).toEqual([]);
});

test('a slash leads to the search, which narrows the list', async () => {
  const { screen } = await openPage(TeamPage, { answers });
  await expect.element(screen.getByRole('row', { name: /Grace/ })).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(screen.getByLabelText('Search')).toHaveFocus();
});

test('open invitations that cannot be read say so and can be asked for again', async () => {
  const invitation = {
    invitationID: 'i1',
    email: 'new@example.com',
    role: 'member',
    status: 'pending',
  } as const;
  const refused = new Refusal(403, 'forbidden', 'Invitations are not for you.');
  const { screen } = await openPage(TeamPage, {
    answers: { ...answers, 'GET /Invitations': inTurn(refused, [invitation]) },
  });
  await expect.element(screen.getByText('Invitations are not for you.')).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('new@example.com')).toBeVisible();
});

test('approver and expected hours are set; hours that no week has are refused, and nothing is sent', async () => {
  const { screen, asked } = await openPage(TeamPage, {
    answers: { ...answers, 'PUT /TeamMember/:id': person('m2', 'Grace') },
  });
  await screen.getByRole('button', { name: 'Actions for Grace' }).click();
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  await screen.getByLabelText('Approver').selectOptions('Ada');
  await screen.getByLabelText('Expected hours a week').fill('200');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/at most 168:00/)).toBeVisible();
  expect(asked.some(({ key }) => key === 'PUT /TeamMember/:id')).toBe(false);
  await screen.getByLabelText('Expected hours a week').fill('20');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Saved Grace.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'PUT /TeamMember/:id')?.body).toMatchObject({
    approverID: 'm1',
    weeklyMinutes: 1200,
  });
});

test('an owner hands the workspace over after being told what that means', async () => {
  const { screen, asked } = await openPage(TeamPage, {
    answers: { ...answers, 'POST /Workspaces/:id/Transfer': { ownerID: 'm2', role: 'admin' } },
  });
  await screen.getByRole('button', { name: 'Actions for Grace' }).click();
  await screen.getByRole('menuitem', { name: 'Make owner…' }).click();
  await expect.element(screen.getByText(/You stay as an admin/)).toBeVisible();
  await screen.getByRole('button', { name: 'Hand over the workspace' }).click();
  await expect.element(screen.getByText('Grace is the owner now.')).toBeVisible();
  expect(asked.find(({ key }) => key.endsWith('/Transfer'))?.body).toEqual({ teamMemberID: 'm2' });
});

test('a placeholder is merged into the member it turned out to be', async () => {
  const placeholder = person('m3', 'Gracie', { status: 'placeholder', userID: null });
  const figures = { entries: 1, minutes: 90, roundedMinutes: 90, billableMinutes: 0 };
  const { screen, asked } = await openPage(TeamPage, {
    answers: {
      ...answers,
      'GET /TeamMember/GetTeam/:id': [...answers['GET /TeamMember/GetTeam/:id'], placeholder],
      'POST /Reports/Query': { lines: [], totals: figures, labels: [] },
      'POST /TeamMember/:id/Merge': person('m2', 'Grace'),
    },
  });
  await screen.getByRole('button', { name: 'Actions for Gracie' }).click();
  await screen.getByRole('menuitem', { name: 'Merge into another…' }).click();
  await expect.element(screen.getByText(/1:30 hours become this person’s/)).toBeVisible();
  await screen.getByRole('combobox', { name: 'Into' }).fill('Gra');
  await screen.getByRole('option', { name: 'Grace' }).click();
  await screen.getByRole('button', { name: 'Merge' }).click();
  await expect.element(screen.getByText('Gracie is now part of Grace.')).toBeVisible();
  expect(asked.find(({ key }) => key.endsWith('/Merge'))).toMatchObject({
    params: { id: 'm2' },
    body: { from: 'm3' },
  });
});

test('hours are set for each day, and a week is their sum', async () => {
  const { screen, asked } = await openPage(TeamPage, {
    answers: { ...answers, 'PUT /TeamMember/:id': person('m2', 'Grace') },
    start: startOf({}, { schedule: [480, 480, 480, 480, 480, 0, 0] }),
  });
  await screen.getByRole('button', { name: 'Actions for Grace' }).click();
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  await screen.getByLabelText('Own hours for each day').click();
  await screen.getByLabelText('Fri').fill('25');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/at most 24:00/)).toBeVisible();
  expect(asked.some(({ key }) => key === 'PUT /TeamMember/:id')).toBe(false);
  await screen.getByLabelText('Fri').fill('4');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Saved Grace.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'PUT /TeamMember/:id')?.body).toMatchObject({
    schedule: [480, 480, 480, 480, 240, 0, 0],
    weeklyMinutes: 2160,
  });
});

test('somebody who does not sign in is added, and later invited as whom the time is kept for', async () => {
  const placeholder = person('m3', 'Gracie', { status: 'placeholder', userID: null, email: null });
  const { screen, asked } = await openPage(TeamPage, {
    answers: {
      ...answers,
      'GET /TeamMember/GetTeam/:id': [...answers['GET /TeamMember/GetTeam/:id'], placeholder],
      'POST /TeamMember/Placeholders': placeholder,
      'POST /Invitations': { results: [] },
    },
  });
  await screen.getByRole('button', { name: 'Add placeholder' }).click();
  await screen.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('Enter a name.')).toBeVisible();
  await screen.getByLabelText('First name').fill('Gracie');
  await screen.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('Created Gracie.')).toBeVisible();
  expect(asked.find(({ key }) => key === 'POST /TeamMember/Placeholders')?.body).toMatchObject({
    firstName: 'Gracie',
    email: null,
  });
  await screen.getByRole('button', { name: 'Actions for Gracie' }).click();
  await screen.getByRole('menuitem', { name: 'Invite…' }).click();
  await screen.getByLabelText('Email').fill('a@example.com b@example.com');
  await screen.getByRole('button', { name: 'Send invitations' }).click();
  await expect.element(screen.getByText('Enter one address.')).toBeVisible();
  await screen.getByLabelText('Email').fill('grace@example.com');
  await screen.getByLabelText('Create and edit projects').click();
  await screen.getByRole('button', { name: 'Send invitations' }).click();
  await expect
    .poll(() => asked.find(({ key }) => key === 'POST /Invitations')?.body)
    .toMatchObject({ emails: ['grace@example.com'], teamMemberID: 'm3', createEditProjects: true });
});

test('the link of an open invitation is there to be copied', async () => {
  const invitation = {
    invitationID: 'i1',
    email: 'new@example.com',
    role: 'member',
    status: 'pending',
  } as const;
  const link = 'http://stint.localhost:3000/invite?token=us.acme0001.x';
  const { screen, asked } = await openPage(TeamPage, {
    answers: {
      ...answers,
      'GET /Invitations': [invitation],
      'POST /Invitations/:id/Link': { ...invitation, link },
    },
  });
  await screen.getByRole('button', { name: 'Copy link' }).click();
  // A browser without the right to write there shows the link instead.
  await expect
    .poll(() => {
      const copied = screen
        .getByText('The link for new@example.com is copied. Only they can use it.')
        .elements();
      const shown = screen.getByLabelText('Link for new@example.com').elements();
      return copied.length + shown.length;
    })
    .toBe(1);
  expect(asked.some(({ key }) => key === 'POST /Invitations/:id/Resend')).toBe(false);
});

test('a shown link goes when the invitation is sent again or taken back, and one that opens nothing is not shown', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  onTestFinished(() => write.mockRestore());
  const invitation = {
    invitationID: 'i1',
    email: 'new@example.com',
    role: 'member',
    status: 'pending',
  } as const;
  const link = 'http://stint.localhost:3000/invite?token=us.acme0001.x';
  const { screen } = await openPage(TeamPage, {
    answers: {
      ...answers,
      'GET /Invitations': [invitation],
      'POST /Invitations/:id/Link': inTurn(
        { ...invitation, link },
        { ...invitation, link },
        new Refusal(422, 'state_conflict', 'Refused.'),
      ),
      'POST /Invitations/:id/Resend': { ...invitation, link: `${link}y` },
      'DELETE /Invitations/:id': { ...invitation, status: 'revoked' },
    },
  });
  const copy = screen.getByRole('button', { name: 'Copy link' });
  const shown = screen.getByLabelText('Link for new@example.com');
  for (const ending of ['Send again', 'Take back']) {
    await copy.click();
    await expect.element(shown).toHaveValue(link);
    await screen.getByRole('button', { name: ending }).click();
    await expect.element(shown).not.toBeInTheDocument();
  }
  await copy.click();
  const said = 'The link for new@example.com no longer works. Send the invitation again.';
  await expect.element(screen.getByText(said)).toBeVisible();
  await expect.element(shown).not.toBeInTheDocument();
});

test('people are narrowed to a role and a state', async () => {
  const { screen } = await openPage(TeamPage, { answers, path: '/team?role=owner' });
  await expect.element(screen.getByRole('row', { name: /Ada/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Grace/ })).not.toBeInTheDocument();
});

test('hours of a person are read as the workspace reads decimals, of a day and of a week', async () => {
  const start = startOf({}, { decimalReading: 'minutes', schedule: [480, 480, 480, 480, 0, 0, 0] });
  writeAs(start.settings);
  onTestFinished(() => writeAs(startOf().settings));
  const { screen, asked } = await openPage(TeamPage, {
    start,
    answers: { ...answers, 'PUT /TeamMember/:id': person('m2', 'Grace') },
  });
  const sent = () => asked.filter(({ key }) => key === 'PUT /TeamMember/:id').map(({ body }) => body);
  const edit = async () => {
    await screen.getByRole('button', { name: 'Actions for Grace' }).click();
    await screen.getByRole('menuitem', { name: 'Edit' }).click();
  };
  await edit();
  await screen.getByLabelText('Expected hours a week').fill('7.30');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent()).toMatchObject([{ weeklyMinutes: 450 }]);
  await edit();
  await screen.getByLabelText('Own hours for each day').click();
  await screen.getByLabelText('Fri').fill('7.30');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent().at(-1)).toMatchObject({ schedule: [480, 480, 480, 480, 450, 0, 0] });
});
