import { Gauge } from 'prom-client';
import { countJobs } from '../../platform/queue/claims.ts';
import type { GatewayDeps } from '../context.ts';

/** For how long a job has been due that nobody began: a queue that is not kept up with. */
export function jobAgeGauge(regions: GatewayDeps['regions']): Gauge {
  return new Gauge({
    name: 'stint_oldest_job_seconds',
    help: 'For how long the job has been due that has been due longest, 0 where none is',
    labelNames: ['region'],
    registers: [],
    async collect() {
      this.reset();
      await Promise.all(
        [...regions.values()].map(async ({ code, queue }) => {
          const counted = await countJobs(queue).catch(() => null);
          if (counted) this.set({ region: code }, counted.oldestSeconds);
        }),
      );
    },
  });
}

/** Jobs by region and state, read when somebody asks; one that was put aside is for a person to look at. */
export function jobsGauge(regions: GatewayDeps['regions']): Gauge {
  return new Gauge({
    name: 'stint_jobs',
    help: 'Jobs that wait or run, and those put aside after their last try',
    labelNames: ['region', 'state'],
    registers: [],
    async collect() {
      this.reset();
      await Promise.all(
        [...regions.values()].map(async ({ code, queue }) => {
          // While a database is away the other figures are still told.
          const counted = await countJobs(queue).catch(() => null);
          if (!counted) return;
          this.set({ region: code, state: 'waiting' }, counted.waiting);
          this.set({ region: code, state: 'dead' }, counted.dead);
        }),
      );
    },
  });
}
