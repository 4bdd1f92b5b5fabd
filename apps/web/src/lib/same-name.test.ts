import { expect, test } from 'vitest';
import { findSameName } from './same-name.ts';

test.each([
  ['web site', ['Website', 'Brand'], 'Website'],
  ['  ACME ', ['Acme'], 'Acme'],
  ['Ａcme', ['Acme'], 'Acme'],
  ['Acme 2', ['Acme'], null],
  ['', ['Acme'], null],
  ['   ', [' '], null],
])('%j among %j is %j', (name, others, found) => {
  expect(findSameName(name, others)).toBe(found);
});
