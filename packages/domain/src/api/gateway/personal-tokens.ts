import Type from 'typebox';
import { byId, closed, Id, Instant, Nullable } from './shapes.ts';

const Token = Type.Object({
  tokenID: Id,
  name: Type.String(),
  scopes: Type.Array(Type.String()),
  teamMemberID: Id,
  createdAt: Instant,
  expiresAt: Nullable(Instant),
  lastUsedAt: Nullable(Instant),
  revokedAt: Nullable(Instant),
});
const Scopes = Type.Array(Type.Union([Type.Literal('read'), Type.Literal('write')]), {
  minItems: 1,
  uniqueItems: true,
});

const writes = ['subscription_inactive', 'forbidden'] as const;

/** Tokens that programs of a person call with. */
export const personalTokenRoutes = {
  'GET /Tokens': {
    summary: 'Own tokens; with `all=true` those of the workspace for owner and admin',
    access: 'token.own',
    sessionOnly: true,
    rate: 'read',
    query: Type.Object({ all: Type.Optional(Type.Boolean()) }, closed),
    response: Type.Array(Token),
  },
  'POST /Tokens': {
    summary: 'Make a token for programs; it is shown now and never again',
    access: 'token.own',
    sessionOnly: true,
    rate: 'write',
    status: 201,
    body: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
        scopes: Scopes,
        /** Days until it ends; 90 where absent, at most 365. */
        expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
      },
      closed,
    ),
    response: Type.Object({ ...Token.properties, token: Type.String() }),
    errors: ['too_many_items', 'step_up_required', ...writes],
  },
  'DELETE /Tokens/:id': {
    summary: 'End a token at once',
    access: 'token.own',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    params: byId,
    response: Token,
    errors: ['forbidden'],
  },
} as const;
