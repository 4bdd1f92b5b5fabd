import { expect, test } from 'vitest';
import { guardFormula } from './formula-guard.ts';

test.each([
  '=1+1',
  '+49',
  '-5',
  '@x',
  '\tx',
  '\rx',
  '\0=1',
  ' =1',
  ' \n=1',
  '\uff1d1',
  ' \uff0b1',
  '\uff0d1',
  '\uff20x',
])('%j is text behind a quote', (text) => {
  expect(guardFormula(text)).toBe(`'${text}`);
});

test.each(['', ' ', 'a=1', "'=1", '7:30', 'Acme - design'])('%j stays', (text) => {
  expect(guardFormula(text)).toBe(text);
});
