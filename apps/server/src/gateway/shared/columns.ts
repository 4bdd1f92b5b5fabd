import type { Field, Fields } from '@stint/domain/api/gateway/entity.ts';
import { AppError } from '@stint/domain/errors.ts';
import { minutesOfDecimalHours } from '@stint/domain/time/hours.ts';
import { type Ability, type Actor, can } from '@stint/domain/workspace/permissions.ts';
import { join, raw, type Sql, sql } from '../../platform/sql.ts';
import type { Expressions } from './json-sql.ts';
import { hours } from './sql-json.ts';

/** Values by the wire names of fields. */
export type Values = Readonly<Record<string, unknown>>;

type Stored = { name: string; column: string; keptAs: Field['keptAs'] };

function storedOf(fields: Fields, values: Values): Stored[] {
  return Object.entries(fields).flatMap(([name, { column, keptAs }]) =>
    column === undefined || values[name] === undefined ? [] : [{ name, column, keptAs }],
  );
}

/** `set` items of the given fields: absent ones stay, null empties. Names of columns come from the description alone. */
export function assignments(fields: Fields, values: Values, now: Date): Sql[] {
  return storedOf(fields, values).map(
    ({ name, column, keptAs }) => sql`${raw(column)} = ${toStored(values[name], keptAs, now)}`,
  );
}

/** Column list and value list of an insert of the given fields. */
export function insertion(fields: Fields, values: Values, now: Date): { names: Sql; values: Sql } {
  const given = storedOf(fields, values);
  return {
    names: join(given.map(({ column }) => raw(column))),
    values: join(given.map(({ name, keptAs }) => sql`${toStored(values[name], keptAs, now)}`)),
  };
}

/** The fields of a change that a request may send, for the audit. */
export function changedFields(fields: Fields, values: Values): Values {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { given }]) => given !== undefined && values[name] !== undefined)
      .map(([name]) => [name, values[name]]),
  );
}

/** Some values of a row by their names, null where it has none; for what the audit calls before. */
export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

const whySo: { readonly [Name in Ability]?: string } = {
  'rate.write': 'Rates and amounts are set by owner and admin.',
};

/** A field that is somebody else's to set is refused, not dropped. @throws AppError `forbidden` */
export function requireWritable(fields: Fields, actor: Actor, values: Values): void {
  for (const [name, { writtenBy }] of Object.entries(fields)) {
    if (writtenBy === undefined || values[name] === undefined || can(actor, writtenBy)) continue;
    const message = whySo[writtenBy];
    throw new AppError('forbidden', message === undefined ? {} : { message });
  }
}

/** Fields without a column: their SQL is asked for. */
export type WorkedOut<Of extends Fields> = {
  readonly [Name in keyof Of as Of[Name] extends { column: string } ? never : Name]: Sql | string;
};

type Shapes<Of extends Fields> = { [Name in keyof Of]: unknown };

/** SQL of every field of a row `alias`, in order, for an actor; fields that are not shown give nothing. */
export function expressionsOf<Of extends Fields>(
  fields: Of,
  alias: string,
  workedOut: WorkedOut<Of>,
  actor?: Actor,
): Expressions<Shapes<Of>> {
  const all = Object.entries<Field>(fields).map(([name, field]) => [
    name,
    field.seenBy === undefined || (actor !== undefined && can(actor, field.seenBy))
      ? ((workedOut as Record<string, Sql | string>)[name] ?? shownColumn(field, `${alias}.${field.column}`))
      : hiddenValue(field),
  ]);
  return Object.fromEntries(all) as Expressions<Shapes<Of>>;
}

function shownColumn({ keptAs }: Field, column: string): string {
  switch (keptAs) {
    case 'minutes':
      return hours(column);
    case 'instant':
      return `${column} is not null`;
    case undefined:
      return column;
  }
}

function hiddenValue({ shape }: Field): string {
  return 'type' in shape && shape.type === 'array' ? "'[]'::json" : 'null';
}

function toStored(value: unknown, keptAs: Field['keptAs'], now: Date): unknown {
  switch (keptAs) {
    case 'minutes':
      return typeof value === 'number' ? minutesOfDecimalHours(value) : null;
    case 'instant':
      return value === true ? now : null;
    case undefined:
      return typeof value === 'string' ? value.trim() : value;
  }
}
