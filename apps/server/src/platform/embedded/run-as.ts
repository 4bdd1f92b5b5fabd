import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { chmod, lchown, readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment } from './environment.ts';
import { EmbeddedPostgresError, OWN_SERVER_HINT } from './errors.ts';
import { copyServerBinaries, type ServerBinaries } from './server-binaries.ts';

/** How the server's programs are started: PostgreSQL refuses to run as root. */
export type RunAs = {
  /** For the log and error messages. */
  name: string;
  /** Command and arguments that come before the program. */
  prefix: string[];
  /** The owner that the server's files have on disk. */
  uid: number;
  gid: number;
};

type Candidate = RunAs & { needsCopy: boolean };

/** The unprivileged account that every Linux has; initdb insists on a passwd entry for its user. */
const NOBODY = 65534;

const UNSHARE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];

/**
 * Makes the server shut down cleanly when this process dies without a word (kill -9). It has to come last:
 * entering a user namespace or changing user clears the setting (prctl(2), PR_SET_PDEATHSIG).
 */
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT'];

/**
 * Chooses how to run the server here, by trying: an ordinary user runs it directly; root inside a user
 * namespace, where its files stay root's and nothing has to be readable by others; else as the owner of the
 * folder; else as nobody, from copied programs.
 *
 * @param directory data directory, exists; everything of the server lies below it
 * @param clusterDirectory the database inside it, may not exist yet
 * @param whileTrying called once, while the first trial runs
 * @throws EmbeddedPostgresError `cannot_run` or `foreign_owner`
 */
export async function chooseRunAs(
  binaries: ServerBinaries,
  directory: string,
  clusterDirectory: string,
  whileTrying: () => void = () => {},
): Promise<{ runAs: RunAs; binaries: ServerBinaries }> {
  const owner = ownerOf(clusterDirectory);
  const refusals: string[] = [];
  for (const candidate of listCandidates(directory, owner)) {
    if (candidate.needsCopy && candidate.uid === NOBODY) await openForOthers(directory);
    const usable = candidate.needsCopy ? await copyServerBinaries(binaries, directory) : binaries;
    const trial = tryToRun(candidate, usable, directory);
    if (refusals.length === 0) whileTrying();
    const outcome = await trial;
    if (typeof outcome === 'string') {
      refusals.push(`${candidate.name}: ${outcome}`);
      continue;
    }
    if (owner !== null && owner.uid !== candidate.uid) await takeOver(clusterDirectory, owner.uid, candidate);
    return { runAs: { ...candidate, prefix: outcome.prefix }, binaries: usable };
  }
  throw new EmbeddedPostgresError(
    'cannot_run',
    `The embedded PostgreSQL ${binaries.version} cannot run here. Tried ${refusals.join('; ')}. ` +
      `As root it needs user namespaces (unshare), or a DATA_DIR that belongs to an ordinary user (chown). ${OWN_SERVER_HINT}`,
  );
}

/** Gives a file or folder that root made for the server to the server's user. */
export async function giveTo(path: string, runAs: RunAs): Promise<void> {
  if (process.getuid?.() === 0 && runAs.uid !== 0) await lchown(path, runAs.uid, runAs.gid);
}

function listCandidates(directory: string, clusterOwner: { uid: number } | null): Candidate[] {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  if (uid !== 0) {
    const prefix = hasAccount() ? [] : UNSHARE;
    return [{ name: 'the current user', prefix, uid, gid, needsCopy: false }];
  }
  const candidates: Candidate[] = [
    { name: 'root in a user namespace', prefix: UNSHARE, uid: 0, gid: 0, needsCopy: false },
  ];
  const folderOwner = ownerOf(directory);
  if (folderOwner !== null && folderOwner.uid !== 0) {
    const name = `the owner of ${directory} (uid ${folderOwner.uid})`;
    const asOwner = { name, prefix: switchTo(folderOwner), ...folderOwner };
    candidates.push({ ...asOwner, needsCopy: false }, { ...asOwner, needsCopy: true });
  }
  const nobody = { uid: NOBODY, gid: NOBODY };
  candidates.push({ name: 'nobody', prefix: switchTo(nobody), ...nobody, needsCopy: true });
  // Whoever made the database keeps it, so that its files change hands only when there is no other way.
  return candidates.sort((a, b) => Number(b.uid === clusterOwner?.uid) - Number(a.uid === clusterOwner?.uid));
}

function switchTo(user: { uid: number; gid: number }): string[] {
  return ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
}

/** A uid without passwd entry (containers started with `-u`) fails in initdb. */
function hasAccount(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Runs `postgres --version` and looks at the data directory, exactly as the server will; a text says why not. */
async function tryToRun(
  candidate: Candidate,
  binaries: ServerBinaries,
  directory: string,
): Promise<{ prefix: string[] } | string> {
  const script = 'test -x "$1" || { echo "$1 cannot be entered" >&2; exit 1; }; exec "$2" --version';
  const program = ['sh', '-c', script, 'sh', directory, join(binaries.binDirectory, 'postgres')];
  let reason = '';
  for (const prefix of [[...candidate.prefix, ...DIE_WITH_PARENT], candidate.prefix]) {
    const [command = 'sh', ...args] = [...prefix, ...program];
    const refusal = await promisify(execFile)(command, args, { cwd: '/', env: cleanEnvironment() }).then(
      () => null,
      (error: Error & { stderr?: string }) => error,
    );
    if (refusal === null) return { prefix };
    // A program that cannot be run at all has written nothing.
    reason = refusal.stderr?.trim().split('\n')[0] || refusal.message;
  }
  return reason || 'failed';
}

/** Files of the database change hands only as root; another user's database is nothing to start. */
async function takeOver(clusterDirectory: string, ownerUid: number, runAs: RunAs): Promise<void> {
  if (process.getuid?.() === 0) return chownRecursively(clusterDirectory, runAs);
  throw new EmbeddedPostgresError(
    'foreign_owner',
    `${clusterDirectory} belongs to another user (uid ${ownerUid}). Start Stint as that user, or choose another folder with DATA_DIR.`,
  );
}

async function chownRecursively(path: string, runAs: RunAs): Promise<void> {
  await lchown(path, runAs.uid, runAs.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await chownRecursively(child, runAs);
    else await lchown(child, runAs.uid, runAs.gid);
  }
}

/** Others may pass through the data directory, not list it: what lies in it has its own modes. */
async function openForOthers(directory: string): Promise<void> {
  const { mode } = statSync(directory);
  if ((mode & 0o001) === 0) await chmod(directory, (mode & 0o777) | 0o011);
}

/** @returns null where the path does not exist */
function ownerOf(path: string): { uid: number; gid: number } | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : { uid: stats.uid, gid: stats.gid };
}

/** As root, a new folder inside somebody's tree becomes theirs, like everything else there. */
export async function adoptFolder(directory: string): Promise<void> {
  const parent = ownerOf(dirname(directory));
  if (process.getuid?.() === 0 && parent !== null && parent.uid !== 0) {
    await lchown(directory, parent.uid, parent.gid);
  }
}
