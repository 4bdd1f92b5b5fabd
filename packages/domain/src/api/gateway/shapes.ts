import Type, { type TSchema } from 'typebox';
import { MAX_NAME_LENGTH } from '../../workspace/lengths.ts';
import { MAX_SEARCH_LENGTH } from '../../workspace/search-words.ts';

/** Requests take known fields only (security 10). */
export const closed = { additionalProperties: false } as const;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** A uuid in its strict lower-case form. */
export const Id = Type.String({
  format: 'uuid',
  pattern: `^${UUID}$`,
});
/** Ids with commas between them, as many as an address has room for. */
export const IdList = Type.String({ maxLength: 3699, pattern: `^${UUID}(,${UUID}){0,99}$` });
/** An instant as it is sent: ISO 8601 with its offset, years 1900 to 2199. */
export const GivenInstant = Type.String({
  format: 'date-time',
  pattern:
    '^(19|20|21)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?(Z|[+-](0\\d|1[0-4]):[0-5]\\d)$',
});
export const Nullable = <Shape extends TSchema>(shape: Shape) => Type.Union([shape, Type.Null()]);
export const Text = (maxLength: number) => Type.String({ maxLength });
/** A name: not empty and not only blanks. */
export const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: '\\S' });
export const Code = Nullable(Text(64));
/** A date as it is sent: one that exists, years 1900 to 2199, so that the weeks around it exist as well. */
export const GivenDate = Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
/** `YYYY-MM-DD`. */
export const PlainDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
/** An instant in UTC, ISO 8601. */
export const Instant = Type.String();
export const Color = Nullable(Type.String({ pattern: '^#[0-9a-f]{6}$' }));
export const Currency = Type.String({ pattern: '^[A-Z]{3}$' });
/** Money in minor units of a currency. */
export const Money = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 });
export const Version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
export const Minutes = Type.Integer({ minimum: 0, maximum: 1440 });
export const Role = Type.Union([
  Type.Literal('owner'),
  Type.Literal('admin'),
  Type.Literal('editor'),
  Type.Literal('member'),
]);
export const WeekStatus = Type.Union([
  Type.Literal('open'),
  Type.Literal('pending'),
  Type.Literal('approved'),
  Type.Literal('disapproved'),
]);

export const byId = Type.Object({ id: Id }, closed);

/**
 * Paging of a list: `page` and `size`, or the opaque `cursor` of the answer's X-Next-Cursor; X-Total-Count has the
 * number of all rows, except with a cursor or `total=false`. Without any of them up to 1000 rows come at once.
 */
export const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  // A cursor holds what its list sorts by: at most two names of 200 letters of up to six bytes each.
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
  total: Type.Optional(Type.Boolean()),
};

/** Searching and following changes: rows changed, or moved to the trash, at or after an instant. */
export const following = {
  q: Type.Optional(Text(MAX_SEARCH_LENGTH)),
  updatedSince: Type.Optional(GivenInstant),
  deletedSince: Type.Optional(GivenInstant),
};

/** One of a list's sort names, with `-` in front for descending. */
export const sortBy = <const Names extends readonly string[]>(...names: Names) =>
  Type.Optional(Type.String({ pattern: `^-?(${names.join('|')})$` }));
