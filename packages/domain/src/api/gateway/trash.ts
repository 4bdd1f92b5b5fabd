import Type from 'typebox';
import { type TrashedName, trashedNames } from '../../workspace/catalog.ts';
import { byId, closed, Id, Instant, Nullable, PlainDate, paging } from './shapes.ts';

/** What the trash holds: entries, and kinds of the catalogue. */
const Trashed = Type.Unsafe<'entry' | TrashedName>(
  Type.Union(['entry', ...trashedNames].map((name) => Type.Literal(name))),
);

const writes = ['subscription_inactive', 'forbidden'] as const;

/** What was removed and can be brought back. */
export const trashRoutes = {
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
    errors: ['gone', 'week_locked', 'state_conflict', ...writes],
  },
} as const;
