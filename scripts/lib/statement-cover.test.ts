import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coverStatements, readNotes } from './statement-cover.mjs';

const note = (file: string, milliseconds: number, ...statements: string[]) => ({
  file,
  milliseconds,
  statements,
});

test('every statement stands in a chosen file, and what others have for less time is left out', () => {
  const notes = [
    note('all.test.ts', 10_000, 'a', 'b', 'c', 'd'),
    note('first.test.ts', 100, 'a', 'b'),
    note('second.test.ts', 100, 'b', 'c'),
    note('again.test.ts', 100, 'a'),
    note('rare.test.ts', 5000, 'a', 'd'),
  ];
  expect(coverStatements(notes)).toEqual(['first.test.ts', 'rare.test.ts', 'second.test.ts']);
});

test('the databases of a file count together', () => {
  const notes = [
    note('both.test.ts', 100, 'a'),
    note('both.test.ts', 200, 'b'),
    note('one.test.ts', 300, 'a'),
  ];
  expect(coverStatements(notes)).toEqual(['both.test.ts']);
});

test('without notes there is nothing to choose from', () => {
  const directory = mkdtempSync(join(tmpdir(), 'notes-'));
  try {
    expect(readNotes(directory)).toEqual([]);
    writeFileSync(
      join(directory, 'sent-statements.jsonl'),
      '{"file":"a","milliseconds":1,"statements":["x"]}\n',
    );
    expect(readNotes(directory)).toEqual([note('a', 1, 'x')]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
