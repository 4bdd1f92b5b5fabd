import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { runQuietly } from './children.mjs';
import { isInstalled } from './lockfile.mjs';
import { inRoot } from './paths.mjs';
import { runStep } from './steps.mjs';

const LOCKFILE = inRoot('package-lock.json');
const STAMP = inRoot('node_modules', '.stint-installed');
/** npm's own list of what lies in node_modules. */
const INSTALLED = inRoot('node_modules', '.package-lock.json');

/** Installs exactly what the lockfile says, unless that is what is there already. */
export async function ensureInstalled() {
  const lockfile = readFileSync(LOCKFILE, 'utf8');
  const stamp = createHash('sha256').update(lockfile).digest('hex');
  if (readIfPresent(STAMP) === stamp) return;
  // A plain `npm install` leaves no stamp; what it brought is as good.
  if (!isUpToDate(lockfile, readIfPresent(INSTALLED))) await runStep('Installing packages', install);
  writeFileSync(STAMP, stamp);
}

/** Install scripts stay off: everything used here carries its binaries, and nothing runs that was not asked for. */
async function install() {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  // Called through npm, its own file is known; otherwise the one on PATH is taken.
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  await runQuietly(command, [...first, ...args], { what: 'Installing packages' });
}

/**
 * @param {string} lockfile
 * @param {string | null} installedList
 */
function isUpToDate(lockfile, installedList) {
  if (installedList === null) return false;
  const platform = { os: process.platform, cpu: process.arch, libc: findLibc() };
  return isInstalled(JSON.parse(lockfile).packages, JSON.parse(installedList).packages, platform);
}

function findLibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return report.header?.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** @param {string} path */
function readIfPresent(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
