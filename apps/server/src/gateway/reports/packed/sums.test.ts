import { expect, test } from 'vitest';
import { Ids } from '../../totals/ids.ts';
import { mixed } from '../../totals/mixed.ts';
import { addWeek, emptySums, linesOf, nothingAdded, type WeekColumns } from './sums.ts';
import { columnsOf } from './week-columns.ts';

/** A week in which one person has an entry of a minute for each of these places. */
function weekOf(places: number[]): WeekColumns {
  const entries = places.length;
  return {
    personEntries: Uint32Array.of(entries),
    people: Float64Array.of(0),
    days: new Float64Array(14),
    times: new Uint16Array(entries).fill(1),
    projectPlaces: Uint16Array.from(places, (_place, at) => at),
    activityPlaces: new Uint16Array(entries),
    pricePlaces: new Uint16Array(entries),
    bills: new Uint32Array(entries),
    costs: new Uint32Array(entries),
    projects: Float64Array.from(places),
    activities: Float64Array.of(0),
    prices: Float64Array.of(0),
    priceMarks: new Uint8Array(0),
  };
}

/** Near each other and far apart, up to the largest exact number. */
const places = Array.from(
  { length: 30_000 },
  (_each, at) => at * 32 + (at % 3) * 2 ** 37 + (at % 5) * 2 ** 50,
);

test('each of many lines is found again, however many there are', () => {
  const sums = emptySums(null);
  for (let turn = 0; turn < 3; turn++) expect(addWeek(sums, weekOf(places), 80_000)).toBe(true);
  const found = new Map(Array.from(linesOf(sums), ({ place, figures }) => [place, figures.minutes]));
  expect(found).toEqual(new Map(places.map((place) => [place, 3])));
});

test('a line more than there may be is told', () => {
  expect(addWeek(emptySums(null), weekOf(places.slice(0, 3)), 3)).toBe(true);
  expect(addWeek(emptySums(null), weekOf(places.slice(0, 4)), 3)).toBe(false);
});

test('what a place leaves out is in no line', () => {
  const sums = emptySums(null);
  addWeek(sums, weekOf([32, -(2 ** 55), 64, -(2 ** 55) + 32]), 3);
  expect(Array.from(linesOf(sums), ({ place }) => place)).toEqual([32, 64]);
});

test('ids have numbers in the order in which they are met, and are themselves again', () => {
  const idOf = (at: number) => `0190a000-0000-7000-8000-${(at * 4096).toString(16).padStart(12, '0')}`;
  const bytesOf = (some: number[]) =>
    Buffer.from(some.map((at) => idOf(at).replaceAll('-', '')).join(''), 'hex');
  const all = Array.from({ length: 5_000 }, (_id, at) => at);
  const ids = new Ids();
  expect([...ids.numbersOf(bytesOf(all))]).toEqual(all);
  expect([...ids.numbersOf(bytesOf(all.toReversed()))]).toEqual(all.toReversed());
  expect([...ids.numbersOf(Buffer.alloc(16))]).toEqual([5_000]);
  expect([ids.idOf(4_321), ids.idOf(5_000)]).toEqual([idOf(4_321), null]);
});

test.each([0, 3, 5, 7, 9, 12, 14])('ids that differ from byte %i on alone do not meet in a table', (byte) => {
  const ids = Array.from({ length: 8_000 }, (_id, at) => {
    const id = Buffer.from('0190a00000007000800000000000000f', 'hex');
    id.writeUInt16BE(at, byte);
    return new Uint32Array(new Uint8Array(id).buffer);
  });
  const places = new Set(ids.map((id) => mixed(id, 0, 4) & (2 ** 14 - 1)));
  // By chance there were 6,330 of 16,384; of ids that meet each other 2,048 and fewer.
  expect(places.size).toBeGreaterThan(5_500);
});

