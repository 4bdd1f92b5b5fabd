import Type from 'typebox';
import { MAX_COMMENT_LENGTH } from '../../workspace/lengths.ts';
import { describe, key, stored, workedOut } from './entity.ts';
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

const Hours = Type.Union([Type.Number({ minimum: 0, maximum: 24 }), Text(40)]);
const Tags = Type.Array(Id, { maxItems: 20, uniqueItems: true });
const Source = Type.Union([Type.Literal('grid'), Type.Literal('calendar'), Type.Literal('api')]);

/** Time of one person on one day. */
export const entry = describe({
  timesheetID: key,
  teamMemberID: stored('team_member_id', Id),
  weekEndDate: stored('week_end_on', PlainDate),
  projectID: { ...stored('project_id', Id, Id), isRequired: true },
  activityID: stored('activity_id', Nullable(Id), Nullable(Id)),
  workDate: { ...stored('work_on', PlainDate, GivenDate), isRequired: true },
  activityName: workedOut(Nullable(Type.String())),
  projectName: workedOut(Type.String()),
  clientName: workedOut(Nullable(Type.String())),
  comment: stored('comment', Type.String(), Text(MAX_COMMENT_LENGTH)),
  /** Decimal hours to four places; `minutes` is exact. Sent as a number (7.5) or a text (`7:30`), read as the workspace reads decimals. */
  hours: { shape: Type.Number(), given: Hours },
  minutes: stored('minutes', Type.Integer(), Minutes),
  isBillable: stored('is_billable', Type.Boolean(), Type.Boolean()),
  tags: { shape: Type.Array(Id), given: Tags },
  startedAt: stored('started_at', Nullable(Instant), Nullable(GivenInstant)),
  endedAt: stored('ended_at', Nullable(Instant), Nullable(GivenInstant)),
  source: stored('source', Type.String(), Source),
  importID: stored('import_id', Nullable(Id)),
  externalRef: stored('external_ref', Nullable(Type.String()), Nullable(Text(200))),
  sortOrder: stored('sort_order', Type.Integer(), Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  status: workedOut(WeekStatus),
  createdAt: stored('created_at', Instant),
  createdBy: stored('created_by', Nullable(Id)),
  updatedAt: stored('updated_at', Instant),
  updatedBy: stored('updated_by', Nullable(Id)),
  deletedAt: stored('deleted_at', Nullable(Instant)),
  version: stored('version', Version),
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

const DayLock = Nullable(
  Type.Union([Type.Literal('pending'), Type.Literal('approved'), Type.Literal('lockDate')]),
);

/** A week with its entries; arrays of seven begin on Monday. */
const WeekSheet = Type.Object({
  week: Week,
  entries: Type.Array(entry.answer),
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
const VersionedEntry = Type.Object({ timesheetID: Id, version: Version }, closed);
const BelievedCell = Type.Object(
  {
    projectID: Id,
    activityID: Nullable(Id),
    workDate: GivenDate,
    believed: Type.Array(VersionedEntry, { maxItems: 100 }),
  },
  closed,
);

export const timesheetRoutes = {
  'GET /TimeSheet/GetByWeek/:teamMemberID/:weekEndDate': {
    summary: 'A week with its entries, expected minutes and locked days; weekEndDate is its Sunday',
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
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
    response: Type.Array(entry.answer),
  },
  'POST /TimeSheet': {
    summary: 'Add an entry; a day over 24:00 is saved',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    status: 201,
    body: Type.Object(
      { timesheetID: Type.Optional(Id), teamMemberID: Type.Optional(Id), ...entry.adding },
      closed,
    ),
    response: entry.answer,
    errors: refusals,
  },
  'PUT /TimeSheet/SaveWeek': {
    summary: 'Save cells of a week, all or nothing; upserts with a version change that entry, others add one',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    body: Type.Object(
      {
        ...weekKey,
        upserts: Type.Array(
          Type.Object(
            { timesheetID: Type.Optional(Id), version: Type.Optional(Version), ...entry.adding },
            closed,
          ),
          { maxItems: 1000 },
        ),
        deletes: Type.Optional(Type.Array(VersionedEntry, { maxItems: 1000 })),
        /** What the caller saw in the cells that are changed; a cell that holds something else by now answers 409. */
        cells: Type.Optional(Type.Array(BelievedCell, { maxItems: 1000 })),
        /** For weeks behind the lock date; owner and admin only. */
        reason: Type.Optional(Text(MAX_COMMENT_LENGTH)),
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
    whileProviderAway: true,
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
    whileProviderAway: true,
    params: entryId,
    body: Type.Object(
      { ...entry.change.properties, reason: Type.Optional(Text(MAX_COMMENT_LENGTH)) },
      closed,
    ),
    response: entry.answer,
    errors: refusals,
  },
  'DELETE /TimeSheet/:timesheetID': {
    summary: 'Move an entry to the trash, where it stays 30 days',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    params: entryId,
    query: Type.Object(
      { version: Type.Optional(Version), reason: Type.Optional(Text(MAX_COMMENT_LENGTH)) },
      closed,
    ),
    response: entry.answer,
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
    whileProviderAway: true,
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
