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
  person(id: string): number;
  project(id: string): number;
  activity(id: string): number;
  price(currency: string | null, costCurrency: string | null): number;
  days: Float64Array;
};

/** Of a list that decides no group and no filter. */
const nothingAdded = new Float64Array(2 ** 16);

/** The stored bytes as numbers beside the places that they lead to. */
export function columnsOf(week: StoredWeek, places: PlacesOfWeek): WeekColumns {
  const { entries, prices } = week;
  const nowhere = new Uint16Array(entries);
  const nothing = new Uint32Array(entries);
  const listed = (ids: Buffer | null, placeOf: (id: string) => number) =>
    ids ? placesOfIds(ids, placeOf) : nothingAdded;
  return {
    personEntries: longs(week.personEntries),
    people: placesOfIds(week.people, places.person),
    days: places.days,
    times: shorts(week.times),
    projectPlaces: week.projectPlaces ? lowestIsZero(shorts(week.projectPlaces), 0x8000) : nowhere,
    activityPlaces: week.activityPlaces ? lowestIsZero(shorts(week.activityPlaces), 0x8000) : nowhere,
    pricePlaces: week.pricePlaces ? lowestIsZero(shorts(week.pricePlaces), 0x8000) : nowhere,
    bills: week.bills ? lowestIsZero(longs(week.bills), 0x80000000) : nothing,
    costs: week.costs ? lowestIsZero(longs(week.costs), 0x80000000) : nothing,
    projects: listed(week.projects, places.project),
    activities: listed(week.activities, places.activity),
    prices: prices ? Float64Array.from(prices, ([own, cost]) => places.price(own, cost)) : Float64Array.of(0),
    priceMarks: prices
      ? Uint8Array.from(prices, ([, , isUnpriced, isUncosted]) => Number(isUnpriced) + 2 * Number(isUncosted))
      : Uint8Array.of(0),
  };
}

/** Of ids of 16 bytes each: as keys of a map they are read as they are, which is a tenth of the work of writing them out. */
export function idsOf(bytes: Buffer): string[] {
  return Array.from({ length: bytes.length / 16 }, (_id, at) => bytes.toString('latin1', at * 16, at * 16 + 16));
}

function placesOfIds(bytes: Buffer, placeOf: (id: string) => number): Float64Array {
  const places = new Float64Array(bytes.length / 16);
  for (let at = 0; at < places.length; at++) places[at] = placeOf(bytes.toString('latin1', at * 16, at * 16 + 16));
  return places;
}

/** An id of such bytes as everywhere else; null for the zeros that stand for none. */
export function uuidOf(id: string): string | null {
  const hex = Buffer.from(id, 'latin1').toString('hex');
  if (/^0+$/.test(hex)) return null;
  return [0, 8, 12, 16, 20].map((from, at) => hex.slice(from, [8, 12, 16, 20, 32][at])).join('-');
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

/** A function of ids that is asked once for each. */
export function remembered(placeOf: (id: string | null) => number): (id: string) => number {
  const known = new Map<string, number>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const place = placeOf(uuidOf(id));
    known.set(id, place);
    return place;
  };
}
