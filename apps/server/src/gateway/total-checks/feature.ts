import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stint/domain/time/units.ts';
import { sql } from '../../platform/sql.ts';
import { defineSilentFeature, type Feature, type GatewayParts } from '../feature.ts';
import { forgetting } from '../jobs/housekeeping.ts';
import { forEachTenant } from '../jobs/tenant-tasks.ts';
import { countUncounted, foldChanged, mendTotals } from './check.ts';

const keptMs = 30 * DAY_MS;

/** Totals are kept by who writes entries; here is counted what was written otherwise, and watched that nothing else was. */
export function totalsFeature({ clock, log }: GatewayParts): Feature {
  return defineSilentFeature({
    periodic: [
      forEachTenant('totals', 5 * MINUTE_MS, async (tenantId, { database }) => {
        await countUncounted(database, tenantId);
      }),
      // What was written since is read from its days meanwhile, which a week of everybody's time makes no slower.
      forEachTenant('totals of spans', HOUR_MS, async (tenantId, { database }) => {
        await foldChanged(database, tenantId);
      }),
      forEachTenant('check of totals', DAY_MS, async (tenantId, { database, code }) => {
        const { days, weeks, spans } = await mendTotals(database, tenantId, clock.now());
        if (weeks.length + spans.length > 0)
          log.error(
            { tenantId, region: code, days, weeks: weeks.length, spans: spans.length },
            'totals were not what their entries say, and were mended',
          );
      }),
      forgetting(
        'differences of totals',
        { clock, keptMs },
        (before) => sql`delete from app.total_difference where found_at < ${before}`,
      ),
    ],
  });
}
