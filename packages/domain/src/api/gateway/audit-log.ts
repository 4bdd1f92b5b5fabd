import Type from 'typebox';
import { closed, GivenDate, Id, Instant, Nullable, paging, Text } from './shapes.ts';

/** Who did what. */
export const auditLogRoutes = {
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
        /** Names of the things and people whose ids stand in the event, by id; of what is gone there is none. */
        names: Type.Record(Type.String(), Type.String()),
        requestID: Nullable(Type.String()),
        ipHash: Nullable(Type.String()),
      }),
    ),
    errors: ['date_invalid'],
  },
} as const;
