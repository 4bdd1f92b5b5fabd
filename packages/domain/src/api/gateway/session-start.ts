import Type from 'typebox';
import { closed, Id, Nullable, Role } from './shapes.ts';

const ProjectType = Type.Object({
  projectTypeID: Id,
  name: Type.String(),
  billableDefault: Type.Boolean(),
  budgetKind: Type.Union([Type.Literal('none'), Type.Literal('hours'), Type.Literal('amount')]),
  sortOrder: Type.Integer(),
  isActive: Type.Boolean(),
});

/** What the application asks while it starts. */
export const sessionStartRoutes = {
  'GET /RegionMaster/GetRegionCode': {
    summary: "Data region of the session's workspace; without a workspace null",
    access: 'account',
    sessionOnly: true,
    rate: 'read',
    response: Type.Object({ regionCode: Nullable(Type.String()) }),
  },
  'GET /RegionMaster': {
    summary: 'Data regions a workspace can be made in',
    access: 'public',
    rate: 'read',
    response: Type.Array(Type.Object({ regionCode: Type.String(), name: Type.String() })),
  },
  'GET /Subscription/GetSubscriptionActiveStatus': {
    summary: 'Whether the workspace may be written to',
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    response: Type.Object({ isActive: Type.Boolean() }),
  },
  'GET /General/IsEmailConfirm/:uuid': {
    summary: "Whether the caller's own email address is confirmed, as item2",
    access: 'account',
    sessionOnly: true,
    rate: 'read',
    params: Type.Object({ uuid: Id }, closed),
    response: Type.Object({ item1: Type.Boolean(), item2: Type.Boolean() }),
  },
  'GET /ProjectTypeMaster': {
    summary: 'Project types of the workspace, in order',
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    response: Type.Array(ProjectType),
  },
  'GET /AppRole': {
    summary: 'Roles of a workspace, highest first',
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    response: Type.Array(Type.Object({ id: Type.Integer(), name: Role, rank: Type.Integer() })),
  },
} as const;
