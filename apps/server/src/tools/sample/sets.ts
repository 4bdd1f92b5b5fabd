import { availableParallelism } from 'node:os';
import type { DatabaseAddress } from '../../platform/connections.ts';
import { withBulkLoad } from './bulk-load.ts';
import { type Copier, type InTransaction, withCopier, withCopiers } from './copy.ts';
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
  /** For `wide`: entries in the whole table. */
  entries: number;
  /** For `wide`: workspaces in it; where absent so many that each around the reference one has 900 entries. */
  workspaces?: number;
  onProgress?: (workspaces: number, entries: number) => void;
};

export type Filled = { workspace: SampleWorkspace; workspaces: number; entries: number };

const year = { weeks: 52, perDay: 5 };
const reference = { members: 50, clients: 8, projects: 40, activities: 12, entries: 65_000 };
/** The reference workspace after ten years. */
const history = { ...reference, entries: 650_000 };
const large = { members: 770, clients: 400, projects: 4000, activities: 30_000, entries: 1_000_000 };
/** A small workspace around the reference one; 1,040 of all make a million entries. */
const small = { members: 5, clients: 3, projects: 8, activities: 6 };
const entriesOfSmall = 900;

/** What time makes rows of. */
const tables = ['timesheet_entry', 'timesheet_week', 'day_total', 'span_total', 'span_week', 'packed_week'];

/** Fills a gateway database with one of the sets of the performance goals, the same rows for the same seed. */
export function fillSet(owner: DatabaseAddress, name: SetName, options: SetOptions): Promise<Filled> {
  return withBulkLoad(
    owner,
    tables.map((table) => `app.${table}`),
    async () => {
      const main = await withCopier(owner, async (copier) => {
        const filled = await fillMain(copier, name, options);
        await copier.query('analyze');
        await countTotals(copier, filled.workspace.tenantId);
        return filled;
      });
      return name === 'wide' ? surround(owner, main, options) : main;
    },
  );
}

function fillMain(copier: Copier, name: SetName, options: SetOptions): Promise<Filled> {
  if (name === 'large')
    return fillOne(copier, 'large', large, {
      ...options,
      used: { projects: 300, activities: 80 },
      pendingWeeks: 2,
    });
  return fillOne(copier, 'reference', name === 'history' ? history : reference, {
    ...options,
    used: { projects: 40, activities: 12 },
    pendingWeeks: 4,
  });
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

/**
 * Of connections that fill one small workspace after the other: each statement is planned once, by what a workspace is, not by what
 * is known of tables that are being filled. What a crash loses is filled again.
 */
const sameForAll = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_nestloop: 'off',
  synchronous_commit: 'off',
};

/** Small workspaces around the main one, each in a transaction of its own, as many at once as there are processors. */
async function surround(owner: DatabaseAddress, main: Filled, options: SetOptions): Promise<Filled> {
  const left = options.entries - main.entries;
  const around = options.workspaces ? options.workspaces - 1 : Math.ceil(left / entriesOfSmall);
  const evenly = (at: number) => Math.floor((left * at) / around) - Math.floor((left * (at - 1)) / around);
  const done = { workspaces: main.workspaces, entries: main.entries };
  const waiting = Array.from({ length: around }, (_, at) => around - at);
  const fillSome = async (inTransaction: InTransaction) => {
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entries = evenly(at);
      const slug = `around-${at}`;
      await inTransaction((copier) => fillSmall(copier, slug, { ...options, entries }));
      done.workspaces += 1;
      done.entries += entries;
      if (done.workspaces % 100 === 0) options.onProgress?.(done.workspaces, done.entries);
    }
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: availableParallelism() }, () =>
      withCopiers(owner, fillSome, sameForAll).catch((error) => {
        waiting.length = 0;
        throw error;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return { ...main, ...done };
}

async function fillSmall(copier: Copier, slug: string, options: SetOptions): Promise<void> {
  const { workspace } = await fillOne(
    copier,
    slug,
    { ...small, entries: options.entries },
    {
      ...options,
      onProgress: quiet,
      used: { projects: small.projects, activities: small.activities },
      pendingWeeks: 1,
    },
  );
  await countTotals(copier, workspace.tenantId);
}

function quiet(): void {}
