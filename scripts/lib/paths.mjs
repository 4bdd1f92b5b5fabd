import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, wherever the script was called from. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} parts */
export function inRoot(...parts) {
  return join(root, ...parts);
}
