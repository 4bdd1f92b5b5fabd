import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ file: string, milliseconds: number, statements: string[] }} Note what a test file sent to one database
 * @typedef {{ milliseconds: number, statements: Set<string> }} Sent
 */

/**
 * What the tests of a run noted (`apps/server/src/testing/sent-statements.ts`).
 *
 * @param {string} directory of the run
 * @returns {Note[]} none where the stage that notes them did not run
 */
export function readNotes(directory) {
  const path = join(directory, 'sent-statements.jsonl');
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/**
 * Test files in which together every noted statement stands, chosen so that they take little time: again and again the
 * file with the most statements that no chosen one has, for its time.
 *
 * @param {Note[]} notes
 * @returns {string[]}
 */
export function coverStatements(notes) {
  const files = groupByFile(notes);
  const missing = new Set(notes.flatMap(({ statements }) => statements));
  /** @type {string[]} */
  const chosen = [];
  while (missing.size > 0) {
    const best = mostForItsTime(files, missing);
    chosen.push(best);
    for (const statement of files.get(best)?.statements ?? []) missing.delete(statement);
  }
  return chosen.sort();
}

/** @param {Note[]} notes @returns {Map<string, Sent>} */
function groupByFile(notes) {
  /** @type {Map<string, Sent>} */
  const files = new Map();
  for (const { file, milliseconds, statements } of notes) {
    const before = files.get(file);
    files.set(file, {
      // Databases of a file are there at the same time.
      milliseconds: Math.max(milliseconds, before?.milliseconds ?? 1),
      statements: new Set([...(before?.statements ?? []), ...statements]),
    });
  }
  return files;
}

/** @param {Map<string, Sent>} files @param {Set<string>} missing */
function mostForItsTime(files, missing) {
  let best = { file: '', value: 0 };
  for (const [file, { milliseconds, statements }] of files) {
    const value = [...statements].filter((one) => missing.has(one)).length / milliseconds;
    if (value > best.value) best = { file, value };
  }
  return best.file;
}
