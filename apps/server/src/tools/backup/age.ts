import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keptDays, takenAt } from '../../platform/time-names.ts';

const dayMs = 24 * 60 * 60_000;
const unfinishedDays = 1;

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
