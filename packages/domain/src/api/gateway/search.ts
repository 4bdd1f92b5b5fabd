import Type from 'typebox';
import { MAX_SEARCH_LENGTH } from '../../workspace/search-words.ts';
import { closed, Id, Nullable, Text } from './shapes.ts';

/** Kinds of things that the search over everything finds, in the order in which it shows them. */
export const SEARCH_KINDS = ['project', 'client', 'activity', 'person'] as const;

const Kind = Type.Unsafe<(typeof SEARCH_KINDS)[number]>({ type: 'string', enum: [...SEARCH_KINDS] });

export const searchRoutes = {
  'GET /Search': {
    summary:
      'Projects, clients, activities and people whose names have every word; where there are none, of words spelt nearly so',
    access: 'member',
    rate: 'read',
    query: Type.Object(
      {
        q: Type.Optional(Text(MAX_SEARCH_LENGTH)),
        /** So many of each kind. */
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
      },
      closed,
    ),
    response: Type.Object({
      /** What was looked for in place of words that no name has; null where the words were found as they are. */
      corrected: Nullable(Type.String()),
      items: Type.Array(
        Type.Object({
          kind: Kind,
          id: Id,
          name: Type.String(),
          /** The client of a project. */
          detail: Nullable(Type.String()),
          color: Nullable(Type.String()),
          /** A person whose weeks are open to who asks. */
          hasWeek: Type.Boolean(),
        }),
      ),
    }),
  },
} as const;
