import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** No backup is kept longer, so that what was erased is gone everywhere (security 13 and 14). */
export const keptDays = 35;

const dayMs = 24 * 60 * 60_000;
const unfinishedDays = 1;

/** A backup's folder by the time it was taken, in UTC: `2026-11-21T08-00-00-000Z`. */
export function folderName(takenAt: Date): string {
  return takenAt.toISOString().replace(/[:.]/g, '-');
}

/** When a folder of that name was taken; null for any other name. */
export function takenAt(name: string): Date | null {
  const [, day, hour, minute, second, milliseconds] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(name) ?? [];
  const at = new Date(`${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/**
 * Removes backups that are older than 35 days, and what killed ones left half-way; nothing else that lies there.
 *
 * @returns names of the backups that are gone
 */
export async function removeAged(parent: string, now: Date): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(parent)) {
    const [finished = '', pid] = name.split('.unfinished-');
    const at = takenAt(finished);
    const days = pid === undefined ? keptDays : unfinishedDays;
    if (at === null || now.getTime() - at.getTime() <= days * dayMs) continue;
    await rm(join(parent, name), { recursive: true, force: true });
    if (pid === undefined) removed.push(name);
  }
  return removed.sort();
}

/** The newest finished backup below a folder; null where there is none. */
export async function newestBackup(parent: string): Promise<string | null> {
  const names = await readdir(parent).catch(() => []);
  const newest = names
    .filter((name) => takenAt(name) !== null)
    .sort()
    .at(-1);
  return newest === undefined ? null : join(parent, newest);
}
