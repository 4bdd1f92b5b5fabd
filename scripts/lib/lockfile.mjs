/**
 * @typedef {{
 *   version?: string, resolved?: string, link?: boolean, optional?: boolean, dev?: boolean,
 *   os?: string | string[], cpu?: string | string[], libc?: string[],
 *   optionalDependencies?: Record<string, string>,
 * }} LockedPackage
 *
 * @typedef {{ name: string, version: string, os: string, cpu: string, libc?: string }} PlatformPackage
 */

const SYSTEMS = /android|darwin|freebsd|linux|openharmony|win32/;
const PROCESSORS = /arm64|x64|ia32|arm|ppc64|riscv64|s390x/;

/**
 * The packages that some other package names for a platform and that the lockfile does not hold.
 *
 * @param {Record<string, LockedPackage>} packages of the lockfile
 * @returns {PlatformPackage[]}
 */
export function findMissingOptionals(packages) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map(([name, version]) => ({
        name,
        version,
        os: SYSTEMS.exec(name)?.[0] ?? 'unknown',
        cpu: PROCESSORS.exec(name)?.[0] ?? 'unknown',
        libc: /musl/.exec(name)?.[0],
      })),
  );
}

/**
 * The packages of the lockfile without which the product can be neither built nor run, or all of them.
 *
 * @param {Record<string, LockedPackage>} packages of the lockfile
 * @param {'product' | 'all'} what
 */
export function packagesOf(packages, what) {
  return what === 'all'
    ? packages
    : Object.fromEntries(Object.entries(packages).filter(([, { dev }]) => dev !== true));
}

/**
 * Whether an installation brought every package of the lockfile that this platform needs, in its version.
 *
 * @param {Record<string, LockedPackage>} wanted
 * @param {Record<string, LockedPackage>} installed npm's own list of what lies in node_modules
 * @param {{ os: string, cpu: string, libc: string }} platform
 */
export function isInstalled(wanted, installed, platform) {
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && isNeeded(entry, platform))
    .every(([path, entry]) => installed[path]?.version === entry.version);
}

/**
 * An optional package counts when it was made for this platform; others come along as npm likes.
 *
 * @param {LockedPackage} entry
 * @param {{ os: string, cpu: string, libc: string }} platform
 */
function isNeeded(entry, platform) {
  if (!entry.optional) return true;
  if (!entry.os || !entry.cpu) return false;
  const fitsLibc = entry.libc === undefined || entry.libc.includes(platform.libc);
  return entry.os.includes(platform.os) && entry.cpu.includes(platform.cpu) && fitsLibc;
}
