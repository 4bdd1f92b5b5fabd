import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { type BaseManifest, listBases, readBase } from '../../platform/archive/base.ts';
import { ArchiveError } from '../../platform/archive/errors.ts';
import type { Archive } from '../../platform/archive/files.ts';
import { findOwner } from '../../platform/archive/marker.ts';
import { firstHole, placeOf } from '../../platform/archive/segments.ts';
import { type Leads, logOf, wayTo } from '../../platform/archive/timelines.ts';
import type { DatabaseAddress } from '../../platform/connections.ts';
import {
  fingerprint,
  masterSecrets,
  prepareDataDirectory,
  readPrivateFile,
  writePrivateFile,
} from '../../platform/data-directory.ts';
import { recoverCluster } from '../../platform/recover-cluster.ts';
import { archiveOf, fetchCommand } from '../../product-archive.ts';
import { embeddedPlans } from '../../product-databases.ts';
import { endSessions } from './end-sessions.ts';
import { BackupError } from './errors.ts';
import { requireKnownSchema } from './known-schema.ts';
import { withOwner } from './tables.ts';

/** The moment that is wanted, `null` for everything in the archive. */
export type Wanted = { to: Date | null; timeline: string };

export type RestoredTo = {
  /** Name of the base copy that it began with. */
  base: string;
  /** Of the last change that is in it, by the database's clock; null where the base copy had all of it. */
  lastChangeAt: Date | null;
};

/**
 * Brings the embedded database back as it was at a moment, from the archive, into a data directory that has none. Sessions from
 * before are ended, so that tokens issued after that moment die with it.
 *
 * @throws BackupError or ArchiveError with what to do; then nothing was written
 */
export async function restoreToTime(config: Config, wanted: Wanted, now: Date): Promise<RestoredTo> {
  const archive = await requireArchive(config);
  if (wanted.to && wanted.to > now)
    throw new BackupError(
      `${wanted.to.toISOString()} lies in the future. Name a moment that was, or --to latest.`,
    );
  const leads = await wayTo(archive, wanted.timeline);
  const base = await chooseBase(archive, wanted, leads);
  await checkDatabases(config, base.manifest.migrations);
  const hole = findHole(await logOf(archive, leads), base.manifest, { to: wanted.to, leads });
  const files = await checkFiles(config, base.manifest);
  await prepareDataDirectory(config.dataDir);
  const recovery = {
    ...wanted,
    archive,
    base,
    fetchCommand,
    dataDir: join(config.dataDir, 'postgres'),
    binaries: config.pgBinaries,
  };
  let lastChangeAt: Date | null = null;
  await recoverCluster(recovery, async (connect) => {
    lastChangeAt = await settle(config, connect, now);
    for (const [name, text] of files) await writePrivateFile(config.dataDir, name, text);
  }).catch((error: unknown) => {
    const isShort = error instanceof ArchiveError && error.code === 'out_of_reach';
    throw hole !== null && isShort ? missing(hole) : error;
  });
  return { base: base.name, lastChangeAt };
}

async function requireArchive(config: Config): Promise<Archive> {
  const archive = archiveOf(config);
  if (archive === null)
    throw new BackupError(
      'Set ARCHIVE_DIR to the archive that the database wrote, and ARCHIVE_KEY to its key.',
    );
  if ((await findOwner(archive.folder)) === null)
    throw new BackupError(
      `${archive.folder} is no archive: it has no archive.json. Set ARCHIVE_DIR to the folder that the database wrote, and mount it first.`,
    );
  return archive;
}

