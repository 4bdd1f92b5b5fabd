import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './files.mjs';
import { inRoot } from './paths.mjs';

/** @typedef {{ file: string, milliseconds: number, statements: string[] }} Note what a test file sent to one database */

/** @param {string} directory of a run */
export function notesOf(directory) {
  return join(directory, 'sent-statements.jsonl');
}

/**
 * What the tests of a run noted (`apps/server/src/testing/sent-statements.ts`).
 *
 * @param {string} directory of the run
 * @returns {Note[]} none where the stage that notes them did not run
 */
export function readNotes(directory) {
  const path = notesOf(directory);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The functions of our databases, by their migrations. @returns {string[]} with their schema */
export function listFunctions() {
  const migrations = ['auth', 'gateway'].flatMap((service) =>
    listFiles(inRoot('apps', 'server', 'src', service, 'migrations')),
  );
  const texts = migrations.filter((path) => path.endsWith('.sql')).map((path) => readFileSync(path, 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/create (?:or replace )?function ((?:app|auth)\.\w+)/gi)].map(([, name = '']) => name),
  );
}

/**
 * Test files that together call every function that any of them calls, chosen so that they take little time: the quickest one for
 * each function.
 *
 * @param {Note[]} notes
 * @param {string[]} functions
 * @returns {string[]}
 */
export function coverFunctions(notes, functions) {
  const byTime = notes.toSorted((a, b) => a.milliseconds - b.milliseconds);
  const files = functions.flatMap((name) => {
    const call = new RegExp(`\\b${name.replace('.', '\\.')}\\s*\\(`);
    return byTime.find(({ statements }) => statements.some((text) => call.test(text)))?.file ?? [];
  });
  return [...new Set(files)].sort();
}
