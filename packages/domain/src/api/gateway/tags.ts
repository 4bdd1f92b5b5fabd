import Type from 'typebox';
import { archiving, describeEntity, key, record, stored } from './entity.ts';
import { byId, Color, closed, Nullable, paging } from './shapes.ts';

const TagName = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' });

/** A word that entries are marked with. */
export const tag = describeEntity(
  'tag',
  {
    tagID: key,
    tagName: { ...stored('name', Type.String(), TagName), isRequired: true },
    color: stored('color', Nullable(Type.String()), Color),
    isArchived: { ...archiving.isArchived, given: Type.Boolean() },
    ...record,
  },
  ['name'],
);

// A tag is archived once it is there.
const { isArchived: _later, ...created } = tag.create.properties;
const writes = ['subscription_inactive', 'forbidden'] as const;

export const tagRoutes = {
  'GET /Tags': {
    summary: 'Tags; archived ones with `archived=true`',
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    query: Type.Object({ ...paging, archived: Type.Optional(Type.Boolean()) }, closed),
    response: Type.Array(tag.answer),
  },
  'POST /Tags': {
    summary: 'Add a tag',
    access: 'activity.write',
    rate: 'write',
    status: 201,
    body: Type.Object(created, closed),
    response: tag.answer,
    errors: ['name_taken', ...writes],
  },
  'PUT /Tags/:id': {
    summary: 'Change a tag',
    access: 'activity.write',
    rate: 'write',
    params: byId,
    body: tag.change,
    response: tag.answer,
    errors: ['name_taken', 'version_conflict', ...writes],
  },
  'DELETE /Tags/:id': {
    summary: 'Archive a tag; entries keep it',
    access: 'activity.write',
    rate: 'write',
    params: byId,
    response: tag.answer,
    errors: writes,
  },
} as const;
