import type { ReactNode } from 'react';
import { ActivitiesPage } from '../features/activities/activities-page.tsx';
import { MergeActivity } from '../features/activities/merge-activity.tsx';
import { ApprovalsPage } from '../features/approvals/approvals-page.tsx';
import { ReopenDialog } from '../features/approvals/reopen-dialog.tsx';
import { WeekSteps } from '../features/approvals/week-steps.tsx';
import { FeedsPanel } from '../features/calendar/feeds-panel.tsx';
import { ClientsPage } from '../features/clients/clients-page.tsx';
import { MergeClient } from '../features/clients/merge-client.tsx';
import { ProjectSettings } from '../features/details/project-settings.tsx';
import { RateForm } from '../features/details/rate-form.tsx';
import { DuplicateProject } from '../features/projects/duplicate-project.tsx';
import { ProjectsPage } from '../features/projects/projects-page.tsx';
import { HandOverDialog } from '../features/team/hand-over-dialog.tsx';
import { InviteDialog } from '../features/team/invite-dialog.tsx';
import { LostFactorDialog } from '../features/team/lost-factor-dialog.tsx';
import { MemberDialog } from '../features/team/member-dialog.tsx';
import { MergePlaceholder } from '../features/team/merge-placeholder.tsx';
import { PlaceholderDialog } from '../features/team/placeholder-dialog.tsx';
import { DraftsDialog } from '../features/timer/drafts-dialog.tsx';
import { AddRowDialog } from '../features/timesheets/add-row-dialog.tsx';
import { SheetFileDialog } from '../features/timesheets/sheet-file-dialog.tsx';
import { useApp } from '../lib/app-context.ts';
import { StepUpProvider } from '../ui/step-up.tsx';
import type { FormRow } from './forms.fixture.tsx';

const id = '0196e78e-8800-74b9-a9be-79cb0bb7fab1';
const nothing = () => {};
export const person = {
  id: 'm2',
  userID: 'u2',
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  role: 'member',
  status: 'active',
  approverID: null,
  approverName: null,
  weeklyMinutes: null,
  schedule: null,
  createEditProjects: false,
  createEditClientsActivities: false,
  createEditTime: false,
  version: 1,
} as never;
export const team = {
  'GET /TeamMember/GetTeam/:id': [person, { id: 'm3', firstName: 'Linus', lastName: '', status: 'active' }],
  'GET /Invitations': [],
  'GET /AppRole': [{ id: 4, name: 'member', rank: 1 }],
};
export const project = {
  projectID: id,
  projectName: 'Pier',
  clientID: null,
  clientName: null,
  code: null,
  description: null,
  color: null,
  isBillable: true,
  isArchived: false,
  projectTypeID: 't1',
  startDate: null,
  endDate: null,
  rateMode: 'project',
  hourlyRate: null,
  activityRates: [],
  budgetKind: 'none',
  budgetHours: null,
  budgetAmount: null,
  budgetPeriod: 'total',
  alertPercents: [50],
  visibility: 'public',
  memberIDs: [],
  activityIDs: [],
  managerID: null,
  trackedMinutes: 0,
  version: 1,
} as never;
const unchanged = { entries: 0, minutes: 0, lockedMinutes: 0, before: [], after: [] };
const unpriced = { open: unchanged, approved: unchanged };
const totals = { entries: 0, minutes: 0, roundedMinutes: 0, billableMinutes: 0 };
export const things = {
  'GET /Projects': [],
  'GET /Projects/GetArchivedProjects': [],
  'GET /Projects/Picker': [],
  'GET /Clients': [],
  'GET /Activities': [],
  'GET /Tags': [],
  'GET /ProjectTypeMaster': [
    { projectTypeID: 't1', name: 'Client work', billableDefault: true, isActive: true },
  ],
  'POST /Reports/Query': { lines: [], totals, labels: [] },
  'POST /Projects/:id/Preview': unpriced,
  'POST /Clients/:id/Preview': unpriced,
};
const activity = (activityID: string, activityName: string) =>
  ({ activityID, activityName, version: 1 }) as never;
