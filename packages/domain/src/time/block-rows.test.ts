import { expect, test } from 'vitest';
import { type NamedRow, placeByNames as place, repeatedDown } from './block-rows.ts';

/** Rows with words and without hours, unless they are told. */
const placeByNames = (
  heads: readonly (readonly string[])[],
  rows: readonly NamedRow[],
  minutes: readonly (readonly number[])[] = [],
) =>
  place(
    repeatedDown(heads).map((words, at) => ({ words, minutes: minutes[at] ?? [] })),
    rows,
  );

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
  ['spaces that do not break', [['Ferry\u00a0app', 'Development']], [0]],
  [
    'as the product writes them in one',
    [['Harbour › Ferry app › Support'], ['Ferry app · Development']],
    [1, 0],
  ],
  ['client and project in one', [['Aare · Website'], ['Website · Harbour']], [3, 2]],
  ['those of no client and no activity', [['No client', 'Studio', 'No activity']], [5]],
  [
    'those in full before those in part',
    [['Ferry app · Support'], ['Harbour', 'Ferry app', 'Development']],
    [1, 0],
  ],
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
    { problem: 'sum' },
    { problem: 'severalRows' },
    { problem: 'noRow' },
    { problem: 'noRow' },
    { problem: 'noName' },
    { problem: 'takenRow' },
    { problem: 'takenRow' },
  ]);
});

test.each([
  ['a client', [['Harbour'], ['Harbour', 'Website']], [{ problem: 'noRow' }, { row: 2 }]],
  [
    'a client over its projects, in an outline',
    [
      ['Harbour', ''],
      ['', 'Website'],
      ['Aare', ''],
      ['', 'Website'],
    ],
    [{ problem: 'noRow' }, { row: 2 }, { problem: 'noRow' }, { row: 3 }],
  ],
  [
    'a client over its projects, in one column',
    [['Harbour'], ['Website'], ['Aare'], ['Website'], ['Studio']],
    [{ problem: 'noRow' }, { row: 2 }, { problem: 'noRow' }, { row: 3 }, { problem: 'noRow' }],
  ],
  ['a client with another activity of a project', [['Aare', '', 'Support']], null],
])('a row that names no project is none of a project: %s', (_, heads, found) => {
  expect(placeByNames(heads, rows)).toEqual(found);
});

test('a project is not repeated below for another client', () => {
  const heads = [
    ['Harbour', 'Website'],
    ['Aare', ''],
    ['Harbour', 'Ferry app', 'Support'],
    ['Harbour', '', 'Development'],
  ];
  expect(placeByNames(heads, rows)).toEqual([{ row: 2 }, { problem: 'noRow' }, { row: 1 }, { row: 0 }]);
});

const oneOf = [
  row('Harbour', 'Ferry app', 'Development'),
  row(null, 'Studio', null),
  row(null, 'Studio', 'Meeting'),
];

test.each([
  [
    'in part, its row named in full below',
    [['Ferry app'], ['Harbour', 'Ferry app', 'Development']],
    [[480], [300]],
    [{ problem: 'sum' }, { row: 0 }],
  ],
  [
    'in part, with activities that are not in the week',
    [['Ferry app'], ['Ferry app', 'Design'], ['Ferry app', 'Testing']],
    [[480], [300], [180]],
    [{ problem: 'sum' }, { problem: 'noRow' }, { problem: 'noRow' }],
  ],
  [
    'in part, over activities in the same column',
    [['Ferry app'], ['Design'], ['Testing']],
    [[480], [300], [180]],
    [{ problem: 'sum' }, { problem: 'noRow' }, { problem: 'noRow' }],
  ],
  [
    'in full, and what is below adds up to it',
    [['Studio'], ['Studio', 'Meeting'], ['Studio', 'Travel']],
    [
      [480, 0],
      [300, 0],
      [180, 0],
    ],
    [{ problem: 'sum' }, { row: 2 }, { problem: 'noRow' }],
  ],
  [
    'in full, beside another row of the project',
    [['Studio'], ['Studio', 'Meeting']],
    [
      [480, 60],
      [300, 60],
    ],
    [{ row: 1 }, { row: 2 }],
  ],
  [
    'in part and in full, of the same row',
    [['Ferry app'], ['Ferry app · Development']],
    [[60], [30]],
    [{ problem: 'sum' }, { row: 0 }],
  ],
])('a subtotal is none of the rows: a project named %s', (_, heads, minutes, found) => {
  expect(placeByNames(heads, oneOf, minutes)).toEqual(found);
});

test('a row without a name below one of its project is none of that project', () => {
  expect(placeByNames([['Studio'], ['']], rows)).toEqual([{ row: 5 }, { problem: 'noName' }]);
});

test.each([
  ['no names', [[], []]],
  ['names of nothing in the week', [['Alpha'], ['Beta']]],
  ['activities alone', [['Development'], ['Meeting']]],
])('names say nothing: %s', (_, heads) => {
  expect(placeByNames(heads, rows)).toBeNull();
});
