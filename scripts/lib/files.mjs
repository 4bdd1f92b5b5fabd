import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NEVER_ENTERED = new Set(['node_modules', 'dist', '.git']);

/**
 * The files at and below a path, always in the same order; none where it does not exist. What is installed or
 * built is left out.
 *
 * @param {string} path
 * @returns {string[]}
 */
export function listFiles(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !NEVER_ENTERED.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]));
}
