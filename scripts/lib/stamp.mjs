import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { listFiles } from './files.mjs';
import { inRoot, root } from './paths.mjs';

const NOT_INPUTS = /\.(test|fixture)\.tsx?$/;

/**
 * A name for the present state of the sources, by content: a checkout changes every time of modification.
 *
 * @param {string[]} inputs files and folders below the root
 * @returns {string}
 */
export function hashInputs(inputs) {
  const hash = createHash('sha256');
  const paths = inputs.flatMap((input) => listFiles(inRoot(input))).filter((path) => !NOT_INPUTS.test(path));
  for (const path of paths) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string | null} what the last build left there
 */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
