import { runQuietly } from './children.mjs';
import { findChromium } from './chromium.mjs';
import { runStep } from './steps.mjs';

/**
 * Finds the browser for the tests; as root on a Debian without one, installs the distribution's.
 *
 * @returns {Promise<string | undefined>} its path, or undefined where there is none to be had
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== undefined || process.getuid?.() !== 0) return found;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await runStep('Installing chromium', async () => {
      await runQuietly('apt-get', ['update', '-q'], { env, what: 'apt-get update' });
      await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
        env,
        what: 'Installing chromium',
      });
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return findChromium();
}
