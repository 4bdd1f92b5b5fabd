import Type, { type Static } from 'typebox';
import { defineAuthRoutes } from './access.ts';
import * as shape from './shapes.ts';

const closed = { additionalProperties: false } as const;

/** A request to remove the second factor that a member has lost. */
export const LostFactor = Type.Object(
  {
    id: Type.String(),
    userUuid: Type.String(),
    name: shape.NullableText,
    email: shape.NullableText,
    askedBy: Type.String({ description: 'userUuid of the owner who asked' }),
    askedAt: Type.String(),
    provenAt: shape.NullableText,
    secondedBy: shape.NullableText,
    isElsewhere: Type.Boolean({
      description: 'The person is in other workspaces, too: then the wait cannot be shortened',
    }),
    readyAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'When the factor is removed; null while the address is not proven',
    }),
    expiresAt: Type.String(),
  },
  closed,
);
export type LostFactor = Static<typeof LostFactor>;

const requestParams = Type.Object({ tenantId: shape.TenantId, id: Type.String({ maxLength: 40 }) }, closed);

/** The lost second factor: asked for by an owner, proven by the person, seconded by another admin or waited for. */
export const lostFactorRoutes = defineAuthRoutes({
  'GET /tenants/:tenantId/lost-factors': {
    summary:
      'Open requests that concern members of the tenant, also those that another workspace made, oldest first',
    access: 'manager',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    query: Type.Object({ after: Type.Optional(Type.String({ maxLength: 40 })) }, closed),
    response: Type.Object({ results: Type.Array(LostFactor), next: shape.NullableText }, closed),
    errors: ['bad_request', 'not_found', 'forbidden'],
  },
  'POST /tenants/:tenantId/lost-factors': {
    summary:
      'An owner asks that the authenticator a member has lost be removed. The person proves the address by a mailed link; then a second owner or admin agrees, or a day passes',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'send',
    params: shape.TenantParams,
    body: Type.Object({ userUuid: Type.String({ maxLength: 40 }) }, closed),
    response: LostFactor,
    errors: ['not_found', 'forbidden', 'state_conflict', 'step_up_required', 'rate_limited'],
  },
  'POST /tenants/:tenantId/lost-factors/:id/second': {
    summary: 'A second owner or admin agrees',
    access: 'manager',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: requestParams,
    response: LostFactor,
    errors: ['not_found', 'forbidden', 'state_conflict', 'step_up_required'],
  },
  'DELETE /tenants/:tenantId/lost-factors/:id': {
    summary: 'An owner or admin of any workspace of the person stops a request',
    access: 'manager',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: requestParams,
    response: shape.Message,
    errors: ['not_found', 'forbidden'],
  },
  'POST /auth/lost-factor': {
    summary: 'The person answers with the link of the mail: `confirm` proves the address, `refuse` stops it',
    access: 'public',
    rate: 'credential',
    body: Type.Object(
      {
        uuid: shape.Secret,
        token: shape.Secret,
        answer: Type.String({ enum: ['confirm', 'refuse'] }),
      },
      closed,
    ),
    response: Type.Object(
      {
        message: Type.String(),
        readyAt: Type.Optional(Type.String({ description: 'When the authenticator is removed' })),
      },
      closed,
    ),
    errors: ['invalid_token', 'rate_limited'],
  },
});
