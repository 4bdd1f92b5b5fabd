import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { runQuietly } from './children.mjs';
import { isInstalled, packagesOf } from './lockfile.mjs';
import { inRoot } from './paths.mjs';
import { runStep } from './steps.mjs';

const LOCKFILE = inRoot('package-lock.json');
const STAMPS = {
  product: inRoot('node_modules', '.stint-installed-product'),
  all: inRoot('node_modules', '.stint-installed'),
};
/** npm's own list of what lies in node_modules. */
const INSTALLED = inRoot('node_modules', '.package-lock.json');

/**
 * Installs exactly what the lockfile says, unless that is what is there already: `product` is what builds and runs the product,
 * half of all packages; `all` is the tools and tests as well.
 *
 * @param {'product' | 'all'} what
 */
export async function ensureInstalled(what) {
  const lockfile = readFileSync(LOCKFILE, 'utf8');
  const stamp = createHash('sha256').update(lockfile).digest('hex');
  const enough = what === 'all' ? [STAMPS.all] : [STAMPS.all, STAMPS.product];
  if (enough.some((path) => readIfPresent(path) === stamp)) return;
  // A plain `npm install` leaves no stamp; what it brought is as good.
  if (!isUpToDate(lockfile, what)) {
    const hasProduct = what === 'all' && isUpToDate(lockfile, 'product');
    await runStep('Installing packages', () => install(hasProduct ? ADDING : ANEW[what]));
  }
  writeFileSync(STAMPS[what], stamp);
}

const ANEW = { product: ['ci', '--omit=dev'], all: ['ci'] };
/** A product that runs from here keeps its packages: `npm ci` would take them away and bring them anew. */
const ADDING = ['install', '--no-save'];

/**
 * Install scripts stay off: everything used here carries its binaries, and nothing runs that was not asked for.
 *
 * @param {string[]} command
 */
async function install(command) {
  const args = [...command, '--ignore-scripts', '--no-audit', '--no-fund'];
  // Called through npm, its own file is known; otherwise the one on PATH is taken.
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  await runQuietly(program, [...first, ...args], { what: 'Installing packages' });
}

/**
 * @param {string} lockfile
 * @param {'product' | 'all'} what
 */
function isUpToDate(lockfile, what) {
  const installedList = readIfPresent(INSTALLED);
  if (installedList === null) return false;
  const platform = { os: process.platform, cpu: process.arch, libc: findLibc() };
  const wanted = packagesOf(JSON.parse(lockfile).packages, what);
  return isInstalled(wanted, JSON.parse(installedList).packages, platform);
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
