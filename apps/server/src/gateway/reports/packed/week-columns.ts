import type { WeekColumns } from './sums.ts';

/** A packed week as it is stored: bytes of big-endian numbers; what nobody asked for is null. */
export type StoredWeek = {
  weekEndDate: string;
  entries: number;
  people: Buffer;
  personEntries: Buffer;
  times: Buffer;
  projects: Buffer | null;
  projectPlaces: Buffer | null;
  activities: Buffer | null;
  activityPlaces: Buffer | null;
  /** Currency, currency of costs, whether billable without a rate, and whether without a cost. */
  prices: [string | null, string | null, boolean, boolean][] | null;
  pricePlaces: Buffer | null;
  bills: Buffer | null;
  costs: Buffer | null;
};

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
  const { entries, prices } = week;
  if (zeros.length < entries) zeros = new Uint32Array(entries * 2);
  const nowhere = new Uint16Array(zeros.buffer, 0, entries);
  return {
    personEntries: longs(week.personEntries),
    people: places.people(week.people),
    days: places.days,
    times: shorts(week.times),
    projectPlaces: week.projectPlaces ? lowestIsZero(shorts(week.projectPlaces), 0x8000) : nowhere,
    activityPlaces: week.activityPlaces ? lowestIsZero(shorts(week.activityPlaces), 0x8000) : nowhere,
    pricePlaces: week.pricePlaces ? lowestIsZero(shorts(week.pricePlaces), 0x8000) : nowhere,
    bills: week.bills ? lowestIsZero(longs(week.bills), 0x80000000) : zeros,
    costs: week.costs ? lowestIsZero(longs(week.costs), 0x80000000) : zeros,
    projects: week.projects ? places.projects(week.projects) : nothingAdded,
    activities: week.activities ? places.activities(week.activities) : nothingAdded,
    prices: prices ? Float64Array.from(prices, ([own, cost]) => places.price(own, cost)) : Float64Array.of(0),
    priceMarks: prices
      ? Uint8Array.from(prices, ([, , isUnpriced, isUncosted]) => Number(isUnpriced) + 2 * Number(isUncosted))
      : new Uint8Array(0),
  };
}

// Typed arrays have the order of the machine, which is the other one on all that this runs on.
function shorts(bytes: Buffer): Uint16Array<ArrayBufferLike> {
  const own = aligned(bytes, 2).swap16();
  return new Uint16Array(own.buffer, own.byteOffset, own.length / 2);
}

function longs(bytes: Buffer): Uint32Array<ArrayBufferLike> {
  const own = aligned(bytes, 4).swap32();
  return new Uint32Array(own.buffer, own.byteOffset, own.length / 4);
}

function aligned(bytes: Buffer, size: number): Buffer {
  return bytes.byteOffset % size === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}

/** What is stored as the lowest number of its type is zero here. */
function lowestIsZero<Numbers extends Uint16Array | Uint32Array>(numbers: Numbers, lowest: number): Numbers {
  for (let at = 0; at < numbers.length; at++) numbers[at] = (numbers[at] as number) ^ lowest;
  return numbers;
}
