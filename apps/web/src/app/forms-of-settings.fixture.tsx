import type { Webhook } from '../entities/program.ts';
import { ImportHistory } from '../features/imports/import-history.tsx';
import { ImportPage } from '../features/imports/import-page.tsx';
import { DataPage } from '../features/settings/data/data-page.tsx';
import { LogPage } from '../features/settings/log/log-page.tsx';
import { OwnData } from '../features/settings/own-data.tsx';
import { ProfileForm } from '../features/settings/profile-form.tsx';
import { ProgramsPage } from '../features/settings/programs/programs-page.tsx';
import { WebhookDialog } from '../features/settings/programs/webhook-dialog.tsx';
import { HolidaysCard } from '../features/settings/rules/holidays-card.tsx';
import { RulesForm } from '../features/settings/rules/rules-form.tsx';
import { WorkspaceForm } from '../features/settings/workspace-form.tsx';
import { SignInSettingsPage } from '../features/sign-in-settings/sign-in-settings-page.tsx';
import { today } from '../lib/today.ts';
import type { FormRow } from './forms.fixture.tsx';

const year = today().slice(0, 4);
const programs = { 'GET /Tokens': [], 'GET /Calendar': { isActive: false }, 'GET /Webhooks': [] };
const token = {
  tokenID: 't1',
  name: 'Invoices',
  scopes: ['read'],
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
};
export const webhook: Webhook = {
  webhookID: 'w1',
  url: 'https://example.com/hook',
  events: ['project.changed'],
  isActive: true,
  createdAt: '2026-11-01T10:00:00.000Z',
  lastDeliveredAt: null,
  failuresInARow: 0,
  disabledReason: null,
  version: 1,
};
export const me = { id: 'm1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', version: 1 };
export const settings = {
  submitDueDays: 2,
  lockDate: null,
  roundingScope: 'none',
  roundingDirection: 'up',
  roundingMinutes: 15,
  schedule: [480, 480, 480, 480, 480, 0, 0],
  timeZone: 'Europe/Zurich',
  editorsSeeBillRates: false,
};
export const signIn = {
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
  'GET /v0/tenants/:tenantId/lost-factors': { results: [], next: null },
  'POST /v0/tenants/:tenantId/readiness': {
    canBeMet: true,
    memberCount: 1,
    readyCount: 1,
    totalCount: 0,
    totalPages: 0,
    results: [],
  },
};
const imported = {
  importID: 'i0',
  fileName: 'november.csv',
  system: 'toggl',
  status: 'done',
  error: null,
  counts: { created: 40 },
  longWorkID: null,
  isUnderWay: false,
  createdAt: new Date().toISOString(),
  finishedAt: new Date().toISOString(),
  undoneAt: null,
};

const sure = { isSure: true, seen: null };
const preview = {
  importID: 'i1',
  fileName: 'time.csv',
  kind: 'csv',
  system: 'toggl',
  formatName: 'Toggl detailed report',
  timeZone: 'Europe/Berlin',
  encoding: null,
  separator: ',',
  heads: ['User', 'Duration'],
  columns: {},
  dateOrder: { value: 'dmy', ...sure },
  otherOrder: null,
  clock: { value: 24, ...sure },
  decimal: { value: '.', ...sure },
  style: { value: 'hours', ...sure },
  questions: [],
  currencies: [],
  firstDay: '2025-12-01',
  lastDay: '2025-12-31',
  fileMinutes: 90,
  fileSeconds: 5400,
  counts: { lines: 2, created: 2, known: 0, changed: 0, refused: 0, alike: 0, minutes: 60 },
  people: [],
  projects: [],
  activities: [],
  makes: { people: 0, clients: 0, projects: 0, activities: 0, tags: 0 },
  refused: [],
};

