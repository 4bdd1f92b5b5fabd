import { EntriesDialog } from '../features/reports/entries-dialog.tsx';
import { ExportDialog } from '../features/reports/export-dialog.tsx';
import { LinkDialog } from '../features/reports/link-dialog.tsx';
import { PlanDialog } from '../features/reports/plan-dialog.tsx';
import { SaveDialog } from '../features/reports/save-dialog.tsx';
import type { FormRow } from './forms.fixture.tsx';
import { numbers, team, things } from './forms-of-workspace.fixture.tsx';

const id = '0196e78e-8800-74b9-a9be-79cb0bb7fab1';
const nothing = () => {};
const definition = {
  kind: 'summary',
  range: 'lastWeek',
  groupBy: ['client'],
  filters: [],
  rounding: null,
  withMoney: false,
} as never;
const report = {
  reportID: id,
  name: 'Harbour by month',
  definition,
  ownerID: 'm1',
  ownerName: 'Ada Lovelace',
  isShared: false,
  isPinned: false,
  link: null,
  schedule: null,
  version: 3,
} as never;
const entry = {
  timesheetID: id,
  workDate: '2026-11-20',
  minutes: 90,
  comment: 'Caulking',
  projectName: 'Pier',
  activityName: null,
  isBillable: true,
  tags: [],
  status: 'open',
  version: 1,
} as never;
const view = {
  from: '2026-11-01',
  to: '2026-11-30',
  filters: [],
  groupBy: ['client'],
  withMoney: false,
} as never;

/** The forms of reports. */
export const REPORT_FORMS: Record<string, FormRow> = {
  'entries of a report': {
    file: 'features/reports/entries-dialog.tsx',
    shows: () => <EntriesDialog entries={[entry]} onDone={nothing} onClose={nothing} />,
    answers: things,
    steps: [
      { fill: 'Hours', with: '2:15' },
      { fill: 'Comment', with: 'Caulking and tar' },
    ],
    send: 'Save',
    save: 'PUT /Reports/Entries',
  },
  'a saved report': {
    file: 'features/reports/save-dialog.tsx',
    shows: () => <SaveDialog report={null} definition={definition} onSaved={nothing} onClose={nothing} />,
    steps: [{ fill: 'Name', with: 'Harbour by month' }, { tick: 'Pin it' }],
    send: 'Create',
    save: 'POST /Reports',
  },
  'a report as a file': {
    file: 'features/reports/export-dialog.tsx',
    shows: () => <ExportDialog kind="summary" view={view} onClose={nothing} />,
    answers: { 'GET /LongWork': [] },
    settings: numbers,
    steps: [{ tick: 'Comment' }],
    send: 'Make the file',
    save: 'POST /Reports/Files',
  },
  'a report by mail': {
    file: 'features/reports/plan-dialog.tsx',
    shows: () => <PlanDialog report={report} onClose={nothing} />,
    answers: { ...team, 'GET /Reports': [] },
    settings: numbers,
    steps: [{ tick: 'Amounts' }],
    send: 'Send by mail',
    save: 'PUT /Reports/:id/Schedule',
  },
  'a link to a report': {
    file: 'features/reports/link-dialog.tsx',
    shows: () => <LinkDialog report={report} onClose={nothing} />,
    steps: [{ tick: 'Rounded hours' }, { fill: 'Last day', with: '2199-12-31' }],
    send: 'Make link',
    save: 'POST /Reports/:id/Link',
  },
};
