import Type from 'typebox';
import {
  byId,
  Code,
  Color,
  closed,
  following,
  GivenDate,
  Id,
  Instant,
  Money,
  Name,
  Nullable,
  PlainDate,
  paging,
  sortBy,
  Text,
  Version,
} from './shapes.ts';

const literals = <const Names extends readonly string[]>(...names: Names) =>
  Type.Unsafe<Names[number]>({ type: 'string', enum: [...names] });

const RateMode = literals('project', 'member', 'activity', 'none');
const BudgetKind = literals('none', 'hours', 'amount');
const BudgetPeriod = literals('total', 'month');
const Visibility = literals('public', 'members');
const Ids = Type.Array(Id, { maxItems: 1000, uniqueItems: true });
const ActivityRate = Type.Object({ activityID: Id, hourlyRate: Money }, closed);
const ActivityRates = Type.Array(ActivityRate, { maxItems: 1000 });
const Percents = Type.Array(Type.Integer({ minimum: 1, maximum: 1000 }), { maxItems: 10, uniqueItems: true });

const fields = {
  projectName: Name,
  code: Type.Optional(Code),
  clientID: Type.Optional(Nullable(Id)),
  projectTypeID: Type.Optional(Id),
  managerID: Type.Optional(Nullable(Id)),
  color: Type.Optional(Color),
  description: Type.Optional(Nullable(Text(4000))),
  startDate: Type.Optional(Nullable(GivenDate)),
  endDate: Type.Optional(Nullable(GivenDate)),
  isBillable: Type.Optional(Type.Boolean()),
  rateMode: Type.Optional(RateMode),
  hourlyRate: Type.Optional(Nullable(Money)),
  budgetKind: Type.Optional(BudgetKind),
  /** Hours as a number; stored as whole minutes. */
  budgetHours: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 10_000_000 }))),
  budgetAmount: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000_000 }))),
  budgetPeriod: Type.Optional(BudgetPeriod),
  alertPercents: Type.Optional(Percents),
  visibility: Type.Optional(Visibility),
  memberIDs: Type.Optional(Ids),
  activityIDs: Type.Optional(Ids),
  /** What an hour of a listed activity is billed at with rate mode `activity`; replaces all of them. */
  activityRates: Type.Optional(ActivityRates),
};

export const Project = Type.Object({
  projectID: Id,
  projectName: Type.String(),
  code: Nullable(Type.String()),
  clientID: Nullable(Id),
  clientName: Nullable(Type.String()),
  projectTypeID: Id,
  managerID: Nullable(Id),
  color: Nullable(Type.String()),
  description: Nullable(Type.String()),
  startDate: Nullable(PlainDate),
  endDate: Nullable(PlainDate),
  isBillable: Type.Boolean(),
  rateMode: RateMode,
  /** Minor units; null for people who may not see rates. */
  hourlyRate: Nullable(Type.Integer()),
  budgetKind: BudgetKind,
  budgetHours: Nullable(Type.Number()),
  budgetAmount: Nullable(Type.Integer()),
  budgetPeriod: BudgetPeriod,
  alertPercents: Type.Array(Type.Integer()),
  visibility: Visibility,
  memberIDs: Type.Array(Id),
  activityIDs: Type.Array(Id),
  /** Listed activities with a rate of their own; empty for people who may not see rates. */
  activityRates: Type.Array(ActivityRate),
  isArchived: Type.Boolean(),
  archivedAt: Nullable(Instant),
  deletedAt: Nullable(Instant),
  trackedMinutes: Type.Integer(),
  billableMinutes: Type.Integer(),
  /** Minutes of the current month in the workspace's time zone. */
  monthMinutes: Type.Integer(),
  lastWorkDate: Nullable(PlainDate),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});

const filters = {
  clientID: Type.Optional(Id),
  projectTypeID: Type.Optional(Id),
  managerID: Type.Optional(Id),
  /** Only projects that the caller manages or is a member of. */
  mine: Type.Optional(Type.Boolean()),
  overBudget: Type.Optional(Type.Boolean()),
  /** No time for that many days. */
  inactiveDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  sort: sortBy('name', 'client', 'code', 'updatedAt', 'createdAt'),
};
const list = Type.Object({ ...paging, ...following, ...filters }, closed);
const search = Type.Object(
  { ...paging, ...following, ...filters, archived: Type.Optional(Type.Boolean()) },
  closed,
);
const Found = Type.Object({
  items: Type.Array(Project),
  total: Type.Integer(),
  page: Type.Integer(),
  size: Type.Integer(),
});

const Burn = Type.Object({
  month: PlainDate,
  minutes: Type.Integer(),
  billableMinutes: Type.Integer(),
  totalMinutes: Type.Integer(),
});
const Share = { minutes: Type.Integer(), billableMinutes: Type.Integer() };

