import type { Database, Queryable } from '../../platform/database.ts';
import { type JsonText, type Shaped, toJsonText } from '../../platform/json-text.ts';
import { raw, Sql, sql } from '../../platform/sql.ts';

/** An SQL expression that gives one JSON value of a shape. */
export type JsonSql<Shape> = Sql & Shaped<Shape>;

/** SQL for each field of a shape; a text is the expression itself. */
export type Expressions<Shape> = { readonly [Name in keyof Shape]-?: Sql | string };

/** An object with every field of a shape in this order: a field that is forgotten or made up does not compile. */
export function jsonObject<Shape extends object>(fields: Expressions<Shape>): JsonSql<Shape> {
  return joined(fields, {
    before: 'json_build_object(',
    field: (name, expression) => [`'${name}', `, expression],
    after: ')',
  });
}

/** The same for lists of many rows: made of a row, each object costs less, and the statement a little more (decision 061). */
export function jsonRow<Shape extends object>(fields: Expressions<Shape>): JsonSql<Shape> {
  return joined(fields, {
    before: 'row_to_json((select json_row from (select ',
    field: (name, expression) => [expression, ` as "${name}"`],
    after: ') json_row))',
  });
}

type Form = {
  before: string;
  field: (name: string, expression: Sql | string) => (Sql | string)[];
  after: string;
};

function joined<Shape extends object>(
  fields: Expressions<Shape>,
  { before, field, after }: Form,
): JsonSql<Shape> {
  const texts: string[] = [];
  const values: Sql[] = [];
  let text = before;
  let separator = '';
  for (const [name, expression] of Object.entries<Sql | string>(fields)) {
    text += separator;
    separator = ', ';
    for (const part of field(name, expression)) {
      if (typeof part === 'string') text += part;
      else {
        texts.push(text);
        values.push(part);
        text = '';
      }
    }
  }
  return new Sql([...texts, `${text}${after}`], values) as JsonSql<Shape>;
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