test.each([
  ['few lines', 3],
  ['hardly fewer than there are entries, looked for one by one', 2_000],
])('entries that lead to %s are each added to their own', (_how, people) => {
  const entries = 6_000;
  const [days, projects] = [Float64Array.from({ length: 14 }, (_day, at) => at * 32), 40];
  days[3] = -(2 ** 55);
  const week: WeekColumns = {
    personEntries: new Uint32Array(people).fill(entries / people),
    people: Float64Array.from({ length: people }, (_person, at) => at * 2 ** 24),
    days,
    times: Uint16Array.from({ length: entries }, (_entry, at) => ((at % 14) << 11) + (at % 480)),
    projectPlaces: Uint16Array.from({ length: entries }, (_entry, at) => (at * 7) % projects),
    activityPlaces: new Uint16Array(entries),
    pricePlaces: Uint16Array.from({ length: entries }, (_entry, at) => at % 3),
    bills: Uint32Array.from({ length: entries }, (_entry, at) => 2 ** 32 - 1 - at),
    costs: Uint32Array.from({ length: entries }, (_entry, at) => at * 11),
    projects: Float64Array.from({ length: projects }, (_project, at) => (at % 5) * 2 ** 40),
    activities: nothingAdded,
    prices: Float64Array.of(0, 1, 0),
    priceMarks: Uint8Array.of(0, 1, 3),
  };
  const expected = new Map<number, number[]>();
  for (let at = 0; at < entries; at++) {
    const [day, price, minutes] = [at % 14, at % 3, at % 480];
    if (day === 3) continue;
    const person = Math.floor(at / (entries / people));
    const place = person * 2 ** 24 + day * 32 + (((at * 7) % projects) % 5) * 2 ** 40 + (price === 1 ? 1 : 0);
    const sum = expected.get(place) ?? [0, 0, 0, 0, 0, 0, 0];
    const more = [1, minutes, day % 2 ? minutes : 0, 2 ** 32 - 1 - at, price > 0 ? minutes : 0, at * 11];
    expected.set(
      place,
      [...more, price === 2 ? minutes : 0].map((figure, which) => (sum[which] as number) + figure),
    );
  }
  const sums = emptySums(null);
  expect(addWeek(sums, week, entries)).toBe(true);
  const found = Array.from(linesOf(sums), ({ place, figures: f }): [number, number[]] => [
    place,
    [f.entries, f.minutes, f.billableMinutes, f.amount, f.unpricedMinutes, f.cost, f.uncostedMinutes],
  ]);
  expect(new Map(found)).toEqual(expected);
});

test.each([1, 2, 5])('the numbers of %i entries are read wherever their bytes begin', (entries) => {
  const bytes = (size: 2 | 4, of: (at: number) => number) => {
    const whole = Buffer.alloc(entries * size + 1);
    for (let at = 0; at < entries; at++) whole.writeIntBE(of(at), 1 + at * size, size);
    return whole.subarray(1);
  };
  const places = { people: () => Float64Array.of(0), projects: () => Float64Array.of(0) };
  const columns = columnsOf(
    {
      weekEndDate: Buffer.from('2026-11-15'),
      people: Buffer.alloc(16),
      personEntries: bytes(4, (at) => at + 1),
      times: bytes(2, (at) => at * 2048 + 7),
      projects: Buffer.alloc(16),
      projectPlaces: bytes(2, (at) => at * 9_000 - 2 ** 15),
      activities: null,
      activityPlaces: null,
      prices: Buffer.from('[]'),
      pricePlaces: null,
      bills: bytes(4, (at) => at * 900_000_000 - 2 ** 31),
      costs: null,
    },
    { ...places, activities: places.projects, price: () => 0, days: new Float64Array(14) },
  );
  const each = (of: (at: number) => number) => Array.from({ length: entries }, (_entry, at) => of(at));
  expect([...columns.personEntries]).toEqual(each((at) => at + 1));
  expect([...columns.times]).toEqual(each((at) => at * 2048 + 7));
  expect([...columns.projectPlaces]).toEqual(each((at) => at * 9_000));
  expect([...columns.bills]).toEqual(each((at) => at * 900_000_000));
  expect([...columns.activityPlaces]).toEqual(each(() => 0));
  expect([...columns.pricePlaces]).toEqual(each(() => 0));
  expect(columns.costs.length).toBeGreaterThanOrEqual(entries);
  expect(columns.costs.every((cost) => cost === 0)).toBe(true);
});
