import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../errors.ts';

/** How often one caller may ask; the figures stand in the server's configuration (security 2). */
export type RateClass =
  | 'read'
  | 'write'
  | 'credential'
  | 'send'
  | 'signup'
  | 'preview'
  | 'import'
  | 'export'
  | 'none';

/**
 * One row of a route table. The row's key is `METHOD /path` with `:name` parameters, relative to the table's base
 * path. From it come the server's route with its validation, the OpenAPI document and the browser's typed call.
 */
export type RouteDefinition<Access extends string = string> = {
  summary: string;
  /** Who may call: a key of the service's access table. A row without it does not compile. */
  access: Access;
  rate: RateClass;
  params?: TObject;
  query?: TObject;
  body?: TSchema;
  response: TSchema;
  /** Status of success; 200 where absent. */
  status?: number;
  /** What may be refused beyond what every call may answer (validation, 401, 404, 429, 5xx). */
  errors?: readonly ErrorCode[];
  /** Asked every few seconds by other services: a call that succeeds is written to the request log at `debug` alone. */
  isPolled?: true;
  /** Bytes; the service's default where absent. */
  bodyLimit?: number;
  /** How the body arrives where it is no JSON to be parsed. */
  takes?: BodyKind;
};

/** `bytes`: JSON as it was sent, since a signature covers it. `zip`: a stream, so that a large one is never held whole. `piece`: some bytes of a file. `form`: of a form as well, of which nothing is read. */
export type BodyKind = 'bytes' | 'zip' | 'piece' | 'form';

export type RouteTable<Access extends string = string> = Record<
  `${Method} /${string}`,
  RouteDefinition<Access>
>;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Part<Row, Name extends string> = Row extends { [K in Name]: infer S extends TSchema }
  ? Static<S>
  : undefined;

/** What a handler of one row receives, already checked. */
export type RouteInput<Row> = {
  params: Part<Row, 'params'>;
  query: Part<Row, 'query'>;
  body: Part<Row, 'body'>;
};

/** What one row answers on success. */
export type RouteOutput<Row> = Row extends { response: infer S extends TSchema } ? Static<S> : never;

/** Whether a call of this row may come without a body, which then counts as an empty one. */
export function isBodyOptional({ body }: RouteDefinition): boolean {
  const {
    type,
    required = [],
    minProperties = 0,
  } = (body ?? {}) as {
    type?: unknown;
    required?: unknown[];
    minProperties?: number;
  };
  return type === 'object' && required.length === 0 && minProperties === 0;
}

/** Splits a row's key: `GET /a/:b` gives the method and `/a/:b`. */
export function splitRouteKey(key: string): { method: Method; path: string } {
  const space = key.indexOf(' ');
  return { method: key.slice(0, space) as Method, path: key.slice(space + 1) };
}
