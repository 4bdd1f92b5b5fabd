import { executableOnPath } from './chromium.mjs';
import { canInstall, installPackage } from './distribution.mjs';
import { runStep } from './steps.mjs';

/** Names under which distributions install it. */
const NAMES = ['firefox-esr', 'firefox'];

/**
 * The Firefox that a few tests use beside Chromium: the one named by FIREFOX_PATH, else the first on PATH.
 *
 * @param {NodeJS.ProcessEnv} [env] environment to look in
 * @returns {string | undefined} path of an executable file
 */
export function findFirefox(env = process.env) {
  return env.FIREFOX_PATH ?? executableOnPath(NAMES, env);
}

/**
 * Finds it, or as root installs it from the distribution. Where there is none to be had its tests are skipped: no package of npm
 * holds one.
 *
 * @returns {Promise<string | undefined>}
 */
export async function ensureFirefox() {
  if (findFirefox() === undefined && canInstall()) {
    try {
      await runStep('Installing firefox', () => installPackage('firefox-esr'));
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  return findFirefox();
}
