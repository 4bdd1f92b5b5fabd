import Type from 'typebox';
import { closed, GivenInstant, Id, Instant, Nullable, Text, Version } from './shapes.ts';

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

const writes = ['subscription_inactive', 'forbidden'] as const;
const timerErrors = ['reference_invalid', 'week_locked', 'state_conflict', ...writes] as const;

/** What a person has running. */
export const timerRoutes = {
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
} as const;
