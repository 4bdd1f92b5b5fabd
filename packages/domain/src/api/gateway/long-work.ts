import Type, { type Static } from 'typebox';
import { byId, Instant, Nullable } from './shapes.ts';

/** Everything that is done in the background for somebody who waits for it; a kind is a word of the database. */
const LONG_WORK_KINDS = ['export', 'import', 'report', 'entries', 'undo'] as const;
export type LongWorkKind = (typeof LONG_WORK_KINDS)[number];

const literals = <Names extends string>(names: readonly Names[]) =>
  Type.Unsafe<Names>({ type: 'string', enum: [...names] });

export const LongWork = Type.Object({
  longWorkID: Type.String(),
  kind: literals(LONG_WORK_KINDS),
  status: literals(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** Rows handled so far, and altogether as far as that is known. */
  rowsDone: Type.Integer(),
  rowsTotal: Type.Integer(),
  /** Figures of what came of it, by their names. */
  result: Nullable(Type.Record(Type.String(), Type.Integer())),
  /** Why it failed: a sentence, and its code in the catalogue of errors. */
  error: Nullable(Type.String()),
  errorCode: Nullable(Type.String()),
  /** Null where nothing is to be fetched, or not yet, or no more. */
  fileName: Nullable(Type.String()),
  sizeBytes: Nullable(Type.Integer()),
  /** Until when the file is kept. */
  fileUntil: Nullable(Instant),
  createdAt: Instant,
  finishedAt: Nullable(Instant),
});
export type LongWork = Static<typeof LongWork>;

/** Long work of whoever asks: nobody sees another person's. */
export const longWorkRoutes = {
  'GET /LongWork': {
    summary:
      'What the caller has under way and what came of it, the latest 50 first; X-Total-Count has the number of all',
    access: 'member',
    rate: 'read',
    response: Type.Array(LongWork),
  },
  'GET /LongWork/:id': {
    summary: 'How far it is',
    access: 'member',
    rate: 'read',
    params: byId,
    response: LongWork,
    errors: ['not_found'],
  },
  'POST /LongWork/:id/Cancel': {
    summary: 'Stop it; what it would have written is not there',
    access: 'member',
    rate: 'write',
    params: byId,
    response: LongWork,
    errors: ['not_found', 'state_conflict'],
    openWhenInactive: true,
  },
  'GET /LongWork/:id/File': {
    summary: 'Its file, kept for two days; answers Range, so that a broken download goes on where it was',
    access: 'member',
    // Beginning is what costs; a download may come in many parts.
    rate: 'read',
    params: byId,
    response: Type.Unknown(),
    errors: ['not_found', 'gone', 'state_conflict', 'forbidden', 'range_not_satisfiable'],
  },
} as const;