export const ProjectSummary = Type.Object({
  projectID: Id,
  trackedMinutes: Type.Integer(),
  billableMinutes: Type.Integer(),
  /** Budget of the whole project, or of the current month for a monthly budget; null without one in hours. */
  budgetMinutes: Nullable(Type.Integer()),
  /** Minutes that count against that budget. */
  budgetUsedMinutes: Type.Integer(),
  /** Minor units; null without a budget in money or for people who may not see rates. */
  budgetAmount: Nullable(Type.Integer()),
  budgetUsedAmount: Nullable(Type.Integer()),
  /** ISO 4217: the client's currency, else the workspace's. */
  budgetCurrency: Nullable(Type.String()),
  /** Billable minutes to which no rate applies: they add nothing to the amount. */
  unpricedMinutes: Nullable(Type.Integer()),
  /** Billable minutes of people whose own rate is in another currency and was therefore left out. */
  otherCurrencyMinutes: Nullable(Type.Integer()),
  /** Date on which the budget is used up at the pace of the last 28 days, or null. */
  forecastDate: Nullable(PlainDate),
  burn: Type.Array(Burn),
  byMember: Type.Array(Type.Object({ teamMemberID: Id, name: Type.String(), ...Share })),
  byActivity: Type.Array(
    Type.Object({ activityID: Nullable(Id), activityName: Nullable(Type.String()), ...Share }),
  ),
  openEntries: Type.Integer(),
});

const refusals = ['reference_invalid', 'name_taken', 'subscription_inactive', 'forbidden'] as const;

export const projectRoutes = {
  'GET /Projects': {
    summary: 'Projects the caller sees that are not archived',
    access: 'project.see',
    rate: 'read',
    query: list,
    response: Type.Array(Project),
  },
  'GET /Projects/GetArchivedProjects': {
    summary: 'Archived projects the caller sees',
    access: 'project.see',
    rate: 'read',
    query: list,
    response: Type.Array(Project),
  },
  'GET /Projects/SearchAllProjects': {
    summary: 'Search projects by query parameters',
    access: 'project.see',
    rate: 'read',
    query: search,
    response: Found,
  },
  'POST /Projects/SearchAllProjects': {
    summary: 'Search projects',
    access: 'project.see',
    rate: 'read',
    body: search,
    response: Found,
  },
  'GET /Projects/Picker': {
    summary: 'Rows for the picker: project with one usable activity each, favourite and recent ones first',
    access: 'project.see',
    rate: 'read',
    query: Type.Object(
      {
        q: Type.Optional(Text(200)),
        teamMemberID: Type.Optional(Id),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      },
      closed,
    ),
    response: Type.Array(
      Type.Object({
        projectID: Id,
        projectName: Type.String(),
        clientName: Nullable(Type.String()),
        color: Nullable(Type.String()),
        activityID: Nullable(Id),
        activityName: Nullable(Type.String()),
        isBillable: Type.Boolean(),
        isFavourite: Type.Boolean(),
        lastUsedDate: Nullable(PlainDate),
      }),
    ),
  },
  'PUT /Projects/Favourite': {
    summary: 'Keep a combination at hand, or no longer',
    access: 'project.see',
    rate: 'write',
    body: Type.Object({ projectID: Id, activityID: Nullable(Id), isFavourite: Type.Boolean() }, closed),
    response: Type.Object({ isFavourite: Type.Boolean() }),
    errors: ['reference_invalid'],
  },
  'GET /Projects/:id': {
    summary: 'One project',
    access: 'project.see',
    rate: 'read',
    params: byId,
    response: Project,
  },
  'GET /Projects/:id/Summary': {
    summary: 'Burn against the budget, by month, person and activity',
    access: 'project.see',
    rate: 'read',
    params: byId,
    response: ProjectSummary,
  },
  'POST /Projects': {
    summary: 'Add a project; the first active type where none is named',
    access: 'project.write',
    rate: 'write',
    status: 201,
    body: Type.Object({ projectID: Type.Optional(Id), ...fields }, closed),
    response: Project,
    errors: refusals,
  },
  'PUT /Projects/:id': {
    summary: 'Change a project; absent fields stay',
    access: 'project.write',
    rate: 'write',
    params: byId,
    body: Type.Object({ ...fields, projectName: Type.Optional(Name), version: Version }, closed),
    response: Project,
    errors: ['version_conflict', ...refusals],
  },
  'POST /Projects/:id/Duplicate': {
    summary: 'A new project with the settings, people and activities of this one',
    access: 'project.write',
    rate: 'write',
    status: 201,
    params: byId,
    body: Type.Object({ projectName: Name }, closed),
    response: Project,
    errors: refusals,
  },
  'DELETE /Projects/:id': {
    summary: 'Archive a project; `hard=true` moves an unused one to the trash',
    access: 'project.write',
    rate: 'write',
    params: byId,
    query: Type.Object({ hard: Type.Optional(Type.Boolean()) }, closed),
    response: Project,
    errors: ['still_used', 'subscription_inactive', 'forbidden'],
  },
  'PUT /Projects/:id/Restore': {
    summary: 'Bring an archived or trashed project back',
    access: 'project.write',
    rate: 'write',
    params: byId,
    response: Project,
    errors: ['name_taken', 'gone', 'subscription_inactive', 'forbidden'],
  },
} as const;
