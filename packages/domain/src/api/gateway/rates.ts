import Type from 'typebox';
import { byId, Currency, closed, GivenDate, Id, Instant, Money, Nullable, PlainDate } from './shapes.ts';

const Kind = Type.Union([Type.Literal('bill'), Type.Literal('cost')]);

/** Of a person (on one project or on all), of a project, of an activity (on one project or on all), or of a client. */
const Rate = Type.Object({
  rateID: Id,
  teamMemberID: Nullable(Id),
  projectID: Nullable(Id),
  activityID: Nullable(Id),
  clientID: Nullable(Id),
  kind: Kind,
  amount: Type.Integer(),
  /** A person's rate has its own; any other is in the currency that the time is billed in. */
  currency: Type.String(),
  effectiveFrom: PlainDate,
  createdAt: Instant,
});

const of = {
  teamMemberID: Type.Optional(Nullable(Id)),
  projectID: Type.Optional(Nullable(Id)),
  activityID: Type.Optional(Nullable(Id)),
  clientID: Type.Optional(Nullable(Id)),
};
/** Costs and currencies are those of people alone. */
const given = {
  ...of,
  kind: Kind,
  amount: Money,
  currency: Type.Optional(Currency),
  effectiveFrom: GivenDate,
};

const Amounts = Type.Array(Type.Object({ currency: Type.String(), amount: Type.Integer() }));
/** Recorded time that is worth something else with the new rate: how much, and what it is worth before and after. */
const Change = Type.Object({
  entries: Type.Integer(),
  minutes: Type.Integer(),
  /** Of these minutes, those up to the lock date. */
  lockedMinutes: Type.Integer(),
  before: Amounts,
  after: Amounts,
});
/** Open time changes as soon as the change is made; approved time keeps its amounts unless an owner agrees. */
export const RateChange = Type.Object({ open: Change, approved: Change });

const refusals = ['reference_invalid', 'date_invalid', 'forbidden'] as const;

/** What an hour is billed at and costs, each from a date on. */
export const rateRoutes = {
  'GET /Rates': {
    summary:
      'Rates of people, projects, activities and clients with the date from which they count; cost rates for those who may see them',
    access: 'rate.seeBill',
    rate: 'read',
    query: Type.Object(
      {
        teamMemberID: Type.Optional(Id),
        projectID: Type.Optional(Id),
        activityID: Type.Optional(Id),
        clientID: Type.Optional(Id),
      },
      closed,
    ),
    response: Type.Array(Rate),
  },
  'POST /Rates': {
    summary:
      'Set a rate from a date on; the same date again replaces it. Approved time keeps its amounts unless an owner says otherwise',
    access: 'rate.write',
    rate: 'write',
    status: 201,
    body: Type.Object(
      {
        ...given,
        /** The amount that this date had when the caller looked, null for none: another one is a conflict. */
        believed: Type.Optional(Nullable(Money)),
        /** Prices approved time anew as well; for owners. */
        withApproved: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    response: Rate,
    errors: ['version_conflict', 'subscription_inactive', ...refusals],
  },
  'POST /Rates/Preview': {
    summary: 'What a rate would change, without setting it: open time, and approved time if an owner agreed',
    access: 'rate.write',
    rate: 'read',
    body: Type.Object(given, closed),
    response: RateChange,
    errors: refusals,
  },
  'DELETE /Rates/:id': {
    summary: 'Remove a rate',
    access: 'rate.write',
    rate: 'write',
    params: byId,
    response: Rate,
    errors: ['subscription_inactive', 'forbidden'],
  },
} as const;
