import Type from 'typebox';
import { MAX_ALERT_PERCENT, MAX_ALERTS, MAX_BUDGET_HOURS } from '../../time/budget.ts';
import { MAX_NOTES_LENGTH } from '../../workspace/lengths.ts';
import { MAX_SEARCH_LENGTH } from '../../workspace/search-words.ts';
import { describeEntity, key, lifetime, optionalText, record, stored, workedOut } from './entity.ts';
import { RateChange } from './rates.ts';
import {
  byId,
  Code,
  Color,
  closed,
  following,
  GivenDate,
  Id,
  IdList,
  Money,
  Name,
  Nullable,
  PlainDate,
  paging,
  sortBy,
  Text,
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
const Percents = Type.Array(Type.Integer({ minimum: 1, maximum: MAX_ALERT_PERCENT }), {
  maxItems: MAX_ALERTS,
  uniqueItems: true,
});

const BudgetHours = Type.Number({ minimum: 0, maximum: MAX_BUDGET_HOURS });
const BudgetAmount = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000_000 });

/** Rates and amounts are shown to those who may see rates, and set by those who may set them. */
const money = { seenBy: 'rate.seeBill', writtenBy: 'rate.write' } as const;

/** What is worked on. */
export const project = describeEntity(
  'project',
  {
    projectID: key,
    projectName: { ...stored('name', Type.String(), Name), isRequired: true },
    code: stored('code', Nullable(Type.String()), Code),
    clientID: stored('client_id', Nullable(Id), Nullable(Id)),
    clientName: workedOut(Nullable(Type.String())),
    projectTypeID: stored('project_type_id', Id, Id),
    managerID: stored('manager_id', Nullable(Id), Nullable(Id)),
    color: stored('color', Nullable(Type.String()), Color),
    description: optionalText('description', MAX_NOTES_LENGTH),
    startDate: stored('start_on', Nullable(PlainDate), Nullable(GivenDate)),
    endDate: stored('end_on', Nullable(PlainDate), Nullable(GivenDate)),
    isBillable: stored('is_billable', Type.Boolean(), Type.Boolean()),
    rateMode: { ...stored('rate_mode', RateMode, RateMode), writtenBy: 'rate.write' },
    /** Minor units. */
    hourlyRate: { ...stored('hourly_rate_minor', Nullable(Type.Integer()), Nullable(Money)), ...money },
    budgetKind: stored('budget_kind', BudgetKind, BudgetKind),
    budgetHours: {
      ...stored('budget_minutes', Nullable(Type.Number()), Nullable(BudgetHours)),
      keptAs: 'minutes',
    },
    /** Minor units. */
    budgetAmount: {
      ...stored('budget_amount_minor', Nullable(Type.Integer()), Nullable(BudgetAmount)),
      ...money,
    },
    budgetPeriod: stored('budget_period', BudgetPeriod, BudgetPeriod),
    alertPercents: stored('alert_percents', Type.Array(Type.Integer()), Percents),
    visibility: stored('visibility', Visibility, Visibility),
    memberIDs: { shape: Type.Array(Id), given: Ids },
    activityIDs: { shape: Type.Array(Id), given: Ids },
    /** What an hour of a listed activity is billed at with rate mode `activity`; sending them replaces all of them. */
    activityRates: { shape: Type.Array(ActivityRate), given: ActivityRates, ...money },
    ...lifetime,
    trackedMinutes: workedOut(Type.Integer()),
    billableMinutes: workedOut(Type.Integer()),
    /** Minutes of the current month in the workspace's time zone. */
    monthMinutes: workedOut(Type.Integer()),
    lastWorkDate: workedOut(Nullable(PlainDate)),
    ...record,
  },
  ['name', 'client', 'code', 'updatedAt', 'createdAt'],
);

const filters = {
  /** These alone. */
  ids: Type.Optional(IdList),
  clientID: Type.Optional(Id),
  projectTypeID: Type.Optional(Id),
  managerID: Type.Optional(Id),
  isBillable: Type.Optional(Type.Boolean()),
  /** Only projects that the caller manages or is a member of. */
  mine: Type.Optional(Type.Boolean()),
  overBudget: Type.Optional(Type.Boolean()),
  /** No time for that many days. */
  inactiveDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  sort: sortBy(...project.sorts),
};
const list = Type.Object({ ...paging, ...following, ...filters }, closed);
const search = Type.Object(
  { ...paging, ...following, ...filters, archived: Type.Optional(Type.Boolean()) },
  closed,
);
const Found = Type.Object({
  items: Type.Array(project.answer),
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

const ProjectSummary = Type.Object({
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

const { clientID, rateMode, hourlyRate, activityIDs, activityRates } = project.change.properties;
/** What time is priced by. */
const priced = { clientID, rateMode, hourlyRate, activityIDs, activityRates };

export const projectRoutes = {
  'GET /Projects': {
    summary: 'Projects the caller sees that are not archived',
    access: 'project.see',
    rate: 'read',
    whileProviderAway: true,
    query: list,
    response: Type.Array(project.answer),
  },
  'GET /Projects/GetArchivedProjects': {
    summary: 'Archived projects the caller sees',
    access: 'project.see',
    rate: 'read',
    query: list,
    response: Type.Array(project.answer),
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
        q: Type.Optional(Text(MAX_SEARCH_LENGTH)),
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
    response: project.answer,
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
    body: project.create,
    response: project.answer,
    errors: refusals,
  },
  'POST /Projects/:id/Preview': {
    summary:
      'What a change of rates would do to recorded time, without making it: only the fields that time is priced by count',
    access: 'rate.write',
    rate: 'read',
    params: byId,
    body: Type.Object(priced, closed),
    response: RateChange,
    errors: ['reference_invalid', 'forbidden'],
  },
  'PUT /Projects/:id': {
    summary: 'Change a project; absent fields stay',
    access: 'project.write',
    rate: 'write',
    params: byId,
    body: project.change,
    response: project.answer,
    errors: ['version_conflict', ...refusals],
  },
  'POST /Projects/:id/Duplicate': {
    summary: 'A new project with the settings, people and activities of this one',
    access: 'project.write',
    rate: 'write',
    status: 201,
    params: byId,
    body: Type.Object({ projectName: Name }, closed),
    response: project.answer,
    errors: refusals,
  },
  'DELETE /Projects/:id': {
    summary: 'Archive a project; `hard=true` moves an unused one to the trash',
    access: 'project.write',
    rate: 'write',
    params: byId,
    query: Type.Object({ hard: Type.Optional(Type.Boolean()) }, closed),
    response: project.answer,
    errors: ['still_used', 'subscription_inactive', 'forbidden'],
  },
  'PUT /Projects/:id/Restore': {
    summary: 'Bring an archived or trashed project back',
    access: 'project.write',
    rate: 'write',
    params: byId,
    response: project.answer,
    errors: ['name_taken', 'gone', 'state_conflict', 'subscription_inactive', 'forbidden'],
  },
} as const;
