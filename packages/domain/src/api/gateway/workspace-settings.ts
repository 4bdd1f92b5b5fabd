import Type, { type TSchema } from 'typebox';
import { describe, stored } from './entity.ts';
import { Currency, closed, GivenDate, Id, Name, Nullable, PlainDate, Role, Text, Version } from './shapes.ts';

const literals = <const Names extends readonly string[]>(...names: Names) =>
  Type.Unsafe<Names[number]>({ type: 'string', enum: [...names] });
const Schedule = Type.Array(Type.Integer({ minimum: 0, maximum: 1440 }), { minItems: 7, maxItems: 7 });
const Required = Type.Array(literals('activity', 'comment', 'tag'), { maxItems: 3, uniqueItems: true });

/** A setting with a column of its own, answered as it is sent. */
const setting = <const Column extends string, Shape extends TSchema>(column: Column, shape: Shape) =>
  stored(column, shape, shape);

/** How a workspace counts and shows. */
export const settings = describe({
  currency: setting('currency', Currency),
  timeZone: setting('time_zone', Text(64)),
  durationFormat: setting('duration_format', literals('clock', 'decimal')),
  dateFormat: setting('date_format', Text(20)),
  timeFormat: setting('time_format', literals('h23', 'h12')),
  numberFormat: setting('number_format', Text(35)),
  decimalReading: setting('decimal_reading', literals('decimal', 'minutes')),
  weeklyMinutes: setting('weekly_minutes', Type.Integer({ minimum: 0, maximum: 10_080 })),
  schedule: setting('schedule', Schedule),
  approvalsEnabled: setting('approvals_enabled', Type.Boolean()),
  submitDueDays: setting('submit_due_days', Type.Integer({ minimum: 0, maximum: 28 })),
  requiredFields: setting('required_fields', Required),
  lockDate: stored('lock_on', Nullable(PlainDate), Nullable(GivenDate)),
  roundingScope: setting('rounding_scope', literals('none', 'entry', 'dayProject', 'total')),
  roundingDirection: setting('rounding_direction', literals('up', 'down', 'nearest')),
  roundingMinutes: setting('rounding_minutes', Type.Integer({ minimum: 1, maximum: 240 })),
  editorsSeeBillRates: setting('editors_see_bill_rates', Type.Boolean()),
  version: stored('version', Version),
});

const { dateFormat, timeFormat, numberFormat, durationFormat, decimalReading } = settings.answer.properties;
/** What is said of how a workspace writes to whoever sees only a part of it. */
export const formatsShape = Type.Object({
  dateFormat,
  timeFormat,
  numberFormat,
  durationFormat,
  decimalReading,
});

const Year = Type.Integer({ minimum: 1970, maximum: 2199 });
/** In which the names of countries and days are; English where they have none. */
const HolidayLanguage = Type.Optional(Type.String({ pattern: '^[a-z]{2}$' }));
const Holiday = Type.Object({ date: GivenDate, name: Name }, closed);

/** The workspace as its application starts: who am I here, what may I do, how does this workspace count. */
export const workspaceSettingsRoutes = {
  'GET /Workspace': {
    summary: "The workspace, its settings, its subscription and the caller's own record",
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    response: Type.Object({
      tenantID: Type.String(),
      name: Type.String(),
      slug: Type.String(),
      regionCode: Type.String(),
      settings: settings.answer,
      /** The path of the picture beside its name. */
      logo: Nullable(Type.String()),
      /** When removing of old time begins; told to owners alone, until it does. */
      retentionBeginsAt: Nullable(Type.String()),
      subscription: Type.Object({
        status: Type.String(),
        isActive: Type.Boolean(),
        trialEndsAt: Nullable(Type.String()),
      }),
      me: Type.Object({
        teamMemberID: Id,
        userID: Id,
        firstName: Type.String(),
        lastName: Type.String(),
        role: Role,
        createEditProjects: Type.Boolean(),
        createEditClientsActivities: Type.Boolean(),
        createEditTime: Type.Boolean(),
        isApprover: Type.Boolean(),
        timeZone: Nullable(Type.String()),
        locale: Nullable(Type.String()),
      }),
    }),
  },
  'GET /Workspace/Settings': {
    summary: 'Settings of the workspace',
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    response: settings.answer,
  },
  'PUT /Workspace/Settings': {
    summary: 'Change settings; absent ones stay. The lock date makes all days up to it read-only',
    access: 'workspace.configure',
    rate: 'write',
    body: settings.change,
    response: settings.answer,
    errors: ['version_conflict', 'date_invalid', 'subscription_inactive', 'forbidden'],
  },
  'GET /Workspace/Holidays': {
    summary: 'Days on which nobody is expected to work',
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    response: Type.Array(Holiday),
  },
  'GET /Workspace/Holidays/Countries': {
    summary: 'Countries whose public holidays are known, and their states',
    access: 'workspace.configure',
    rate: 'read',
    query: Type.Object({ language: HolidayLanguage }, closed),
    response: Type.Array(
      Type.Object({
        code: Type.String(),
        name: Type.String(),
        /** Where the workspace is, by its time zone. */
        isOwn: Type.Boolean(),
        states: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
      }),
    ),
  },
  'GET /Workspace/Holidays/Suggested': {
    summary: 'Public holidays of a country, or of a state of it, to start from; nothing is stored',
    access: 'workspace.configure',
    rate: 'read',
    query: Type.Object(
      {
        country: Type.String({ pattern: '^[A-Z]{2}$' }),
        state: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{1,8}$' })),
        year: Year,
        language: HolidayLanguage,
      },
      closed,
    ),
    response: Type.Array(Holiday),
  },
  'PUT /Workspace/Holidays': {
    summary: 'Replace the holidays of one year',
    access: 'workspace.configure',
    rate: 'write',
    body: Type.Object(
      {
        year: Year,
        holidays: Type.Array(Holiday, { maxItems: 366 }),
        /** Those of the year when the caller looked: others are a conflict. */
        believed: Type.Optional(Type.Array(Holiday, { maxItems: 366 })),
      },
      closed,
    ),
    response: Type.Array(Holiday),
    errors: ['version_conflict', 'date_invalid', 'subscription_inactive', 'forbidden'],
  },
} as const;
