import Type from 'typebox';
import {
  closed,
  GivenDate,
  GivenInstant,
  Id,
  Instant,
  Minutes,
  Nullable,
  PlainDate,
  paging,
  Text,
  Version,
  WeekStatus,
} from './shapes.ts';

/** Minutes, or hours as a number (7.5) or a text (`7:30`); read as the workspace reads decimals. */
const duration = {
  minutes: Type.Optional(Minutes),
  hours: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 24 }), Text(40)])),
};
const Tags = Type.Array(Id, { maxItems: 20, uniqueItems: true });
const Source = Type.Union([Type.Literal('grid'), Type.Literal('calendar'), Type.Literal('api')]);

const entryFields = {
  projectID: Id,
  activityID: Type.Optional(Nullable(Id)),
  workDate: GivenDate,
  ...duration,
  comment: Type.Optional(Text(2000)),
  isBillable: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Tags),
  startedAt: Type.Optional(Nullable(GivenInstant)),
  endedAt: Type.Optional(Nullable(GivenInstant)),
  sortOrder: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  source: Type.Optional(Source),
  externalRef: Type.Optional(Nullable(Text(200))),
};

export const Entry = Type.Object({
  timesheetID: Id,
  teamMemberID: Id,
  weekEndDate: PlainDate,
  projectID: Id,
  activityID: Nullable(Id),
  workDate: PlainDate,
  activityName: Nullable(Type.String()),
  projectName: Type.String(),
  clientName: Nullable(Type.String()),
  comment: Type.String(),
  /** Decimal hours to four places; `minutes` is exact. */
  hours: Type.Number(),
  minutes: Type.Integer(),
  isBillable: Type.Boolean(),
  tags: Type.Array(Id),
  startedAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  source: Type.String(),
  importID: Nullable(Id),
  externalRef: Nullable(Type.String()),
  sortOrder: Type.Integer(),
  status: WeekStatus,
  createdAt: Instant,
  createdBy: Nullable(Id),
  updatedAt: Instant,
  updatedBy: Nullable(Id),
  deletedAt: Nullable(Instant),
  version: Version,
});

export const Week = Type.Object({
  teamMemberID: Id,
  weekEndDate: PlainDate,
  status: WeekStatus,
  submittedAt: Nullable(Instant),
  submittedBy: Nullable(Id),
  decidedAt: Nullable(Instant),
  decidedBy: Nullable(Id),
  reason: Nullable(Type.String()),
  note: Nullable(Type.String()),
  /** Entries that were flagged at the last disapproval. */
  lines: Type.Array(Type.Object({ timesheetID: Id, note: Nullable(Type.String()) })),
  totalMinutes: Type.Integer(),
  billableMinutes: Type.Integer(),
  snapshotHash: Nullable(Type.String()),
  version: Version,
});

export const DayLock = Nullable(
  Type.Union([Type.Literal('pending'), Type.Literal('approved'), Type.Literal('lockDate')]),
);

/** A week with its entries; arrays of seven begin on Monday. */
export const WeekSheet = Type.Object({
  week: Week,
  entries: Type.Array(Entry),
  expectedMinutes: Type.Array(Type.Integer(), { minItems: 7, maxItems: 7 }),
  locked: Type.Array(DayLock, { minItems: 7, maxItems: 7 }),
});

const weekKey = { teamMemberID: Id, weekEndDate: GivenDate };
const refusals = [
  'reference_invalid',
  'hours_invalid',
  'date_invalid',
  'week_end_invalid',
  'week_locked',
  'version_conflict',
  'subscription_inactive',
  'forbidden',
] as const;
const entryId = Type.Object({ timesheetID: Id }, closed);

