import Type, { type Static } from 'typebox';
import { MAX_REPORT_GROUPS } from '../../time/report.ts';
import { LongWork } from './long-work.ts';
import { literals, ReportFilter, ReportGroupName, ReportRounding } from './reports.ts';
import { closed, GivenDate, Id, Text } from './shapes.ts';

/** What a file is about, and the forms that it comes in. */
export const REPORT_FILES = {
  /** Every entry, a line for each. */
  entries: ['csv', 'xlsx', 'pdf', 'json', 'ics', 'toggl', 'harvest'],
  /** The lines of a report, with its groups. */
  lines: ['csv', 'xlsx', 'pdf'],
  /** The same with a column for each day, week or month. */
  pivot: ['csv', 'xlsx'],
  /** Everybody's time against what is expected, and who has none. */
  people: ['csv', 'xlsx'],
  /** One person's time of a period, to be signed. */
  timesheet: ['pdf'],
} as const;
export type ReportFileOf = keyof typeof REPORT_FILES;
export type ReportFileForm = (typeof REPORT_FILES)[ReportFileOf][number];

/** What a line about an entry can say, in the order that files have it. */
export const ENTRY_COLUMNS = [
  'date',
  'person',
  'email',
  'client',
  'project',
  'activity',
  'tags',
  'comment',
  'start',
  'end',
  'hours',
  'minutes',
  'billable',
  'status',
  'amount',
  'currency',
  'cost',
  'costCurrency',
] as const;
export type EntryColumn = (typeof ENTRY_COLUMNS)[number];

/** What is asked for when a report shall become a file. */
export const ReportFile = Type.Object(
  {
    of: literals(Object.keys(REPORT_FILES) as ReportFileOf[]),
    form: literals<ReportFileForm>(REPORT_FILES.entries),
    from: GivenDate,
    to: GivenDate,
    filters: Type.Optional(Type.Array(ReportFilter, { maxItems: 20 })),
    /** Of `lines` and `pivot`. */
    groupBy: Type.Optional(Type.Array(ReportGroupName, { maxItems: MAX_REPORT_GROUPS, uniqueItems: true })),
    rounding: Type.Optional(ReportRounding),
    /** Amounts and costs as well, as far as the caller may see them. */
    withMoney: Type.Optional(Type.Boolean()),
    /** Of `timesheet`: whose; the caller's own where absent. */
    teamMemberID: Type.Optional(Id),
    /** Of `entries` as CSV, XLSX and PDF; all that the caller may see where absent. */
    columns: Type.Optional(
      Type.Array(literals(ENTRY_COLUMNS), { minItems: 1, maxItems: ENTRY_COLUMNS.length, uniqueItems: true }),
    ),
    delimiter: Type.Optional(literals([',', ';', '\t'])),
    /** Hours and amounts of a CSV with a point or a comma. */
    decimal: Type.Optional(literals(['.', ','])),
    /** Whether a CSV begins with a byte order mark, as Excel needs it for letters beyond ASCII; true where absent. */
    bom: Type.Optional(Type.Boolean()),
    paper: Type.Optional(literals(['A4', 'Letter'])),
    /** Of headings. */
    language: Type.Optional(literals(['en', 'de'])),
    /** What the file is about, in the words of the page: stands in it, so that a printed sheet says what was left out. */
    about: Type.Optional(Text(1000)),
  },
  closed,
);
export type ReportFile = Static<typeof ReportFile>;

export const reportFileRoutes = {
  'POST /Reports/Files': {
    summary: 'Write a report, its entries or a timesheet into a file in the background',
    access: 'report.see',
    rate: 'export',
    status: 202,
    body: ReportFile,
    response: LongWork,
    errors: ['date_invalid', 'validation_failed', 'not_found'],
  },
} as const;
