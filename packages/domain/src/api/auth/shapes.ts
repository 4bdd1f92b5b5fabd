import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false } as const;
const open = { additionalProperties: true } as const;

/** A text or null; one JSON Schema type list, which serialises faster than a union. */
export const NullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** The address of a picture: https, or none (security 9). An empty text removes it. */
export const Picture = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: 2048,
  pattern: '^(https://[^\\s]+)?$',
  description: 'An https address',
});

/** What callers keep with a record: any JSON object (checked for depth and size by the server). */
export const Data = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

/** An 8-character public tenant id (protocol 3). */
export const TenantId = Type.String({ pattern: '^[a-z0-9]{8}$', description: 'Public tenant id' });

export const Email = Type.String({ maxLength: 254 });
export const Phone = Type.String({ maxLength: 32, description: 'E.164: plus sign and up to 15 digits' });
export const Password = Type.String({ maxLength: 1024 });
export const ShortText = Type.String({ maxLength: 200 });
export const Secret = Type.String({ maxLength: 512 });

export const TenantParams = Type.Object({ tenantId: TenantId }, closed);

/** One way to prove who somebody is (protocol 12.1). */
export const FactorShape = Type.Object(
  {
    channel: Type.String({ maxLength: 20 }),
    strategy: Type.String({ maxLength: 20 }),
    isConfiguredByUser: Type.Optional(Type.Boolean()),
    isPreferredByUser: Type.Optional(Type.Boolean()),
  },
  closed,
);

export const FlowShape = Type.Object(
  { firstFactors: Type.Array(FactorShape), secondFactors: Type.Array(FactorShape) },
  closed,
);

/** Unknown options are let through and ignored (protocol 14.4). */
export const Options = Type.Object(
  {
    noResetEmail: Type.Optional(Type.Boolean()),
    noSignupEmail: Type.Optional(Type.Boolean()),
    redirect: Type.Optional(Type.String({ maxLength: 2048 })),
  },
  open,
);

/** Accepted in every body; ignored where the path names the tenant (protocol 7). */
export const InBody = { tenantId: Type.Optional(TenantId) };

/** `js-cookie` attributes; `expires` is a number of days (protocol 4.2). */
const CookieOptions = Type.Object(
  {
    secure: Type.Boolean(),
    sameSite: Type.String(),
    expires: Type.Number(),
    path: Type.Optional(Type.String()),
    domain: Type.Optional(Type.String()),
  },
  closed,
);

const Token = Type.Object({ value: Type.String(), cookieOptions: CookieOptions }, closed);

/**
 * The three tokens. With the header `x-latchkey-refresh: cookie` on a same-origin call the refresh token is set as an
 * HttpOnly cookie, `refresh.value` is left out and `refreshExpiresAt` tells when it ends.
 */
export const Tokens = Type.Object(
  {
    access: Token,
    id: Token,
    refresh: Type.Optional(
      Type.Object({ value: Type.Optional(Type.String()), cookieOptions: CookieOptions }, closed),
    ),
  },
  closed,
);

/** Roles by tenant; `/self` adds what an application needs to list and reach its workspaces. */
const AuthorizationShape = Type.Record(
  Type.String(),
  Type.Object(
    {
      roles: Type.Array(Type.String()),
      name: Type.Optional(Type.String()),
      slug: Type.Optional(NullableText),
      regionCode: Type.Optional(NullableText),
      mode: Type.Optional(Type.String()),
      image: Type.Optional(NullableText),
      status: Type.Optional(Type.String()),
      lastUsedAt: Type.Optional(NullableText),
      since: Type.Optional(Type.String()),
    },
    closed,
  ),
);

