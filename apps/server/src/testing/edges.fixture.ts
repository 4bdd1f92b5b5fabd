import type { RouteDefinition } from '@stint/domain/api/route.ts';

type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  minItems?: number;
  items?: Schema;
  pattern?: string;
  format?: string;
  minimum?: number;
};

type Input = { params: Record<string, string>; query: Record<string, string>; body: unknown };

/** One value at the edge of what a field can be, in an input that is otherwise as right as its shape tells. */
export type Edge = Input & { at: string; value: unknown };

const dates = [
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '1970-01-01',
  '2026-02-30',
  '2100-02-29',
  '2199-12-31',
  '2200-01-01',
  '9999-12-26',
  '9999-12-31',
  'infinity',
];
const instants = [
  ...dates.slice(0, -1).map((date) => `${date}T23:59:59.999999999Z`),
  '2026-11-16T08:00:00+23:59',
  '2199-12-31T23:59:59-23:59',
  '1900-01-01T00:00:00+23:59',
  'infinity',
];
const numbers = [-1, 0, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, 1e300, -1e300, 5e-324];
const years = ['0000', '0001', '1900', '2199', '9999'];

/** Inputs of a row for every date and number in it. @param idOf a thing that exists, by the name it travels under */
export function edgesOf(row: RouteDefinition, idOf: (name: string) => string): Edge[] {
  const parts = (['params', 'query', 'body'] as const).flatMap((name) =>
    row[name] ? [[name, row[name] as Schema] as const] : [],
  );
  const base = Object.fromEntries(parts.map(([name, schema]) => [name, sample(schema, '', idOf)]));
  return parts.flatMap(([name, schema]) =>
    leavesOf(schema).flatMap(({ path, values }) =>
      values.map((value) => ({
        params: {},
        query: {},
        body: undefined,
        ...base,
        [name]: place(schema, path, { value: name === 'body' ? value : String(value), idOf }),
        at: [name, ...path].join('.'),
        value,
      })),
    ),
  );
}

function valuesOf({ type, format, pattern = '' }: Schema): unknown[] {
  if (format === 'date' || pattern.startsWith('^\\d{4}-')) return dates;
  if (format === 'date-time') return instants;
  if (pattern.startsWith('^(19|20|21)\\d{2}$')) return years;
  return ['integer', 'number'].includes([type].flat()[0] ?? '') ? numbers : [];
}

function leavesOf(schema: Schema, path: string[] = []): { path: string[]; values: unknown[] }[] {
  if (schema.anyOf) return schema.anyOf.flatMap((part) => leavesOf(part, path));
  if (schema.items) return leavesOf(schema.items, [...path, '0']);
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, part]) => leavesOf(part, [...path, name]));
  }
  const values = valuesOf(schema);
  return values.length > 0 ? [{ path, values }] : [];
}

type Placing = { value: unknown; idOf: (name: string) => string };

/** A sample of the shape with the value at the end of the path. */
function place(schema: Schema, path: string[], placing: Placing, name = ''): unknown {
  const [next, ...rest] = path;
  if (next === undefined) return placing.value;
  if (schema.anyOf) {
    const part = schema.anyOf.find((one) => one.properties?.[next] ?? one.items) ?? {};
    return place(part, path, placing, name);
  }
  if (schema.items) {
    const item = place(schema.items, rest, placing, name);
    const others = Array.from({ length: (schema.minItems ?? 1) - 1 }, () =>
      sample(schema.items ?? {}, name, placing.idOf),
    );
    return [item, ...others];
  }
  const whole = sample(schema, name, placing.idOf) as Record<string, unknown>;
  return { ...whole, [next]: place(schema.properties?.[next] ?? {}, rest, placing, next) };
}

/** The smallest right value: what is required, and of each the first that fits. */
function sample(schema: Schema, name: string, idOf: (name: string) => string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, name, idOf);
  if (schema.items)
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, name, idOf));
  if (schema.properties) {
    const required = schema.required ?? [];
    return Object.fromEntries(
      required.map((key) => [key, sample(schema.properties?.[key] ?? {}, key, idOf)]),
    );
  }
  const type = [schema.type].flat()[0];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return false;
  if (type === 'string') return sampleText(schema, name, idOf);
  return {};
}

function sampleText({ format, pattern = '' }: Schema, name: string, idOf: (name: string) => string): string {
  if (format === 'uuid') return idOf(name);
  if (format === 'date' || pattern.startsWith('^\\d{4}-')) return '2026-11-22';
  if (format === 'date-time') return '2026-11-16T08:00:00Z';
  if (pattern.startsWith('^(19|20|21)')) return '2026';
  if (pattern.startsWith('^[A-Z]{3}')) return 'EUR';
  return name.toLowerCase().includes('email') ? 'ada@example.com' : '7:30';
}
