import { authRoutes } from '@stint/domain/api/auth.ts';
import { gatewayRoutes } from '@stint/domain/api/gateway.ts';
import type { RouteDefinition } from '@stint/domain/api/route.ts';
import { Ajv } from 'ajv';
import buildSerializer from 'fast-json-stringify';
import { describe, expect, test } from 'vitest';

/** Shapes are compiled when a route is first called; here all of them are, so that none waits for a person to find out. */
describe.each([
  ['provider', authRoutes],
  ['gateway', gatewayRoutes],
])('every shape of the %s', (_name, table) => {
  const rows = Object.entries(table as Record<string, RouteDefinition>);

  test('of requests can be compiled', () => {
    expect(rows.length).toBeGreaterThan(40);
    const ajv = new Ajv({ strict: false, formats: { uuid: true, 'date-time': true } });
    for (const [key, { params, query, body }] of rows) {
      for (const shape of [params, query, body]) {
        if (shape) expect(() => ajv.compile(shape), key).not.toThrow();
      }
    }
  });

  test('of answers can be compiled', () => {
    for (const [key, { response }] of rows)
      expect(() => buildSerializer(response as object), key).not.toThrow();
  });
});
