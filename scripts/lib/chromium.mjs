import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inRoot } from './paths.mjs';

/** Names under which distributions install a browser that speaks Chromium's debugging protocol. */
const BROWSER_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where the npm package's browser is unpacked for those who have none. */
export const UNPACKED = inRoot('node_modules', '.cache', 'chromium');

/**
 * The Chromium that the browser tests use: the one named by CHROMIUM_PATH, else the first on PATH, else the npm
 * package's where it was unpacked.
 *
 * @param {NodeJS.ProcessEnv} [env] environment to look in
 * @returns {string | undefined} path of an executable file
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return isExecutable(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  const directories = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const installed = BROWSER_NAMES.flatMap((name) => directories.map((directory) => join(directory, name)));
  return [...installed, join(UNPACKED, 'chromium')].find(isExecutable);
}

/**
 * Arguments that every launch needs: Chromium refuses its own sandbox to root, and containers often give
 * /dev/shm only 64 MB, which kills tabs half-way.
 *
 * @returns {string[]}
 */
export function chromiumArguments() {
  const isRoot = process.getuid?.() === 0;
  return [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage', '--disable-gpu'];
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
