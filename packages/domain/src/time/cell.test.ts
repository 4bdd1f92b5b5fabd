import { describe, expect, test } from 'vitest';
import { isAsBelieved, isSameCell, isSameContent, wishedContent } from './cell.ts';

const place = { projectID: 'p', activityID: null, workDate: '2026-11-16' };

test.each([
  [{}, true],
  [{ projectID: 'q' }, false],
  [{ activityID: 'a' }, false],
  [{ workDate: '2026-11-17' }, false],
])('a cell with %o is the same: %s', (change, isSame) => {
  expect(isSameCell(place, { ...place, ...change })).toBe(isSame);
});

describe('a cell is as believed', () => {
  const [a, b] = [
    { timesheetID: 'a', version: 1 },
    { timesheetID: 'b', version: 4 },
  ];
  test.each([
    ['empty and believed empty', [], [], true],
    ['filled and believed empty', [a], [], false],
    ['empty and believed filled', [], [a], false],
    ['the same in another order', [a, b], [b, a], true],
    ['of another version', [{ ...a, version: 2 }], [a], false],
    ['with one more', [a, b], [a], false],
  ])('%s', (_, present, believed, expected) => {
    expect(isAsBelieved(present, believed)).toBe(expected);
  });
});

describe('two contents say the same', () => {
  const two = { minutes: 120, comment: '', isBillable: true };
  test.each([
    ['whoever made them', [two], [{ ...two }], true],
    ['blanks around a comment aside', [two], [{ ...two, comment: ' ' }], true],
    ['but not with other hours', [two], [{ ...two, minutes: 180 }], false],
    ['but not twice the one', [two, two], [two], false],
    ['in any order', [two, { ...two, minutes: 5 }], [{ ...two, minutes: 5 }, two], true],
  ])('%s', (_, a, b, expected) => {
    expect(isSameContent(a, b)).toBe(expected);
  });
});

test('what is wished of a cell is what nobody else touched and the wishes; what was not known of has no part in it', () => {
  const entry = (timesheetID: string, minutes: number) => ({
    timesheetID,
    version: 1,
    minutes,
    comment: '',
    isBillable: true,
  });
  const [kept, changed, removed, unknown] = [entry('a', 1), entry('b', 2), entry('c', 3), entry('d', 4)];
  const wishes = new Map([
    ['b', entry('b', 20)],
    ['c', null],
    ['new', entry('new', 30)],
  ]);
  const wished = wishedContent([kept, changed, removed, unknown], [kept, changed, removed], wishes);
  expect(wished.map(({ minutes }) => minutes)).toEqual([1, 20, 30]);
});
