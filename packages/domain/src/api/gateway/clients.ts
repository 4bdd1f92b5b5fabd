import Type from 'typebox';
import {
  byId,
  Code,
  Currency,
  closed,
  following,
  Id,
  Instant,
  Money,
  Name,
  Nullable,
  paging,
  sortBy,
  Text,
  Version,
} from './shapes.ts';

const fields = {
  clientName: Name,
  code: Type.Optional(Code),
  contactName: Type.Optional(Nullable(Text(200))),
  email: Type.Optional(Nullable(Text(254))),
  phone: Type.Optional(Nullable(Text(40))),
  address: Type.Optional(Nullable(Text(1000))),
  currency: Type.Optional(Nullable(Currency)),
  defaultBillable: Type.Optional(Nullable(Type.Boolean())),
  defaultRate: Type.Optional(Nullable(Money)),
  taxNumber: Type.Optional(Nullable(Text(64))),
  notes: Type.Optional(Nullable(Text(4000))),
};

export const Client = Type.Object({
  clientID: Id,
  clientName: Type.String(),
  code: Nullable(Type.String()),
  contactName: Nullable(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  address: Nullable(Type.String()),
  currency: Nullable(Type.String()),
  defaultBillable: Nullable(Type.Boolean()),
  /** Minor units of the currency; null for people who may not see rates. */
  defaultRate: Nullable(Type.Integer()),
  taxNumber: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  projectCount: Type.Integer(),
  isArchived: Type.Boolean(),
  archivedAt: Nullable(Instant),
  deletedAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});

const list = Type.Object(
  { ...paging, ...following, sort: sortBy('name', 'code', 'updatedAt', 'createdAt') },
  closed,
);
const stale = ['version_conflict', 'name_taken', 'subscription_inactive', 'forbidden'] as const;

export const clientRoutes = {
  'GET /Clients': {
    summary: 'Clients that are not archived',
    access: 'member',
    rate: 'read',
    query: list,
    response: Type.Array(Client),
  },
  'GET /Clients/GetArchivedClients': {
    summary: 'Archived clients',
    access: 'member',
    rate: 'read',
    query: list,
    response: Type.Array(Client),
  },
  'GET /Clients/:id': {
    summary: 'One client',
    access: 'member',
    rate: 'read',
    params: byId,
    response: Client,
  },
  'POST /Clients': {
    summary: 'Add a client',
    access: 'client.write',
    rate: 'write',
    status: 201,
    body: Type.Object({ clientID: Type.Optional(Id), ...fields }, closed),
    response: Client,
    errors: ['name_taken', 'subscription_inactive', 'forbidden'],
  },
  'PUT /Clients/:id': {
    summary: 'Change a client; absent fields stay',
    access: 'client.write',
    rate: 'write',
    params: byId,
    body: Type.Object({ ...fields, clientName: Type.Optional(Name), version: Version }, closed),
    response: Client,
    errors: stale,
  },
  'DELETE /Clients/:id': {
    summary:
      'Archive a client with its projects where `projects=archive`; `hard=true` moves an unused one to the trash',
    access: 'client.write',
    rate: 'write',
    params: byId,
    query: Type.Object(
      {
        hard: Type.Optional(Type.Boolean()),
        projects: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('archive')])),
      },
      closed,
    ),
    response: Client,
    errors: ['still_used', 'subscription_inactive', 'forbidden'],
  },
  'PUT /Clients/:id/Restore': {
    summary: 'Bring an archived or trashed client back',
    access: 'client.write',
    rate: 'write',
    params: byId,
    response: Client,
    errors: ['name_taken', 'gone', 'subscription_inactive', 'forbidden'],
  },
  'POST /Clients/:id/Merge': {
    summary: 'Move the projects of another client here and archive that one',
    access: 'client.write',
    rate: 'write',
    params: byId,
    body: Type.Object({ from: Id }, closed),
    response: Client,
    errors: ['reference_invalid', 'name_taken', 'subscription_inactive', 'forbidden'],
  },
} as const;
