import Type from 'typebox';
import { MAX_COMMENT_LENGTH } from '../../workspace/lengths.ts';
import {
  closed,
  GivenDate,
  Id,
  Instant,
  Nullable,
  PlainDate,
  paging,
  Text,
  Version,
  WeekStatus,
} from './shapes.ts';
import { entry, Week } from './timesheets.ts';

const Item = Type.Object({ teamMemberID: Id, weekEndDate: GivenDate, version: Version }, closed);
const Items = Type.Array(Item, { minItems: 1, maxItems: 200 });
const Line = Type.Object({ timesheetID: Id, note: Type.Optional(Nullable(Text(500))) }, closed);

/** One answer per item, in order; `status` as the whole call would have had it. */
const Results = Type.Object({
  results: Type.Array(
    Type.Object({
      teamMemberID: Id,
      weekEndDate: PlainDate,
      status: Type.Integer(),
      week: Nullable(Week),
      error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    }),
  ),
});

const InboxWeek = Type.Object({
  ...Week.properties,
  firstName: Type.String(),
  lastName: Type.String(),
  /** Mean minutes of the person's four weeks before, or null where there are none. */
  normMinutes: Nullable(Type.Integer()),
  flags: Type.Array(
    Type.Union([
      Type.Literal('dayOverLimit'),
      Type.Literal('weekend'),
      Type.Literal('archivedProject'),
      Type.Literal('missingComment'),
    ]),
  ),
});

const weekKey = Type.Object({ teamMemberID: Id, weekEndDate: GivenDate }, closed);
const Changed = Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() });

/** The steps of a week, decided item by item, and what leads to them. */
export const approvalRoutes = {
  'POST /TimeSheet/Submit': {
    summary: 'Hand weeks in; refused while a day has more than 24:00',
    access: 'member',
    rate: 'write',
    body: Type.Object({ items: Items, note: Type.Optional(Nullable(Text(MAX_COMMENT_LENGTH))) }, closed),
    response: Results,
    errors: ['subscription_inactive'],
  },
  'POST /TimeSheet/Withdraw': {
    summary: 'Take weeks back while they are pending',
    access: 'member',
    rate: 'write',
    body: Type.Object({ items: Items }, closed),
    response: Results,
    errors: ['subscription_inactive'],
  },
  'POST /TimeSheet/Approve': {
    summary: 'Approve pending weeks',
    access: 'week.approve',
    rate: 'write',
    body: Type.Object({ items: Items, note: Type.Optional(Nullable(Text(MAX_COMMENT_LENGTH))) }, closed),
    response: Results,
    errors: ['subscription_inactive'],
  },
  'POST /TimeSheet/Disapprove': {
    summary: 'Send pending weeks back with a reason, and mark lines',
    access: 'week.approve',
    rate: 'write',
    body: Type.Object(
      {
        items: Items,
        reason: Type.Optional(Text(MAX_COMMENT_LENGTH)),
        lines: Type.Optional(Type.Array(Line, { maxItems: 500 })),
      },
      closed,
    ),
    response: Results,
    errors: ['subscription_inactive'],
  },
  'POST /TimeSheet/Reopen': {
    summary: 'Open approved weeks again, with a reason',
    access: 'week.reopen',
    rate: 'write',
    body: Type.Object({ items: Items, reason: Type.Optional(Text(MAX_COMMENT_LENGTH)) }, closed),
    response: Results,
    errors: ['subscription_inactive'],
  },
  'POST /TimeSheet/Undo': {
    summary: 'Take the last step of weeks back, by who took it and within ten seconds; nobody was told of it',
    access: 'member',
    rate: 'write',
    body: Type.Object({ items: Items }, closed),
    response: Results,
    errors: ['subscription_inactive'],
  },
  'POST /TimeSheet/Remind': {
    summary: 'Remind people of weeks that were not handed in; at most once a day each',
    access: 'week.approve',
    rate: 'send',
    body: Type.Object(
      {
        items: Type.Array(Type.Object({ teamMemberID: Id, weekEndDate: GivenDate }, closed), {
          minItems: 1,
          maxItems: 200,
        }),
      },
      closed,
    ),
    response: Type.Object({
      results: Type.Array(
        Type.Object({
          teamMemberID: Id,
          weekEndDate: PlainDate,
          isReminded: Type.Boolean(),
          remindedAt: Nullable(Instant),
        }),
      ),
    }),
    errors: ['subscription_inactive'],
  },
  'GET /TimeSheet/GetPendingTimesheets': {
    summary: 'Weeks the caller may decide, oldest first',
    access: 'week.approve',
    rate: 'read',
    query: Type.Object(paging, closed),
    response: Type.Array(InboxWeek),
  },
  'GET /TimeSheet/GetDisapproveTimesheets/:teamMemberID': {
    summary: 'Disapproved weeks of a person with reason and marked lines',
    access: 'member',
    rate: 'read',
    params: Type.Object({ teamMemberID: Id }, closed),
    response: Type.Array(Week),
  },
  'GET /TimeSheet/Weeks': {
    summary:
      'Weeks by state in a range, for approvers: not handed in (open with the last reminder), approved, disapproved',
    access: 'week.approve',
    rate: 'read',
    query: Type.Object({ ...paging, status: WeekStatus, from: GivenDate, to: GivenDate }, closed),
    response: Type.Array(
      Type.Object({
        ...Week.properties,
        firstName: Type.String(),
        lastName: Type.String(),
        remindedAt: Nullable(Instant),
      }),
    ),
    errors: ['date_invalid'],
  },
  'GET /TimeSheet/History/:teamMemberID/:weekEndDate': {
    summary: 'Every step a week took, oldest first',
    access: 'member',
    rate: 'read',
    params: weekKey,
    response: Type.Array(
      Type.Object({
        id: Id,
        at: Instant,
        actorID: Nullable(Id),
        actorName: Nullable(Type.String()),
        action: Type.String(),
        fromStatus: WeekStatus,
        toStatus: WeekStatus,
        reason: Nullable(Type.String()),
        note: Nullable(Type.String()),
        lines: Type.Array(Type.Object({ timesheetID: Id, note: Nullable(Type.String()) })),
        totalMinutes: Type.Integer(),
        billableMinutes: Type.Integer(),
        isOwnWeek: Type.Boolean(),
      }),
    ),
    errors: ['week_end_invalid'],
  },
  'GET /TimeSheet/Difference/:teamMemberID/:weekEndDate': {
    summary: 'What changed since the week was last handed in',
    access: 'member',
    rate: 'read',
    params: weekKey,
    response: Type.Object({
      submittedAt: Nullable(Instant),
      added: Type.Array(entry.answer),
      removed: Type.Array(Type.Unknown()),
      changed: Type.Array(
        Type.Object({ timesheetID: Id, changes: Type.Array(Changed), entry: entry.answer }),
      ),
    }),
    errors: ['week_end_invalid'],
  },
} as const;
