import Type from 'typebox';
import {
  byId,
  Code,
  Color,
  closed,
  following,
  Id,
  Instant,
  Name,
  Nullable,
  paging,
  sortBy,
  Version,
} from './shapes.ts';

const fields = {
  activityName: Name,
  code: Type.Optional(Code),
  billableDefault: Type.Optional(Type.Boolean()),
  isGlobal: Type.Optional(Type.Boolean()),
  color: Type.Optional(Color),
  sortOrder: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
};

export const Activity = Type.Object({
  activityID: Id,
  activityName: Type.String(),
  code: Nullable(Type.String()),
  billableDefault: Type.Boolean(),
  isGlobal: Type.Boolean(),
  color: Nullable(Type.String()),
  sortOrder: Type.Integer(),
  isArchived: Type.Boolean(),
  archivedAt: Nullable(Instant),
  deletedAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});

const list = Type.Object(
  {
    ...paging,
    ...following,
    projectID: Type.Optional(Id),
    sort: sortBy('order', 'name', 'code', 'updatedAt', 'createdAt'),
  },
  closed,
);
const stale = ['version_conflict', 'name_taken', 'subscription_inactive', 'forbidden'] as const;

export const activityRoutes = {
  'GET /Activities': {
    summary: 'Activities that are not archived; with `projectID` those that can be used on that project',
    access: 'member',
    rate: 'read',
    query: list,
    response: Type.Array(Activity),
  },
  'GET /Activities/GetArchivedActivities': {
    summary: 'Archived activities',
    access: 'member',
    rate: 'read',
    query: list,
    response: Type.Array(Activity),
  },
  'GET /Activities/:id': {
    summary: 'One activity',
    access: 'member',
    rate: 'read',
    params: byId,
    response: Activity,
  },
  'POST /Activities': {
    summary: 'Add an activity',
    access: 'activity.write',
    rate: 'write',
    status: 201,
    body: Type.Object({ activityID: Type.Optional(Id), ...fields }, closed),
    response: Activity,
    errors: ['name_taken', 'subscription_inactive', 'forbidden'],
  },
  'PUT /Activities/:id': {
    summary: 'Change an activity; absent fields stay',
    access: 'activity.write',
    rate: 'write',
    params: byId,
    body: Type.Object({ ...fields, activityName: Type.Optional(Name), version: Version }, closed),
    response: Activity,
    errors: stale,
  },
  'DELETE /Activities/:id': {
    summary: 'Archive an activity; `hard=true` moves an unused one to the trash',
    access: 'activity.write',
    rate: 'write',
    params: byId,
    query: Type.Object({ hard: Type.Optional(Type.Boolean()) }, closed),
    response: Activity,
    errors: ['still_used', 'subscription_inactive', 'forbidden'],
  },
  'PUT /Activities/:id/Restore': {
    summary: 'Bring an archived or trashed activity back',
    access: 'activity.write',
    rate: 'write',
    params: byId,
    response: Activity,
    errors: ['name_taken', 'gone', 'subscription_inactive', 'forbidden'],
  },
  'POST /Activities/:id/Merge': {
    summary: 'Move all entries of another activity here and archive that one',
    access: 'activity.write',
    rate: 'write',
    params: byId,
    body: Type.Object({ from: Id }, closed),
    response: Activity,
    errors: ['reference_invalid', 'subscription_inactive', 'forbidden'],
  },
} as const;
