import Type from 'typebox';
import { LEAST_MONTHS, MOST_MONTHS } from '../../workspace/retention.ts';
import { closed, Instant, Nullable, PlainDate } from './shapes.ts';

const Months = Type.Integer({ minimum: LEAST_MONTHS, maximum: MOST_MONTHS });
const Count = Type.Integer({ minimum: 0 });
/** 0 where nothing was ever set. */
const Version = Type.Integer({ minimum: 0 });

const Retention = Type.Object({
  /** Null: everything is kept. */
  months: Nullable(Months),
  beginsAt: Nullable(Instant),
  setAt: Nullable(Instant),
  setByName: Nullable(Type.String()),
  version: Version,
});

/** How long a workspace keeps recorded time. */
export const retentionRoutes = {
  'GET /Workspace/Retention': {
    summary: 'How long recorded time is kept, and from when on older time is removed',
    access: 'workspace.configure',
    rate: 'read',
    response: Retention,
  },
  'GET /Workspace/Retention/Preview': {
    summary: 'What would be removed on the first day, if time were kept so long; nothing is changed',
    access: 'workspace.configure',
    rate: 'read',
    query: Type.Object({ months: Type.String({ pattern: '^[0-9]{1,3}$' }) }, closed),
    response: Type.Object({
      beginsAt: Instant,
      /** The last day that is removed: weeks go whole. */
      untilDate: PlainDate,
      weeks: Count,
      entries: Count,
      minutes: Count,
      people: Count,
    }),
    errors: ['validation_failed'],
  },
  'PUT /Workspace/Retention': {
    summary:
      'Keep recorded time so long: older weeks are removed for good, beginning 30 days after owners were told',
    access: 'workspace.delete',
    sessionOnly: true,
    rate: 'write',
    body: Type.Object({ months: Months, version: Version }, closed),
    response: Retention,
    errors: ['version_conflict', 'subscription_inactive', 'forbidden'],
  },
  'DELETE /Workspace/Retention': {
    summary: 'Keep everything from now on; what was removed stays removed',
    access: 'workspace.delete',
    sessionOnly: true,
    openWhenInactive: true,
    rate: 'write',
    response: Retention,
    errors: ['forbidden'],
  },
} as const;
