import { expect, test } from 'vitest';
import { type NamedRow, placeByNames as place, repeatedDown } from './block-rows.ts';

const placeByNames = (written: readonly (readonly string[])[], rows: readonly NamedRow[]) =>
  place(
    repeatedDown(written).map((words, at) => ({ words, written: written[at] ?? [] })),
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
    [{ problem: 'noRow' }, { row: 2 }, { problem: 'noRow' }, { row: 3 }, { problem: 'severalRows' }],
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
    [{ problem: 'sum' }, { row: 0 }],
  ],
  [
    'in part, with activities that are not in the week',
    [['Ferry app'], ['Ferry app', 'Design']],
    [{ problem: 'sum' }, { problem: 'noRow' }],
  ],
  [
    'in full, beside another row of the project',
    [['Studio'], ['Studio', 'Meeting']],
    [{ row: 1 }, { row: 2 }],
  ],
  [
    'in part and in full, of the same row',
    [['Ferry app'], ['Ferry app · Development']],
    [{ problem: 'sum' }, { row: 0 }],
  ],
])('a project of which others say more is their sum: named %s', (_, written, found) => {
  expect(placeByNames(written, oneOf)).toEqual(found);
});

const admin = [row('Acme', 'Internal', 'Admin'), row('Beta', 'App', null), row(null, 'Internal', 'Admin')];

test.each([
  [
    'both that of the client above and its own are rows',
    [
      ['Acme', 'Website', 'Design'],
      ['', 'Internal', 'Admin'],
    ],
    [{ problem: 'noRow' }, { problem: 'severalRows' }],
  ],
  [
    'the client above has no such row',
    [
      ['Beta', 'App', ''],
      ['', 'Internal', 'Admin'],
    ],
    [{ row: 1 }, { problem: 'severalRows' }],
  ],
  [
    'in one column as well',
    [['Acme'], ['Internal · Admin']],
    [{ problem: 'noRow' }, { problem: 'severalRows' }],
  ],
  [
    'but not where the row says that it has no client',
    [['Acme'], ['No client · Internal · Admin']],
    [{ problem: 'noRow' }, { row: 2 }],
  ],
])('an empty client is not certain: %s', (_, written, found) => {
  expect(placeByNames(written, admin)).toEqual(found);
});

test('a project that is called like a client is none of its own rows above others', () => {
  const both = [row('Acme', 'Website', null), row(null, 'Acme', null), row(null, 'App', null)];
  expect(placeByNames([['Acme'], ['App']], both)).toEqual([{ row: 1 }, { row: 2 }]);
});

test('what is empty behind another name than above says nothing of that above', () => {
  const rowsOfTwo = [
    ['Harbour', 'Website', 'Design', 'First'],
    ['Aare', 'Website', '', 'Second'],
  ];
  expect(repeatedDown(rowsOfTwo)).toEqual(rowsOfTwo);
});

test('a row of another client than above is not certain, though none is named in full', () => {
  const written = [
    ['Beta', 'App', ''],
    ['', 'Internal', 'Admin'],
  ];
  expect(placeByNames(written, admin.slice(0, 2))).toEqual([{ row: 1 }, { problem: 'severalRows' }]);
  expect(placeByNames([['Beta'], ['Internal · Admin']], admin)).toEqual([
    { problem: 'noRow' },
    { problem: 'severalRows' },
  ]);
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
