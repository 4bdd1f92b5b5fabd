import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { SavedReport } from '../entities/saved-report.ts';
import { ActivityDialog } from '../features/activities/activity-dialog.tsx';
import { ClientDialog } from '../features/clients/client-dialog.tsx';
import { ProjectSettings } from '../features/details/project-settings.tsx';
import { ProjectDialog } from '../features/projects/project-dialog.tsx';
import { PlanDialog } from '../features/reports/plan-dialog.tsx';
import { SaveDialog } from '../features/reports/save-dialog.tsx';
import { ProfileForm } from '../features/settings/profile-form.tsx';
import { WebhookDialog } from '../features/settings/programs/webhook-dialog.tsx';
import { RulesForm } from '../features/settings/rules/rules-form.tsx';
import { WorkspaceForm } from '../features/settings/workspace-form.tsx';
import { SignInSettingsPage } from '../features/sign-in-settings/sign-in-settings-page.tsx';
import { MemberDialog } from '../features/team/member-dialog.tsx';
import { DraftsDialog } from '../features/timer/drafts-dialog.tsx';
import { ownFormats, writeAs } from '../lib/formats.ts';
import { startOf } from '../ui/page.fixture.tsx';
import { type ChangedRow, expectBothSides } from './forms.fixture.tsx';
import { me, settings, signIn, webhook } from './forms-of-settings.fixture.tsx';
import { draft, person, project, team, things, timer } from './forms-of-workspace.fixture.tsx';

const nothing = () => {};
const stored = startOf({}, settings).settings;
const client = {
  clientID: 'c1',
  clientName: 'Harbor',
  code: null,
  currency: null,
  defaultRate: 9000,
  version: 1,
} as never;
const activity = {
  activityID: 'a1',
  activityName: 'Calking',
  code: null,
  billableDefault: true,
  isGlobal: true,
  color: null,
  version: 1,
} as never;
const report = { reportID: 'r1', name: 'November', isPinned: false, isShared: false, version: 1 } as never;
const plannedReport = {
  reportID: 'r1',
  name: 'November',
  definition: { kind: 'summary' },
  isShared: true,
  schedule: {
    every: 'week',
    on: 1,
    hour: 7,
    columns: ['hours'],
    receiverIDs: ['m1'],
    nextAt: '2026-11-30T07:00:00.000Z',
  },
  version: 1,
} as never as SavedReport;
const ofThing = (thing: object, change: object) => ({ ...thing, ...change, version: 7 });

