import Type, { type Static } from 'typebox';
import { defineAuthRoutes } from './access.ts';
import * as shape from './shapes.ts';

const closed = { additionalProperties: false } as const;
const Path = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 2048 });
const LinkOrigin = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 300 }));
const Roles = Type.Array(Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) }, closed), {
  maxItems: 50,
});

/** Settings of protocol 3; durations in seconds, never longer than the limits of security 6. */
export const TenantSettings = Type.Object(
  {
    loginRedirectPath: Path,
    signupRedirectPath: Path,
    logoutRedirectPath: Path,
    passwordResetPath: Path,
    pkceLoginRedirectUri: Path,
    linkOrigin: Type.Object(
      { live: LinkOrigin, test: LinkOrigin },
      {
        ...closed,
        description:
          'Where links lead that a server asks for, by mode. Null: https and the first live domain; in test mode the first allowed origin; else pages of the provider',
      },
    ),
    cookieOptionsSameSite: Type.String({ pattern: '^(Lax|Strict|None)$' }),
    cookieOptionsPath: Type.String({ maxLength: 200, pattern: '^/' }),
    cookieOptionsSetDomain: Type.Boolean(),
    accessTokenDuration: Type.Integer({ minimum: 60, maximum: 2_147_483_647 }),
    refreshTokenDuration: Type.Integer({ minimum: 300, maximum: 2_147_483_647 }),
    sessionDuration: Type.Integer({ minimum: 300, maximum: 2_147_483_647 }),
    allowNonHttpOnlyRefresh: Type.Boolean(),
    isPhoneNumberUnique: Type.Boolean(),
    signupConfirmation: Type.String({ pattern: '^(instant|email)$' }),
    allowedEmailDomains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 50 }),
    isTotpFirstFactorEnabled: Type.Boolean(),
    smsCountries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: 260 }),
    smsDailyCap: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    migrateUrl: Path,
    roles: Roles,
  },
  closed,
);
export type TenantSettings = Static<typeof TenantSettings>;

const MfaRequired = Type.Unsafe<boolean | string[]>({
  anyOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'string', maxLength: 64 }, maxItems: 50 }],
});

/** A change of how people sign in that is announced, not yet asked. */
const UpcomingSignIn = Type.Object(
  {
    firstFactors: Type.Array(shape.FactorShape),
    secondFactors: Type.Array(shape.FactorShape),
    isMfaRequired: Type.Unsafe<boolean | string[]>({}),
    startsAt: Type.String(),
  },
  closed,
);

/** How people sign in to a tenant; what is absent stays as it is. */
const SignInPolicyBody = {
  firstFactors: Type.Optional(Type.Array(shape.FactorShape, { maxItems: 20 })),
  secondFactors: Type.Optional(Type.Array(shape.FactorShape, { maxItems: 20 })),
  isMfaRequired: Type.Optional(MfaRequired),
};

/** Somebody who could not sign in as a policy asks, with what would help. */
const UnreadyMember = Type.Object(
  {
    userUuid: Type.String(),
    userId: Type.Integer(),
    name: shape.NullableText,
    email: shape.NullableText,
    roles: Type.Array(Type.String()),
    missing: Type.String({ enum: ['firstFactor', 'secondFactor'] }),
    factors: Type.Array(shape.FactorShape),
  },
  closed,
);

const Webhooks = Type.Record(Type.String(), shape.NullableText);

const Nested = Type.Object(
  {
    totalCount: Type.Integer(),
    totalPages: Type.Integer(),
    results: Type.Array(Type.Object({ tenantId: Type.String(), name: Type.String() }, closed)),
  },
  closed,
);

/** The tenant record (protocol 10). `regionCode`, `slug` and `status` are Latchkey's own. */
export const TenantRecord = Type.Object(
  {
    tenantId: Type.String(),
    uuid: Type.String(),
    aliasId: shape.NullableText,
    name: Type.String(),
    type: Type.String(),
    image: shape.NullableText,
    data: shape.Data,
    slug: shape.NullableText,
    regionCode: shape.NullableText,
    status: Type.String(),
    signup: Type.String(),
    mode: Type.String(),
    hasActivatedLiveMode: Type.Boolean(),
    lastActiveAt: shape.NullableText,
    creator: Type.Optional(Type.Object({ userUuid: Type.String() }, closed)),
    parent: Type.Optional(
      Type.Object(
        { tenantId: Type.String(), name: Type.String(), image: shape.NullableText, mode: Type.String() },
        closed,
      ),
    ),
    children: Type.Optional(Nested),
    authentication: Type.Object(
      {
        firstFactors: Type.Array(shape.FactorShape),
        secondFactors: Type.Array(shape.FactorShape),
        isMfaRequired: Type.Unsafe<boolean | string[]>({}),
        upcoming: Type.Optional(UpcomingSignIn),
      },
      closed,
    ),
    allowedOrigins: Type.Array(Type.String()),
    liveDomains: Type.Array(Type.String()),
    isTestModeEnabled: Type.Boolean(),
    testOrigins: Type.Array(Type.String()),
    webhooks: Type.Optional(Webhooks),
    version: Type.Integer(),
    createdAt: Type.String(),
    updatedAt: Type.String(),
    ...TenantSettings.properties,
  },
  closed,
);
export type TenantRecord = Static<typeof TenantRecord>;

const Writable = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  image: Type.Optional(shape.Picture),
  data: Type.Optional(shape.Data),
};

export const UpdateTenantBody = Type.Object(
  {
    ...Writable,
    ...Type.Partial(TenantSettings).properties,
    slug: Type.Optional(Type.String({ maxLength: 63 })),
    status: Type.Optional(Type.String({ pattern: '^(provisioning|active|archived)$' })),
    signup: Type.Optional(Type.String({ pattern: '^(open|invited)$' })),
    regionCode: Type.Optional(Type.String({ pattern: '^[a-z]{2,8}$' })),
    aliasId: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^[a-z0-9-]{3,40}$' }),
    ),
    authentication: Type.Optional(
      Type.Object(
        {
          ...SignInPolicyBody,
          startsAt: Type.Optional(
            Type.Unsafe<string | null>({
              type: ['string', 'null'],
              format: 'date-time',
              description: 'Announce the change until then; null withdraws an announced one',
            }),
          ),
        },
        closed,
      ),
    ),
    allowedOrigins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 })),
    liveDomains: Type.Optional(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 })),
    isTestModeEnabled: Type.Optional(Type.Boolean()),
    testOrigins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 })),
    webhooks: Type.Optional(Type.Record(Type.String({ maxLength: 40 }), Path)),
    version: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  },
  { ...closed, minProperties: 1 },
);

export const FindBody = Type.Object(
  {
    ...shape.InBody,
    order: Type.Optional(Type.String({ maxLength: 64 })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    filters: Type.Optional(
      Type.Object(
        {
          conjunction: Type.Optional(Type.String({ pattern: '^(and|or)$' })),
          filterGroups: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  conjunction: Type.Optional(Type.String({ pattern: '^(and|or)$' })),
                  filters: Type.Optional(
                    Type.Array(
                      Type.Object(
                        {
                          attr: Type.String({ maxLength: 100 }),
                          type: Type.String({ maxLength: 20 }),
                          comparison: Type.String({ maxLength: 40 }),
                          value: Type.Optional(Type.Unknown()),
                        },
                        closed,
                      ),
                      { maxItems: 50 },
                    ),
                  ),
                },
                closed,
              ),
              { maxItems: 50 },
            ),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);

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
