import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import type { BaseManifest, BaseSource } from './platform/archive/base.ts';
import type { Archive } from './platform/archive/files.ts';
import { type ArchiveEvent, type ArchiveKeeper, keepArchive } from './platform/archive/keeper.ts';
import { archiveKey } from './platform/archive/sealed.ts';
import { fingerprint, keptFiles, masterSecret, readPrivateFile } from './platform/data-directory.ts';
import type { Archiving } from './platform/embedded/archiving.ts';

const programs = {
  keep: fileURLToPath(new URL('./tools/archive-wal.ts', import.meta.url)),
  fetch: fileURLToPath(new URL('./tools/fetch-wal.ts', import.meta.url)),
};

/** What PostgreSQL runs to bring a segment back. */
export const fetchCommand = [process.execPath, programs.fetch] as const;

/** The archive that the configuration names, with every key that may have sealed what lies there. */
export function archiveOf(config: Config): Archive | null {
  const { archive, archiveKey: own, secretKey, formerKey, nextKey } = config;
  const [first, ...others] = [own, secretKey, formerKey, nextKey].flatMap((key) =>
    key ? [archiveKey(key)] : [],
  );
  return archive && first ? { folder: archive.dir, keys: [first, ...others] } : null;
}

/** How the embedded server is to archive its log; undefined for not at all. */
export function archivingOf(config: Config): Archiving | undefined {
  const archive = archiveOf(config);
  if (!archive || !config.archive) return undefined;
  return { archive, everySeconds: config.archive.everySeconds, command: [process.execPath, programs.keep] };
}

/** Looks after the archive of the embedded server that runs; null where there is none. */
export function startKeeper(
  config: Config,
  server: Pick<BaseSource, 'connect' | 'databases'>,
  tell: (event: ArchiveEvent) => void,
): ArchiveKeeper | null {
  const archive = archiveOf(config);
  if (!archive || !config.archive) return null;
  const { everySeconds, baseHours, keep } = config.archive;
  const source: BaseSource = {
    ...server,
    archive,
    clusterDirectory: join(config.dataDir, 'postgres', 'postgres'),
    describe: () => describeInstallation(config),
  };
  return keepArchive({ source, everySeconds, baseHours, keep, tell });
}

/** Without the keys of the data directory a database that came back opens nothing of what it holds. */
async function describeInstallation({
  dataDir,
  secretKey,
}: Config): Promise<Pick<BaseManifest, 'secretFingerprint' | 'files'>> {
  const files: Record<string, string> = {};
  for (const name of keptFiles) {
    const text = await readPrivateFile(dataDir, name);
    if (text !== null) files[name] = text;
  }
  return { secretFingerprint: fingerprint(await masterSecret(dataDir, secretKey)), files };
}
