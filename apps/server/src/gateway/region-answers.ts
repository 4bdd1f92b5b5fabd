import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Gauge } from 'prom-client';
import type { Database } from '../platform/database.ts';
import { listMigrations } from '../platform/migrate.ts';
import { sql } from '../platform/sql.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

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
