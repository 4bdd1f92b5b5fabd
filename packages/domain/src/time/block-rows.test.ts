import { expect, test } from 'vitest';
import { type NamedRow, placeByNames } from './block-rows.ts';

const row = (clientName: string | null, projectName: string, activityName: string | null): NamedRow => ({
  clientName,
  projectName,
  activityName,
});
const rows = [
  row('Harbour', 'Ferry app', 'Development'),
  row('Harbour', 'Ferry app', 'Support'),
  row('Harbour', 'Website', null),
  row('Aare', 'Website', null),
  row(null, 'Support', 'Support'),
  row(null, 'Studio', null),
  row(null, 'Studio', 'Meeting'),
];

test.each([
  ['in another order than the week', [['Studio'], ['Ferry app', 'Support'], ['Aare', 'Website']], [5, 1, 3]],
  ['whatever their letters and spaces', [['FERRY  app ', 'development']], [0]],
  ['activity first', [['Support', 'Ferry app']], [1]],
  ['a project of its own before one with an activity', [['Studio'], ['Studio', 'Meeting']], [5, 6]],
  [
    'a project once for several activities',
    [
      ['Ferry app', 'Development'],
      ['', 'Support'],
    ],
    [0, 1],
  ],
  ['a project that is called like an activity', [['Support', 'Support']], [4]],
])('rows are found by their names: %s', (_, heads, found) => {
  expect(placeByNames(heads, rows)).toEqual(found.map((at) => ({ row: at })));
});

test('what is not placed says why', () => {
  const heads = [
    ['Ferry app'],
    ['Website'],
    ['Ferry app', 'Testing'],
    ['Total'],
    [''],
    ['Studio'],
    ['studio'],
  ];
  expect(placeByNames(heads, rows)).toEqual([
    { problem: 'severalRows' },
    { problem: 'severalRows' },
    { problem: 'noRow' },
    { problem: 'noRow' },
    { problem: 'noRow' },
    { row: 5 },
    { problem: 'takenRow' },
  ]);
});

test('a row without a name below one of its project is none of that project', () => {
  expect(placeByNames([['Studio'], ['']], rows)).toEqual([{ row: 5 }, { problem: 'noRow' }]);
});

test.each([
  ['no names', [[], []]],
  ['names of nothing in the week', [['Alpha'], ['Beta']]],
  ['activities alone', [['Development'], ['Meeting']]],
])('places are all there is: %s', (_, heads) => {
  expect(placeByNames(heads, rows)).toBeNull();
});
