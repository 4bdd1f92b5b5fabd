import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runQuietly } from './children.mjs';
import { findProductNode } from './node-binary.mjs';
import { inRoot, root } from './paths.mjs';
import { runStep } from './steps.mjs';

/** Each Vite project that makes files for the browser, in build order. */
export const WEB_CONFIGS = [
  inRoot('apps', 'web', 'vite.config.ts'),
  inRoot('packages', 'auth-widget', 'vite.standalone.config.ts'),
];

export const STAMP = inRoot('apps', 'web', 'dist', '.stamp');

/** Whatever can change what a build makes. */
const INPUTS = ['apps/web', 'packages', 'scripts/build.mjs', 'package-lock.json', 'tsconfig.base.json'];

const NOT_INPUTS = /^(node_modules|dist)$|\.test\.tsx?$/;

/** Builds the pages when their sources changed since the last build. */
export async function ensureBuilt() {
  if (readStamp() === hashInputs()) return;
  await runStep('Building the web application', () =>
    runQuietly(findProductNode(), [inRoot('scripts', 'build.mjs')], { what: 'Building the web application' }),
  );
}

/**
 * A name for the present state of the sources, by content: a checkout changes every time of modification.
 *
 * @returns {string}
 */
export function hashInputs() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap((input) => listFiles(inRoot(input)))) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]} files at and below it, always in the same order
 */
function listFiles(path) {
  if (!existsSync(path)) return [];
  /** @type {import('node:fs').Dirent[]} */
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .filter((entry) => !NOT_INPUTS.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)]));
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null;
  }
}
