import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createClient } from '../connections.ts';
import { writePrivateFile } from '../data-directory.ts';
import { keptDays, takenAt } from '../time-names.ts';
import { type BaseSource, listBases, readBase, removeUnfinished, takeBase } from './base.ts';
import { ArchiveError } from './errors.ts';
import type { Archive } from './files.ts';
import { BASES, WAL } from './marker.ts';
import { needlessBefore, placeOf } from './segments.ts';

/** What happens to an archive, for the log. */
export type ArchiveEvent =
  | { kind: 'base'; name: string; milliseconds: number; removed: string[] }
  | { kind: 'base_failed'; error: unknown }
  | { kind: 'behind'; segment: string; failures: number };

export type ArchiveStatus = {
  /** Seconds since a segment was last kept: what was saved before it is safe. */
  ageSeconds: number;
  /** Null where there is no base copy yet. */
  baseAgeSeconds: number | null;
  /** Since the server's figures were last set back. */
  segments: number;
  failures: number;
};

export type KeeperOptions = {
  source: BaseSource;
  everySeconds: number;
  baseHours: number;
  /** Base copies. */
  keep: number;
  tell(event: ArchiveEvent): void;
};

export type ArchiveKeeper = { status(): ArchiveStatus; stop(): Promise<void> };

type Figures = { segments: number; failures: number; archivedAt: Date | null; failed: string | null };

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** Between two tries at a base copy, and two looks at whether one is due. */
const BASE_LOOK_MS = 60_000;

/** Names the folder that the log goes to without a gap; a start without an archive takes it away. */
const UNBROKEN = 'archived';

/**
 * Looks after the archive of a running database: base copies when they are due, older ones removed with the log that only they
 * needed, and how far behind it is.
 */
export function keepArchive(options: KeeperOptions): ArchiveKeeper {
  const { source, everySeconds } = options;
  const stopping = new AbortController();
  const startedAt = Date.now();
  let figures: Figures = { segments: 0, failures: 0, archivedAt: null, failed: null };
  let newestBase: Date | null = null;
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => {});

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const found = await readFigures(source).catch(() => null);
      if (found !== null) {
        if (found.failed !== null && found.failures > figures.failures)
          options.tell({ kind: 'behind', segment: found.failed, failures: found.failures });
        figures = found;
      }
      await pause(everySeconds * 1000);
    }
  }

  async function copy(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        // Told before a new one succeeds: whoever watches has to see how old it is while none does.
        newestBase = await findNewest(source);
        newestBase = await takeWhenDue(options, newestBase, stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) options.tell({ kind: 'base_failed', error });
      }
      await pause(BASE_LOOK_MS);
    }
  }

  const running = Promise.all([watch(), copy()]);
  return {
    status: () => ({
      ageSeconds: (Date.now() - (figures.archivedAt?.getTime() ?? startedAt)) / 1000,
      baseAgeSeconds: newestBase && (Date.now() - newestBase.getTime()) / 1000,
      segments: figures.segments,
      failures: figures.failures,
    }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** A start without an archive breaks the log: the next one with it begins with a base copy. */
export async function noteBreak(dataDir: string): Promise<void> {
  await rm(join(dataDir, UNBROKEN), { force: true });
}

/** When the newest base copy was begun that the log goes on from; null where there is none. */
async function findNewest({ archive: { folder }, clusterDirectory }: BaseSource): Promise<Date | null> {
  const unbroken = await readFile(join(dirname(clusterDirectory), UNBROKEN), 'utf8').catch(() => '');
  return unbroken === folder ? takenAt((await listBases({ folder })).at(-1) ?? '') : null;
}

/** @returns when the newest base copy was begun */
async function takeWhenDue(options: KeeperOptions, newest: Date | null, signal: AbortSignal): Promise<Date> {
  const { source, baseHours } = options;
  const now = new Date();
  const isRecent = newest !== null && now.getTime() - newest.getTime() < baseHours * hourMs;
  if (isRecent && (await hasKeptFiles(source))) return newest;
  const started = performance.now();
  await removeUnfinished(source.archive);
  const name = await takeBase(source, now, signal);
  await writePrivateFile(dirname(source.clusterDirectory), UNBROKEN, source.archive.folder);
  const removed = await removeNeedless(source.archive, options.keep, now);
  options.tell({ kind: 'base', name, milliseconds: performance.now() - started, removed });
  return now;
}

/** Whether the newest copy has the keys of today: what was written since they were changed is opened by no older ones. */
async function hasKeptFiles({ archive, describe }: BaseSource): Promise<boolean> {
  const name = (await listBases(archive)).at(-1) ?? '';
  const manifest = await readBase(archive, name).catch((error: unknown) => {
    // One that cannot be read brings nothing back.
    if (error instanceof ArchiveError) return null;
    throw error;
  });
  return isDeepStrictEqual(manifest?.files, (await describe()).files);
}

/**
 * Removes base copies beyond those that are kept, and what is older than anything may be, and the log that none of the rest needs.
 * @returns names of the base copies that are gone
 */
export async function removeNeedless(archive: Archive, keep: number, now: Date): Promise<string[]> {
  const names = await listBases(archive);
  const isOld = (name: string) => now.getTime() - (takenAt(name)?.getTime() ?? 0) > keptDays * dayMs;
  const kept = names.slice(-keep).filter((name, index, all) => index === all.length - 1 || !isOld(name));
  const removed = names.filter((name) => !kept.includes(name));
  if (kept.length === 0) return [];
  for (const name of removed) {
    // Without its manifest it is none: half of it is never restored.
    await rm(join(archive.folder, BASES, name, 'manifest'));
    await rm(join(archive.folder, BASES, name), { recursive: true, force: true });
  }
  // After a restore to an earlier moment a later copy begins at an earlier place of the log.
  const firsts = await Promise.all(kept.map(async (name) => (await readBase(archive, name)).firstSegment));
  const first = firsts.reduce((one, other) => (placeOf(other) < placeOf(one) ? other : one));
  for (const name of needlessBefore(await readdir(join(archive.folder, WAL)), first))
    await rm(join(archive.folder, WAL, name), { force: true });
  return removed;
}

/**
 * PostgreSQL's own figures. The empty transaction before makes it end a segment also where nobody saves anything, so that the age
 * of the last one tells whether archiving works, and a restore finds a commit behind each moment.
 */
async function readFigures({ connect }: BaseSource): Promise<Figures> {
  const client = createClient(connect('postgres'), { connectionTimeoutMillis: 5000, query_timeout: 10_000 });
  await client.connect();
  try {
    await client.query(`select pg_logical_emit_message(true, 'stint', 'still here')`);
    const { rows } = await client.query<Figures>(
      `select archived_count::int as segments, failed_count::int as failures, last_archived_time as "archivedAt",
         case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failed
       from pg_stat_archiver`,
    );
    return rows[0] as Figures;
  } finally {
    await client.end();
  }
}
