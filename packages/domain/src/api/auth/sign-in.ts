import Type from 'typebox';
import { defineAuthRoutes } from './access.ts';
import * as shape from './shapes.ts';

const closed = { additionalProperties: false } as const;

/** `code_challenge` is the only query parameter clients add to calls (protocol 1). */
const Pkce = Type.Object(
  { code_challenge: Type.Optional(Type.String({ maxLength: 128 })) },
  { additionalProperties: true },
);

const Signup = {
  username: Type.Optional(Type.String({ maxLength: 100 })),
  name: Type.Optional(shape.ShortText),
  data: Type.Optional(shape.Data),
};

const CreateBody = Type.Object(
  {
    ...shape.InBody,
    email: Type.Optional(shape.Email),
    password: Type.Optional(shape.Password),
    ...Signup,
    options: Type.Optional(shape.Options),
  },
  closed,
);

const BasicBody = Type.Object(
  {
    ...shape.InBody,
    emailOrUsername: Type.Optional(shape.Email),
    email: Type.Optional(shape.Email),
    username: Type.Optional(shape.Email),
    password: Type.Optional(shape.Password),
    options: Type.Optional(shape.Options),
  },
  closed,
);

const SetPasswordBody = Type.Object(
  { ...shape.InBody, password: shape.Password, existingPassword: Type.Optional(shape.Password) },
  closed,
);

/** Sending a link, or (older clients) signing in with one: with token and uuid it is the PUT. */
const LinkBody = Type.Object(
  {
    ...shape.InBody,
    email: Type.Optional(shape.Email),
    ...Signup,
    options: Type.Optional(shape.Options),
    token: Type.Optional(shape.Secret),
    uuid: Type.Optional(shape.Secret),
    linkType: Type.Optional(Type.String({ maxLength: 40 })),
  },
  closed,
);

const LinkLoginBody = Type.Object(
  {
    ...shape.InBody,
    token: Type.Optional(shape.Secret),
    uuid: Type.Optional(shape.Secret),
    linkType: Type.Optional(Type.String({ maxLength: 40 })),
  },
  closed,
);

const ResetLinkBody = Type.Object(
  { ...shape.InBody, email: Type.Optional(shape.Email), options: Type.Optional(shape.Options) },
  closed,
);

const ResetBody = Type.Object(
  {
    ...shape.InBody,
    uuid: Type.Optional(shape.Secret),
    token: Type.Optional(shape.Secret),
    password: Type.Optional(shape.Password),
  },
  closed,
);

/** Sending a code, or (older clients) checking one: with verificationCode it is the PUT. */
const CodeBody = Type.Object(
  {
    ...shape.InBody,
    channel: Type.Optional(Type.String({ maxLength: 20 })),
    email: Type.Optional(shape.Email),
    phoneNumber: Type.Optional(shape.Phone),
    verificationCode: Type.Optional(Type.String({ maxLength: 20 })),
    ...Signup,
    options: Type.Optional(shape.Options),
  },
  closed,
);

const TotpBody = Type.Object(
  {
    ...shape.InBody,
    totpCode: Type.Optional(Type.String({ maxLength: 20 })),
    backupCode: Type.Optional(Type.String({ maxLength: 40 })),
    userId: Type.Optional(shape.UserNumber),
    userUuid: Type.Optional(Type.String({ maxLength: 40 })),
    emailOrUsername: Type.Optional(shape.Email),
    email: Type.Optional(shape.Email),
    username: Type.Optional(shape.Email),
    phoneNumber: Type.Optional(shape.Phone),
  },
  closed,
);

/** What sending answers: what went out, or where the flow lets it, what a sign-in answers. */
const SentOrSignedOn = Type.Object(
  {
    ...shape.SignOn.properties,
    ...Type.Partial(shape.Sent).properties,
    message: Type.String(),
    mode: Type.Optional(Type.String()),
  },
  closed,
);

const errors = [
  'wrong_credentials',
  'method_not_allowed_by_flow',
  'factor_missing',
  'rate_limited',
  'unavailable',
  'not_found',
] as const;

