import type { RouteComponent } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountPage } from '../features/account/account-page.tsx';
import { ActivitiesPage } from '../features/activities/activities-page.tsx';
import { ClientsPage } from '../features/clients/clients-page.tsx';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { ProgramsPage } from '../features/settings/programs/programs-page.tsx';
import { RulesPage } from '../features/settings/rules/rules-page.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { SignInSettingsPage } from '../features/sign-in-settings/sign-in-settings-page.tsx';
import { TeamPage } from '../features/team/team-page.tsx';
import { type Answers, openPage, openSitePage, Refusal, startOf } from '../ui/page.fixture.tsx';

type Row = {
  Page: RouteComponent;
  path?: string;
  /** What the page asks before there is a form. */
  answers: object;
  settings?: object;
  /** Pressed first, where the form is not there at once. */
  open?: string;
  fill: Record<string, string>;
  send: string;
  /** The call that is refused. */
  save: string;
};

const role = { id: 4, name: 'member', rank: 1 };
const team = { 'GET /TeamMember/GetTeam/:id': [], 'GET /Invitations': [], 'GET /AppRole': [role] };
const programs = { 'GET /Tokens': [], 'GET /Calendar': { isActive: false }, 'GET /Webhooks': [] };
const usage = {
  'POST /Reports/Query': { lines: [], totals: { entries: 0, minutes: 0, billableMinutes: 0 }, labels: [] },
};
const me = { id: 'm1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', version: 1 };
const settings = {
  'GET /TeamMember/:id': me,
  'GET /LongWork': [],
  'GET /TeamMember/:id/Preferences': {},
};
const signIn = {
  'GET /v0/tenants/:tenantId': {
    tenantId: 'acme0001',
    name: 'Acme',
    version: 1,
    authentication: {
      firstFactors: [{ channel: 'email', strategy: 'password' }],
      secondFactors: [],
      isMfaRequired: false,
    },
  },
  'GET /v0/tenants/:tenantId/mode': { mode: 'test', authentication: { firstFactors: [] }, sso: [] },
  'GET /v0/tenants/:tenantId/sso': { results: [] },
  'GET /v0/tenants/:tenantId/domains': { results: [] },
  'GET /v0/tenants/:tenantId/lost-factors': { results: [] },
  'POST /v0/tenants/:tenantId/readiness': {
    canBeMet: true,
    memberCount: 1,
    readyCount: 1,
    totalCount: 0,
    totalPages: 0,
    results: [],
  },
};
const account = {
  'GET /v0/self': {
    userUuid: 'u1',
    email: 'ada@example.com',
    isEmailConfirmed: true,
    phoneNumber: null,
    name: 'Ada Lovelace',
    username: null,
    image: null,
    hasPassword: true,
    hasAuthenticator: false,
    backupCodesLeft: 0,
    authorization: {},
  },
  'GET /v0/self/sessions': { results: [] },
  'GET /v0/self/identities': { results: [] },
  'GET /v0/tenants/:tenantId/mode': signIn['GET /v0/tenants/:tenantId/mode'],
};

const FORMS: Record<string, Row> = {
  'a project': {
    Page: ProjectsPage,
    path: '/projects?new=1',
    answers: {
      'GET /Projects': [],
      'GET /Clients': [],
      'GET /ProjectTypeMaster': [
        { projectTypeID: 't1', name: 'Client work', billableDefault: true, isActive: true },
      ],
    },
    fill: { Name: 'Pier', Code: 'P-1', Description: 'A long pier' },
    send: 'Create',
    save: 'POST /Projects',
  },
  'a client': {
    Page: ClientsPage,
    path: '/clients?new=1',
    answers: { 'GET /Clients': [], 'GET /Projects': [], ...usage },
    fill: { Name: 'Harbour', Currency: 'CHF' },
    send: 'Create',
    save: 'POST /Clients',
  },
  'an activity': {
    Page: ActivitiesPage,
    path: '/activities?new=1',
    answers: { 'GET /Activities': [], ...usage },
    fill: { Name: 'Caulking', Code: 'C' },
    send: 'Create',
    save: 'POST /Activities',
  },
  invitations: {
    Page: TeamPage,
    answers: team,
    open: 'Invite',
    fill: { 'Email addresses': 'new@example.com' },
    send: 'Send invitations',
    save: 'POST /Invitations',
  },
  'the own profile': {
    Page: SettingsPage,
    answers: settings,
    fill: { 'First name': 'Augusta', 'Last name': 'King' },
    send: 'Save',
    save: 'PUT /TeamMember/:id',
  },
  'a token': {
    Page: ProgramsPage,
    answers: programs,
    fill: { 'What it is for': 'Invoices' },
    send: 'Make a token',
    save: 'POST /Tokens',
  },
  'the rules for time': {
    Page: RulesPage,
    answers: { 'GET /Workspace/Holidays': [] },
    settings: {
      submitDueDays: 2,
      lockDate: null,
      roundingScope: 'none',
      roundingDirection: 'up',
      roundingMinutes: 15,
      schedule: [480, 480, 480, 480, 480, 0, 0],
      timeZone: 'Europe/Zurich',
      editorsSeeBillRates: false,
    },
    fill: { 'Days until a week is due': '5' },
    send: 'Save',
    save: 'PUT /Workspace/Settings',
  },
  'a provider': {
    Page: SignInSettingsPage,
    answers: signIn,
    fill: {
      Issuer: 'https://example.okta.com',
      'Client id': 'abc',
      'Client secret': 'secret',
    },
    send: 'Set up',
    save: 'PUT /v0/tenants/:tenantId/sso/:provider',
  },
  'a domain': {
    Page: SignInSettingsPage,
    answers: signIn,
    fill: { Domain: 'example.com' },
    send: 'Add the domain',
    save: 'PUT /v0/tenants/:tenantId/domains/:domain',
  },
};

