import Type, { type Static } from 'typebox';
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
export const SignInPolicyBody = {
  firstFactors: Type.Optional(Type.Array(shape.FactorShape, { maxItems: 20 })),
  secondFactors: Type.Optional(Type.Array(shape.FactorShape, { maxItems: 20 })),
  isMfaRequired: Type.Optional(MfaRequired),
};

/** Somebody who could not sign in as a policy asks, with what would help. */
export const UnreadyMember = Type.Object(
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
