import { join, raw, type Sql, sql } from '../../platform/sql.ts';

/** Wire name to column; what is not listed is not writable (security 10). */
export type Columns = Readonly<Record<string, string>>;

/** `set` items of the given fields: absent ones stay, null empties. Names of columns come from the table alone. */
export function assignments(columns: Columns, values: Readonly<Record<string, unknown>>): Sql[] {
  return Object.entries(columns)
    .filter(([name]) => values[name] !== undefined)
    .map(([name, column]) => sql`${raw(column)} = ${toValue(values[name])}`);
}

/** Column list and value list of an insert of the given fields. */
export function insertion(
  columns: Columns,
  values: Readonly<Record<string, unknown>>,
): { names: Sql; values: Sql } {
  const given = Object.entries(columns).filter(([name]) => values[name] !== undefined);
  return {
    names: join(given.map(([, column]) => raw(column))),
    values: join(given.map(([name]) => sql`${toValue(values[name])}`)),
  };
}

/** The fields of a change that are named in the table, for the audit. */
export function changedFields(
  columns: Columns,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(columns)
      .filter((name) => values[name] !== undefined)
      .map((name) => [name, values[name]]),
  );
}

/** Some values of a row by their names, null where it has none; for what the audit calls before. */
export function pick(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

function toValue(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
