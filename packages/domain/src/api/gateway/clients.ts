import Type from 'typebox';
import { MAX_EMAIL_LENGTH } from '../../auth/email.ts';
import { MAX_NAME_LENGTH, MAX_NOTES_LENGTH } from '../../workspace/lengths.ts';
import { describeEntity, key, lifetime, optionalText, record, stored, workedOut } from './entity.ts';
import { RateChange } from './rates.ts';
import {
  byId,
  Code,
  Currency,
  closed,
  following,
  Id,
  Money,
  Name,
  Nullable,
  paging,
  sortBy,
} from './shapes.ts';

/** Whom work is done for. */
export const client = describeEntity(
  'client',
  {
    clientID: key,
    clientName: { ...stored('name', Type.String(), Name), isRequired: true },
    code: stored('code', Nullable(Type.String()), Code),
    contactName: optionalText('contact_name', MAX_NAME_LENGTH),
    email: optionalText('email', MAX_EMAIL_LENGTH),
    phone: optionalText('phone', 40),
    address: optionalText('address', 1000),
    currency: stored('currency', Nullable(Type.String()), Nullable(Currency)),
    defaultBillable: stored('default_billable', Nullable(Type.Boolean()), Nullable(Type.Boolean())),
    /** Minor units of the currency. */
    defaultRate: {
      ...stored('default_rate_minor', Nullable(Type.Integer()), Nullable(Money)),
      seenBy: 'rate.seeBill',
      writtenBy: 'rate.write',
    },
    taxNumber: optionalText('tax_number', 64),
    notes: optionalText('notes', MAX_NOTES_LENGTH),
    projectCount: workedOut(Type.Integer()),
    ...lifetime,
    ...record,
  },
  ['name', 'code', 'updatedAt', 'createdAt'],
);

const list = Type.Object({ ...paging, ...following, sort: sortBy(...client.sorts) }, closed);
const stale = ['version_conflict', 'name_taken', 'subscription_inactive', 'forbidden'] as const;

const { currency, defaultRate } = client.change.properties;
/** What time is priced by. */
const priced = { currency, defaultRate };

export const clientRoutes = {
  'GET /Clients': {
    summary: 'Clients that are not archived',
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    query: list,
    response: Type.Array(client.answer),
  },
  'GET /Clients/GetArchivedClients': {
    summary: 'Archived clients',
    access: 'member',
    rate: 'read',
    query: list,
    response: Type.Array(client.answer),
  },
  'GET /Clients/:id': {
    summary: 'One client',
    access: 'member',
    rate: 'read',
    params: byId,
    response: client.answer,
  },
  'POST /Clients': {
    summary: 'Add a client',
    access: 'client.write',
    rate: 'write',
    status: 201,
    body: client.create,
    response: client.answer,
    errors: ['name_taken', 'subscription_inactive', 'forbidden'],
  },
  'POST /Clients/:id/Preview': {
    summary:
      'What a change of rates would do to recorded time, without making it: only the fields that time is priced by count',
    access: 'rate.write',
    rate: 'read',
    params: byId,
    body: Type.Object(priced, closed),
    response: RateChange,
    errors: ['reference_invalid', 'forbidden'],
  },
  'PUT /Clients/:id': {
    summary: 'Change a client; absent fields stay',
    access: 'client.write',
    rate: 'write',
    params: byId,
    body: client.change,
    response: client.answer,
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
    response: client.answer,
    errors: ['still_used', 'subscription_inactive', 'forbidden'],
  },
  'PUT /Clients/:id/Restore': {
    summary: 'Bring an archived or trashed client back',
    access: 'client.write',
    rate: 'write',
    params: byId,
    response: client.answer,
    errors: ['name_taken', 'gone', 'subscription_inactive', 'forbidden'],
  },
  'POST /Clients/:id/Merge': {
    summary: 'Move the projects of another client here and archive that one',
    access: 'client.write',
    rate: 'write',
    params: byId,
    body: Type.Object({ from: Id }, closed),
    response: client.answer,
    errors: ['reference_invalid', 'name_taken', 'subscription_inactive', 'forbidden'],
  },
} as const;
