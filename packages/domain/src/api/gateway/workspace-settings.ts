import Type from 'typebox';
import { Currency, closed, GivenDate, Id, Nullable, PlainDate, Role, Text, Version } from './shapes.ts';

const literals = <const Names extends readonly string[]>(...names: Names) =>
  Type.Unsafe<Names[number]>({ type: 'string', enum: [...names] });
const Schedule = Type.Array(Type.Integer({ minimum: 0, maximum: 1440 }), { minItems: 7, maxItems: 7 });
const Required = Type.Array(literals('activity', 'comment', 'tag'), { maxItems: 3, uniqueItems: true });

const settings = {
  currency: Currency,
  timeZone: Text(64),
  durationFormat: literals('clock', 'decimal'),
  dateFormat: Text(20),
  numberFormat: Text(35),
  decimalReading: literals('decimal', 'minutes'),
  weeklyMinutes: Type.Integer({ minimum: 0, maximum: 10_080 }),
  schedule: Schedule,
  approvalsEnabled: Type.Boolean(),
  submitDueDays: Type.Integer({ minimum: 0, maximum: 28 }),
  requiredFields: Required,
  lockDate: Nullable(PlainDate),
  roundingScope: literals('none', 'entry', 'dayProject', 'total'),
  roundingDirection: literals('up', 'down', 'nearest'),
  roundingMinutes: Type.Integer({ minimum: 1, maximum: 240 }),
  editorsSeeBillRates: Type.Boolean(),
  retentionDays: Nullable(Type.Integer({ minimum: 30, maximum: 36_500 })),
};

const Settings = Type.Object({ ...settings, version: Version });
const change = Object.fromEntries(
  Object.entries(settings).map(([name, shape]) => [name, Type.Optional(shape)]),
) as { [Name in keyof typeof settings]: ReturnType<typeof Type.Optional<(typeof settings)[Name]>> };
const given = { ...change, lockDate: Type.Optional(Nullable(GivenDate)) };

const Holiday = Type.Object({ date: GivenDate, name: Type.String({ minLength: 1, maxLength: 200 }) }, closed);

/** The workspace as its application starts: who am I here, what may I do, how does this workspace count. */
export const workspaceSettingsRoutes = {
  'GET /Workspace': {
    summary: "The workspace, its settings, its subscription and the caller's own record",
    access: 'member',
    rate: 'read',
    response: Type.Object({
      tenantID: Type.String(),
      name: Type.String(),
      slug: Type.String(),
      regionCode: Type.String(),
      settings: Settings,
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
    response: Settings,
  },
  'PUT /Workspace/Settings': {
    summary: 'Change settings; absent ones stay. The lock date makes all days up to it read-only',
    access: 'workspace.configure',
    rate: 'write',
    body: Type.Object({ ...given, version: Version }, closed),
    response: Settings,
    errors: ['version_conflict', 'date_invalid', 'subscription_inactive', 'forbidden'],
  },
  'GET /Workspace/Holidays': {
    summary: 'Days on which nobody is expected to work',
    access: 'member',
    rate: 'read',
    response: Type.Array(Holiday),
  },
  'PUT /Workspace/Holidays': {
    summary: 'Replace the holidays of one year',
    access: 'workspace.configure',
    rate: 'write',
    body: Type.Object(
      {
        year: Type.Integer({ minimum: 1970, maximum: 2199 }),
        holidays: Type.Array(Holiday, { maxItems: 366 }),
      },
      closed,
    ),
    response: Type.Array(Holiday),
    errors: ['date_invalid', 'subscription_inactive', 'forbidden'],
  },
} as const;
