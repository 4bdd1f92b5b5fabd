import Type from 'typebox';
import { MAX_REPORT_GROUPS, REPORT_GROUPS, type ReportGroup } from '../../time/report.ts';
import type { RoundingDirection, RoundingScope } from '../../time/rounding.ts';
import { MAX_COMMENT_LENGTH } from '../../workspace/lengths.ts';
import { closed, GivenDate, Id, Nullable, PlainDate, paging, Text, WeekStatus } from './shapes.ts';
import { entry } from './timesheets.ts';

/** One of some words. */
export const literals = <Names extends string>(names: readonly Names[]) =>
  Type.Unsafe<Names>({ type: 'string', enum: [...names] });

/** What lines can be grouped by. */
export const ReportGroupName = literals<ReportGroup>(REPORT_GROUPS.map(({ name }) => name));
const someIds = Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true });
const Reference = literals(['client', 'project', 'projectType', 'activity', 'person', 'tag']);

/** Time that counts: all filters at once. */
export const ReportFilter = Type.Union([
  Type.Object({ field: Reference, is: literals(['is', 'isNot']), values: someIds }, closed),
  Type.Object({ field: Reference, is: literals(['isEmpty', 'isNotEmpty']) }, closed),
  Type.Object(
    {
      field: Type.Literal('status'),
      is: literals(['is', 'isNot']),
      values: Type.Array(WeekStatus, { minItems: 1, maxItems: 4 }),
    },
    closed,
  ),
  Type.Object({ field: Type.Literal('billable'), is: Type.Literal('is'), value: Type.Boolean() }, closed),
  Type.Object({ field: Type.Literal('comment'), is: Type.Literal('contains'), text: Text(200) }, closed),
]);

/** How hours are rounded. */
export const ReportRounding = Type.Object(
  {
    stepMinutes: Type.Integer({ minimum: 1, maximum: 240 }),
    direction: literals<RoundingDirection>(['up', 'down', 'nearest']),
    scope: literals<RoundingScope>(['none', 'entry', 'dayProject', 'total']),
  },
  closed,
);

const which = {
  from: GivenDate,
  to: GivenDate,
  filters: Type.Optional(Type.Array(ReportFilter, { maxItems: 20 })),
};

/** What a report asks for. */
const Question = Type.Object(
  {
    ...which,
    groupBy: Type.Array(ReportGroupName, { maxItems: MAX_REPORT_GROUPS, uniqueItems: true }),
    rounding: Type.Optional(ReportRounding),
    /** Amounts and costs as well, as far as the caller may see them. */
    withMoney: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** Money by currency, in minor units. */
export const Amounts = Nullable(Type.Array(Type.Object({ currency: Type.String(), amount: Type.Integer() })));

const figures = {
  entries: Type.Integer(),
  minutes: Type.Integer(),
  roundedMinutes: Type.Integer(),
  billableMinutes: Type.Integer(),
  /** Minor units by currency: each entry at the rate of its day, rounded once, then added. Null where not asked for or not the caller's to see. */
  amounts: Amounts,
  /** Billable minutes to which no rate applies. */
  unpricedMinutes: Nullable(Type.Integer()),
  costs: Amounts,
  /** Minutes of people without a cost rate on that day. */
  uncostedMinutes: Nullable(Type.Integer()),
};

/** Reports over entries that the caller may see. */
export const reportRoutes = {
  'POST /Reports/Query': {
    summary: 'Time of a range by up to three groups, with a subtotal at each level',
    access: 'report.see',
    rate: 'read',
    body: Question,
    response: Type.Object({
      from: PlainDate,
      to: PlainDate,
      groupBy: Type.Array(ReportGroupName),
      /** Each level of each group; keys are ids, dates, `YYYY-MM`, `true` or `false`, or a status. */
      lines: Type.Array(Type.Object({ keys: Type.Array(Nullable(Type.String())), ...figures })),
      totals: Type.Object(figures),
      /** Names of the ids in the keys, by level. */
      labels: Type.Array(Type.Record(Type.String(), Type.String())),
    }),
    errors: ['date_invalid', 'validation_failed'],
  },
  'POST /Reports/Entries': {
    summary: 'The entries behind a report, or behind one of its figures',
    access: 'report.see',
    rate: 'read',
    body: Type.Object({ ...which, ...paging }, closed),
    response: Type.Array(entry.answer),
    errors: ['date_invalid', 'validation_failed'],
  },
  'PUT /Reports/Entries': {
    summary: 'Change entries of several people and weeks at once, all or none; absent fields stay',
    access: 'member',
    rate: 'write',
    body: Type.Object(
      {
        upserts: Type.Array(Type.Object({ timesheetID: Id, ...entry.change.properties }, closed), {
          minItems: 1,
          maxItems: 200,
        }),
        /** For days behind the lock date; owner and admin only. */
        reason: Type.Optional(Text(MAX_COMMENT_LENGTH)),
      },
      closed,
    ),
    response: Type.Array(entry.answer),
    errors: [
      'reference_invalid',
      'hours_invalid',
      'date_invalid',
      'week_locked',
      'version_conflict',
      'forbidden',
    ],
  },
  'POST /Reports/People': {
    summary: 'Recorded and billable time of each person against what is expected, and who has none',
    access: 'report.see',
    rate: 'read',
    body: Type.Object({ from: GivenDate, to: GivenDate }, closed),
    response: Type.Array(
      Type.Object({
        teamMemberID: Id,
        name: Type.String(),
        minutes: Type.Integer(),
        billableMinutes: Type.Integer(),
        /** By schedule and holidays, up to today. */
        expectedMinutes: Type.Integer(),
        /** Working days without any time, up to today. */
        missingDays: Type.Integer(),
        /** The last day with time, also before the range. */
        lastWorkDate: Nullable(PlainDate),
      }),
    ),
    errors: ['date_invalid', 'validation_failed'],
  },
  'POST /Reports/Export': {
    summary: 'The entries behind a report as CSV (RFC 4180), in one stream',
    access: 'report.see',
    rate: 'export',
    body: Type.Object(
      {
        ...which,
        delimiter: Type.Optional(literals([',', ';'])),
        /** Hours with a point or a comma. */
        decimal: Type.Optional(literals(['.', ','])),
      },
      closed,
    ),
    response: Type.Unknown(),
    errors: ['date_invalid', 'validation_failed'],
  },
} as const;
