import { AppError } from '@stint/domain/errors.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Http, RawJson } from '../../platform/http.ts';
import { type JsonText, joinItems } from '../../platform/json-text.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import { answerJson } from './answer.ts';
import type { JsonSql } from './json-sql.ts';

/** A sort name of a list: an expression that is never null, and its type. */
export type SortColumn = { by: Sql | string; type: 'text' | 'timestamptz' | 'date' | 'int' };

/** A list: what it shows, of which rows, in which orders. `where` begins with the tenant. */
export type List<Shape> = {
  item: JsonSql<Shape>;
  from: Sql;
  /** The tables to count rows of, where fewer are enough than for showing them: those that `where` names. */
  countFrom?: Sql;
  where: Sql[];
  /** The number of all rows, or a statement with it as `count`, where something knows it without a look at each. */
  counted?: Sql | number | undefined;
  /** A uuid of each row. */
  id: string;
  /** That uuid is of one row alone, so a page is chosen by it first, and what it shows is made for its rows alone. */
  isIdOfOne?: boolean;
  /** A condition looks at every row there is: they are found once, for the page and for the number of all of them. */
  isDear?: boolean;
  sorts: Record<string, SortColumn>;
  defaultSort: string;
};

export type ListQuery = {
  page?: number | undefined;
  size?: number | undefined;
  cursor?: string | undefined;
  total?: boolean | undefined;
  sort?: string | undefined;
};

export type ListPage<Shape> = {
  text: JsonText<Shape[]>;
  total: number | null;
  nextCursor: string | null;
  page: number;
  size: number;
};

/** Without paging this many rows come at once. */
const wholeSize = 1000;
const pageSize = 50;

function pageAsked({ page, size, cursor }: ListQuery): { page: number; size: number } {
  const isWhole = page === undefined && size === undefined && cursor === undefined;
  return { page: page ?? 1, size: size ?? (isWhole ? wholeSize : pageSize) };
}

/** Up to which row of a list a page by number is read: one beyond it, which tells that there are more. */
export function lastRowOf(query: ListQuery): number {
  const { page, size } = pageAsked(query);
  return page * size + 1;
}

type Cursor = { sort: string; key: string; id: string };

/**
 * Reads one page of a list, by number or by cursor; a cursor goes on after its row, so that rows that come or go
 * meanwhile are neither shown twice nor left out.
 * @throws AppError `validation_failed` for a cursor that is not from this list
 */
export async function readList<Shape>(
  tx: Queryable,
  list: List<Shape>,
  query: ListQuery,
): Promise<ListPage<Shape>> {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor, list);
  const sort = cursor?.sort ?? query.sort ?? list.defaultSort;
  const { page, size } = pageAsked(query);
  const column = list.sorts[sort.replace(/^-/, '')] as SortColumn;
  const down = sort.startsWith('-');
  const by = expressionOf(column);
  const direction = down ? 'desc' : 'asc';
  const where = join([...list.where, ...(cursor ? [after(cursor, column, list.id, down)] : [])], ' and ');
  const span = { by, direction, where, limit: size + 1, offset: cursor ? 0 : (page - 1) * size } as const;
  const isCounted = !cursor && query.total !== false;
  const { rows, total } =
    list.isDear && isCounted ? await findRows(tx, list, span) : await pageOf(tx, list, span, isCounted);
  const last = rows.length > size ? rows[size - 1] : undefined;
  const items = rows.slice(0, size).map((row) => row.item);
  return {
    text: joinItems(items),
    total,
    nextCursor: last ? formatCursor({ sort, key: last.key, id: last.id }) : null,
    page,
    size,
  };
}

/** How many rows there are of which an answer has the first; as a header, since the answer is a plain array. */
export function tellTotal({ reply }: Http, total: number): void {
  reply.header('x-total-count', total);
}

/** Answers one page as a plain array; number of rows and next cursor travel as headers. */
export function answerList<Shape>(http: Http, page: ListPage<Shape>): RawJson<Shape[]> {
  if (page.total !== null) tellTotal(http, page.total);
  if (page.nextCursor !== null) http.reply.header('x-next-cursor', page.nextCursor);
  return answerJson(http, page.text);
}

/** Rows of a page: in which order, from where to where. */
type Span = { by: Sql; direction: 'asc' | 'desc'; where: Sql; limit: number; offset: number };

type Row<Shape> = { item: JsonText<Shape>; key: string; id: string };
type Found<Shape> = { rows: Row<Shape>[]; total: number | null };

