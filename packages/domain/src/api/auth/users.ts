import Type from 'typebox';
import { defineAuthRoutes } from './access.ts';
import * as shape from './shapes.ts';
import { FindBody } from './tenant-shapes.ts';

const closed = { additionalProperties: false } as const;

const UserParams = Type.Object(
  { id: Type.String({ maxLength: 40, description: 'userId or userUuid' }) },
  closed,
);

const TenantUserParams = Type.Object(
  { tenantId: shape.TenantId, id: Type.String({ maxLength: 40 }) },
  closed,
);

const Profile = {
  username: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 100 })),
  name: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 200 })),
  image: Type.Optional(shape.Picture),
  data: Type.Optional(shape.Data),
};

/** What goes with an invitation or a link that a server asks for. */
export const InviteOptions = Type.Object(
  {
    type: Type.Optional(Type.String({ pattern: '^(welcome|invite|reset|login|verify)$' })),
    duration: Type.Optional(Type.String({ maxLength: 40, description: '"30 seconds" to "1 week"' })),
    noInviteEmail: Type.Optional(Type.Boolean()),
    redirect: Type.Optional(Type.String({ maxLength: 2048 })),
  },
  { additionalProperties: true },
);

const InviteBody = Type.Object(
  { ...shape.InBody, email: shape.Email, ...Profile, options: Type.Optional(InviteOptions) },
  closed,
);

const RoleNames = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 20,
  uniqueItems: true,
});

const RolesBody = Type.Object({ ...shape.InBody, roles: RoleNames }, closed);

const RolesInviteBody = Type.Object(
  {
    ...shape.InBody,
    email: shape.Email,
    roles: RoleNames,
    ...Profile,
    options: Type.Optional(InviteOptions),
  },
  closed,
);

const RoleList = Type.Object({ roles: Type.Array(Type.Object({ name: Type.String() }, closed)) }, closed);

const FoundUsers = Type.Object(
  { results: Type.Array(shape.UserRecord), totalCount: Type.Integer(), totalPages: Type.Integer() },
  closed,
);

const gone = ['not_found', 'forbidden'] as const;

/** Server-to-server calls about people and their roles (protocol 10 and 17). */
export const userRoutes = defineAuthRoutes({
  'POST /users': {
    summary: 'Make a user',
    access: 'admin',
    reach: 'tenant',
    rate: 'write',
    body: Type.Object(
      { ...shape.InBody, email: shape.Email, ...Profile, password: Type.Optional(shape.Password) },
      closed,
    ),
    response: shape.UserRecord,
    errors: ['email_exists', 'username_exists', 'email_format'],
  },
  'POST /users/find': {
    summary: 'Search users (10.1)',
    access: 'reader',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    body: FindBody,
    response: FoundUsers,
  },
  'POST /users/invite': {
    summary: 'Make a user where unknown and mail a link',
    access: 'admin',
    reach: 'tenant',
    rate: 'send',
    body: InviteBody,
    response: shape.UserRecord,
    errors: ['email_format', 'rate_limited'],
  },
  'POST /users/createOrUpdate': {
    summary: 'Update by userId or userUuid, else create by email',
    access: 'admin',
    reach: 'tenant',
    rate: 'write',
    body: Type.Object(
      {
        ...shape.InBody,
        userId: Type.Optional(shape.UserNumber),
        userUuid: Type.Optional(Type.String({ maxLength: 40 })),
        email: Type.Optional(shape.Email),
        ...Profile,
      },
      closed,
    ),
    response: shape.UserRecord,
    errors: ['not_found', 'email_exists', 'username_exists'],
  },
  'GET /users/:id': {
    summary: 'One user',
    access: 'reader',
    reach: 'known',
    rootMayAct: true,
    rate: 'read',
    params: UserParams,
    response: shape.UserRecord,
    errors: gone,
  },
  'PUT /users/:id': {
    summary: 'Change a user; missing fields stay',
    access: 'admin',
    reach: 'account',
    rate: 'write',
    params: UserParams,
    body: Type.Object(
      {
        ...shape.InBody,
        email: Type.Optional(shape.Email),
        ...Profile,
        locked: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    response: shape.UserRecord,
    errors: [...gone, 'email_exists', 'username_exists'],
  },
  'DELETE /users/:id': {
    summary: 'Delete a user; sessions and links die at once',
    access: 'admin',
    reach: 'account',
    rate: 'write',
    params: UserParams,
    response: shape.Message,
    errors: [...gone, 'last_owner'],
  },
  'POST /users/:id/active': {
    summary: 'Note that a user was active',
    access: 'admin',
    reach: 'member',
    rate: 'write',
    params: UserParams,
    response: Type.Object({ message: Type.String(), lastActiveAt: Type.String() }, closed),
    errors: gone,
  },
  'DELETE /users/:id/sessions': {
    summary: 'End all sessions of a user',
    access: 'admin',
    reach: 'member',
    rate: 'write',
    params: UserParams,
    response: Type.Object({ message: Type.String(), ended: Type.Integer() }, closed),
    errors: gone,
  },
  'PUT /users/:id/roles': {
    summary: 'Roles of a user in the root tenant; an empty list removes all',
    access: 'admin',
    reach: 'member',
    rate: 'write',
    params: UserParams,
    body: RolesBody,
    response: shape.UserRecord,
    errors: [...gone, 'last_owner'],
  },
  'GET /tenants/:tenantId/users/:id': {
    summary: 'One user of a tenant',
    access: 'reader',
    reach: 'known',
    rootMayAct: true,
    rate: 'read',
    params: TenantUserParams,
    response: shape.UserRecord,
    errors: gone,
  },
  'DELETE /tenants/:tenantId/users/:id': {
    summary: 'Take a user out of a tenant; from a root tenant: delete the user',
    access: 'admin',
    reach: 'member',
    rate: 'write',
    params: TenantUserParams,
    response: shape.Message,
    errors: [...gone, 'last_owner'],
  },
  'POST /tenants/:tenantId/users/find': {
    summary: 'Search users of a tenant (10.1)',
    access: 'reader',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    body: FindBody,
    response: FoundUsers,
    errors: gone,
  },
  'PUT /tenants/:tenantId/users/:id/roles': {
    summary:
      'Roles of a user in a tenant; makes the membership; an empty list ends it; one owner always stays',
    access: 'manager',
    reach: 'member',
    rootMayAct: true,
    rate: 'write',
    params: TenantUserParams,
    body: RolesBody,
    response: shape.UserRecord,
    errors: [...gone, 'last_owner', 'step_up_required'],
  },
  'GET /roles': {
    summary: 'Roles offered in the root tenant',
    access: 'reader',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    response: RoleList,
  },
  'GET /tenants/:tenantId/roles': {
    summary: 'Roles offered in a tenant',
    access: 'reader',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    response: RoleList,
    errors: gone,
  },
  'POST /roles/invite': {
    summary: 'Invite into the root tenant with roles',
    access: 'admin',
    reach: 'tenant',
    rate: 'send',
    body: RolesInviteBody,
    response: shape.UserRecord,
    errors: ['email_format', 'rate_limited'],
  },
  'POST /tenants/:tenantId/roles/invite': {
    summary: 'Invite into a tenant with roles; they are given when the link is followed',
    access: 'manager',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'send',
    params: shape.TenantParams,
    body: RolesInviteBody,
    response: shape.UserRecord,
    errors: [...gone, 'email_format', 'rate_limited'],
  },
});
