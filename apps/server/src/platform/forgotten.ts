import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './archive/files.ts';
import { folderName, takenAt } from './time-names.ts';

/**
 * What somebody asked to be gone: an account, somebody's place in a workspace, or a workspace. Before a workspace is erased its
 * deletion is asked for, and may be taken back: of the two the later one counts.
 */
export type Forgotten =
  | { kind: 'account'; userId: string }
  | { kind: 'membership'; tenantId: string; userId: string }
  | { kind: 'workspace' | 'deletion' | 'restored'; publicId: string };

/** A list outside of the databases and their backups: a restore would bring back who was forgotten since. */
export type ForgottenList = {
  /** On disk when this returns; the same again changes nothing. */
  note(what: Forgotten, at: Date): Promise<void>;
  /** What was noted, the oldest first. */
  list(): Promise<{ what: Forgotten; at: Date }[]>;
};

/** The ids of each kind, as they stand in the name of its file. */
const parts = {
  account: ['userId'],
  membership: ['tenantId', 'userId'],
  workspace: ['publicId'],
  deletion: ['publicId'],
  restored: ['publicId'],
} as const satisfies Record<Forgotten['kind'], readonly string[]>;

/**
 * The list in a folder: an empty file for each, whose name says it all, so that a mounted bucket will do, several processes may
 * write to it, and nothing is ever rewritten.
 *
 * @param earlier where notes may lie from before another folder was named: they are read, and new ones go to `folder`
 */
export function openForgotten(folder: string, earlier = folder): ForgottenList {
  return {
    async note(what, at) {
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      if (made !== undefined) await syncFolder(dirname(folder));
      const file = await open(join(folder, nameOf(what, at)), 'a', 0o600);
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      await syncFolder(folder);
    },
    async list() {
      const names = new Set((await Promise.all([folder, earlier].map(namesIn))).flat());
      return [...names].sort((a, b) => (a < b ? -1 : 1)).flatMap((name) => readName(name) ?? []);
    },
  };
}

/** An archive that is named later moves the list; what was noted before lies in the data directory. */
export function forgottenOf({
  dataDir,
  forgottenDir,
}: {
  dataDir: string;
  forgottenDir: string;
}): ForgottenList {
  return openForgotten(forgottenDir, join(dataDir, 'forgotten'));
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

function nameOf(what: Forgotten, at: Date): string {
  const ids = parts[what.kind].map((part) => (what as unknown as Record<string, string>)[part]);
  return [folderName(at), what.kind, ...ids].join('.');
}

/** Null for whatever else lies there. */
function readName(name: string): { what: Forgotten; at: Date } | null {
  const [time = '', kind = '', ...ids] = name.split('.');
  const at = takenAt(time);
  if (at === null || !Object.hasOwn(parts, kind)) return null;
  const names = parts[kind as Forgotten['kind']];
  const isWhole = ids.length === names.length && ids.every((id) => /^[\w-]{1,64}$/.test(id));
  if (!isWhole) return null;
  return { what: { kind, ...Object.fromEntries(names.map((part, at) => [part, ids[at]])) } as Forgotten, at };
}