/** The sign-in calls of protocol 7, with the tenant in the path; the numbers in the summaries are its sections. */
export const signInRoutes = defineAuthRoutes({
  'GET /tenants/:tenantId/mode': {
    summary:
      'Mode and flow of a tenant (7.1). `refresh: cookie` tells that the HttpOnly refresh cookie may be used.',
    access: 'public',
    rate: 'read',
    params: shape.TenantParams,
    response: Type.Object(
      {
        mode: Type.String(),
        authentication: shape.FlowShape,
        refresh: Type.Unsafe<'cookie' | 'token'>({ type: 'string', enum: ['cookie', 'token'] }),
        signup: Type.Unsafe<'open' | 'invited'>({ type: 'string', enum: ['open', 'invited'] }),
        name: Type.String(),
        image: shape.NullableText,
        // `isOwn`: the tenant's own, which signs in to it alone; the others are those of its root.
        sso: Type.Array(
          Type.Object({ provider: Type.String(), providerId: Type.String(), isOwn: Type.Boolean() }, closed),
        ),
      },
      closed,
    ),
    errors: ['not_found', 'invalid_origin'],
  },
  'POST /tenants/:tenantId/auth/create': {
    summary: 'Sign up with a password (7.2)',
    access: 'sign-in',
    reserved: true,
    shortPath: true,
    rate: 'signup',
    params: shape.TenantParams,
    query: Pkce,
    body: CreateBody,
    response: shape.SignOn,
    errors: ['email_exists', 'username_exists', 'email_format', 'password_refused', ...errors],
  },
  'POST /tenants/:tenantId/auth/basic': {
    summary: 'Sign in with a password (7.3); with an access token of the same person: step-up',
    access: 'sign-in',
    reserved: true,
    shortPath: true,
    rate: 'credential',
    params: shape.TenantParams,
    query: Pkce,
    body: BasicBody,
    response: shape.SignOn,
    errors,
  },
  'PUT /tenants/:tenantId/auth/basic': {
    summary: 'Change the own password (7.5); ends all other sessions',
    access: 'user',
    wholeAccount: true,
    shortPath: true,
    rate: 'credential',
    params: shape.TenantParams,
    body: SetPasswordBody,
    response: shape.Message,
    errors: ['password_refused', 'wrong_password', 'step_up_required', ...errors],
  },
  'POST /tenants/:tenantId/auth/password/migrate': {
    summary: 'Sign in with a password that an older login URL knows (7.4)',
    access: 'sign-in',
    reserved: true,
    shortPath: true,
    rate: 'credential',
    params: shape.TenantParams,
    query: Pkce,
    body: BasicBody,
    response: shape.SignOn,
    errors,
  },
  'POST /tenants/:tenantId/auth/link': {
    summary: 'Send a login or welcome link (7.6)',
    access: 'sign-in',
    reserved: true,
    shortPath: true,
    rate: 'send',
    params: shape.TenantParams,
    query: Pkce,
    body: LinkBody,
    response: SentOrSignedOn,
    errors: ['email_format', 'invalid_token', ...errors],
  },
  'PUT /tenants/:tenantId/auth/link': {
    summary: 'Sign in with a link (7.7); confirms the address',
    access: 'sign-in',
    reserved: true,
    shortPath: true,
    rate: 'credential',
    params: shape.TenantParams,
    query: Pkce,
    body: LinkLoginBody,
    response: shape.SignOn,
    errors: ['invalid_token', ...errors],
  },
  'POST /tenants/:tenantId/auth/reset/link': {
    summary: 'Send a password reset link (7.8); the same answer for every address',
    access: 'public',
    shortPath: true,
    rate: 'send',
    params: shape.TenantParams,
    body: ResetLinkBody,
    response: shape.Sent,
    errors: ['email_format', ...errors],
  },
  'PUT /tenants/:tenantId/auth/reset': {
    summary: 'Set a password with a reset link (7.9)',
    access: 'public',
    reserved: true,
    shortPath: true,
    rate: 'credential',
    params: shape.TenantParams,
    body: ResetBody,
    response: shape.SignOn,
    errors: ['invalid_token', 'password_refused', ...errors],
  },
  'POST /tenants/:tenantId/auth/code': {
    summary: 'Send a verification code (7.10)',
    access: 'sign-in',
    reserved: true,
    shortPath: true,
    rate: 'send',
    params: shape.TenantParams,
    query: Pkce,
    body: CodeBody,
    response: SentOrSignedOn,
    errors: ['invalid_channel', 'email_format', 'phone_format', 'invalid_code', ...errors],
  },
  'PUT /tenants/:tenantId/auth/code': {
    summary: 'Sign in with a verification code (7.11)',
    access: 'sign-in',
    reserved: true,
    shortPath: true,
    rate: 'credential',
    params: shape.TenantParams,
    query: Pkce,
    body: CodeBody,
    response: shape.SignOn,
    errors: ['invalid_channel', 'invalid_code', ...errors],
  },
  'GET /auth/totp': {
    summary: 'Secret, QR code and backup codes of an authenticator that is being set up (7.12)',
    access: 'factor',
    reserved: true,
    wholeAccount: true,
    rate: 'credential',
    response: Type.Object(
      {
        totpSecret: Type.String(),
        qrCode: Type.String({ description: 'data:image/png;base64,…' }),
        backupCodes: Type.Array(Type.String()),
        uri: Type.String({ description: 'otpauth://totp/…' }),
      },
      closed,
    ),
    errors: ['factor_already_set', 'step_up_required'],
  },
  'POST /tenants/:tenantId/auth/totp': {
    summary: 'Sign in, step up or confirm a pairing with an authenticator or backup code (7.13)',
    access: 'sign-in',
    reserved: true,
    shortPath: true,
    rate: 'credential',
    params: shape.TenantParams,
    query: Pkce,
    body: TotpBody,
    response: shape.SignOn,
    errors: ['invalid_totp', 'invalid_backup_code', ...errors],
  },
  'POST /tenants/:tenantId/auth/pkce': {
    summary: 'Exchange a PKCE authorization code for tokens (17); S256 only',
    access: 'public',
    rate: 'credential',
    params: shape.TenantParams,
    body: Type.Object(
      {
        ...shape.InBody,
        authorizationCode: shape.Secret,
        codeVerifier: Type.String({ minLength: 43, maxLength: 128, pattern: '^[A-Za-z0-9._~-]+$' }),
      },
      closed,
    ),
    response: shape.SignOn,
    errors: ['invalid_token'],
  },
  'POST /tenants/:tenantId/auth/handover': {
    summary: 'A single-use 30 s code that opens this tenant on its own host (17)',
    access: 'user',
    rootMayAct: true,
    rate: 'write',
    params: shape.TenantParams,
    body: Type.Object(
      {
        ...shape.InBody,
        codeChallenge: Type.String({
          pattern: '^[A-Za-z0-9_-]{43}$',
          description: 'S256, made on the tenant host',
        }),
        origin: Type.Optional(Type.String({ maxLength: 300, description: 'Origin of the tenant host' })),
      },
      closed,
    ),
    response: Type.Object(
      {
        code: Type.String(),
        expiresAt: Type.String(),
        origin: Type.String(),
        upcoming: Type.Optional(
          Type.Object(
            {
              startsAt: Type.String(),
              missing: Type.String({ enum: ['firstFactor', 'secondFactor'] }),
              authentication: Type.Object({ secondFactors: Type.Array(shape.FactorShape) }, closed),
            },
            { ...closed, description: 'What this session will lack from an announced date on' },
          ),
        ),
      },
      closed,
    ),
    errors: ['not_found', 'factor_missing', 'invalid_origin', 'gone'],
  },
  'POST /auth/handover': {
    summary: 'Exchange a hand-over code on the tenant host for its own session (17)',
    access: 'public',
    reserved: true,
    rate: 'credential',
    body: Type.Object(
      {
        code: shape.Secret,
        codeVerifier: Type.String({ minLength: 43, maxLength: 128, pattern: '^[A-Za-z0-9._~-]+$' }),
      },
      closed,
    ),
    response: shape.SignOn,
    errors: ['invalid_token', 'factor_missing'],
  },
});
