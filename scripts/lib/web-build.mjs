import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { runQuietly } from './children.mjs';
import { listFiles } from './files.mjs';
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

const NOT_INPUTS = /\.test\.tsx?$/;

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
  const paths = INPUTS.flatMap((input) => listFiles(inRoot(input))).filter((path) => !NOT_INPUTS.test(path));
  for (const path of paths) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null;
  }
}
