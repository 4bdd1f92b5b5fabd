import { runQuietly } from './children.mjs';

/** Whether packages of the distribution can be installed here. */
export function canInstall() {
  return process.getuid?.() === 0;
}

/**
 * Installs a package of Debian or what is made of it, and no more than it needs.
 *
 * @param {string} name
 */
export async function installPackage(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', ['update', '-q'], { env, what: 'apt-get update' });
  await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], {
    env,
    what: `Installing ${name}`,
  });
}
