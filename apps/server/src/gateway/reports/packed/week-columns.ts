import { nothingAdded, type WeekColumns } from './sums.ts';

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
  /** Null where there is one price, whose place is the first; costs where no price has any. */
  pricePlaces: 'case when jsonb_array_length(p.prices) > 1 then p.price_places end',
  bills: 'p.bills',
  costs: "case when p.prices @@ '$[*][3] == false' then p.costs end",
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
const rooms = new Map<StoredColumn, ArrayBuffer>();
const WORD = Uint32Array.BYTES_PER_ELEMENT;

/** The bytes of a column where numbers may begin. */
function inRoom(name: StoredColumn, bytes: Buffer): Buffer {
  const words = Math.ceil(bytes.length / WORD);
  const known = rooms.get(name);
  const room = known && known.byteLength >= words * WORD ? known : new ArrayBuffer(words * WORD * 2);
  rooms.set(name, room);
  const own = Buffer.from(room, 0, bytes.length);
  own.set(bytes);
  return own;
}

/** Numbers of this processor, whose lowest byte comes first; what is stored as the lowest of its type is zero here. */
function shorts(name: StoredColumn, bytes: Buffer, lowest = 0): Uint16Array {
  const { buffer } = flip(inRoom(name, bytes).swap16(), lowest * 0x10001);
  return new Uint16Array(buffer, 0, bytes.length / 2);
}

function longs(name: StoredColumn, bytes: Buffer, lowest = 0): Uint32Array {
  const { buffer } = flip(inRoom(name, bytes).swap32(), lowest);
  return new Uint32Array(buffer, 0, bytes.length / WORD);
}

/** Two short numbers at once: number by number, as by a DataView, takes several times as long. */
function flip({ buffer, length }: Buffer, bits: number): Uint32Array {
  const words = new Uint32Array(buffer, 0, Math.ceil(length / WORD));
  if (bits !== 0) for (let at = 0; at < words.length; at++) words[at] = (words[at] as number) ^ bits;
  return words;
}
