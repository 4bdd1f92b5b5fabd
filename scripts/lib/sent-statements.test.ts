import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { coverFunctions, listFunctions, notesOf, readNotes } from './sent-statements.mjs';

const note = (file: string, milliseconds: number, ...statements: string[]) => ({
  file,
  milliseconds,
  statements,
});

test('every function that a test calls is called by a chosen file, and each time by the quickest', () => {
  const notes = [
    note('slow.test.ts', 10_000, 'select app.one($1)', 'select app.two($1)', 'select app.three($1)'),
    note('quick.test.ts', 100, 'select app.one($1)', 'select app.two ($1)', 'insert into app.one_more (id)'),
    note('other.test.ts', 50, 'select 1 from app.three', 'select appxone(1)'),
  ];
  const functions = ['app.one', 'app.two', 'app.three', 'app.never'];
  expect(coverFunctions(notes, functions)).toEqual(['quick.test.ts', 'slow.test.ts']);
});

test('the functions of both services are found in their migrations', () => {
  expect(listFunctions()).toEqual(expect.arrayContaining(['app.enqueue', 'auth.take_limits']));
});

test('without notes there is nothing to choose from', () => {
  const directory = mkdtempSync(`${tmpdir()}/notes-`);
  try {
    expect(readNotes(directory)).toEqual([]);
    writeFileSync(notesOf(directory), '{"file":"a","milliseconds":1,"statements":["x"]}\n');
    expect(readNotes(directory)).toEqual([note('a', 1, 'x')]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
