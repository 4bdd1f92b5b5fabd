import Type from 'typebox';
import { closed, Id, PlainDate } from './shapes.ts';

/** What changed, never how: whoever hears it asks for the thing itself, as always. */
const Change = Type.Object({
  topic: Type.Union([
    Type.Literal('week'),
    Type.Literal('inbox'),
    Type.Literal('timer'),
    Type.Literal('catalog'),
    Type.Literal('people'),
    Type.Literal('workspace'),
  ]),
  teamMemberID: Type.Optional(Id),
  weekEndDate: Type.Optional(PlainDate),
});

const Changes = Type.Object({
  /** Where to go on from. */
  mark: Type.String(),
  /** False: something may have been missed, so everything shown is to be asked for anew. */
  isComplete: Type.Boolean(),
  changes: Type.Array(Change),
});

export const changeRoutes = {
  'GET /Changes': {
    summary:
      'What the caller may see of what changed after a mark. With Accept: text/event-stream as it happens: events of this shape with the mark as id, from Last-Event-ID on',
    access: 'member',
    rate: 'read',
    query: Type.Object(
      {
        after: Type.Optional(Type.String({ maxLength: 4096, pattern: '^\\d+\\.\\d+\\.\\d+:\\d+:[\\d,]*$' })),
      },
      closed,
    ),
    response: Changes,
    errors: ['rate_limited', 'unavailable'],
  },
} as const;