async function pageOf<Shape>(
  tx: Queryable,
  list: List<Shape>,
  span: Span,
  isCounted: boolean,
): Promise<Found<Shape>> {
  const reading = tx.rows<Row<Shape>>(list.isIdOfOne ? chosenRows(list, span) : wholeRows(list, span));
  if (!isCounted) return { rows: await reading, total: null };
  // Asked for as a whole, nearly every list is there with its first page: only one that goes on has to be counted.
  if (span.limit > wholeSize && span.offset === 0) {
    const rows = await reading;
    return { rows, total: rows.length < span.limit ? rows.length : await countRows(tx, list) };
  }
  const [rows, total] = await Promise.all([reading, countRows(tx, list)]);
  return { rows, total };
}

/** One look at all rows gives the page and their number, where a page beyond the last has rows to be counted by. */
async function findRows<Shape>(tx: Queryable, list: List<Shape>, span: Span): Promise<Found<Shape>> {
  const found = await tx.rows<Row<Shape> & { total: number }>(foundRows(list, span));
  const [first] = found;
  return { rows: found, total: first?.total ?? (span.offset === 0 ? 0 : await countRows(tx, list)) };
}

function wholeRows<Shape>(
  { item, from, id }: List<Shape>,
  { by, direction, where, limit, offset }: Span,
): Sql {
  const order = sql`${by} ${raw(direction)}, ${raw(`${id} ${direction}`)}`;
  return sql`
      select (${item})::text as item, (${by})::text as key, ${raw(id)} as id
      from ${from} where ${where} order by ${order} limit ${limit} offset ${offset}`;
}

/**
 * What comes before the page is passed over by its ids alone: PostgreSQL would make all that it shows, and throw it away. Each row is
 * looked up without a limit, which only has to keep it apart: of a row that is dear to show, the planner takes the index and a
 * look at the whole table for equally dear, and for a first row prefers the table.
 */
function chosenRows<Shape>(list: List<Shape>, { by, direction, where, limit, offset }: Span): Sql {
  const { item, from, countFrom = from, id } = list;
  const [tenant = sql`false`] = list.where;
  return sql`
      select shown.item, (page.place)::text as key, page.id
      from (select ${by} as place, ${raw(id)} as id from ${countFrom} where ${where}
          order by ${by} ${raw(direction)}, ${raw(`${id} ${direction}`)} limit ${limit} offset ${offset}) page
        cross join lateral (select (${item})::text as item from ${from} where ${tenant} and ${raw(id)} = page.id offset 0) shown
      order by page.place ${raw(direction)}, page.id ${raw(direction)}`;
}

function foundRows<Shape>(list: List<Shape>, { by, direction, where, limit, offset }: Span): Sql {
  const { item, from, countFrom = from, id } = list;
  const [tenant = sql`false`] = list.where;
  const order = raw(`place ${direction}, id ${direction}`);
  return sql`
      with found as materialized (select ${by} as place, ${raw(id)} as id from ${countFrom} where ${where})
      select shown.item, (page.place)::text as key, page.id, (select count(*) from found) as total
      from (select place, id from found order by ${order} limit ${limit} offset ${offset}) page
        cross join lateral (select (${item})::text as item from ${from} where ${tenant} and ${raw(id)} = page.id offset 0) shown
      order by page.place ${raw(direction)}, page.id ${raw(direction)}`;
}

async function countRows(
  tx: Queryable,
  { from, countFrom = from, where, counted }: Pick<List<unknown>, 'from' | 'countFrom' | 'where' | 'counted'>,
): Promise<number> {
  if (typeof counted === 'number') return counted;
  const { count } = await tx.one<{ count: number }>(
    counted ?? sql`select count(*) as count from ${countFrom} where ${join(where, ' and ')}`,
  );
  return count;
}

function expressionOf({ by }: SortColumn): Sql {
  return typeof by === 'string' ? raw(by) : by;
}

function after({ key, id }: Cursor, column: SortColumn, idColumn: string, down: boolean): Sql {
  return sql`(${expressionOf(column)}, ${raw(idColumn)}) ${raw(down ? '<' : '>')} (${key}::${raw(column.type)}, ${id}::uuid)`;
}

function formatCursor({ sort, key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

const shapes: Record<SortColumn['type'], RegExp> = {
  text: /^[^\0]*$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  int: /^-?\d{1,9}$/,
};

function parseCursor(text: string, { sorts }: Pick<List<unknown>, 'sorts'>): Cursor {
  try {
    const [sort, key, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const column = sorts[String(sort).replace(/^-/, '')];
    const isWell =
      typeof sort === 'string' &&
      typeof key === 'string' &&
      key.isWellFormed() &&
      /^[0-9a-f-]{36}$/.test(String(id));
    if (column && isWell && shapes[column.type].test(key)) return { sort, key, id: String(id) };
  } catch {
    // Falls through to the refusal.
  }
  const message = 'This cursor is not from this list. Start again without one.';
  throw new AppError('validation_failed', {
    message,
    fields: [{ code: 'validation_failed', message, field: 'cursor' }],
  });
}

/** A LIKE pattern that finds a text anywhere; its own wildcards count as letters. */
export function contains(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
}