/** The number of a person at a root tenant. */
export const UserNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const userFields = {
  mode: Type.String(),
  userId: Type.Integer(),
  userUuid: Type.String(),
  uuid: Type.String({ description: 'Older name of userUuid' }),
  username: NullableText,
  email: NullableText,
  phoneNumber: NullableText,
  name: NullableText,
  image: NullableText,
  data: Data,
  locked: Type.Boolean(),
  isMfaRequired: Type.Boolean(),
  preferredFirstFactor: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
  }),
  preferredSecondFactor: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
  }),
  isConfirmed: Type.Boolean(),
  isEmailConfirmed: Type.Boolean(),
  isPhoneNumberConfirmed: Type.Boolean(),
  confirmedAt: NullableText,
  confirmedEmailAt: NullableText,
  confirmedPhoneNumberAt: NullableText,
  lastActiveAt: NullableText,
  createdAt: Type.String(),
  updatedAt: Type.String(),
};

const TenantSummary = Type.Object(
  {
    tenantId: Type.String(),
    aliasId: NullableText,
    name: Type.String(),
    image: NullableText,
    slug: NullableText,
    regionCode: NullableText,
    loginRedirectPath: NullableText,
    signupRedirectPath: NullableText,
    logoutRedirectPath: NullableText,
    passwordResetPath: NullableText,
  },
  closed,
);

/** The user record (protocol 7.16). */
export const UserRecord = Type.Object(
  {
    ...userFields,
    tenantId: Type.String(),
    tenant: TenantSummary,
    authorization: AuthorizationShape,
    authentication: FlowShape,
    hasPassword: Type.Boolean(),
    hasAuthenticator: Type.Boolean(),
    backupCodesLeft: Type.Integer(),
    tokensValidFrom: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Tokens for programs that another service made for this user before are void',
    }),
  },
  closed,
);
export type UserRecord = Static<typeof UserRecord>;

/**
 * What every sign-in call answers: a sign-on (5.1), a second factor asked for (5.2), or a PKCE code (5.3). Keys are left
 * out, never null, since clients branch on their presence (protocol 6).
 */
export const SignOn = Type.Object(
  {
    ...Type.Partial(Type.Object(userFields)).properties,
    mode: Type.String(),
    message: Type.String(),
    redirectTo: Type.Optional(Type.String()),
    sessionId: Type.Optional(Type.String()),
    nonce: Type.Optional(Type.String()),
    tokens: Type.Optional(Tokens),
    refreshExpiresAt: Type.Optional(Type.String()),
    tenantId: Type.Optional(Type.String()),
    tenant: Type.Optional(Type.Object({ tenantId: Type.String(), name: Type.String() }, closed)),
    authentication: Type.Optional(
      Type.Object(
        {
          firstFactor: Type.Optional(FactorShape),
          firstFactors: Type.Optional(Type.Array(FactorShape)),
          secondFactors: Type.Optional(Type.Array(FactorShape)),
        },
        closed,
      ),
    ),
    authorization: Type.Optional(AuthorizationShape),
    firstFactorToken: Type.Optional(Type.String()),
    authorizationCode: Type.Optional(Type.String()),
    isNewUser: Type.Optional(Type.Boolean()),
    linkType: Type.Optional(Type.String()),
    upstreamResponse: Type.Optional(Type.Unknown()),
    /** Only while an authenticator is being set up during this sign-in. */
    backupCodes: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);
export type SignOn = Static<typeof SignOn>;

/** Something was sent (protocol 5.4); `link`, `url` and `verificationCode` in the test world only. */
export const Sent = Type.Object(
  {
    message: Type.String(),
    result: Type.Optional(
      Type.Object(
        {
          channel: Type.Optional(Type.String()),
          email: Type.Optional(Type.String()),
          phoneNumber: Type.Optional(Type.String()),
          submittedAt: Type.String(),
          messageId: Type.String(),
          link: Type.Optional(Type.String()),
          url: Type.Optional(Type.String()),
          verificationCode: Type.Optional(Type.String()),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type Sent = Static<typeof Sent>;

export const Message = Type.Object({ message: Type.String() }, closed);
