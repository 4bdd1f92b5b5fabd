import Type from 'typebox';
import { Id } from './shapes.ts';

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const PublicTenantId = Type.String({ pattern: '^[a-z0-9]{8}$' });
const Role = Type.Union([
  Type.Literal('owner'),
  Type.Literal('admin'),
  Type.Literal('editor'),
  Type.Literal('member'),
]);

/** A workspace as people see it in the chooser and after creating it. */
const Workspace = Type.Object({
  /** Empty while the workspace is still being made. */
  tenantID: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  regionCode: Type.String(),
  /** Address of the workspace, without a path. */
  url: Type.String(),
  status: Type.Union([
    Type.Literal('provisioning'),
    Type.Literal('active'),
    Type.Literal('archived'),
    Type.Literal('deleting'),
  ]),
  archivedAt: Type.Union([Type.String(), Type.Null()]),
  /** When a deleted workspace is erased for good. */
  deleteAfter: Type.Union([Type.String(), Type.Null()]),
});

const id = Type.Object({ id: PublicTenantId }, { additionalProperties: false });

/** Workspace life: create in a region, look for an address, rename, move, archive, restore, delete, hand over. */
export const workspaceLifecycleRoutes = {
  'GET /Workspaces': {
    summary: 'Workspaces of the person, with those still being made',
    access: 'account',
    sessionOnly: true,
    rate: 'read',
    response: Type.Array(Workspace),
  },
  'GET /Workspaces/Availability': {
    summary: 'Whether an address is free, and free ones near it',
    access: 'account',
    sessionOnly: true,
    rate: 'read',
    query: Type.Object({ slug: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
    response: Type.Object({
      slug: Type.String(),
      isAvailable: Type.Boolean(),
      problem: Type.Union([
        Type.Literal('empty'),
        Type.Literal('tooLong'),
        Type.Literal('format'),
        Type.Literal('reserved'),
        Type.Literal('taken'),
        Type.Null(),
      ]),
      suggestions: Type.Array(Type.String()),
    }),
  },
  'POST /Workspaces': {
    summary: 'Make a workspace in a region; the person becomes its owner',
    access: 'account',
    sessionOnly: true,
    rate: 'write',
    status: 201,
    body: Type.Object(
      {
        name: Text(200),
        slug: Type.Optional(Type.String({ maxLength: 200 })),
        regionCode: Type.String({ pattern: '^[a-z]{2,8}$' }),
        timeZone: Type.Optional(Type.String({ maxLength: 64 })),
      },
      { additionalProperties: false },
    ),
    response: Workspace,
    errors: [
      'slug_invalid',
      'slug_taken',
      'region_unknown',
      'rate_limited',
      'upstream_failed',
      'in_progress',
    ],
  },
  'PUT /Workspaces/:id': {
    summary: 'Rename the workspace or change its address; the old address redirects for 180 days',
    access: 'namedWorkspace',
    sessionOnly: true,
    rate: 'write',
    params: id,
    body: Type.Object(
      { name: Type.Optional(Text(200)), slug: Type.Optional(Type.String({ maxLength: 200 })) },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: Workspace,
    errors: ['slug_invalid', 'slug_taken', 'forbidden'],
  },
  'POST /Workspaces/:id/Archive': {
    summary: 'Archive the workspace: nobody enters until it is restored',
    access: 'namedWorkspace',
    sessionOnly: true,
    rate: 'write',
    params: id,
    response: Workspace,
    errors: ['forbidden', 'state_conflict', 'step_up_required'],
  },
  'POST /Workspaces/:id/Restore': {
    summary: 'Open an archived workspace, or one about to be deleted, again',
    access: 'namedWorkspace',
    sessionOnly: true,
    rate: 'write',
    params: id,
    response: Workspace,
    errors: ['forbidden', 'state_conflict'],
  },
  'DELETE /Workspaces/:id': {
    summary:
      'Delete the workspace: closed now, erased after 30 days unless restored; the address confirms it',
    access: 'namedWorkspace',
    sessionOnly: true,
    rate: 'write',
    params: id,
    body: Type.Object({ slug: Type.String() }, { additionalProperties: false }),
    response: Workspace,
    errors: ['forbidden', 'state_conflict', 'step_up_required', 'slug_invalid'],
  },
  'POST /Workspaces/:id/Transfer': {
    summary: 'Make another member the owner; the former owner becomes an admin',
    access: 'namedWorkspace',
    sessionOnly: true,
    rate: 'write',
    params: id,
    body: Type.Object({ teamMemberID: Id }, { additionalProperties: false }),
    response: Type.Object({ ownerID: Type.String(), role: Role }),
    errors: ['forbidden', 'last_owner', 'reference_invalid', 'step_up_required'],
  },
} as const;
