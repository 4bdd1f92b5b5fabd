import type { Database, Queryable } from '../../platform/database.ts';
import { type JsonText, type Shaped, toJsonText } from '../../platform/json-text.ts';
import { join, raw, Sql, sql } from '../../platform/sql.ts';

/** An SQL expression that gives one JSON value of a shape. */
export type JsonSql<Shape> = Sql & Shaped<Shape>;

/** SQL for each field of a shape; a text is the expression itself. */
export type Expressions<Shape> = { readonly [Name in keyof Shape]-?: Sql | string };

/** An object with every field of a shape in this order: a field that is forgotten or made up does not compile. */
export function jsonObject<Shape extends object>(fields: Expressions<Shape>): JsonSql<Shape> {
  const texts: string[] = [];
  const values: Sql[] = [];
  let text = 'json_build_object(';
  let separator = '';
  for (const [name, expression] of Object.entries<Sql | string>(fields)) {
    text += `${separator}'${name}', `;
    separator = ', ';
    if (typeof expression === 'string') text += expression;
    else {
      texts.push(text);
      values.push(expression);
      text = '';
    }
  }
  return new Sql([...texts, `${text})`], values) as JsonSql<Shape>;
}

/** The same for lists of many rows: made of a row, each object costs less, and the statement a little more (decision 061). */
export function jsonRow<Shape extends object>(fields: Expressions<Shape>): JsonSql<Shape> {
  const columns = Object.entries<Sql | string>(fields).map(
    ([name, expression]) =>
      sql`${typeof expression === 'string' ? raw(expression) : expression} as ${raw(`"${name}"`)}`,
  );
  return sql`row_to_json((select json_row from (select ${join(columns)}) json_row))` as JsonSql<Shape>;
}

type Rows = Pick<Queryable, 'rows'>;

/** Runs statements of one workspace alone, each in a single round trip. */
export function inOneTrip(database: Database, tenantId: string): Rows {
  return { rows: (statement) => database.tenantRows(tenantId, statement) };
}

type Statement = (text: Sql) => Sql;

/** The value of the statement's only row. @throws AppError `not_found` when there is none */
export async function oneJson<Shape>(
  tx: Pick<Queryable, 'one'>,
  item: JsonSql<Shape>,
  statement: Statement,
): Promise<JsonText<Shape>> {
  const row = await tx.one<{ text: JsonText<Shape> }>(statement(sql`(${item})::text as text`));
  return row.text;
}

/** The values of all rows of a statement that groups nothing, as one list; `order` as in `order by`. */
export async function listJson<Shape>(
  tx: Rows,
  item: JsonSql<Shape>,
  order: string,
  statement: Statement,
): Promise<JsonText<Shape[]>> {
  const text = sql`coalesce(json_agg(${item} order by ${raw(order)}), '[]')::text as text`;
  const [row] = await tx.rows<{ text: JsonText<Shape[]> }>(statement(text));
  return row?.text ?? toJsonText<Shape[]>([]);
}