const SITE_FORMS: Record<string, Omit<Row, 'Page' | 'answers'>> = {
  'the name of the account': {
    fill: { 'Your name': 'Augusta King', Username: 'augusta' },
    send: 'Save',
    save: 'PUT /v0/self',
  },
  'a new password': {
    fill: { 'Current password': 'paper boats 7', 'New password': 'correct horse battery 9' },
    send: 'Change the password',
    save: 'PUT /v0/tenants/:tenantId/auth/basic',
  },
  'a new address': {
    open: 'Change the address',
    fill: { 'New email address': 'new@example.com' },
    send: 'Send the confirmation',
    save: 'PUT /v0/self/email',
  },
};

type Failures = Record<string, () => unknown>;

/** What can be answered to a save. */
const ANSWERED: Failures = {
  'a refusal': () => new Refusal(403, 'forbidden', 'Ask an owner.'),
  'a broken server': () => new Refusal(500, 'internal', 'Something broke.'),
  'a dead session': () =>
    new Response('Please re-login.', { status: 401, headers: { 'content-type': 'text/plain' } }),
};

/** What comes instead of an answer; each is tried several times before it is said, so that one form stands for all. */
const UNANSWERED: Failures = {
  'a lost network': () => {
    throw new TypeError('Failed to fetch');
  },
  'a timeout': () => {
    throw new DOMException('signal timed out', 'TimeoutError');
  },
};

/** All that is in the fields of a form. */
function contentOf(form: HTMLFormElement): string[] {
  return [...form.querySelectorAll<HTMLInputElement>('input, select, textarea')].map((field) =>
    field.type === 'checkbox' || field.type === 'radio' ? String(field.checked) : field.value,
  );
}

async function expectNothingLost(
  open: (answers: Answers) => Promise<unknown>,
  row: Omit<Row, 'Page'>,
  failures: Failures,
): Promise<void> {
  let fail: () => unknown = () => undefined;
  let tries = 0;
  await open({
    ...row.answers,
    'GET /v0/auth/refresh': new Refusal(401, 'unauthorized', 'Signed out.'),
    [row.save]: () => {
      tries += 1;
      return fail();
    },
  } as Answers);
  if (row.open) await page.getByRole('button', { name: row.open, exact: true }).first().click();
  for (const [label, value] of Object.entries(row.fill)) {
    // Behind the name of a field that may stay empty, the label says so.
    await page
      .getByLabelText(new RegExp(`^${label}`))
      .first()
      .fill(value);
  }
  const send = page.getByRole('button', { name: row.send, exact: true }).first();
  const form = (await send.element()).closest('form') as HTMLFormElement;
  const typed = contentOf(form);
  expect(typed).toEqual(expect.arrayContaining(Object.values(row.fill)));
  const said = () => form.querySelector('[role=alert]')?.textContent ?? '';
  for (const [what, failure] of Object.entries(failures)) {
    const before = tries;
    fail = failure;
    form.requestSubmit();
    await expect.poll(() => tries, { message: what }).toBeGreaterThan(before);
    await expect.poll(said, { message: what }).not.toBe('');
    expect([what, form.isConnected, contentOf(form)]).toEqual([what, true, typed]);
  }
}

test.each(Object.entries(FORMS))(
  '%s: whatever happens to the save, it is said in the form and nothing typed is lost',
  async (_, row) => {
    const { Page, path = '/', settings: own } = row;
    await expectNothingLost(
      (answers) => openPage(Page, { answers, path, start: startOf({}, own) }),
      row,
      ANSWERED,
    );
  },
);

test.each(Object.entries(SITE_FORMS))(
  '%s: whatever happens to the save, it is said in the form and nothing typed is lost',
  async (_, row) => {
    await expectNothingLost(
      (answers) => openSitePage(AccountPage, answers),
      { ...row, answers: account },
      ANSWERED,
    );
  },
);

test('without any answer nothing typed is lost either', async () => {
  const row = FORMS['the own profile'] as Row;
  await expectNothingLost((answers) => openPage(row.Page, { answers }), row, UNANSWERED);
});
