import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import buildSerializer from 'fast-json-stringify';

export type LazyValidator = { (data: unknown): boolean; errors: ErrorObject[] | null };

/**
 * A validator that is compiled at its first use: hundreds of routes would otherwise cost every start half its time and
 * every process tens of megabytes, for shapes that most of them never see.
 */
export function lazyValidator(ajv: Ajv, schema: object): LazyValidator {
  let compiled: ValidateFunction | null = null;
  const validate = ((data: unknown) => {
    compiled ??= ajv.compile(schema);
    const isValid = compiled(data);
    validate.errors = compiled.errors ?? null;
    return isValid;
  }) as LazyValidator;
  validate.errors = null;
  return validate;
}

/** A serialiser that is compiled at its first use; it writes what the schema names and nothing else. */
export function lazySerializer(schema: object): (data: unknown) => string {
  let compiled: ((data: unknown) => string) | null = null;
  return (data) => {
    compiled ??= buildSerializer(schema) as (data: unknown) => string;
    return compiled(data);
  };
}