/** Every form over something that a colleague may change as well. */
const FORMS: Record<string, ChangedRow> = {
  'a client': {
    shows: () => <ClientDialog client={client} onClose={nothing} />,
    answers: things,
    steps: [{ fill: 'An hour is billed at', with: '99' }],
    send: 'Save',
    save: 'PUT /Clients/:id',
    current: ofThing(client, { defaultRate: 11000, code: 'H' }),
    disputed: { label: 'An hour is billed at (EUR)', mine: '99', theirs: '110.00' },
  },
  'a project': {
    shows: () => <ProjectDialog project={project} onClose={nothing} />,
    answers: things,
    steps: [{ fill: 'Name', with: 'Long pier' }],
    send: 'Save',
    save: 'PUT /Projects/:id',
    current: ofThing(project, { projectName: 'Pier two', isBillable: false }),
    disputed: { label: 'Name', mine: 'Long pier', theirs: 'Pier two' },
  },
  'the settings of a project': {
    shows: () => <ProjectSettings project={project} />,
    answers: { ...things, ...team },
    steps: [{ fill: 'An hour', with: '80' }],
    send: 'Save',
    save: 'PUT /Projects/:id',
    current: ofThing(project, { hourlyRate: 12050, visibility: 'members', memberIDs: ['m2'] }),
    disputed: { label: 'An hour', mine: '80', theirs: '120.50' },
  },
  'an activity': {
    shows: () => <ActivityDialog activity={activity} onClose={nothing} />,
    answers: things,
    steps: [{ tick: 'Billable by default' }, { fill: 'Name', with: 'Caulking' }],
    send: 'Save',
    save: 'PUT /Activities/:id',
    current: ofThing(activity, { activityName: 'Calking (old)' }),
    disputed: { label: 'Billable by default', mine: 'No', theirs: 'Yes' },
  },
  'a member': {
    shows: () => <MemberDialog person={person} onClose={nothing} />,
    answers: team,
    steps: [{ fill: 'Expected hours a week', with: '20:00' }],
    send: 'Save',
    save: 'PUT /TeamMember/:id',
    current: ofThing(person, { weeklyMinutes: 1800, approverID: 'm3' }),
    disputed: { label: 'Expected hours a week', mine: '20:00', theirs: '30:00' },
  },
  'the own profile': {
    shows: ProfileForm,
    answers: { 'GET /TeamMember/:id': me },
    steps: [{ fill: 'First name', with: 'Augusta' }],
    send: 'Save',
    save: 'PUT /TeamMember/:id',
    current: ofThing(me, { firstName: 'Ada M.' }),
    disputed: { label: 'First name', mine: 'Augusta', theirs: 'Ada M.' },
  },
  'a saved report': {
    shows: () => <SaveDialog report={report} definition={{} as never} onSaved={nothing} onClose={nothing} />,
    steps: [{ fill: 'Name', with: 'Autumn' }],
    send: 'Save',
    save: 'PUT /Reports/:id',
    current: ofThing(report, { name: 'Nov', isShared: true }),
    disputed: { label: 'Name', mine: 'Autumn', theirs: 'Nov' },
  },
  'a report by mail': {
    shows: () => <PlanDialog report={{ ...plannedReport, isShared: true }} onClose={nothing} />,
    answers: { ...team, 'GET /Reports': [] },
    steps: [{ tick: 'Rounded hours' }],
    send: 'Save',
    save: 'PUT /Reports/:id/Schedule',
    current: ofThing(plannedReport, {
      isShared: true,
      schedule: { ...plannedReport.schedule, columns: ['hours', 'billable'] },
    }),
    disputed: { label: 'What it shows', mine: 'Hours, Rounded hours', theirs: 'Hours, Billable share' },
  },
  'a webhook': {
    shows: () => <WebhookDialog webhook={webhook} onClose={nothing} />,
    steps: [{ fill: 'Address', with: 'https://example.com/mine' }],
    send: 'Save',
    save: 'PUT /Webhooks/:id',
    current: ofThing(webhook, { url: 'https://example.com/theirs', events: ['entry.saved'] }),
    disputed: { label: 'Address', mine: 'https://example.com/mine', theirs: 'https://example.com/theirs' },
  },
  'the workspace': {
    shows: () => <WorkspaceForm canConfigure />,
    settings,
    steps: [{ fill: 'Expected hours a week', with: '38' }],
    send: 'Save',
    save: 'PUT /Workspace/Settings',
    current: ofThing(stored, { weeklyMinutes: 2100, currency: 'CHF' }),
    disputed: { label: 'Expected hours a week', mine: '38', theirs: '35:00' },
  },
  'the rules for time': {
    shows: RulesForm,
    settings,
    steps: [{ fill: 'Days until a week is due', with: '5' }],
    send: 'Save',
    save: 'PUT /Workspace/Settings',
    current: ofThing(stored, { submitDueDays: 7, lockDate: '2026-01-31' }),
    disputed: { label: 'Days until a week is due', mine: '5', theirs: '7' },
  },
  'how people sign in': {
    shows: SignInSettingsPage,
    answers: signIn,
    steps: [{ tick: 'Everybody' }],
    send: 'Save how people sign in',
    save: 'PUT /v0/tenants/:tenantId',
    current: ofThing(signIn['GET /v0/tenants/:tenantId'], {
      authentication: {
        firstFactors: [{ channel: 'email', strategy: 'link' }],
        secondFactors: [],
        isMfaRequired: ['owner', 'admin'],
      },
    }),
    disputed: { label: 'Who needs a second step', mine: 'Everybody', theirs: 'Owners and admins' },
  },
  'time to finish': {
    shows: () => <DraftsDialog timer={timer} onClose={nothing} />,
    answers: things,
    steps: [{ press: 'Finish' }, { fill: 'Comment', with: 'Caulking' }],
    send: 'Save to the week',
    save: 'PUT /Timer/Drafts/:draftID',
    current: ofThing(draft, { comment: 'Tarring' }),
    disputed: { label: 'Project and activity', mine: 'Caulking', theirs: 'Tarring' },
  },
};

/** Calls that replace something without a form of fields, and what meets a conflict of theirs. */
const ELSEWHERE: Record<string, string> = {
  'PUT /TimeSheet/:timesheetID': 'the queue of saves',
  'PUT /TimeSheet/SaveWeek': 'the queue of saves, with a dialog of its own for cells',
  'PUT /Timer': 'the store of the timer',
  'PUT /Tags/:id': 'programs alone rename tags',
  'PUT /Workspace/Retention': 'it is looked at again first: its own test',
};

test('every call that replaces what others change as well has its form in this walk', () => {
  const replaces = Object.entries(gatewayRoutes)
    .filter(([key, row]) => key.startsWith('PUT ') && 'body' in row && 'version' in propertiesOf(row.body))
    .map(([key]) => key);
  const walked = Object.values(FORMS).map(({ save }) => save);
  expect(replaces.filter((key) => !walked.includes(key) && !(key in ELSEWHERE))).toEqual([]);
});

function propertiesOf(body: unknown): object {
  return (body as { properties?: object }).properties ?? {};
}

test.each(Object.entries(FORMS))(
  '%s: what a colleague saved a second ago stands beside what was typed, field by field',
  (_, row) => expectBothSides(row),
);

/** Forms that tell of days. */
const DATED: Record<string, ChangedRow> = {
  'the rules for time': {
    ...(FORMS['the rules for time'] as ChangedRow),
    steps: [{ fill: 'Locked up to and including', with: '2026-02-28' }],
    current: ofThing(stored, { lockDate: '2026-01-31' }),
    disputed: { label: 'Locked up to and including', mine: '28.02.2026', theirs: '31.01.2026' },
  },
  'how people sign in': {
    ...(FORMS['how people sign in'] as ChangedRow),
    steps: [{ fill: 'Starts on', with: '2031-02-28' }],
    disputed: { label: 'Starts on', mine: '28.02.2031', theirs: 'nothing' },
  },
};

test.each(Object.entries(DATED))(
  '%s: days of both sides are written as the workspace writes them',
  (_, row) => {
    const before = ownFormats();
    writeAs({ ...before, dateFormat: 'DD.MM.YYYY' });
    onTestFinished(() => writeAs(before));
    return expectBothSides(row);
  },
);
