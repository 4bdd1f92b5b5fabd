import Type from 'typebox';
import { DRAFT_REASONS } from '../../time/timer-draft.ts';
import { MAX_COMMENT_LENGTH } from '../../workspace/lengths.ts';
import { closed, GivenInstant, Id, Instant, Nullable, Text, Version } from './shapes.ts';

/** What time was for, with the names that show it. */
const work = {
  projectID: Nullable(Id),
  activityID: Nullable(Id),
  projectName: Nullable(Type.String()),
  clientName: Nullable(Type.String()),
  activityName: Nullable(Type.String()),
  color: Nullable(Type.String()),
  comment: Type.String(),
  isBillable: Nullable(Type.Boolean()),
  tags: Type.Array(Id),
};

const Timer = Type.Object({
  /** Of this run: one that is stopped and started again is another. */
  timerID: Id,
  teamMemberID: Id,
  ...work,
  startedAt: Instant,
  timeZone: Type.String(),
  version: Version,
});

const Reason = Type.Unsafe<(typeof DRAFT_REASONS)[number]>({ type: 'string', enum: [...DRAFT_REASONS] });

const Draft = Type.Object({
  draftID: Id,
  ...work,
  startedAt: Instant,
  endedAt: Instant,
  timeZone: Type.String(),
  reason: Reason,
  version: Version,
});

/** What became of a stopped timer: entries, and drafts of what cannot be one yet. */
const Kept = Type.Object({
  saved: Type.Array(Id),
  minutes: Type.Integer(),
  drafts: Type.Array(Type.Object({ draftID: Id, reason: Reason })),
});

/** Of a stop: by its id a timer is given back as the one it was. */
const Stopped = Type.Object({ ...Kept.properties, timerID: Type.Optional(Id) });

const given = {
  projectID: Type.Optional(Nullable(Id)),
  activityID: Type.Optional(Nullable(Id)),
  comment: Type.Optional(Text(MAX_COMMENT_LENGTH)),
  isBillable: Type.Optional(Nullable(Type.Boolean())),
  tags: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
};
/** Which timer is meant: where another one runs, the call finds none. Pages of 0.1.0 do not say it, and mean what runs. */
const meant = { timerID: Type.Optional(Id) };
const start = { startedAt: Type.Optional(GivenInstant), timeZone: Type.Optional(Text(64)) };

const byDraft = Type.Object({ draftID: Id }, closed);
/** A timer over midnight is an entry for each day; one of 31 days that was undone is all that is named at once. */
const MOST_PARTS = 64;

const writes = ['subscription_inactive', 'forbidden'] as const;
const timerErrors = ['reference_invalid', 'state_conflict', ...writes] as const;

/** What a person has running, and what they stopped that is no entry yet. */
export const timerRoutes = {
  'GET /Timer': {
    summary: 'What the caller has running, or null',
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    response: Nullable(Timer),
  },
  'GET /Timer/Overview': {
    summary:
      "What runs, the drafts, what was worked on last, the person's schedule from Monday to Sunday, and the server's time",
    access: 'member',
    rate: 'read',
    whileProviderAway: true,
    response: Type.Object({
      timer: Nullable(Timer),
      drafts: Type.Array(Draft),
      last: Nullable(Type.Object(work)),
      schedule: Type.Array(Type.Integer()),
      now: Instant,
    }),
  },
  'POST /Timer/Start': {
    summary:
      'Start the timer. One that runs is stopped and saved first, or with whenRunning "refuse" refused with it as current',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    status: 201,
    body: Type.Object(
      {
        timerID: Type.Optional(Id),
        ...given,
        ...start,
        whenRunning: Type.Optional(Type.Union([Type.Literal('stop'), Type.Literal('refuse')])),
      },
      closed,
    ),
    response: Type.Object({ timer: Timer, saved: Type.Array(Id), drafts: Kept.properties.drafts }),
    errors: timerErrors,
  },
  'PUT /Timer': {
    summary: 'Change what is running',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    body: Type.Object(
      { ...meant, ...given, startedAt: Type.Optional(GivenInstant), version: Version },
      closed,
    ),
    response: Timer,
    errors: ['version_conflict', ...timerErrors],
  },
  'POST /Timer/Stop': {
    summary:
      'Stop and save; a timer over midnight becomes one entry per day in its time zone. What cannot be an entry stays as a draft',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    openWhenInactive: true,
    body: Type.Object({ ...meant, endedAt: Type.Optional(GivenInstant), ...given }, closed),
    response: Stopped,
    errors: ['forbidden'],
  },
  'POST /Timer/Record': {
    summary: 'Save time that was measured while the service could not be reached; what runs goes on',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    openWhenInactive: true,
    body: Type.Object(
      { ...given, startedAt: GivenInstant, endedAt: GivenInstant, timeZone: Type.Optional(Text(64)) },
      closed,
    ),
    response: Kept,
    errors: ['forbidden'],
  },
  'POST /Timer/Undo': {
    summary: 'Take back a stop: what it saved is removed, and the timer runs on from its start',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    body: Type.Object(
      {
        saved: Type.Array(Id, { maxItems: MOST_PARTS, uniqueItems: true }),
        drafts: Type.Array(Id, { maxItems: MOST_PARTS, uniqueItems: true }),
        timerID: Type.Optional(Id),
        timeZone: Type.Optional(Text(64)),
      },
      closed,
    ),
    response: Timer,
    errors: ['week_locked', 'version_conflict', 'reason_required', ...timerErrors],
  },
  'DELETE /Timer': {
    summary: 'Throw the running timer away',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    openWhenInactive: true,
    query: Type.Object(meant, closed),
    response: Type.Object({ isRunning: Type.Boolean() }),
    errors: ['forbidden'],
  },
  'PUT /Timer/Drafts/:draftID': {
    summary: 'Mend a draft: it becomes entries, or stays with what is still in the way',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    openWhenInactive: true,
    params: byDraft,
    body: Type.Object(
      {
        ...given,
        startedAt: Type.Optional(GivenInstant),
        endedAt: Type.Optional(GivenInstant),
        version: Version,
      },
      closed,
    ),
    response: Kept,
    errors: ['version_conflict', 'reference_invalid', 'forbidden'],
  },
  'DELETE /Timer/Drafts/:draftID': {
    summary: 'Throw a draft away',
    access: 'member',
    rate: 'write',
    whileProviderAway: true,
    openWhenInactive: true,
    params: byDraft,
    response: Type.Object({ draftID: Id }),
    errors: ['forbidden'],
  },
} as const;
