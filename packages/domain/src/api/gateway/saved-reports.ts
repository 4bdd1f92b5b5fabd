import Type from 'typebox';
import {
  MAX_REPORT_GROUPS,
  REPORT_KINDS,
  type ReportKind,
  SHARED_COLUMNS,
  type SharedColumn,
} from '../../time/report.ts';
import { PLAN_PERIODS, type PlanPeriod } from '../../time/report-plan.ts';
import { Amounts, literals, ReportFilter, ReportGroupName, ReportRounding } from './reports.ts';
import { byId, closed, GivenDate, Id, Instant, Name, Nullable, PlainDate, Version } from './shapes.ts';
import { formatsShape } from './workspace-settings.ts';

const Kind = literals<ReportKind>(REPORT_KINDS);
const Columns = Type.Array(literals<SharedColumn>(SHARED_COLUMNS), {
  minItems: 1,
  maxItems: SHARED_COLUMNS.length,
  uniqueItems: true,
});

/** A question that is asked again and again: its range is a choice, so that "last month" moves on by itself. */
const Definition = Type.Object(
  {
    kind: Kind,
    /** A choice as in the address: `thisMonth`, `rolling-30`, `2026-11-01..2026-11-15`. */
    range: Type.String({ minLength: 8, maxLength: 24 }),
    groupBy: Type.Array(ReportGroupName, { maxItems: MAX_REPORT_GROUPS, uniqueItems: true }),
    filters: Type.Array(ReportFilter, { maxItems: 20 }),
    rounding: Nullable(ReportRounding),
    withMoney: Type.Boolean(),
  },
  closed,
);

/** What a link shows, and until when. */
const Link = Type.Object({ columns: Columns, expiresAt: Nullable(Instant) });

/** When it is mailed by the clock of the workspace, what of it, and to which members. */
const plan = {
  every: literals<PlanPeriod>(PLAN_PERIODS.map(({ name }) => name)),
  /** Of a week Monday 1 to Sunday 7; of a month its day, in a shorter month the last one; of a day 1. */
  on: Type.Integer({ minimum: 1, maximum: 31 }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  columns: Columns,
  receiverIDs: Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true }),
};

const SavedReport = Type.Object({
  reportID: Id,
  name: Type.String(),
  definition: Definition,
  ownerID: Id,
  ownerName: Type.String(),
  isShared: Type.Boolean(),
  isPinned: Type.Boolean(),
  /** Null also for whoever may not make one. */
  link: Nullable(Link),
  /** Null also for whoever may not make one. */
  schedule: Nullable(Type.Object({ ...plan, nextAt: Instant })),
  createdAt: Instant,
  updatedAt: Instant,
  version: Type.Integer(),
});

const changed = {
  name: Type.Optional(Name),
  definition: Type.Optional(Definition),
  isShared: Type.Optional(Type.Boolean()),
  isPinned: Type.Optional(Type.Boolean()),
};

const shownFigures = {
  minutes: Nullable(Type.Integer()),
  roundedMinutes: Nullable(Type.Integer()),
  billableMinutes: Nullable(Type.Integer()),
  amounts: Amounts,
};

/** Reports that are kept, shown to the team, or shown by a link to whoever has it. */
export const savedReportRoutes = {
  'GET /Reports': {
    summary: 'The reports that the caller saved, and those that others share with the team',
    access: 'report.see',
    rate: 'read',
    response: Type.Array(SavedReport),
  },
  'POST /Reports': {
    summary: 'Save a report',
    access: 'report.see',
    rate: 'write',
    status: 201,
    body: Type.Object({ ...changed, name: Name, definition: Definition }, closed),
    response: SavedReport,
    errors: ['validation_failed', 'too_many_items'],
  },
  'PUT /Reports/:id': {
    summary: 'Change a saved report: what it asks, its name, whether the team sees it',
    access: 'report.see',
    rate: 'write',
    params: byId,
    body: Type.Object({ ...changed, version: Version }, closed),
    response: SavedReport,
    errors: ['validation_failed', 'version_conflict', 'forbidden'],
  },
  'DELETE /Reports/:id': {
    summary: 'Remove a saved report; its link stops at once',
    access: 'report.see',
    rate: 'write',
    params: byId,
    response: Type.Object({ reportID: Id }),
    errors: ['forbidden'],
  },
  'POST /Reports/:id/Link': {
    summary:
      'Make a link that shows the report to whoever has it; a former one stops, and this one is told once',
    access: 'report.publish',
    sessionOnly: true,
    rate: 'write',
    status: 201,
    params: byId,
    body: Type.Object(
      {
        columns: Columns,
        /** The last day on which it works; absent: until it is withdrawn. */
        expiresOn: Type.Optional(GivenDate),
      },
      closed,
    ),
    response: Type.Object({ url: Type.String(), report: SavedReport }),
    errors: ['validation_failed', 'date_invalid'],
  },
  'DELETE /Reports/:id/Link': {
    summary: 'Withdraw the link of a report',
    access: 'report.publish',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    params: byId,
    response: SavedReport,
  },
  'PUT /Reports/:id/Schedule': {
    summary: 'Mail the report to members by a plan, with rolling dates; a former plan is replaced',
    access: 'report.publish',
    sessionOnly: true,
    rate: 'write',
    params: byId,
    /** With the version that it was made from, a plan that somebody else changed meanwhile is not replaced. */
    body: Type.Object({ ...plan, version: Type.Optional(Version) }, closed),
    response: SavedReport,
    errors: ['validation_failed', 'version_conflict'],
  },
  'DELETE /Reports/:id/Schedule': {
    summary: 'Mail the report no more',
    access: 'report.publish',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    params: byId,
    response: SavedReport,
  },
  'GET /SharedReport/:token': {
    summary: 'A report by its link: what was chosen to be shown, and nothing else',
    access: 'public',
    rate: 'read',
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
    response: Type.Object({
      workspace: Type.String(),
      /** The path of the picture beside its name. */
      logo: Nullable(Type.String()),
      /** How the workspace writes. */
      formats: formatsShape,
      name: Type.String(),
      kind: Kind,
      range: Type.String(),
      from: PlainDate,
      to: PlainDate,
      groupBy: Type.Array(ReportGroupName),
      columns: Columns,
      /** Keys are numbers, dates or words, never ids. */
      lines: Type.Array(Type.Object({ keys: Type.Array(Nullable(Type.String())), ...shownFigures })),
      totals: Type.Object(shownFigures),
      labels: Type.Array(Type.Record(Type.String(), Type.String())),
    }),
    errors: ['gone'],
  },
} as const;
