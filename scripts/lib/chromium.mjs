import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inRoot } from './paths.mjs';

/** Names under which distributions install a browser that speaks Chromium's debugging protocol. */
const BROWSER_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where the npm package's browser is unpacked. */
export const UNPACKED = inRoot('node_modules', '.cache', 'chromium');

const UNPACKED_BROWSER = join(UNPACKED, 'chromium');

/**
 * The Chromium that the browser tests use: the one named by CHROMIUM_PATH, else the npm package's, which draws no windows and
 * so costs half, else the first on PATH.
 *
 * @param {NodeJS.ProcessEnv} [env] environment to look in
 * @returns {string | undefined} path of an executable file
 */
export function findChromium(env = process.env) {
  return findNamed(env, [UNPACKED_BROWSER, ...listInstalled(env)]);
}

/**
 * The Chromium that is measured: as people have it, where there is one.
 *
 * @param {NodeJS.ProcessEnv} [env] environment to look in
 * @returns {string | undefined} path of an executable file
 */
export function findInstalledChromium(env = process.env) {
  return findNamed(env, [...listInstalled(env), UNPACKED_BROWSER]);
}

/** @param {NodeJS.ProcessEnv} env @param {string[]} others @returns {string | undefined} */
function findNamed(env, others) {
  return (env.CHROMIUM_PATH ? [env.CHROMIUM_PATH] : others).find(isExecutable);
}

/** @param {NodeJS.ProcessEnv} env */
function listInstalled(env) {
  return placesOnPath(BROWSER_NAMES, env);
}

/**
 * The first of these programs that is installed.
 *
 * @param {readonly string[]} names
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined} path of an executable file
 */
export function executableOnPath(names, env) {
  return placesOnPath(names, env).find(isExecutable);
}

/** @param {readonly string[]} names @param {NodeJS.ProcessEnv} env @returns {string[]} */
function placesOnPath(names, env) {
  const directories = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => directories.map((directory) => join(directory, name)));
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
