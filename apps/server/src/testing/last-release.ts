import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

export type Release = { version: string; commit: string };

/** The newest row of the table in docs/releases.md. */
export async function findLastRelease(): Promise<Release> {
  const page = await readFile(join(root, 'docs', 'releases.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| [\d-]+ \| `([0-9a-f]{40})` \|/gm)];
  const [, version, commit] = rows.at(-1) ?? [];
  if (!version || !commit) throw new Error('docs/releases.md names no release');
  return { version, commit };
}

/**
 * The server of a release as it was, from the history of this repository, with the packages of its own lockfile. Kept in the
 * person's cache, since it never changes: not below node_modules, where Node takes no TypeScript.
 * @returns its folder
 * @throws Error when this clone has no such commit, with what to do
 */
export async function unpackRelease({ version, commit }: Release): Promise<string> {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'stint', 'releases', commit);
  if (existsSync(folder)) return folder;
  await run('git', ['-C', root, 'cat-file', '-e', `${commit}^{commit}`]).catch(() => {
    throw new Error(
      `This clone has no commit ${commit} of release ${version}, which docs/releases.md names. Fetch the whole history with: git fetch --unshallow`,
    );
  });
  const making = `${folder}.${process.pid}`;
  await mkdir(making, { recursive: true });
  try {
    await run('sh', ['-c', 'git -C "$1" archive "$2" | tar -xf - -C "$3"', 'sh', root, commit, making]);
    const options = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await run('npm', ['ci', ...options, '--workspace', '@stint/server'], { cwd: making });
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  }
  return folder;
}
