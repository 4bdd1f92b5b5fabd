import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Archive, readTextOf } from './files.ts';
import { WAL } from './marker.ts';
import { isSegment, placeAt, placeOf } from './segments.ts';

/** Whether a segment is of the log that leads to a timeline. */
export type Leads = (segment: string) => boolean;

/**
 * The log of a timeline is its own and that of those before it, up to where each was left: after a restore to an earlier moment
 * the archive goes on holding what came later then, and PostgreSQL refuses a base copy of that.
 *
 * @param timeline a number, or `latest`
 */
export async function wayTo(archive: Archive, timeline: string): Promise<Leads> {
  const histories = (await readdir(join(archive.folder, WAL)))
    .filter((name) => name.endsWith('.history'))
    .sort();
  const own = timeline === 'latest' ? numberOf(histories.at(-1) ?? '1') : Number(timeline);
  const name = `${own.toString(16).toUpperCase().padStart(8, '0')}.history`;
  const left = histories.includes(name) ? placesLeft(await readTextOf(archive, `${WAL}/${name}`)) : new Map();
  // The segment in which a timeline was left is copied into the next one, with all of it that counts.
  return (segment) => numberOf(segment) === own || placeOf(segment) < (left.get(numberOf(segment)) ?? -1n);
}

/** The segments in the archive that lead there. */
export async function logOf({ folder }: Archive, leads: Leads): Promise<string[]> {
  return (await readdir(join(folder, WAL))).filter((name) => isSegment(name) && leads(name));
}

/**
 * Where each timeline before this one was left. Whoever restores a moment from before an earlier restore leaves the newest timeline
 * in PostgreSQL's history at a place that it never came to, and thereby all that it had come from.
 */
function placesLeft(history: string): Map<number, bigint> {
  const lines = [...history.matchAll(/^(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gm)];
  const left = new Map<number, bigint>();
  let earliest: bigint | null = null;
  for (const [, id, high, low] of lines.reverse()) {
    const place = placeAt(`${high}/${low}`);
    if (earliest === null || place < earliest) earliest = place;
    left.set(Number(id), earliest);
  }
  return left;
}

function numberOf(name: string): number {
  return Number.parseInt(name.slice(0, 8), 16);
}
