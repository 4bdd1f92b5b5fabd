import { expect, test } from 'vitest';
import { exactOptions, filterOptions } from './filter-options.ts';

const options = [
  { label: 'Website', detail: 'Müller & Söhne' },
  { label: 'App website', detail: 'Acme' },
  { label: 'Retainer' },
];

test.each([
  ['', ['Website', 'App website', 'Retainer']],
  ['web', ['Website', 'App website']],
  ['acme web', ['App website']],
  ['muller', ['Website']],
  ['SOHNE', ['Website']],
  ['websiet', ['Website', 'App website']],
  ['acme wbesite', ['App website']],
  ['nothing', []],
])('%j finds %j', (query, labels) => {
  expect(filterOptions(options, query).map((option) => option.label)).toEqual(labels);
});

test('without a guess a misspelt word finds nothing', () => {
  expect(exactOptions(options, 'websiet')).toEqual([]);
  expect(exactOptions(options, 'acme web')).toEqual([options[1]]);
});

test('of many that have what is typed the one that is called so is first, then those that begin so', () => {
  const piers = ['Pier 1039', 'Old pier 39', 'Pier 390', 'Pier 3 with 39 berths', 'Pier 39'].map((label) => ({
    label,
  }));
  expect(exactOptions(piers, 'pier 39').map(({ label }) => label)).toEqual([
    'Pier 39',
    'Pier 390',
    'Old pier 39',
    'Pier 3 with 39 berths',
    'Pier 1039',
  ]);
});
