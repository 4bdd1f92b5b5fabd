import { expect, test } from 'vitest';
import { Ids } from '../../totals/ids.ts';
import { mixed } from '../../totals/mixed.ts';
import { addWeek, emptySums, linesOf, type WeekColumns } from './sums.ts';

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
