import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Gauge } from 'prom-client';
import type { Database } from '../platform/database.ts';
import { listMigrations } from '../platform/migrate.ts';
import { sql } from '../platform/sql.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** What must not be, by the name of the column that finds it. */
const faults = {
  bypasses: 'its role is a superuser or bypasses row security',
  owns: 'its role owns tables',
  unguarded: 'a table with tenant_id has no row security or no policy',
  unpropagated: "Citus is there and citus.propagate_set_commands is not 'local'",
} as const;

/**
 * Refuses a database where row security would not hold (security 10): one wrong role, and every workspace is open.
 * @throws Error that names the region and what is wrong
 */
export async function checkRegionDatabase(code: string, database: Database): Promise<void> {
  const found = await database.one<Record<keyof typeof faults, boolean>>(sql`
    select r.rolsuper or r.rolbypassrls as bypasses,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'app' and c.relowner = r.oid) as owns,
      exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'app' and c.relkind in ('r', 'p') and obj_description(c.oid) = 'tenant'
          and (not c.relrowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid))) as unguarded,
      exists (select from pg_extension where extname = 'citus')
        and coalesce(current_setting('citus.propagate_set_commands', true), '') <> 'local' as unpropagated
    from pg_roles r where r.rolname = current_user`);
  const wrong = (Object.keys(faults) as (keyof typeof faults)[])
    .filter((name) => found[name])
    .map((name) => faults[name]);
  if (wrong.length > 0)
    throw new Error(`the gateway does not start on the database of region ${code}: ${wrong.join('; ')}`);
}

/** The number of the newest migration that this code knows. */
export function newestMigration(): number {
  return listMigrations(folder).length;
}

/** Whether each region answers this process: one that does not keeps its own workspaces from their work. */
export function answersGauge(regions: ReadonlyMap<string, { database: Database }>, newest: number): Gauge {
  return new Gauge({
    name: 'stint_region_answers',
    help: 'Whether the database of a data region answers this process: 1 or 0',
    labelNames: ['region'],
    registers: [],
    async collect() {
      const look = async ([region, { database }]: [string, { database: Database }]) => {
        this.set({ region }, (await isCurrent(database, newest)) === null ? 0 : 1);
      };
      await Promise.all([...regions].map(look));
    },
  });
}

/** A region that is silent for so long is away: balancers give up a question about readiness after a few seconds. */
const silentMs = 1500;

/** Whether a region's database has every migration; null while it does not answer. */
export async function isCurrent(database: Database, newest: number): Promise<boolean | null> {
  const asked = database.one<{ number: number }>(sql`select max(number) as number from app.migration`).then(
    ({ number }) => number >= newest,
    () => null,
  );
  return Promise.race([asked, sleep(silentMs, null, { ref: false })]);
}