export const timesheetRoutes = {
  'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': {
    summary: 'A week with its entries, expected minutes and locked days; weekEndDate is its Sunday',
    access: 'member',
    rate: 'read',
    params: Type.Object(weekKey, closed),
    response: WeekSheet,
    errors: ['week_end_invalid', 'date_invalid'],
  },
  'GET /TimeSheet/Entries': {
    summary: 'Entries the caller may see in a range of days, or those changed or removed since an instant',
    access: 'member',
    rate: 'read',
    query: Type.Object(
      {
        ...paging,
        from: Type.Optional(GivenDate),
        to: Type.Optional(GivenDate),
        teamMemberID: Type.Optional(Id),
        projectID: Type.Optional(Id),
        clientID: Type.Optional(Id),
        activityID: Type.Optional(Id),
        isBillable: Type.Optional(Type.Boolean()),
        q: Type.Optional(Text(200)),
        updatedSince: Type.Optional(GivenInstant),
        deletedSince: Type.Optional(GivenInstant),
        sort: Type.Optional(Type.String({ pattern: '^-?(workDate|updatedAt)$' })),
      },
      closed,
    ),
    response: Type.Array(Entry),
  },
  'POST /TimeSheet': {
    summary: 'Add an entry; a day over 24:00 is saved',
    access: 'member',
    rate: 'write',
    status: 201,
    body: Type.Object(
      { timesheetID: Type.Optional(Id), teamMemberID: Type.Optional(Id), ...entryFields },
      closed,
    ),
    response: Entry,
    errors: refusals,
  },
  'PUT /TimeSheet/SaveWeek': {
    summary: 'Save cells of a week, all or nothing; upserts with a version change that entry, others add one',
    access: 'member',
    rate: 'write',
    body: Type.Object(
      {
        ...weekKey,
        upserts: Type.Array(
          Type.Object(
            { timesheetID: Type.Optional(Id), version: Type.Optional(Version), ...entryFields },
            closed,
          ),
          { maxItems: 1000 },
        ),
        deletes: Type.Optional(
          Type.Array(Type.Object({ timesheetID: Id, version: Version }, closed), { maxItems: 1000 }),
        ),
        /** For weeks behind the lock date; owner and admin only. */
        reason: Type.Optional(Text(2000)),
      },
      closed,
    ),
    response: WeekSheet,
    errors: refusals,
  },
  'POST /TimeSheet/CopyWeek': {
    summary: 'Copy rows of one week to another; what cannot be used any more is left out and named',
    access: 'member',
    rate: 'write',
    body: Type.Object(
      {
        teamMemberID: Type.Optional(Id),
        from: GivenDate,
        to: GivenDate,
        include: Type.Union([Type.Literal('rows'), Type.Literal('hours'), Type.Literal('comments')]),
      },
      closed,
    ),
    response: Type.Object({
      ...WeekSheet.properties,
      skipped: Type.Array(
        Type.Object({
          projectID: Id,
          projectName: Type.String(),
          activityID: Nullable(Id),
          activityName: Nullable(Type.String()),
          reason: Type.Union([
            Type.Literal('projectArchived'),
            Type.Literal('activityArchived'),
            Type.Literal('notAllowed'),
            Type.Literal('alreadyThere'),
            Type.Literal('dayLocked'),
          ]),
        }),
      ),
    }),
    errors: refusals,
  },
  'PUT /TimeSheet/:timesheetID': {
    summary: 'Change an entry; absent fields stay',
    access: 'member',
    rate: 'write',
    params: entryId,
    body: Type.Object(
      {
        ...entryFields,
        projectID: Type.Optional(Id),
        workDate: Type.Optional(GivenDate),
        version: Version,
        reason: Type.Optional(Text(2000)),
      },
      closed,
    ),
    response: Entry,
    errors: refusals,
  },
  'DELETE /TimeSheet/:timesheetID': {
    summary: 'Move an entry to the trash, where it stays 30 days',
    access: 'member',
    rate: 'write',
    params: entryId,
    query: Type.Object({ version: Type.Optional(Version), reason: Type.Optional(Text(2000)) }, closed),
    response: Entry,
    errors: ['week_locked', 'version_conflict', 'subscription_inactive', 'forbidden'],
  },
  'GET /TimeSheet/Missing': {
    summary: 'Days with fewer minutes than expected and none at all, by person',
    access: 'member',
    rate: 'read',
    query: Type.Object({ from: GivenDate, to: GivenDate, teamMemberID: Type.Optional(Id) }, closed),
    response: Type.Array(Type.Object({ teamMemberID: Id, dates: Type.Array(PlainDate) })),
    errors: ['date_invalid'],
  },
  'GET /TimeSheet/Year/:teamMemberID/:year': {
    summary: 'State and minutes of each touched week of a year',
    access: 'member',
    rate: 'read',
    params: Type.Object({ teamMemberID: Id, year: Type.String({ pattern: '^(19|20|21)\\d{2}$' }) }, closed),
    response: Type.Array(
      Type.Object({
        weekEndDate: PlainDate,
        status: WeekStatus,
        totalMinutes: Type.Integer(),
        billableMinutes: Type.Integer(),
      }),
    ),
  },
} as const;
