import { raw, type Sql } from '../../platform/sql.ts';

/** Which money is asked for and may be seen. */
export type Money = { isPriced: boolean; isCosted: boolean };

/** The groups of a report as columns `k0`, `k1` …, and how they are added up: a line for every level, and the whole. */
export function groupings(
  levels: number,
  { isPriced, isCosted }: Money,
): { names: string[]; level: Sql; array: Sql; sets: Sql } {
  const names = Array.from({ length: levels }, (_group, level) => `k${level}`);
  const currencies = [...(isPriced ? ['currency'] : []), ...(isCosted ? ['cost_currency'] : [])];
  const sets = [...names.map((_name, at) => names.slice(0, levels - at)), []].map(
    (set) => `(${[...set, ...currencies].join(', ')})`,
  );
  return {
    names,
    level: raw(levels === 0 ? '0' : names.map((name) => `(1 - grouping(${name}))`).join(' + ')),
    array: raw(levels === 0 ? 'array[]::text[]' : `array[${names.join(', ')}]`),
    sets: raw(sets.join(', ')),
  };
}
