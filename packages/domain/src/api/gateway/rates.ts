import Type from 'typebox';
import { byId, Currency, closed, GivenDate, Id, Instant, Money, Nullable, PlainDate } from './shapes.ts';

const MemberRate = Type.Object({
  rateID: Id,
  teamMemberID: Id,
  projectID: Nullable(Id),
  kind: Type.Union([Type.Literal('bill'), Type.Literal('cost')]),
  amount: Type.Integer(),
  currency: Type.String(),
  effectiveFrom: PlainDate,
  createdAt: Instant,
});

/** What an hour of a person is billed at and costs. */
export const rateRoutes = {
  'GET /Rates': {
    summary:
      'Rates by person and project with the date from which they count; cost rates for those who may see them',
    access: 'rate.seeBill',
    rate: 'read',
    query: Type.Object({ teamMemberID: Type.Optional(Id), projectID: Type.Optional(Id) }, closed),
    response: Type.Array(MemberRate),
  },
  'POST /Rates': {
    summary: 'Set a rate from a date on; the same date again replaces it',
    access: 'rate.write',
    rate: 'write',
    status: 201,
    body: Type.Object(
      {
        teamMemberID: Id,
        projectID: Type.Optional(Nullable(Id)),
        kind: Type.Union([Type.Literal('bill'), Type.Literal('cost')]),
        amount: Money,
        currency: Type.Optional(Currency),
        effectiveFrom: GivenDate,
      },
      closed,
    ),
    response: MemberRate,
    errors: ['reference_invalid', 'date_invalid', 'subscription_inactive', 'forbidden'],
  },
  'DELETE /Rates/:id': {
    summary: 'Remove a rate',
    access: 'rate.write',
    rate: 'write',
    params: byId,
    response: MemberRate,
    errors: ['subscription_inactive', 'forbidden'],
  },
} as const;
