import { expect, test } from 'vitest';
import { type SaveFacts, saveWords } from './save-words.ts';

const facts: SaveFacts = { status: 'saved', isLoading: false, isEmpty: false, invalidCount: 0 };

test.each<[Partial<SaveFacts>, string]>([
  [{}, 'saved'],
  [{ isLoading: true }, 'nothing'],
  [{ isEmpty: true }, 'nothing'],
  [{ invalidCount: 1 }, 'invalid'],
  [{ invalidCount: 1, isEmpty: true }, 'invalid'],
  [{ status: 'waiting', invalidCount: 1 }, 'invalid'],
  [{ status: 'waiting', isEmpty: true }, 'waiting'],
  [{ status: 'offline', invalidCount: 1 }, 'offline'],
  [{ status: 'refused', isEmpty: true }, 'refused'],
  [{ status: 'conflict', isLoading: true }, 'conflict'],
])('%j is told as %s', (change, words) => {
  expect(saveWords({ ...facts, ...change })).toBe(words);
});
