import { Gauge } from 'prom-client';
import { sql } from '../../platform/sql.ts';
import type { GatewayDeps } from '../context.ts';

/** Weeks whose totals were found to differ from their entries, in the last 30 days: an alarm when there is one. */
export function totalsGauge(regions: GatewayDeps['regions']): Gauge {
  return new Gauge({
    name: 'stint_total_differences',
    help: 'Weeks whose totals differed from their entries and were mended, in the last 30 days',
    labelNames: ['region'],
    registers: [],
    async collect() {
      this.reset();
      await Promise.all(
        [...regions.values()].map(async ({ code, database }) => {
          const found = await database
            .one<{ weeks: number }>(
              sql`select coalesce(sum(weeks), 0)::int as weeks from app.total_difference`,
            )
            .catch(() => null);
          if (found) this.set({ region: code }, found.weeks);
        }),
      );
    },
  });
}
