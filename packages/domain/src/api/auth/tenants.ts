import Type from 'typebox';
import { defineAuthRoutes } from './access.ts';
import * as shape from './shapes.ts';
import {
  FindBody,
  SignInPolicyBody,
  TenantRecord,
  UnreadyMember,
  UpdateTenantBody,
} from './tenant-shapes.ts';

const closed = { additionalProperties: false } as const;

/** Tenants and their settings (protocol 10 and 17). */
export const tenantRoutes = defineAuthRoutes({
  'POST /tenants': {
    summary:
      'Make a child tenant, for example a workspace. With a `tenantId` made beforehand the call can be repeated.',
    access: 'creator',
    reach: 'parent',
    wholeAccount: true,
    rate: 'write',
    body: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 200 }),
        image: Type.Optional(shape.Picture),
        data: Type.Optional(shape.Data),
        tenantId: Type.Optional(shape.TenantId),
        regionCode: Type.Optional(Type.String({ pattern: '^[a-z]{2,8}$' })),
        parentTenantId: Type.Optional(shape.TenantId),
        ownerUserUuid: Type.Optional(
          Type.String({ maxLength: 36, description: 'Admin key only: who becomes owner' }),
        ),
        status: Type.Optional(
          Type.String({ pattern: '^(provisioning|active)$', description: 'Admin key only' }),
        ),
        signup: Type.Optional(Type.String({ pattern: '^(open|invited)$' })),
      },
      closed,
    ),
    response: TenantRecord,
    errors: ['slug_invalid', 'slug_taken', 'not_found', 'rate_limited', 'region_unknown'],
  },
  'GET /tenants/:tenantId': {
    summary: 'The tenant record with its flow and settings',
    access: 'reader',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    response: TenantRecord,
    errors: ['not_found'],
  },
  'PUT /tenants/:tenantId': {
    summary:
      'Change name, settings and flow. Origins, live domains, cookies, slug and status take an admin key. A person who changes the flow has passed it; `authentication.startsAt` announces it first.',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'write',
    params: shape.TenantParams,
    body: UpdateTenantBody,
    response: TenantRecord,
    errors: [
      'not_found',
      'forbidden',
      'slug_taken',
      'slug_invalid',
      'invalid_redirect',
      'version_conflict',
      'step_up_required',
      'factor_missing',
    ],
  },
  'POST /tenants/:tenantId/readiness': {
    summary:
      'Members who could not sign in under a flow: the one in the body, else the announced, else the present one',
    access: 'owner',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    body: Type.Object(
      {
        ...shape.InBody,
        authentication: Type.Optional(Type.Object(SignInPolicyBody, closed)),
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      },
      closed,
    ),
    response: Type.Object(
      {
        canBeMet: Type.Boolean({ description: 'Whether anybody could sign in with it on this server' }),
        memberCount: Type.Integer(),
        readyCount: Type.Integer(),
        totalCount: Type.Integer({ description: 'How many are not ready' }),
        totalPages: Type.Integer(),
        results: Type.Array(UnreadyMember),
      },
      closed,
    ),
    errors: ['not_found', 'forbidden'],
  },
  'DELETE /tenants/:tenantId': {
    summary: 'Delete a tenant: its sessions end, its address stays reserved for 180 days',
    access: 'admin',
    reach: 'tenant',
    rate: 'write',
    params: shape.TenantParams,
    response: shape.Message,
    errors: ['not_found', 'state_conflict'],
  },
  'POST /tenants/:tenantId/tenants/find': {
    summary: 'Search children (10.1)',
    access: 'reader',
    reach: 'tenant',
    rootMayAct: true,
    rate: 'read',
    params: shape.TenantParams,
    body: FindBody,
    response: Type.Object(
      { results: Type.Array(TenantRecord), totalCount: Type.Integer(), totalPages: Type.Integer() },
      closed,
    ),
    errors: ['not_found'],
  },
  'GET /tenants/:tenantId/slug/:slug': {
    summary: 'Whether a workspace address is free under this tenant, with suggestions when it is not',
    access: 'public',
    rate: 'read',
    params: Type.Object({ tenantId: shape.TenantId, slug: Type.String({ maxLength: 200 }) }, closed),
    response: Type.Object(
      {
        slug: Type.String(),
        isAvailable: Type.Boolean(),
        reason: Type.Optional(Type.Unsafe<'taken' | 'invalid' | 'reserved'>({ type: 'string' })),
        suggestions: Type.Array(Type.String()),
      },
      closed,
    ),
    errors: ['not_found', 'rate_limited'],
  },
  'GET /tenants/:tenantId/by-slug/:slug': {
    summary:
      'The tenant at a workspace address, or at its address of the last 180 days (then `slug` is the new one)',
    access: 'public',
    rate: 'read',
    params: Type.Object({ tenantId: shape.TenantId, slug: Type.String({ maxLength: 63 }) }, closed),
    response: Type.Object(
      {
        tenantId: Type.String(),
        uuid: Type.String(),
        name: Type.String(),
        image: shape.NullableText,
        slug: Type.String(),
        regionCode: shape.NullableText,
        status: Type.String(),
      },
      closed,
    ),
    errors: ['not_found'],
  },
  'GET /tenants/:tenantId/jwks': {
    summary: 'Public keys of the tenant as a JWK set (RFC 7517)',
    access: 'public',
    rate: 'none',
    params: shape.TenantParams,
    query: Type.Object({ test: Type.Optional(Type.String({ maxLength: 5 })) }, closed),
    response: Type.Object(
      {
        keys: Type.Array(
          Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
        ),
      },
      closed,
    ),
    errors: ['not_found'],
  },
  'GET /tenants/:tenantId/keys/jwt': {
    summary: 'Public keys of the tenant as PEM',
    access: 'public',
    rate: 'none',
    params: shape.TenantParams,
    query: Type.Object({ test: Type.Optional(Type.String({ maxLength: 5 })) }, closed),
    response: Type.Object(
      {
        results: Type.Array(
          Type.Object(
            {
              kid: Type.String(),
              publicKey: Type.String({ description: 'PEM, SPKI "PUBLIC KEY"' }),
              publicKeyBase64: Type.String(),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
    errors: ['not_found'],
  },
});
