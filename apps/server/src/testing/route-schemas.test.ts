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
    const ajv = new Ajv({ strict: false, formats: { uuid: true, 'date-time': true } });
    const shapes = rows.flatMap(([key, { params, query, body }]) =>
      [params, query, body].flatMap((shape) => (shape ? [{ key, shape }] : [])),
    );
    expect(shapes.length).toBeGreaterThan(40);
    expect(shapes.flatMap(({ key, shape }) => problemOf(key, () => ajv.compile(shape)))).toEqual([]);
  });

  test('of answers can be compiled', () => {
    expect(rows.length).toBeGreaterThan(40);
    const problems = rows.flatMap(([key, { response }]) =>
      problemOf(key, () => buildSerializer(response as object)),
    );
    expect(problems).toEqual([]);
  });
});

function problemOf(key: string, compile: () => unknown): string[] {
  try {
    compile();
    return [];
  } catch (error) {
    return [`${key}: ${(error as Error).message}`];
  }
}
