import { withBulkLoad } from './bulk-load.ts';
import type { Copier } from './copy.ts';
import { countTotals } from './count-totals.ts';
import { copyHours } from './hours-rows.ts';
import { createRandom } from './random.ts';
import { copyWorkspace, type SampleWorkspace } from './workspace-rows.ts';

export const setNames = ['reference', 'history', 'large', 'wide'] as const;
export type SetName = (typeof setNames)[number];

export type SetOptions = {
  seed: string;
  regionCode: string;
  /** Sunday that ends the newest week. */
  until: string;
  /** For `wide`: entries in the whole table; the number of workspaces follows. */
  entries: number;
  onProgress?: (workspaces: number, entries: number) => void;
};

export type Filled = { workspace: SampleWorkspace; workspaces: number; entries: number };

const year = { weeks: 52, perDay: 5 };
const reference = { members: 50, clients: 8, projects: 40, activities: 12, entries: 65_000 };
/** The reference workspace after ten years. */
const history = { ...reference, entries: 650_000 };
const large = { members: 770, clients: 400, projects: 4000, activities: 30_000, entries: 1_000_000 };
/** A small workspace around the reference one; 1,040 of all make a million entries. */
const small = { members: 5, clients: 3, projects: 8, activities: 6, entries: 900 };

/** Fills a gateway database with one of the sets of the performance goals, the same rows for the same seed. */
export async function fillSet(copier: Copier, name: SetName, options: SetOptions): Promise<Filled> {
  const filled = await withBulkLoad(copier, 'app.timesheet_entry', () => fill(copier, name, options));
  await countTotals(copier);
  return filled;
}

async function fill(copier: Copier, name: SetName, options: SetOptions): Promise<Filled> {
  if (name === 'large')
    return fillOne(copier, 'large', large, {
      ...options,
      used: { projects: 300, activities: 80 },
      pendingWeeks: 2,
    });
  const main = await fillOne(copier, 'reference', name === 'history' ? history : reference, {
    ...options,
    used: { projects: 40, activities: 12 },
    pendingWeeks: 4,
  });
  return name !== 'wide' ? main : surround(copier, main, options);
}

type OneShape = typeof reference;
type OneOptions = SetOptions & { used: { projects: number; activities: number }; pendingWeeks: number };

async function fillOne(copier: Copier, slug: string, size: OneShape, options: OneOptions): Promise<Filled> {
  const random = createRandom(`${options.seed} ${slug}`);
  const weeks = Math.ceil(size.entries / (size.members * 5 * year.perDay));
  const created = new Date(Date.parse(`${options.until}T00:00:00Z`) - (weeks + 1) * 7 * 24 * 60 * 60_000);
  const name = slug.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('-', ' ');
  const shape = { ...size, name, slug, regionCode: options.regionCode, createdAt: created };
  const workspace = await copyWorkspace(copier, random, shape);
  const entries = await copyHours(copier, random, workspace, {
    until: options.until,
    weeks,
    perDay: year.perDay,
    entries: size.entries,
    pendingWeeks: options.pendingWeeks,
    usedProjects: options.used.projects,
    usedActivities: options.used.activities,
  });
  options.onProgress?.(1, entries);
  return { workspace, workspaces: 1, entries };
}

async function surround(copier: Copier, main: Filled, options: SetOptions): Promise<Filled> {
  let { workspaces, entries } = main;
  while (entries < options.entries) {
    const size = { ...small, entries: Math.min(small.entries, options.entries - entries) };
    const slug = `around-${workspaces}`;
    const used = { projects: small.projects, activities: small.activities };
    const filled = await fillOne(copier, slug, size, {
      ...options,
      onProgress: quiet,
      used,
      pendingWeeks: 1,
    });
    workspaces += 1;
    entries += filled.entries;
    if (workspaces % 100 === 0) options.onProgress?.(workspaces, entries);
  }
  return { ...main, workspaces, entries };
}

function quiet(): void {}
