import type { Sql } from '../../platform/sql.ts';

/**
 * A statement for a hot path whose text is put together once: later calls only fill in its values. `build` may use its
 * arguments as values alone, never to choose text.
 * @throws Error when a value is not one of the arguments themselves
 */
export function fixedSql<const Names extends readonly string[]>(
  names: Names,
  build: (args: Record<Names[number], unknown>) => Sql,
): (args: Record<Names[number], unknown>) => Sql {
  const markers = new Map<unknown, Names[number]>(names.map((name) => [Symbol(name), name]));
  const marked = Object.fromEntries([...markers].map(([marker, name]) => [name, marker]));
  const { text, values } = build(marked as Record<Names[number], unknown>);
  const order = values.map((value) => {
    const name = markers.get(value);
    if (name === undefined) throw new Error('a fixed statement may only have its arguments as values');
    return name;
  });
  return (args) => ({ text, values: order.map((name) => args[name]) }) as unknown as Sql;
}
