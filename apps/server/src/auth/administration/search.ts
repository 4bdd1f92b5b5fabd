import type { FindBody } from '@stint/domain/api/auth/tenant-shapes.ts';
import { AppError } from '@stint/domain/errors.ts';
import { DAY_MS } from '@stint/domain/time/units.ts';
import type { Static } from 'typebox';
import { empty, join, type Sql, sql } from '../../platform/sql.ts';

export type Search = Static<typeof FindBody>;

type AttrType = 'string' | 'boolean' | 'number' | 'date' | 'array';

/** What can be searched by: attribute name → SQL expression and its kind. */
type SearchAttrs = Record<string, { type: AttrType; expression: Sql }>;

export type SearchRules = {
  attrs: SearchAttrs;
  /** Expression of the `data` object, for `data.<key>`. */
  data: Sql;
  /** Condition for the attribute `role`, with `tenantId:roleName` or `tenantId`. */
  role?: (tenantId: string, roleName: string | null) => Sql;
  /** Attributes kept as part of `data` for callers but as columns here. */
  dataColumns?: Record<string, Sql>;
};

/** Records on one page of a search (protocol 10.1). */
export const pageSize = 50;

type Filter = { attr: string; type: string; comparison: string; value?: unknown };

/** The condition of a search, true where there are no filters. @throws AppError `validation_failed` */
export function searchCondition(search: Search, rules: SearchRules, now: Date): Sql {
  const groups = search.filters?.filterGroups ?? [];
  const conditions = groups
    .map((group) =>
      combine(
        group.conjunction,
        (group.filters ?? []).map((filter) => condition(filter, rules, now)),
      ),
    )
    .filter((group) => group !== null);
  return combine(search.filters?.conjunction, conditions) ?? sql`true`;
}

/** `attr_ASC` or `attr_DESC`, by a fixed list. @throws AppError `validation_failed` */
export function searchOrder(order: string | undefined, rules: SearchRules, otherwise: Sql): Sql {
  if (!order) return otherwise;
  const [, attr = '', direction] = /^(.+)_(ASC|DESC)$/.exec(order) ?? [];
  const known = rules.attrs[attr];
  if (!known) throw invalid(`order ${order} is not known; use an attribute with _ASC or _DESC.`);
  return direction === 'ASC'
    ? sql`${known.expression} asc nulls first`
    : sql`${known.expression} desc nulls last`;
}

export function pageOf(search: Search): { limit: number; offset: number } {
  return { limit: pageSize, offset: ((search.page ?? 1) - 1) * pageSize };
}

function invalid(message: string): AppError {
  return new AppError('validation_failed', { message, type: 'bad_request_error' });
}

function combine(conjunction: string | undefined, parts: Sql[]): Sql | null {
  if (parts.length === 0) return null;
  return sql`(${join(parts, conjunction === 'or' ? ' or ' : ' and ')})`;
}

function condition(filter: Filter, rules: SearchRules, now: Date): Sql {
  const { attr, type, comparison, value } = filter;
  if (attr === 'role' && rules.role) return roleCondition(rules.role, comparison, value);
  const compare = comparisons[type]?.[comparison];
  if (!compare) throw invalid(`There is no comparison "${comparison}" for type "${type}".`);
  return compare(expressionOf(attr, type, rules), value, now);
}

function expressionOf(attr: string, type: string, rules: SearchRules): Sql {
  if (attr.startsWith('data.')) {
    const key = attr.slice('data.'.length);
    return rules.dataColumns?.[key] ?? dataExpression(rules.data, key, type);
  }
  const known = rules.attrs[attr];
  if (!known) throw invalid(`There is no attribute "${attr}".`);
  if (known.type !== type) throw invalid(`The attribute "${attr}" is of type ${known.type}.`);
  return known.expression;
}

/** A JSON value of another kind than asked for counts as unknown. */
function dataExpression(data: Sql, key: string, type: string): Sql {
  if (type === 'array')
    return sql`case when jsonb_typeof(${data} -> ${key}) = 'array' then ${data} -> ${key} end`;
  const text = sql`(${data} ->> ${key})`;
  if (type === 'number')
    return sql`case when jsonb_typeof(${data} -> ${key}) = 'number' then ${text}::numeric end`;
  if (type === 'boolean')
    return sql`case when jsonb_typeof(${data} -> ${key}) = 'boolean' then ${text}::boolean end`;
  if (type === 'date') return dateExpression(text);
  return text;
}

