import { Gauge } from 'prom-client';
import type { GatewayDeps } from '../context.ts';

/** How long ago this process looked at the changes of each region: beyond two seconds it answers nothing from memory. */
export function feedGauge(regions: GatewayDeps['regions']): Gauge {
  return new Gauge({
    name: 'stint_change_feed_age_seconds',
    help: 'Seconds since the changes of a region were read',
    labelNames: ['region'],
    registers: [],
    collect() {
      this.reset();
      for (const { code, feed } of regions.values()) {
        const ageMs = feed.ageMs();
        if (Number.isFinite(ageMs)) this.set({ region: code }, ageMs / 1000);
      }
    },
  });
}