/** The newest copy on the way that was finished by then: the least log is replayed over it. */
async function chooseBase(
  archive: Archive,
  { to, timeline }: Wanted,
  leads: Leads,
): Promise<{ name: string; manifest: BaseManifest }> {
  let earliest: string | null = null;
  const names = await listBases(archive);
  for (const name of names.reverse()) {
    const manifest = await readBase(archive, name);
    if (!leads(manifest.lastSegment)) continue;
    if (to === null || new Date(manifest.stoppedAt) <= to) return { name, manifest };
    earliest = manifest.stoppedAt;
  }
  if (earliest === null && names.length > 0)
    throw new BackupError(
      `${archive.folder} has no copy of the database's files that leads to timeline ${timeline}. Name another one with --timeline, or restore a backup.`,
    );
  throw new BackupError(
    earliest === null
      ? `${archive.folder} has no finished copy of the database's files yet, so nothing can be restored from it. Restore a backup.`
      : `The archive begins at ${new Date(earliest).toISOString()}. Name a later moment, or restore a backup from before.`,
  );
}

/** PostgreSQL takes the first segment that is not there for the end: what was saved later would be left out without a word. */
function findHole(
  segments: readonly string[],
  { firstSegment: first, lastSegment }: BaseManifest,
  { to, leads }: { to: Date | null; leads: Leads },
): string | null {
  const hole = firstHole(segments, { first, last: lastSegment }, leads);
  if (hole !== null && (to === null || placeOf(hole) <= placeOf(lastSegment))) throw missing(hole);
  return hole;
}

function missing(segment: string): ArchiveError {
  return new ArchiveError(
    'missing',
    `The archive lacks the segment ${segment} of the log, without which nothing later can be restored: bring it back from a copy of the archive, or name a moment before it with --to.`,
  );
}

/** The archive holds one database for each that this configuration embeds, none of a later version. */
async function checkDatabases(config: Config, migrations: Record<string, number>): Promise<void> {
  const plans = embeddedPlans(config);
  const there = Object.keys(migrations).sort();
  const here = plans.map(({ database }) => database).sort();
  if (there.join() !== here.join())
    throw new BackupError(
      `The archive has ${there.join(', ')}; this configuration has ${here.join(', ')}. Set REGIONS and SERVICES alike.`,
    );
  for (const { database, schema } of plans)
    await requireKnownSchema(database, schema, migrations[database] ?? 0);
}

/** @returns the files to write into the data directory */
async function checkFiles(
  config: Config,
  { files, secretFingerprint }: BaseManifest,
): Promise<[name: string, text: string][]> {
  const wanted = Object.entries(files).filter(([name]) => name !== 'secret.key' || !config.secretKey);
  for (const [name, text] of wanted) {
    const present = await readPrivateFile(config.dataDir, name);
    if (present !== null && present !== text)
      throw new BackupError(
        `${join(config.dataDir, name)} belongs to another installation. Restore into a new DATA_DIR.`,
      );
  }
  if (config.secretKey) {
    const { key, others } = await masterSecrets(config);
    const known = [key, ...(others.former ?? []), ...(others.next ?? [])];
    if (!known.some((each) => fingerprint(each) === secretFingerprint))
      throw new BackupError(
        'SECRET_KEY is not the one of the archive: no password, factor or key in it could be used. Where it was changed since, name the one of then as SECRET_KEY_FORMER.',
      );
  }
  return wanted;
}

/** @returns when the last change was made that came back by the log */
async function settle(
  config: Config,
  connect: (user: string, database: string) => DatabaseAddress,
  now: Date,
): Promise<Date | null> {
  let lastChangeAt: Date | null = null;
  for (const { database, schema, owner } of embeddedPlans(config)) {
    await withOwner(connect(owner, database), async (client) => {
      const { rows } = await client.query<{ number: number; at: Date | null }>(
        `select max(number) as number, pg_last_xact_replay_timestamp() as at from ${schema}.migration`,
      );
      lastChangeAt = rows[0]?.at ?? null;
      await requireKnownSchema(database, schema, rows[0]?.number ?? 0);
      if (schema !== 'auth') return;
      await client.query('begin');
      await endSessions(client, now);
      await client.query('commit');
    });
  }
  return lastChangeAt;
}
