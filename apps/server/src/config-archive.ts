import { relative, resolve } from 'node:path';

/** Where the log of the embedded database is kept, and how. */
export type ArchiveConfig = {
  dir: string;
  everySeconds: number;
  baseHours: number;
  /** Base copies that are kept. */
  keep: number;
};

type ReadText = (name: string) => string | undefined;
type ReadInteger = (name: string, otherwise: number, from: number, to: number) => number;

type Surroundings = { dataDir: string; hasKey: boolean; hasEmbedded: boolean };

/** The archive that the environment asks for, null where it asks for none; what would make it useless is a problem. */
export function readArchive(
  text: ReadText,
  integer: ReadInteger,
  { dataDir, hasKey, hasEmbedded }: Surroundings,
  problems: string[],
): ArchiveConfig | null {
  const named = text('ARCHIVE_DIR');
  const dir = resolve(named ?? '');
  const archive = {
    dir,
    everySeconds: integer('ARCHIVE_SECONDS', 60, 1, 3600),
    baseHours: integer('ARCHIVE_BASE_HOURS', 24, 1, 168),
    keep: integer('ARCHIVE_KEEP', 7, 1, 35),
  };
  if (named === undefined) return null;
  if (!relative(dataDir, dir).startsWith('..'))
    problems.push(
      'ARCHIVE_DIR lies in DATA_DIR and would be lost with it; name a folder on another disk or a mounted bucket',
    );
  if (!hasKey)
    problems.push(
      'ARCHIVE_DIR needs a key that does not lie in DATA_DIR; set ARCHIVE_KEY: make one with openssl rand -base64 48, and keep it elsewhere',
    );
  if (!hasEmbedded)
    problems.push(
      'ARCHIVE_DIR is for the embedded database, and every database here is a server of your own; unset it and archive there (docs/own-postgresql.md)',
    );
  return archive;
}