/** The forms of the settings. */
export const SETTINGS_FORMS: Record<string, FormRow> = {
  'the own profile': {
    file: 'features/settings/profile-form.tsx',
    shows: ProfileForm,
    answers: { 'GET /TeamMember/:id': me },
    steps: [
      { fill: 'First name', with: 'Augusta' },
      { fill: 'Last name', with: 'King' },
    ],
    send: 'Save',
    save: 'PUT /TeamMember/:id',
  },
  'the workspace': {
    file: 'features/settings/workspace-form.tsx',
    shows: () => <WorkspaceForm canConfigure />,
    answers: { 'PUT /Workspaces/:id': {} },
    steps: [
      { fill: 'Workspace name', with: 'Harbour' },
      { fill: 'Expected hours a week', with: '38:30' },
    ],
    send: 'Save',
    save: 'PUT /Workspace/Settings',
  },
  'the own hours as a file': {
    file: 'features/settings/own-data.tsx',
    shows: OwnData,
    send: 'Download',
    save: 'GET /TimeSheet/Entries',
  },
  'the log as a file': {
    file: 'features/settings/log/log-page.tsx',
    shows: LogPage,
    answers: { 'GET /TeamMember/GetTeam/:id': [] },
    send: 'Save as CSV',
    save: 'GET /Audit',
    first: [],
  },
  'how long time is kept': {
    file: 'features/settings/data/retention-dialog.tsx',
    shows: DataPage,
    path: '/settings/data',
    answers: {
      'GET /Workspace/Retention': { months: null, beginsAt: null, setAt: null, setByName: null, version: 0 },
      'GET /Workspace/Retention/Preview': {
        beginsAt: '2999-01-01T12:00:00.000Z',
        untilDate: '2996-01-03',
        weeks: 52,
        entries: 1,
        minutes: 450,
        people: 2,
      },
    },
    steps: [
      { press: 'Remove old time…' },
      { fill: 'Keep time for', with: '48' },
      { press: 'Look at what goes' },
    ],
    send: 'Remove time older than this',
    save: 'PUT /Workspace/Retention',
  },
  'a token': {
    file: 'features/settings/programs/tokens-card.tsx',
    shows: ProgramsPage,
    answers: programs,
    steps: [{ fill: 'What it is for', with: 'Invoices' }, { tick: 'Change' }],
    send: 'Make a token',
    save: 'POST /Tokens',
  },
  'a token that ends': {
    file: 'features/settings/programs/tokens-card.tsx',
    shows: ProgramsPage,
    answers: { ...programs, 'GET /Tokens': [token] },
    steps: [{ press: 'End the token Invoices' }],
    send: 'End',
    save: 'DELETE /Tokens/:id',
  },
  'a webhook': {
    file: 'features/settings/programs/webhooks-card.tsx',
    shows: ProgramsPage,
    answers: programs,
    steps: [{ fill: 'Address', with: 'https://example.com/hook' }, { tick: 'timesheet.submitted' }],
    send: 'Add webhook',
    save: 'POST /Webhooks',
  },
  'a webhook that is changed': {
    file: 'features/settings/programs/webhook-dialog.tsx',
    shows: () => <WebhookDialog webhook={webhook} onClose={() => {}} />,
    steps: [{ fill: 'Address', with: 'https://example.com/other' }, { tick: 'entry.saved' }],
    send: 'Save',
    save: 'PUT /Webhooks/:id',
  },
  'a webhook that goes': {
    file: 'features/settings/programs/webhooks-card.tsx',
    shows: ProgramsPage,
    answers: { ...programs, 'GET /Webhooks': [webhook] },
    steps: [{ press: `Actions for ${webhook.url}` }, { select: 'Remove' }],
    send: 'Remove',
    save: 'DELETE /Webhooks/:id',
  },
  'a new secret of a webhook': {
    file: 'features/settings/programs/webhooks-card.tsx',
    shows: ProgramsPage,
    answers: { ...programs, 'GET /Webhooks': [webhook] },
    steps: [{ press: `Actions for ${webhook.url}` }, { select: 'New secret' }],
    send: 'New secret',
    save: 'POST /Webhooks/:id/Secret',
  },
  'a holiday': {
    file: 'features/settings/rules/holidays-card.tsx',
    shows: HolidaysCard,
    answers: { 'GET /Workspace/Holidays': [] },
    steps: [
      { fill: 'Date', with: `${year}-08-01` },
      { fill: 'Name', with: 'National day' },
    ],
    send: 'Add holiday',
    save: 'PUT /Workspace/Holidays',
  },
  'the holidays of a country': {
    file: 'features/settings/rules/country-holidays.tsx',
    shows: HolidaysCard,
    answers: {
      'GET /Workspace/Holidays': [],
      'GET /Workspace/Holidays/Countries': [{ code: 'CH', name: 'Switzerland', isOwn: false, states: [] }],
      'GET /Workspace/Holidays/Suggested': [{ date: `${year}-08-01`, name: 'National day' }],
    },
    steps: [{ press: 'Take those of a country…' }, { choose: 'Country', as: 'Switzerland' }],
    send: 'Add one holiday',
    save: 'PUT /Workspace/Holidays',
  },
  'the rules for time': {
    file: 'features/settings/rules/rules-form.tsx',
    shows: RulesForm,
    settings,
    steps: [{ fill: 'Days until a week is due', with: '5' }],
    send: 'Save',
    save: 'PUT /Workspace/Settings',
  },
  'how people sign in': {
    file: 'features/sign-in-settings/rules-form.tsx',
    shows: SignInSettingsPage,
    answers: signIn,
    steps: [{ fill: 'Starts on', with: '2199-01-01' }],
    send: 'Save how people sign in',
    save: 'PUT /v0/tenants/:tenantId',
  },
  'a provider': {
    file: 'features/sign-in-settings/new-provider.tsx',
    shows: SignInSettingsPage,
    answers: signIn,
    steps: [
      { fill: 'Issuer', with: 'https://example.okta.com' },
      { fill: 'Client id', with: 'abc' },
      { fill: 'Client secret', with: 'secret' },
    ],
    send: 'Set up',
    save: 'PUT /v0/tenants/:tenantId/sso/:provider',
  },
  'a domain': {
    file: 'features/sign-in-settings/domains.tsx',
    shows: SignInSettingsPage,
    answers: signIn,
    steps: [{ fill: 'Domain', with: 'example.com' }],
    send: 'Add the domain',
    save: 'PUT /v0/tenants/:tenantId/domains/:domain',
  },
  'an import': {
    file: 'features/imports/import-preview.tsx',
    shows: ImportPage,
    answers: {
      'GET /Imports': [],
      'GET /TeamMember/GetTeam/:id': [],
      'GET /Projects': [],
      'GET /Activities': [],
      'POST /Imports/Files': { importID: 'i1', sizeBytes: 4, receivedBytes: 4, pieceBytes: 4 },
      'POST /Imports/Preview': preview,
    },
    steps: [{ upload: 'time.csv' }, { fill: 'Close', with: '2025-12-31' }],
    send: 'Import 2 entries',
    save: 'POST /Imports',
  },
  'an import that is taken back': {
    file: 'features/imports/import-history.tsx',
    shows: ImportHistory,
    answers: { 'GET /Imports': [imported] },
    steps: [{ press: 'Take november.csv back' }],
    send: 'Take back',
    save: 'DELETE /Imports/:id',
  },
};