const client = (clientID: string, clientName: string) => ({ clientID, clientName, version: 1 }) as never;
const week = {
  teamMemberID: 'm2',
  weekEndDate: '2026-11-22',
  status: 'pending',
  version: 2,
  totalMinutes: 2400,
  billableMinutes: 1200,
  nonBillableMinutes: 1200,
  lines: [],
  firstName: 'Grace',
  lastName: '',
  normMinutes: null,
  flags: [],
};
const sheet = { week, entries: [], locked: [], expectedMinutes: [] };
const openSheet = { ...sheet, week: { ...week, teamMemberID: 'm1', status: 'open', version: 0 } } as never;
const ofWeeks = {
  'GET /TimeSheet/GetPendingTimesheets': [week],
  'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': sheet,
  'GET /TimeSheet/GetDisapproveTimesheets/:teamMemberID': [],
  'GET /TimeSheet/History/:teamMemberID/:weekEndDate': [],
  'GET /TimeSheet/Difference/:teamMemberID/:weekEndDate': {
    submittedAt: null,
    added: [],
    removed: [],
    changed: [],
  },
  'GET /Projects/GetArchivedProjects': [],
};
export const draft = {
  draftID: id,
  startedAt: '2026-11-20T08:00:00.000Z',
  endedAt: '2026-11-20T09:00:00.000Z',
  reason: 'project_missing',
  projectID: null,
  activityID: null,
  projectName: null,
  activityName: null,
  clientName: null,
  color: null,
  comment: '',
  isBillable: null,
  tags: [],
  version: 1,
};
export const timer = { drafts: [draft], problems: [], store: {}, now: () => new Date() } as never;
export const numbers = { numberFormat: 'en-US', timeZone: 'Europe/Zurich' };

/** As the page does around what the provider may ask a fresh proof for. */
function Confirming({ children }: { children: ReactNode }) {
  return <StepUpProvider session={useApp().session}>{children}</StepUpProvider>;
}

