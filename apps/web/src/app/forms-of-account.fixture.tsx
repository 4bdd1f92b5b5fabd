import { AccountPage } from '../features/account/account-page.tsx';
import { CreateWorkspacePage } from '../features/onboarding/create-workspace-page.tsx';
import { InvitePage } from '../features/onboarding/invite-page.tsx';
import { WayInStep } from '../features/onboarding/way-in-step.tsx';
import { YourNamePage } from '../features/onboarding/your-name-page.tsx';
import { ArchivePage } from '../features/workspaces/archive-page.tsx';
import type { Session } from '../lib/session.ts';
import type { FormRow } from './forms.fixture.tsx';

const person = {
  userUuid: 'u1',
  email: 'ada@example.com',
  isEmailConfirmed: true,
  phoneNumber: null as string | null,
  isPhoneNumberConfirmed: true,
  name: 'Ada Lovelace',
  username: null,
  image: null,
  hasPassword: true,
  hasAuthenticator: false,
  backupCodesLeft: 0,
  authorization: {},
};
const accountOf = (own: Partial<typeof person> = {}) => ({
  'GET /v0/self': { ...person, ...own },
  'GET /v0/self/sessions': { results: [] },
  'GET /v0/self/identities': { results: [] },
  'GET /v0/tenants/:tenantId/mode': {
    mode: 'test',
    authentication: { firstFactors: [], secondFactors: [] },
    sso: [],
  },
});
const account = { shows: { site: AccountPage }, answers: accountOf() };
const workspace = { tenantID: 'acme0001', name: 'Acme', slug: 'acme', regionCode: 'us', status: 'active' };

function WayIn({ session }: { session: Session }) {
  return <WayInStep session={session} workspaceName="Acme" onDone={() => {}} />;
}

/** The forms of the main domain. */
export const ACCOUNT_FORMS: Record<string, FormRow> = {
  'the name of the account': {
    ...account,
    file: 'features/account/profile-section.tsx',
    steps: [
      { fill: 'Your name', with: 'Augusta King' },
      { fill: 'Username', with: 'augusta' },
    ],
    send: 'Save',
    save: 'PUT /v0/self',
  },
  'a new password': {
    ...account,
    file: 'features/account/password-section.tsx',
    steps: [
      { fill: 'Current password', with: 'paper boats 7' },
      { fill: 'New password', with: 'correct horse battery 9' },
    ],
    send: 'Change the password',
    save: 'PUT /v0/tenants/:tenantId/auth/basic',
  },
  'a new link to confirm the address': {
    ...account,
    file: 'features/account/contact-section.tsx',
    answers: accountOf({ isEmailConfirmed: false }),
    send: 'Send a new link',
    save: 'POST /v0/tenants/:tenantId/auth/link',
  },
  'a new address': {
    ...account,
    file: 'features/account/contact-section.tsx',
    steps: [{ press: 'Change the address' }, { fill: 'New email address', with: 'new@example.com' }],
    send: 'Send the confirmation',
    save: 'PUT /v0/self/email',
  },
  'a new number': {
    ...account,
    file: 'features/account/contact-section.tsx',
    steps: [{ press: 'Change the number' }, { fill: 'New phone number', with: '+41 44 668 18 00' }],
    send: 'Text me a code',
    save: 'PUT /v0/self/phone',
  },
  'the code of a new number': {
    ...account,
    file: 'features/account/contact-section.tsx',
    steps: [
      { press: 'Change the number' },
      { fill: 'New phone number', with: '+41 44 668 18 00' },
      { press: 'Text me a code' },
      { fill: 'Code from the text message', with: '123456' },
    ],
    send: 'Save the number',
    save: 'PUT /v0/self/phone',
  },
  'the end of a number': {
    ...account,
    file: 'features/account/contact-section.tsx',
    answers: accountOf({ phoneNumber: '+41446681800' }),
    steps: [{ press: 'Remove the number' }],
    send: 'Remove the number',
    save: 'DELETE /v0/self/phone',
  },
  'pairing an authenticator': {
    ...account,
    file: 'features/account/second-factor-section.tsx',
    answers: {
      ...accountOf(),
      'GET /v0/auth/totp': { qrCode: 'data:image/png;base64,AAAA', totpSecret: 'ABCD', backupCodes: ['aa'] },
    },
    isSignedIn: true,
    steps: [{ press: 'Set up an authenticator' }, { fill: 'Six-digit code', with: '123 456' }],
    send: 'Turn on',
    save: 'POST /v0/tenants/:tenantId/auth/totp',
  },
  'the end of an authenticator': {
    ...account,
    file: 'features/account/second-factor-section.tsx',
    answers: accountOf({ hasAuthenticator: true }),
    steps: [{ press: 'Remove the authenticator' }],
    send: 'Remove the authenticator',
    save: 'DELETE /v0/self/factors/totp',
  },
  'the own data': {
    ...account,
    file: 'features/account/data-section.tsx',
    send: 'Download my data',
    save: 'GET /v0/self/identities',
    first: { results: [] },
  },
  'the end of the account': {
    ...account,
    file: 'features/account/data-section.tsx',
    steps: [{ press: 'Delete my account' }, { fill: 'Type ada@example.com', with: 'ada@example.com' }],
    send: 'Delete my account for good',
    save: 'DELETE /v0/self',
  },
  'the first name': {
    file: 'features/onboarding/your-name-page.tsx',
    shows: { site: YourNamePage },
    steps: [{ fill: 'Your name', with: 'Ada Lovelace' }],
    send: 'Continue',
    save: 'PUT /v0/self',
  },
  'a new workspace': {
    file: 'features/onboarding/create-workspace-page.tsx',
    shows: { site: CreateWorkspacePage },
    answers: { 'GET /Workspaces/Availability': { isAvailable: true, problem: null, suggestions: [] } },
    draft: { regionCode: 'eu' },
    steps: [{ fill: 'Workspace name', with: 'Harbour Studio' }],
    send: 'Create workspace',
    save: 'POST /Workspaces',
  },
  'an invitation': {
    file: 'features/onboarding/invite-page.tsx',
    shows: { site: InvitePage },
    answers: {
      'GET /Invitations/:token/Preview': {
        workspaceName: 'Acme',
        inviterName: 'Grace Hopper',
        email: 'ada@example.com',
        role: 'member',
        slug: 'acme',
      },
      'GET /Workspaces': [],
    },
    search: { token: 'abc' },
    isSignedIn: true,
    steps: [{ fill: 'Your name', with: 'Ada Lovelace' }],
    send: 'Join the workspace',
    save: 'PUT /v0/self',
  },
  'a way in': {
    file: 'features/onboarding/way-in-step.tsx',
    shows: { site: WayIn },
    answers: accountOf({ hasPassword: false }),
    steps: [{ fill: 'Choose a password', with: 'correct horse battery 9' }],
    send: 'Set the password and go on',
    save: 'PUT /v0/tenants/:tenantId/auth/basic',
  },
  'archiving a workspace': {
    file: 'features/workspaces/archive-page.tsx',
    shows: { site: ArchivePage },
    answers: { 'GET /Workspaces': [workspace] },
    search: { workspace: 'acme' },
    send: 'Archive workspace',
    save: 'POST /Workspaces/:id/Archive',
  },
};
