import { forgetOnChange } from '../change-feed/forget.ts';
import type { GatewayDeps } from '../context.ts';
import { type KnownNames, noNames } from './week-entries.ts';

type NamesOfVersion = KnownNames & { version: number };

/**
 * Names of projects, clients and activities in memory, so that a week is read without the tables that have them. A week
 * comes with the version of the workspace's catalogue, which rises in the transaction of every change of a name: names that came
 * with the same version are the names of that moment, whatever was told or not told meanwhile.
 */
export type WeekNames = {
  /** What is known of a workspace; null where nothing is. */
  of(tenantId: string): NamesOfVersion | null;
  /** Where names are put that come with a version of the catalogue. */
  learn(tenantId: string, version: number): KnownNames;
};

/** Bounds what nobody tells: a change by hand in the database, which leaves the version as it was. */
const keptMs = 60_000;
const mostWorkspaces = 500;
const mostNames = 1000;

export function createWeekNames({ clock, regions }: Pick<GatewayDeps, 'clock' | 'regions'>): WeekNames {
  const kept = new Map<string, NamesOfVersion & { until: number }>();
  const forget = { forget: (tenantId: string) => void kept.delete(tenantId), clear: () => kept.clear() };
  forgetOnChange(regions, forget, ['workspace', 'catalog']);
  const now = () => clock.now().getTime();
  const find = (tenantId: string) => {
    const names = kept.get(tenantId);
    return names && names.until > now() ? names : null;
  };
  return {
    of: find,
    learn(tenantId, version) {
      const known = find(tenantId);
      const size = known ? known.projects.size + known.activities.size : 0;
      if (known?.version === version && size < mostNames) return known;
      const names = { ...noNames(), version, until: now() + keptMs };
      kept.delete(tenantId);
      kept.set(tenantId, names);
      if (kept.size > mostWorkspaces) kept.delete(kept.keys().next().value as string);
      return names;
    },
  };
}
