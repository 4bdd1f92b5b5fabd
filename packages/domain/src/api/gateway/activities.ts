import Type from 'typebox';
import { describeEntity, key, lifetime, record, stored } from './entity.ts';
import { byId, Code, Color, closed, following, Id, Name, Nullable, paging, sortBy } from './shapes.ts';

/** What kind of work it is. */
export const activity = describeEntity(
  'activity',
  {
    activityID: key,
    activityName: { ...stored('name', Type.String(), Name), isRequired: true },
    code: stored('code', Nullable(Type.String()), Code),
    billableDefault: stored('billable_default', Type.Boolean(), Type.Boolean()),
    isGlobal: stored('is_global', Type.Boolean(), Type.Boolean()),
    color: stored('color', Nullable(Type.String()), Color),
    sortOrder: stored('sort_order', Type.Integer(), Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    ...lifetime,
    ...record,
  },
  ['order', 'name', 'code', 'updatedAt', 'createdAt'],
);

const list = Type.Object(
  {
    ...paging,
    ...following,
    projectID: Type.Optional(Id),
    sort: sortBy(...activity.sorts),
  },
  closed,
);
const stale = ['version_conflict', 'name_taken', 'subscription_inactive', 'forbidden'] as const;

export const activityRoutes = {
  'GET /Activities': {
    summary: 'Activities that are not archived; with `projectID` those that can be used on that project',
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    query: list,
    response: Type.Array(activity.answer),
  },
  'GET /Activities/GetArchivedActivities': {
    summary: 'Archived activities',
    access: 'member',
    rate: 'read',
    query: list,
    response: Type.Array(activity.answer),
  },
  'GET /Activities/:id': {
    summary: 'One activity',
    access: 'member',
    rate: 'read',
    params: byId,
    response: activity.answer,
  },
  'POST /Activities': {
    summary: 'Add an activity',
    access: 'activity.write',
    rate: 'write',
    status: 201,
    body: activity.create,
    response: activity.answer,
    errors: ['name_taken', 'subscription_inactive', 'forbidden'],
  },
  'PUT /Activities/:id': {
    summary: 'Change an activity; absent fields stay',
    access: 'activity.write',
    rate: 'write',
    params: byId,
    body: activity.change,
    response: activity.answer,
    errors: stale,
  },
  'DELETE /Activities/:id': {
    summary: 'Archive an activity; `hard=true` moves an unused one to the trash',
    access: 'activity.write',
    rate: 'write',
    params: byId,
    query: Type.Object({ hard: Type.Optional(Type.Boolean()) }, closed),
    response: activity.answer,
    errors: ['still_used', 'subscription_inactive', 'forbidden'],
  },
  'PUT /Activities/:id/Restore': {
    summary: 'Bring an archived or trashed activity back',
    access: 'activity.write',
    rate: 'write',
    params: byId,
    response: activity.answer,
    errors: ['name_taken', 'gone', 'subscription_inactive', 'forbidden'],
  },
  'POST /Activities/:id/Merge': {
    summary: 'Move all entries of another activity here and archive that one',
    access: 'activity.write',
    rate: 'write',
    params: byId,
    body: Type.Object({ from: Id }, closed),
    response: activity.answer,
    errors: ['reference_invalid', 'subscription_inactive', 'forbidden'],
  },
} as const;