/** The forms over things and weeks. */
export const WORKSPACE_FORMS: Record<string, FormRow> = {
  'a project': {
    file: 'features/projects/project-dialog.tsx',
    shows: ProjectsPage,
    path: '/projects?new=1',
    answers: things,
    steps: [
      { fill: 'Name', with: 'Pier' },
      { fill: 'Code', with: 'P-1' },
      { fill: 'Description', with: 'A long pier' },
    ],
    send: 'Create',
    save: 'POST /Projects',
  },
  'a copy of a project': {
    file: 'features/projects/duplicate-project.tsx',
    shows: () => <DuplicateProject project={project} onClose={nothing} />,
    steps: [{ fill: 'Name', with: 'Pier in winter' }],
    send: 'Create',
    save: 'POST /Projects/:id/Duplicate',
  },
  'the settings of a project': {
    file: 'features/details/project-settings.tsx',
    shows: () => <ProjectSettings project={project} />,
    answers: { ...things, ...team },
    steps: [
      { fill: 'Name', with: 'Long pier' },
      { fill: 'Description', with: 'With a light at its end' },
    ],
    send: 'Save',
    save: 'PUT /Projects/:id',
  },
  'a rate': {
    file: 'features/details/rate-form.tsx',
    shows: () => (
      <RateForm
        of={{ projectID: id }}
        places={[
          { key: '', label: 'This project', group: null, of: { projectID: id } as never, clientID: null },
        ]}
        rates={[]}
        search={{}}
      />
    ),
    answers: {
      'GET /Rates': [],
      'POST /Rates/Preview': unpriced,
    },
    steps: [
      { fill: 'An hour', with: '99' },
      { fill: 'From', with: '2026-01-01' },
    ],
    send: 'Set a rate',
    save: 'POST /Rates',
  },
  'a client': {
    file: 'features/clients/client-dialog.tsx',
    shows: ClientsPage,
    path: '/clients?new=1',
    answers: things,
    steps: [
      { fill: 'Name', with: 'Harbour' },
      { fill: 'Currency', with: 'CHF' },
    ],
    send: 'Create',
    save: 'POST /Clients',
  },
  'two clients that are one': {
    file: 'features/clients/merge-client.tsx',
    shows: () => <MergeClient client={client('c1', 'Harbor')} onClose={nothing} />,
    answers: { ...things, 'GET /Clients': [client('c1', 'Harbor'), client('c2', 'Harbour')] },
    steps: [{ choose: 'Into', as: 'Harbour' }],
    send: 'Merge',
    save: 'POST /Clients/:id/Merge',
  },
  'an activity': {
    file: 'features/activities/activity-dialog.tsx',
    shows: ActivitiesPage,
    path: '/activities?new=1',
    answers: things,
    steps: [
      { fill: 'Name', with: 'Caulking' },
      { fill: 'Code', with: 'C' },
    ],
    send: 'Create',
    save: 'POST /Activities',
  },
  'two activities that are one': {
    file: 'features/activities/merge-activity.tsx',
    shows: () => <MergeActivity activity={activity('a1', 'Calking')} onClose={nothing} />,
    answers: { ...things, 'GET /Activities': [activity('a1', 'Calking'), activity('a2', 'Caulking')] },
    steps: [{ choose: 'Into', as: 'Caulking' }],
    send: 'Merge',
    save: 'POST /Activities/:id/Merge',
  },
  invitations: {
    file: 'features/team/invite-dialog.tsx',
    shows: () => <InviteDialog onClose={nothing} />,
    answers: team,
    steps: [{ fill: 'Email addresses', with: 'new@example.com' }],
    send: 'Send invitations',
    save: 'POST /Invitations',
  },
  'somebody who does not sign in': {
    file: 'features/team/placeholder-dialog.tsx',
    shows: () => <PlaceholderDialog onClose={nothing} />,
    steps: [
      { fill: 'First name', with: 'Grace' },
      { fill: 'Last name', with: 'Hopper' },
      { fill: 'Email', with: 'grace@example.com' },
    ],
    send: 'Create',
    save: 'POST /TeamMember/Placeholders',
  },
  'somebody who turns out to be a member': {
    file: 'features/team/merge-placeholder.tsx',
    shows: () => <MergePlaceholder person={person} onClose={nothing} />,
    answers: { ...team, ...things },
    steps: [{ choose: 'Into', as: 'Linus' }],
    send: 'Merge',
    save: 'POST /TeamMember/:id/Merge',
  },
  'a member': {
    file: 'features/team/member-dialog.tsx',
    shows: () => <MemberDialog person={person} onClose={nothing} />,
    answers: team,
    steps: [
      { fill: 'First name', with: 'Augusta' },
      { fill: 'Last name', with: 'King' },
    ],
    send: 'Save',
    save: 'PUT /TeamMember/:id',
  },
  'a new owner': {
    file: 'features/team/hand-over-dialog.tsx',
    shows: () => (
      <Confirming>
        <HandOverDialog person={person} onClose={nothing} />
      </Confirming>
    ),
    send: 'Hand over the workspace',
    save: 'POST /Workspaces/:id/Transfer',
  },
  'a lost authenticator': {
    file: 'features/team/lost-factor-dialog.tsx',
    shows: () => (
      <Confirming>
        <LostFactorDialog person={person} onClose={nothing} />
      </Confirming>
    ),
    send: 'Report it as lost',
    save: 'POST /v0/tenants/:tenantId/lost-factors',
  },
  'a submitted week': {
    file: 'features/approvals/submit-dialog.tsx',
    shows: () => <WeekSteps sheet={openSheet} unsaved={null} save={async () => {}} />,
    answers: ofWeeks,
    steps: [{ press: 'Submit week' }, { fill: 'Note', with: 'A short week' }],
    send: 'Submit week',
    save: 'POST /TimeSheet/Submit',
  },
  'a disapproved week': {
    file: 'features/approvals/disapprove-dialog.tsx',
    shows: ApprovalsPage,
    answers: ofWeeks,
    steps: [{ press: 'Disapprove' }, { fill: 'Reason', with: 'Friday is missing' }],
    send: 'Disapprove',
    save: 'POST /TimeSheet/Disapprove',
  },
  'a reopened week': {
    file: 'features/approvals/reopen-dialog.tsx',
    shows: () => <ReopenDialog week={week} person="Grace" onDone={nothing} onClose={nothing} />,
    steps: [{ fill: 'Reason', with: 'The client moved the budget' }],
    send: 'Reopen',
    save: 'POST /TimeSheet/Reopen',
  },
  'a row of new things': {
    file: 'features/timesheets/add-row-dialog.tsx',
    shows: () => <AddRowDialog name="Pier" onAdd={nothing} onClose={nothing} />,
    answers: things,
    send: 'Add row',
    save: 'POST /Projects',
  },
  'a timesheet as a file': {
    file: 'features/timesheets/sheet-file-dialog.tsx',
    shows: () => <SheetFileDialog weekEndDate="2026-11-22" teamMemberID={null} onClose={nothing} />,
    answers: { 'GET /LongWork': [] },
    settings: numbers,
    send: 'Make the PDF',
    save: 'POST /Reports/Files',
  },
  'time to finish': {
    file: 'features/timer/drafts-dialog.tsx',
    shows: () => <DraftsDialog timer={timer} onClose={nothing} />,
    answers: things,
    steps: [{ press: 'Finish' }, { fill: 'Comment', with: 'Caulking' }],
    send: 'Save to the week',
    save: 'PUT /Timer/Drafts/:draftID',
  },
  'a calendar beside the time': {
    file: 'features/calendar/feeds-panel.tsx',
    shows: () => <FeedsPanel onClose={nothing} />,
    answers: { 'GET /EventFeeds': [] },
    steps: [
      { fill: 'Address', with: 'https://example.com/basic.ics' },
      { fill: 'Name', with: 'Meetings' },
    ],
    send: 'Show calendar',
    save: 'POST /EventFeeds',
  },
};
