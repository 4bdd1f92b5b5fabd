import type { WeekColumns } from './sums.ts';

/** Columns of a packed week, in the order in which they are read: bytes of big-endian numbers; what nobody asked for is null. */
export const storedColumns = {
  weekEndDate: 'p.week_end_on::text',
  people: 'p.people',
  personEntries: 'p.person_entries',
  times: 'p.times',
  projects: 'p.projects',
  projectPlaces: 'p.project_places',
  activities: 'p.activities',
  activityPlaces: 'p.activity_places',
  /** Currency, currency of costs, whether billable without a rate, and whether without a cost. */
  prices: 'p.prices::text',
  pricePlaces: 'p.price_places',
  bills: 'p.bills',
  costs: 'p.costs',
} as const;

type Always = 'weekEndDate' | 'people' | 'personEntries' | 'times';
export type StoredColumn = keyof typeof storedColumns;
export type StoredWeek = Record<Always, Buffer> & Record<Exclude<StoredColumn, Always>, Buffer | null>;

/** The fields of a row that was read by `storedColumns`. */
export function weekOfFields(fields: readonly (Buffer | null)[]): StoredWeek {
  const names = Object.keys(storedColumns);
  return Object.fromEntries(names.map((name, at) => [name, fields[at]])) as StoredWeek;
}

/** What the ids of each list, and the rest, add to the place of a line. */
export type PlacesOfWeek = {
  people(ids: Buffer): Float64Array;
  projects(ids: Buffer): Float64Array;
  activities(ids: Buffer): Float64Array;
  price(currency: string | null, costCurrency: string | null): number;
  days: Float64Array;
};

/** Of a list that decides no group and no filter. */
const nothingAdded = new Float64Array(2 ** 16);
/** Of entries of which something is not asked. */
let zeros = new Uint32Array(0);

/** The stored bytes as numbers beside the places that they lead to. */
export function columnsOf(week: StoredWeek, places: PlacesOfWeek): WeekColumns {
  const entries = week.times.length / 2;
  const prices: Price[] | null = week.prices && JSON.parse(week.prices.toString());
  if (zeros.length < entries) zeros = new Uint32Array(entries * 2);
  const nowhere = new Uint16Array(zeros.buffer, 0, entries);
  return {
    personEntries: longs('personEntries', week.personEntries),
    people: places.people(week.people),
    days: places.days,
    times: shorts('times', week.times),
    projectPlaces: week.projectPlaces ? shorts('projectPlaces', week.projectPlaces, 0x8000) : nowhere,
    activityPlaces: week.activityPlaces ? shorts('activityPlaces', week.activityPlaces, 0x8000) : nowhere,
    pricePlaces: week.pricePlaces ? shorts('pricePlaces', week.pricePlaces, 0x8000) : nowhere,
    bills: week.bills ? longs('bills', week.bills, 0x80000000) : zeros,
    costs: week.costs ? longs('costs', week.costs, 0x80000000) : zeros,
    projects: week.projects ? places.projects(week.projects) : nothingAdded,
    activities: week.activities ? places.activities(week.activities) : nothingAdded,
    prices: prices ? Float64Array.from(prices, ([own, cost]) => places.price(own, cost)) : Float64Array.of(0),
    priceMarks: prices
      ? Uint8Array.from(prices, ([, , isUnpriced, isUncosted]) => Number(isUnpriced) + 2 * Number(isUncosted))
      : new Uint8Array(0),
  };
}

type Price = [string | null, string | null, boolean, boolean];

/** Room for the numbers of a week, used for one after the other: each is added up before the next one is opened. */
const rooms = new Map<string, Uint16Array | Uint32Array>();

function roomFor<Numbers extends Uint16Array | Uint32Array>(
  name: StoredColumn,
  length: number,
  Kind: new (length: number) => Numbers,
): Numbers {
  const known = rooms.get(name);
  const room = known && known.length >= length ? known : new Kind(length * 2);
  rooms.set(name, room);
  return room.subarray(0, length) as Numbers;
}

/** Numbers wherever their bytes begin; what is stored as the lowest of its type is zero here. */
function shorts(name: StoredColumn, bytes: Buffer, lowest = 0): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = roomFor(name, bytes.length / 2, Uint16Array);
  for (let at = 0; at < numbers.length; at++) numbers[at] = view.getUint16(at * 2) ^ lowest;
  return numbers;
}

function longs(name: StoredColumn, bytes: Buffer, lowest = 0): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = roomFor(name, bytes.length / 4, Uint32Array);
  for (let at = 0; at < numbers.length; at++) numbers[at] = view.getUint32(at * 4) ^ lowest;
  return numbers;
}
