import { addDays } from '@stint/domain/time/plain-date.ts';
import type { ReportGroup } from '@stint/domain/time/report.ts';
import type { Question } from '../which-entries.ts';
import { LEFT_OUT, MOST_KEYS, MOST_PRICES } from './sums.ts';

type Filter = NonNullable<Question['filters']>[number];
export type PackedGroup = Exclude<ReportGroup, 'tag'>;

/** What decides a group or a filter of an entry. */
export type Decider = 'person' | 'project' | 'activity' | 'day' | 'personWeek';

const decidedBy: Record<PackedGroup, Decider> = {
  client: 'project',
  project: 'project',
  projectType: 'project',
  activity: 'activity',
  person: 'person',
  billable: 'day',
  status: 'personWeek',
  day: 'day',
  week: 'day',
  month: 'day',
};

/** What is known of one decider: the key of each group that it decides. */
export type Known = Partial<Record<PackedGroup, string | null>>;

/** More keys in a group, or pairs of currencies, than a place tells apart: such a report is read otherwise. */
export class TooManyKeys extends Error {}

/** The groups of a report, their keys in the order in which they were met, and what each adds to the place of a line. */
export class Places {
  readonly #groups: readonly PackedGroup[];
  readonly #filters: readonly Filter[];
  readonly #keys: Map<string | null, number>[];
  readonly #prices = new Map<string, number>();

  constructor(groups: readonly PackedGroup[], filters: readonly Filter[]) {
    this.#groups = groups;
    this.#filters = filters;
    this.#keys = groups.map(() => new Map());
  }

  /** Whether a decider is looked at at all. */
  looksAt(decider: Decider): boolean {
    return this.#names().some((name) => decidedBy[name] === decider);
  }

  /** Whether the key of a group is asked for, by a group or a filter. */
  asks(group: PackedGroup): boolean {
    return this.#names().includes(group);
  }

  #names(): PackedGroup[] {
    return [...this.#groups, ...this.#filters.flatMap(({ field }) => groupOfFilter(field))];
  }

  /** What a decider adds to the place of a line; `LEFT_OUT` where a filter leaves it out. */
  of(decider: Decider, known: Known): number {
    for (const filter of this.#filters) {
      const name = groupOfFilter(filter.field)[0];
      if (name && decidedBy[name] === decider && !isKept(filter, known[name] ?? null)) return LEFT_OUT;
    }
    return this.#groups.reduce((place, name, level) => {
      if (decidedBy[name] !== decider) return place;
      const at = numberOf(this.#keys[level] as Map<string | null, number>, known[name] ?? null, MOST_KEYS);
      return place + at * MOST_PRICES * MOST_KEYS ** (this.#groups.length - 1 - level);
    }, 0);
  }

  /** Pairs of currencies so far; before any, that of none. */
  get prices(): number {
    return Math.max(1, this.#prices.size);
  }

  ofPrice(currency: string | null, costCurrency: string | null): number {
    return numberOf(this.#prices, JSON.stringify([currency, costCurrency]), MOST_PRICES);
  }

  /** What stands at a place: the keys of some levels, and the currencies. */
  reader(): (
    place: number,
    level: number,
  ) => {
    keys: (string | null)[];
    currency: string | null;
    costCurrency: string | null;
  } {
    const keys = this.#keys.map((known) => [...known.keys()]);
    const prices = [...this.#prices.keys()].map((pair) => JSON.parse(pair) as [string | null, string | null]);
    return (place, level) => {
      const found = keys.slice(0, level).map((list, at) => {
        const own = Math.floor(place / (MOST_PRICES * MOST_KEYS ** (keys.length - 1 - at)));
        return list[own % MOST_KEYS] ?? null;
      });
      const [currency, costCurrency] = prices[place % MOST_PRICES] ?? [null, null];
      return { keys: found, currency, costCurrency };
    };
  }
}

/** The place of the level above: without the key of the last one. */
export function placeAbove(place: number, levelsBelow: number): number {
  const price = place % MOST_PRICES;
  const step = MOST_PRICES * MOST_KEYS ** levelsBelow;
  return Math.floor(place / step) * step + price;
}

function numberOf<Key>(known: Map<Key, number>, key: Key, most: number): number {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size === most) throw new TooManyKeys();
  known.set(key, known.size);
  return known.size - 1;
}

/** The group whose key a filter looks at; none for what is asked of the entries themselves. */
function groupOfFilter(field: Filter['field']): PackedGroup[] {
  return field === 'tag' || field === 'comment' ? [] : [field];
}

/** As the conditions of `which-entries.ts` say it of rows. */
function isKept(filter: Filter, key: string | null): boolean {
  if (filter.field === 'billable') return key === String(filter.value);
  if (filter.field === 'comment') return false;
  const values: readonly string[] | null = 'values' in filter ? filter.values : null;
  const holds = values ? key !== null && values.includes(key) : key === null;
  return filter.is === 'isNot' || filter.is === 'isNotEmpty' ? !holds : holds;
}

/** The days of a week from Monday on, each not billable and billable. */
export function placesOfDays(
  places: Places,
  weekEndDate: string,
  { from, to }: { from: string; to: string },
): Float64Array {
  return Float64Array.from({ length: 14 }, (_each, at) => {
    const day = addDays(weekEndDate, (at >> 1) - 6);
    if (day < from || day > to) return LEFT_OUT;
    const known = { day, week: weekEndDate, month: day.slice(0, 7), billable: String(at % 2 === 1) };
    return places.of('day', known);
  });
}
