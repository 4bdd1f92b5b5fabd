import { expect, test } from 'vitest';
import { firstHole, isArchivedName, needlessBefore, placeOf } from './segments.ts';

test('what PostgreSQL archives is known by its name', () => {
  const names = [
    '000000010000000000000001',
    '00000002.history',
    '000000010000000A000000FF.partial',
    '000000010000000000000004.00000028.backup',
  ];
  for (const name of names) expect(isArchivedName(name)).toBe(true);
  for (const name of ['', '../00000002.history', '000000010000000000000001.gz', '00000001000000000000000g'])
    expect(isArchivedName(name)).toBe(false);
});

test('segments follow each other across logs', () => {
  expect(placeOf('000000010000000100000000') - placeOf('0000000100000000000000FF')).toBe(1n);
});

test('what lies before the first segment that is needed goes, of any timeline; histories stay', () => {
  const names = [
    '000000010000000000000001',
    '000000010000000000000002.00000028.backup',
    '000000010000000000000003',
    '000000020000000000000002',
    '000000020000000000000004.partial',
    '00000002.history',
    'notes.txt',
  ];
  expect(needlessBefore(names, '000000020000000000000003')).toEqual([
    '000000010000000000000001',
    '000000010000000000000002.00000028.backup',
    '000000020000000000000002',
  ]);
});

test('a hole in the log is found, across logs and at its end', () => {
  const names = [
    '0000000100000000000000FE',
    '0000000100000000000000FF',
    '000000010000000100000001',
    '00000002.history',
  ];
  const [first = '', second = ''] = names;
  const base = { first, last: second };
  const all = () => true;
  expect(firstHole(names, base, all)).toBe('000000010000000100000000');
  expect(firstHole([first, second], base, all)).toBe(null);
  expect(firstHole([first], base, all)).toBe(second);
  const one = '000000010000000000000001';
  expect(firstHole(['000000020000000000000001'], { first: one, last: one }, all)).toBe(null);
});

test('after a fork a hole is named by the timeline that was followed there', () => {
  const of = (timeline: number, place: number) => `0000000${timeline}000000000000000${place}`;
  const base = { first: of(1, 1), last: of(1, 2) };
  // The first timeline was left in its fourth segment.
  const leads = (name: string) => name.startsWith('00000002') || placeOf(name) < 4n;
  const all = [of(1, 1), of(1, 2), of(1, 3), of(2, 4), of(2, 5), of(2, 6)];
  const without = (name: string) => all.filter((one) => one !== name);
  for (const name of [of(1, 2), of(1, 3), of(2, 4), of(2, 5)])
    expect(firstHole(without(name), base, leads)).toBe(name);
  expect(firstHole(all, base, leads)).toBe(null);
});
