import type { RouteInput } from './route.ts';

type Given<Name extends string, Value> = Value extends undefined
  ? { [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/**
 * What a caller passes for one row: only the parts that the row has. Of several rows it is one of theirs, each put together
 * by itself: every path with every query and every body would be more combinations than the compiler counts.
 */
export type CallInput<Row> = Row extends unknown
  ? Given<'params', RouteInput<Row>['params']> &
      Given<'query', RouteInput<Row>['query']> &
      Given<'body', RouteInput<Row>['body']>
  : never;

export type CallTarget = { method: string; path: string; body?: unknown };

/** Turns a row key and its input into method, path with query, and body. Undefined query values are left out. */
export function callTarget(
  key: string,
  input: { params?: unknown; query?: unknown; body?: unknown },
): CallTarget {
  const [method = 'GET', template = '/'] = key.split(' ', 2);
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) search.append(name, String(value));
  }
  const query = search.toString();
  return { method, path: query ? `${path}?${query}` : path, body: input.body };
}
