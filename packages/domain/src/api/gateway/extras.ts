import Type from 'typebox';
import { type TrashedName, trashedNames } from '../../workspace/catalog.ts';
import {
  byId,
  closed,
  GivenDate,
  GivenInstant,
  Id,
  Instant,
  Nullable,
  PlainDate,
  paging,
  Text,
  Version,
} from './shapes.ts';

const Timer = Type.Object({
  teamMemberID: Id,
  projectID: Nullable(Id),
  activityID: Nullable(Id),
  projectName: Nullable(Type.String()),
  activityName: Nullable(Type.String()),
  comment: Type.String(),
  isBillable: Nullable(Type.Boolean()),
  tags: Type.Array(Id),
  startedAt: Instant,
  timeZone: Type.String(),
  version: Version,
});

const timerFields = {
  projectID: Type.Optional(Nullable(Id)),
  activityID: Type.Optional(Nullable(Id)),
  comment: Type.Optional(Text(2000)),
  isBillable: Type.Optional(Nullable(Type.Boolean())),
  tags: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
};

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

/** What the trash holds: entries, and kinds of the catalogue. */
const Trashed = Type.Unsafe<'entry' | TrashedName>(
  Type.Union(['entry', ...trashedNames].map((name) => Type.Literal(name))),
);

const writes = ['subscription_inactive', 'forbidden'] as const;
const timerErrors = ['reference_invalid', 'week_locked', 'state_conflict', ...writes] as const;

/** Timer, tokens, audit, calendar feed, trash. */
export const extraRoutes = {
  'GET /Timer': {
    summary: 'What the caller has running, or null',
    access: 'member',
    rate: 'read',
    response: Nullable(Timer),
  },
  'POST /Timer/Start': {
    summary: 'Start the timer; one that runs is stopped and saved first',
    access: 'member',
    rate: 'write',
    status: 201,
    body: Type.Object(
      { ...timerFields, startedAt: Type.Optional(GivenInstant), timeZone: Type.Optional(Text(64)) },
      closed,
    ),
    response: Type.Object({ timer: Timer, saved: Type.Array(Id) }),
    errors: timerErrors,
  },
  'PUT /Timer': {
    summary: 'Change what is running',
    access: 'member',
    rate: 'write',
    body: Type.Object({ ...timerFields, startedAt: Type.Optional(GivenInstant), version: Version }, closed),
    response: Timer,
    errors: ['version_conflict', ...timerErrors],
  },
  'POST /Timer/Stop': {
    summary: 'Stop and save; a timer over midnight becomes one entry per day in its time zone',
    access: 'member',
    rate: 'write',
    body: Type.Object({ endedAt: Type.Optional(GivenInstant), ...timerFields }, closed),
    response: Type.Object({ saved: Type.Array(Id), minutes: Type.Integer() }),
    errors: timerErrors,
  },
  'DELETE /Timer': {
    summary: 'Throw the running timer away',
    access: 'member',
    rate: 'write',
    response: Type.Object({ isRunning: Type.Boolean() }),
    errors: writes,
  },

  'GET /Tokens': {
    summary: 'Own tokens; with `all=true` those of the workspace for owner and admin',
    access: 'token.own',
    rate: 'read',
    query: Type.Object({ all: Type.Optional(Type.Boolean()) }, closed),
    response: Type.Array(Token),
  },
  'POST /Tokens': {
    summary: 'Make a token for programs; it is shown now and never again',
    access: 'token.own',
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
    rate: 'write',
    params: byId,
    response: Token,
    errors: ['forbidden'],
  },

  'GET /Audit': {
    summary: 'Who did what, newest first',
    access: 'audit.see',
    rate: 'read',
    query: Type.Object(
      {
        ...paging,
        actorID: Type.Optional(Id),
        entity: Type.Optional(Text(64)),
        entityID: Type.Optional(Text(100)),
        action: Type.Optional(Text(64)),
        from: Type.Optional(GivenDate),
        to: Type.Optional(GivenDate),
      },
      closed,
    ),
    response: Type.Array(
      Type.Object({
        id: Id,
        at: Instant,
        actorID: Nullable(Id),
        actorName: Nullable(Type.String()),
        actorKind: Type.String(),
        entity: Type.String(),
        entityID: Type.String(),
        action: Type.String(),
        before: Type.Unknown(),
        after: Type.Unknown(),
        requestID: Nullable(Type.String()),
        ipHash: Nullable(Type.String()),
      }),
    ),
    errors: ['date_invalid'],
  },

  'GET /Calendar': {
    summary: 'Whether the caller has a calendar address',
    access: 'token.own',
    rate: 'read',
    response: Type.Object({
      isActive: Type.Boolean(),
      createdAt: Nullable(Instant),
      lastUsedAt: Nullable(Instant),
    }),
  },
  'POST /Calendar': {
    summary: 'Make a secret calendar address; a former one stops working',
    access: 'token.own',
    rate: 'write',
    status: 201,
    response: Type.Object({ url: Type.String() }),
    errors: ['forbidden'],
  },
  'DELETE /Calendar': {
    summary: 'Close the calendar address',
    access: 'token.own',
    rate: 'write',
    response: Type.Object({ isActive: Type.Boolean() }),
  },
  'GET /Calendar/:file': {
    summary: 'iCalendar feed (RFC 5545) of the last 90 and next 30 days at a secret address ending in .ics',
    access: 'public',
    rate: 'read',
    params: Type.Object({ file: Type.String({ pattern: '^[a-z0-9_]{20,200}\\.ics$' }) }, closed),
    response: Type.Unknown(),
  },

  'GET /Trash': {
    summary:
      'What was removed in the last 30 days: own entries, and for those who may write them clients, projects, activities',
    access: 'member',
    rate: 'read',
    query: Type.Object(
      {
        ...paging,
        entity: Type.Optional(Trashed),
      },
      closed,
    ),
    response: Type.Array(
      Type.Object({
        entity: Type.String(),
        id: Id,
        name: Type.String(),
        deletedAt: Instant,
        purgedAfter: Instant,
        minutes: Nullable(Type.Integer()),
        workDate: Nullable(PlainDate),
      }),
    ),
  },
  'PUT /Trash/Entries/:id/Restore': {
    summary: 'Bring an entry back from the trash',
    access: 'member',
    rate: 'write',
    params: byId,
    response: Type.Object({ timesheetID: Id }),
    errors: ['gone', 'week_locked', 'reference_invalid', ...writes],
  },
  'GET /openapi.json': { summary: 'This document', access: 'public', rate: 'read', response: Type.Unknown() },
  'GET /reference': {
    summary: 'Readable reference of all calls',
    access: 'public',
    rate: 'read',
    response: Type.Unknown(),
  },
} as const;
