import Type from 'typebox';
import { defineAuthRoutes } from './access.ts';
import * as shape from './shapes.ts';

const closed = { additionalProperties: false } as const;

const SessionRecord = Type.Object(
  {
    sessionId: Type.String(),
    tenantId: Type.String(),
    tenantName: Type.String(),
    isCurrent: Type.Boolean(),
    device: shape.NullableText,
    address: shape.NullableText,
    factors: Type.Array(Type.String()),
    createdAt: Type.String(),
    lastUsedAt: Type.String(),
    expiresAt: Type.String(),
  },
  closed,
);

const stepUp = ['step_up_required', 'rate_limited'] as const;

/** Tokens, the own record and what a signed-in person may do with it (protocol 7.14 to 7.17 and 17). */
export const sessionRoutes = defineAuthRoutes({
  'GET /auth/refresh': {
    summary:
      'New tokens (7.14). Rotates; the previous refresh token stays good for 30 s after the new one was used.',
    access: 'refresh',
    reserved: true,
    rate: 'credential',
    query: Type.Object({ tenantId: Type.Optional(shape.TenantId) }, { additionalProperties: true }),
    response: Type.Object(
      { tokens: shape.Tokens, refreshExpiresAt: Type.Optional(Type.String()), sessionId: Type.String() },
      closed,
    ),
    errors: ['unauthorized', 'cross_site', 'rate_limited'],
  },
  'GET /auth/logout': {
    summary:
      'End the session with all that was opened from it (7.15); takes an expired access token or a refresh token',
    access: 'public',
    rate: 'write',
    query: Type.Object({ tenantId: Type.Optional(shape.TenantId) }, { additionalProperties: true }),
    response: Type.Object({ message: Type.String(), redirectTo: Type.String() }, closed),
    errors: ['unauthorized', 'cross_site'],
  },
  'GET /self': {
    summary: 'The own record with every workspace of the person (7.16)',
    access: 'user',
    rate: 'read',
    response: shape.UserRecord,
  },
  'PUT /self': {
    summary: 'Change name, picture, username or data (7.16)',
    access: 'user',
    wholeAccount: true,
    rate: 'write',
    body: Type.Object(
      {
        name: Type.Optional(shape.ShortText),
        image: Type.Optional(shape.Picture),
        username: Type.Optional(Type.String({ maxLength: 100 })),
        data: Type.Optional(shape.Data),
      },
      { ...closed, minProperties: 1 },
    ),
    response: shape.UserRecord,
    errors: ['username_exists'],
  },
  'PUT /self/picture': {
    summary:
      'Set the own picture: a PNG of 256 by 256 points as a canvas writes it; it is written anew and served at the address in `image`',
    access: 'user',
    wholeAccount: true,
    rate: 'write',
    body: Type.Object(
      { png: Type.String({ minLength: 1, maxLength: 700_000, description: 'Base64' }) },
      closed,
    ),
    bodyLimit: 768 * 1024,
    response: shape.UserRecord,
    errors: ['file_invalid'],
  },
  'DELETE /self': {
    summary: 'Delete the own account; a sole owner has to hand over first (security 13)',
    access: 'user',
    wholeAccount: true,
    rate: 'write',
    response: shape.Message,
    errors: ['last_owner', ...stepUp],
  },
  'PUT /self/email': {
    summary: 'Change the email address: proof is mailed to the new one; the old one can undo for 7 days',
    access: 'user',
    wholeAccount: true,
    rate: 'send',
    body: Type.Object({ email: shape.Email }, closed),
    response: shape.Sent,
    errors: ['email_format', ...stepUp],
  },
  'PUT /self/phone': {
    summary: 'Change the phone number: without a code one is sent, with `verificationCode` it takes effect',
    access: 'user',
    wholeAccount: true,
    rate: 'send',
    body: Type.Object(
      { phoneNumber: shape.Phone, verificationCode: Type.Optional(Type.String({ maxLength: 20 })) },
      closed,
    ),
    response: shape.Sent,
    errors: ['phone_format', 'phone_exists', 'invalid_code', ...stepUp],
  },
  'DELETE /self/phone': {
    summary: 'Remove the phone number; `last_factor` where the person could not sign in without it',
    access: 'user',
    wholeAccount: true,
    rate: 'write',
    response: shape.Message,
    errors: ['not_found', 'last_factor', ...stepUp],
  },
  'POST /self/undo': {
    summary: 'Undo a change of address with the link of the notice; ends every session',
    access: 'public',
    rate: 'credential',
    body: Type.Object({ uuid: shape.Secret, token: shape.Secret }, closed),
    response: shape.Message,
    errors: ['invalid_token', 'rate_limited'],
  },
  'DELETE /self/factors/totp': {
    summary: 'Remove the authenticator and its backup codes',
    access: 'user',
    wholeAccount: true,
    rate: 'write',
    response: shape.Message,
    errors: ['not_found', 'state_conflict', ...stepUp],
  },
  'POST /self/backup-codes': {
    summary: 'Ten new backup codes, shown this once; older ones stop working',
    access: 'user',
    wholeAccount: true,
    rate: 'write',
    response: Type.Object({ backupCodes: Type.Array(Type.String()) }, closed),
    errors: ['state_conflict', ...stepUp],
  },
  'GET /self/sessions': {
    summary: 'Own sessions with device, address and last use',
    access: 'user',
    rate: 'read',
    response: Type.Object({ results: Type.Array(SessionRecord) }, closed),
  },
  'DELETE /self/sessions/:sessionId': {
    summary: 'End an own session; `others` ends all but this one',
    access: 'user',
    rate: 'write',
    params: Type.Object({ sessionId: Type.String({ maxLength: 40 }) }, closed),
    response: shape.Message,
    errors: ['not_found'],
  },
  'POST /auth/verify/email': {
    summary:
      'Mail a proof link (7.17): to the own or a new address by access token, to a user by admin key and identifier',
    access: 'creator',
    reach: 'member',
    wholeAccount: true,
    rate: 'send',
    body: Type.Object(
      {
        ...shape.InBody,
        email: Type.Optional(shape.Email),
        userId: Type.Optional(shape.UserNumber),
        userUuid: Type.Optional(Type.String({ maxLength: 40 })),
        options: Type.Optional(shape.Options),
      },
      closed,
    ),
    response: shape.Sent,
    errors: ['email_format', 'not_found', ...stepUp],
  },
  'POST /auth/verify/phone': {
    summary: 'Text a code to a number (7.17); PUT /self/phone with the code takes it over',
    access: 'user',
    wholeAccount: true,
    rate: 'send',
    body: Type.Object({ ...shape.InBody, phoneNumber: Type.Optional(shape.Phone) }, closed),
    response: shape.Sent,
    errors: ['phone_format', ...stepUp],
  },
});