/** `YYYY-MM-DD`, alone or with a time; a text that the database could not read as an instant fails the whole search. */
const instantPattern =
  '^(?!0000)\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])([T ]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?(Z|[+-](0\\d|1[0-4])(:?[0-5]\\d)?)?)?$';

/** The inner condition is asked only of what the outer one let through. */
function dateExpression(text: Sql): Sql {
  const monthBegins = sql`make_date(substr(${text}, 1, 4)::int, substr(${text}, 6, 2)::int, 1)`;
  const daysOfMonth = sql`extract(day from ${monthBegins} + interval '1 month - 1 day')`;
  return sql`case when ${text} ~ ${instantPattern} then
    case when substr(${text}, 9, 2)::int <= ${daysOfMonth} then ${text}::timestamptz end end`;
}

type Compare = (expression: Sql, value: unknown, now: Date) => Sql;

const text = (value: unknown): string => {
  if (typeof value !== 'string' || value.length > 1000) throw invalid('The value has to be a text.');
  return value;
};
const like = (value: unknown) => text(value).replace(/[\\%_]/g, '\\$&');
const number = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid('The value has to be a number.');
  return value;
};
const date = (value: unknown): Date => {
  const parsed = new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  // Beyond these years nothing is stored; false for what is no date at all.
  if (!(parsed.getUTCFullYear() >= 1 && parsed.getUTCFullYear() <= 9999))
    throw invalid('The value has to be a date.');
  return parsed;
};
const boolean = (value: unknown): boolean => {
  if (typeof value !== 'boolean') throw invalid('The value has to be true or false.');
  return value;
};
const pair = (value: unknown): [Date, Date] => {
  if (!Array.isArray(value) || value.length !== 2) throw invalid('The value has to be two dates.');
  return [date(value[0]), date(value[1])];
};
const ago = (value: unknown, now: Date) => date(now.getTime() - number(value) * DAY_MS);

/** Type → comparison → condition (protocol 10.1). */
const comparisons: Record<string, Record<string, Compare>> = {
  string: {
    is: (e, v) => sql`lower(${e}) = lower(${text(v)})`,
    contains: (e, v) => sql`${e} ilike ${`%${like(v)}%`}`,
    'does not contain': (e, v) => sql`(${e} is null or ${e} not ilike ${`%${like(v)}%`})`,
    'starts with': (e, v) => sql`${e} ilike ${`${like(v)}%`}`,
    'ends with': (e, v) => sql`${e} ilike ${`%${like(v)}`}`,
    'is unknown': (e) => sql`${e} is null`,
    'has any value': (e) => sql`${e} is not null`,
  },
  boolean: {
    is: (e, v) => sql`${e} = ${boolean(v)}`,
    'is not': (e, v) => sql`${e} is distinct from ${boolean(v)}`,
  },
  number: {
    is: (e, v) => sql`${e} = ${number(v)}::numeric`,
    'more than': (e, v) => sql`${e} > ${number(v)}::numeric`,
    'less than': (e, v) => sql`${e} < ${number(v)}::numeric`,
  },
  date: {
    before: (e, v) => sql`${e} < ${date(v)}`,
    after: (e, v) => sql`${e} > ${date(v)}`,
    between: (e, v) => {
      const [from, to] = pair(v);
      return sql`${e} between ${from} and ${to}`;
    },
    'less than': (e, v, now) => sql`${e} > ${ago(v, now)}`,
    'more than': (e, v, now) => sql`${e} < ${ago(v, now)}`,
  },
  array: {
    contains: (e, v) => sql`${e} @> ${JSON.stringify([v])}::jsonb`,
    'does not contain': (e, v) => sql`not coalesce(${e} @> ${JSON.stringify([v])}::jsonb, false)`,
    any: (e) => sql`coalesce(jsonb_array_length(${e}), 0) > 0`,
  },
};

function roleCondition(role: NonNullable<SearchRules['role']>, comparison: string, value: unknown): Sql {
  const [tenantId = '', roleName] = text(value).split(':', 2);
  const has = role(tenantId, roleName ?? null);
  const isNegative = comparison === 'does not contain' || comparison === 'is not';
  return isNegative ? sql`not ${has}` : sql`${has}${empty}`;
}
