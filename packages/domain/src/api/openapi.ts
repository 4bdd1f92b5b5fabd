import { errorCatalogue } from '../errors.ts';
import { isBodyOptional, type RouteDefinition, type RouteTable, splitRouteKey } from './route.ts';

export type OpenApiOptions = { title: string; version: string; basePath: string; description: string };

/** An OpenAPI 3.1 document of a route table (OpenAPI Specification 3.1.1); TypeBox shapes are JSON Schema already. */
export function openApiDocument(table: RouteTable, options: OpenApiOptions): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, row] of Object.entries(table)) {
    const { method, path } = splitRouteKey(key);
    const templated = `${options.basePath}${path.replace(/:(\w+)/g, '{$1}')}`;
    paths[templated] = { ...paths[templated], [method.toLowerCase()]: operation(key, row) };
  }
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version, description: options.description },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(key: string, row: RouteDefinition): Record<string, unknown> {
  return {
    operationId: key.replace(/[^A-Za-z0-9]+/g, '_'),
    summary: row.summary,
    'x-access': row.access,
    'x-rate-class': row.rate,
    ...columnsOf(row),
    ...(row.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters('path', row.params), ...parameters('query', row.query)],
    ...(row.body
      ? {
          requestBody: {
            required: !isBodyOptional(row),
            content: { 'application/json': { schema: row.body } },
          },
        }
      : {}),
    responses: {
      [row.status ?? 200]: {
        description: 'Success',
        content: { 'application/json': { schema: row.response } },
      },
      ...refusals(row),
    },
  };
}

/** Columns that one of the two services adds, by the names under which a document shows them. */
const extensions = {
  reach: 'x-key-reach',
  sessionOnly: 'x-session-only',
  openWhenInactive: 'x-open-when-inactive',
  wholeAccount: 'x-whole-account',
  rootMayAct: 'x-root-may-act',
  reserved: 'x-reserved',
  shortPath: 'x-short-path',
} as const;

function columnsOf(row: RouteDefinition): Record<string, unknown> {
  const columns = row as Partial<Record<keyof typeof extensions, unknown>>;
  const names = (Object.keys(extensions) as (keyof typeof extensions)[]).filter((name) => name in row);
  return Object.fromEntries(names.map((name) => [extensions[name], columns[name]]));
}

function parameters(place: 'path' | 'query', shape: RouteDefinition['params']): unknown[] {
  if (!shape) return [];
  const required = new Set<string>(shape.required ?? []);
  return Object.entries(shape.properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema,
  }));
}

function refusals(row: RouteDefinition): Record<string, unknown> {
  const byStatus = new Map<number, string[]>();
  for (const code of row.errors ?? []) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  );
}

const errorSchema = {
  type: 'object',
  required: ['statusCode', 'message', 'error', 'requestId', 'errors'],
  properties: {
    statusCode: { type: 'integer' },
    message: { type: 'string' },
    error: { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { code: { type: 'string' }, message: { type: 'string' }, field: { type: 'string' } },
        required: ['code', 'message'],
      },
    },
  },
};
